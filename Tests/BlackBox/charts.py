# SPDX-License-Identifier: GPL-3.0-or-later
"""The chart window, checked with the bundled files."""
import os
import re
import subprocess
import time
from datetime import datetime

from exact import history
from window import Window, until
from windows import WindowTest

READING = re.compile(r"\d{4} · 1 EUR = ([\d.]+) USD")


class ChartTest(WindowTest):
    def open_chart(self, pair="EUR/USD", **variables):
        window = Window(
            self.desktop, self.program, self._testMethodName, ("--chart", pair), LC_ALL="C.UTF-8", **variables)
        self.addCleanup(self.leave, window)
        # The history is imported after the window opens. The chart is complete when its label shows a whole year.
        window.find(re.compile(r"30 October 2025 to 30 October 2026"), "label", timeout=60)
        return window

    def reading(self, window, pattern=READING):
        labels = until(lambda: window.all(pattern, "label"))
        return labels[0].text() if labels else ""

    def save_as(self, window, file):
        """Types a name into GTK's save dialog. AT-SPI's client library crashes on the tree that the dialog leaves
        behind, so the dialog is found by its title, and nothing is found by accessible name afterwards."""
        self.assertTrue(until(lambda: self.titled(window, "Save Chart"), 20), "no save dialog")
        time.sleep(1)
        window.name_file(file)
        self.assertTrue(until(lambda: not self.titled(window, "Save Chart")), "the save dialog stayed")

    @staticmethod
    def titled(window, title):
        try:
            return window.xdotool("search", "--onlyvisible", "--name", f"^{title}$")
        except subprocess.CalledProcessError:  # xdotool's error for a missing window
            return ""

    def walk_to(self, window, day, key):
        """Presses a key until the label of the cross-hair shows the day."""
        for _ in range(80):
            if day in self.reading(window):
                return self.reading(window)
            window.key(key)
            time.sleep(0.05)
        self.fail(f"{key} never reached {day}: {self.reading(window)}")


class Chart(ChartTest):
    def test_keys_move_the_cross_hair_through_five_years_to_the_lowest_rate(self):
        window = self.open_chart()
        window.click("5 Y")
        window.find(re.compile(r"30 October 2021 to 30 October 2026"), "label")
        window.key("Home")
        self.assertTrue(until(lambda: "29 October 2021" in self.reading(window) or "1 November 2021" in self.reading(window)))
        window.key(*["Page_Down"] * 11)
        until(lambda: "September 2022" in self.reading(window) or "October 2022" in self.reading(window))
        key = "Left" if "October 2022" in self.reading(window) else "Right"
        if re.match(r"(29|30) September", self.reading(window)):
            key = "Left"
        said = self.walk_to(window, "28 September 2022", key)
        self.assertEqual(READING.search(said).group(1), "0.9565")
        self.assertEqual(history("USD")["2022-09-28"], "0.9565")

    def test_the_wheel_and_dragging_change_the_visible_days(self):
        window = self.open_chart()
        picture = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image")
        across, down = window.place(picture)
        window.xdotool("mousemove", across - 100, down, "mousedown", 1)
        for step in range(0, 201, 20):
            window.xdotool("mousemove", across - 100 + step, down)
        window.xdotool("mouseup", 1)
        window.xdotool("mousemove", across, 1)
        said = window.find(re.compile(r"\d+ days · from [\d.]+ to [\d.]+, .{1,2}[\d.]+%"), "label").text()
        self.assertLess(int(re.search(r"(\d+) days", said).group(1)), 150, said)
        window.click("Zoom Here", "push button")
        window.xdotool("mousemove", across, 1)
        dragged = self.span(window)
        self.assertLess(dragged, 150, "Zoom Here did not show what was marked")
        window.xdotool("mousemove", across, down, "click", 5)
        window.xdotool("mousemove", across, 1)
        self.assertGreater(self.span(window, other_than=dragged), dragged, "the wheel did not zoom out")
        window.click("Reset Zoom", "push button")
        window.find(re.compile(r"30 October 2025 to 30 October 2026"), "label")

    def test_dragging_with_the_middle_button_moves_the_visible_days(self):
        window = self.open_chart()
        picture = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image")
        across, down = window.place(picture)
        window.xdotool("mousemove", across - 100, down, "mousedown", 2)
        for step in range(0, 201, 20):
            window.xdotool("mousemove", across - 100 + step, down)
        window.xdotool("mouseup", 2, "mousemove", across, 1)
        self.assertTrue(until(lambda: not window.all(re.compile("to 30 October 2026"), "label")), "nothing was panned")
        self.assertEqual(self.span(window, other_than=0), 366)

    def test_a_resting_mouse_pointer_does_not_move_the_cross_hair(self):
        window = self.open_chart()
        picture = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image")
        across, down = window.place(picture)
        for step in range(5):
            window.xdotool("mousemove", across + step, down)
        self.assertTrue(until(lambda: self.reading(window)))
        window.key("Home")
        self.assertTrue(until(lambda: "30 October 2025" in self.reading(window)), self.reading(window))
        for key in ("Right", "Right", "Left"):
            window.key(key)
            time.sleep(0.5)
        self.assertIn("31 October 2025", self.reading(window))
        window.xdotool("mousemove", across + 20, down)
        self.assertTrue(until(lambda: "October 2025" not in self.reading(window)), "the pointer moved and said nothing")

    def test_the_button_of_a_compared_currency_removes_its_line(self):
        window = self.open_chart("EUR/USD,GBP,CHF,JPY")
        window.click("Remove GBP", "push button")
        self.assertTrue(window.gone("Remove GBP", "push button"))
        # The calculator has an Undo button too.
        window.point_at(window.find("Undo", "push button", within=window.find(re.compile("^EUR/USD"), "frame")))
        window.find("Remove GBP", "push button")
        window.click("Remove GBP", "push button")
        self.assertTrue(window.gone("Remove GBP", "push button"))
        for code in ("CHF", "JPY"):
            window.click(f"Remove {code}", "push button")
            self.assertTrue(window.gone(f"Remove {code}", "push button"))
        window.find("1 EUR = 1.1172 USD", "label")

    def test_the_headline_of_the_chart_shows_the_rate_and_its_change(self):
        window = self.open_chart()
        window.find("1 EUR = 1.1172 USD", "label")
        window.find("Down 3.27% since 30 October 2025", "label")

    def test_a_notice_of_the_chart_covers_no_number(self):
        window = self.open_chart()
        place = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image").box()
        window.from_menu("Chart menu", "Copy as Image")
        notice = window.find("Chart copied", "label").box()
        # The notice slides in.
        self.assertTrue(until(lambda: window.find("Chart copied", "label").box().y < 560, 5))
        time.sleep(1)
        if self.pictures:
            window.screenshot(f"{self.pictures}/{self._testMethodName}.png")
        notice = window.find("Chart copied", "label").box()
        # Uses the chart alone, because places count within a window and the calculator has its own. Another test may
        # have left a number on the clipboard.
        figures = window.all(re.compile(r"\d"), "label", within=window.find("EUR/USD – Kurs", "frame"))
        self.assertGreater(len(figures), 8)
        covered = [each.text() for each in figures if overlap(each.box(), notice)]
        self.assertEqual(covered, [])
        picture = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image")
        self.assertEqual(picture.box(), place, "it moves the picture")
        self.assertTrue(window.gone("Chart copied", "label", timeout=20))

    def test_a_chart_of_a_pair_opens_without_currencies_compared_earlier(self):
        window = self.open_chart("EUR/USD,GBP")
        window.find("Remove GBP", "push button")
        window.click("2 Y")
        window.find(re.compile("30 October 2024 to 30 October 2026"), "label")
        window.close()
        again = Window(
            self.desktop, self.program, self._testMethodName, ("--chart", "EUR/USD"), LC_ALL="C.UTF-8")
        self.addCleanup(self.leave, again)
        again.find(re.compile("30 October 2024 to 30 October 2026"), "label", timeout=60)
        self.assertEqual(again.all("Remove GBP", "push button"), [])

    def test_the_chart_shows_the_range_between_two_chosen_dates(self):
        window = self.open_chart()
        window.click("Custom Range", "push button")
        window.find("First day", "text")
        window.key("ctrl+a")
        window.type("2020-02-31")
        window.key("Return")
        window.find("This is not a date. Enter it as 30 October 2026 or 2026-10-30.", "label")
        window.key("ctrl+a")
        window.type("2020-03-02")
        window.key("Tab", "ctrl+a")
        window.type("2020-04-30")
        window.key("Return")
        window.find(re.compile("2 March 2020 to 30 April 2020"), "label")

    def test_the_shortcuts_list_the_keys_of_the_chart(self):
        window = self.open_chart()
        window.key("ctrl+question")
        window.find("Move the cross-hair", "label")

    def span(self, window, other_than=366):
        """Returns the number of days in the label below the ranges, once it changes."""
        def days():
            for label in window.all(re.compile(r"^\d+ \w+ \d{4} to \d+ \w+ \d{4}"), "label"):
                first, last = re.findall(r"\d+ \w+ \d{4}", label.text())[:2]
                length = (datetime.strptime(last, "%d %B %Y") - datetime.strptime(first, "%d %B %Y")).days + 1
                return length if length != other_than else None
        return until(days, 5) or other_than

    def test_the_chart_has_an_accessible_description(self):
        window = self.open_chart()
        spoken = until(lambda: [
            e.description() for e in window.elements() if "EUR in USD from" in e.description()])
        self.assertTrue(spoken, window.outline())
        self.assertIn("Lowest 1.1130 on 29 October 2026", spoken[0])

    def test_the_table_shows_the_same_figures_as_the_chart(self):
        window = self.open_chart()
        window.key("ctrl+t")
        days = ("30 October 2026", "29 October 2026")

        def both():
            rows = window.rows()
            return rows if all(day in rows for day in days) else None

        # The rows appear one after the other.
        rows = until(both)
        self.assertTrue(rows, window.outline())
        self.assertEqual([rows[day][0] for day in days], ["1.1172", "1.1130"])
        self.assertEqual(rows["30 October 2026"][1].lstrip("\u200e"), "+0.38%")
        window.click("Sort by USD", "push button")

        def days_in_order():
            return [name for name in window.rows() if re.fullmatch(r"\d+ \w+ \d{4}", name)]

        # The day with the year's lowest rate comes first.
        self.assertTrue(until(lambda: days_in_order()[:1] == ["29 October 2026"]), days_in_order()[:3])

    def test_the_table_of_the_chart_shows_monthly_averages(self):
        window = self.open_chart()
        window.key("ctrl+t")
        window.click("By Month")
        rows = until(lambda: window.rows() if "October 2026" in window.rows() else None)
        self.assertTrue(rows, window.outline())
        rates = [float(rate) for day, rate in history("USD").items() if day.startswith("2026-10")]
        last = float(history("USD")["2026-10-30"])
        expected = (sum(rates) / len(rates), min(rates), max(rates), last)
        self.assertEqual(rows["October 2026"], [f"{each:.4f}" for each in expected])

    def test_a_keyboard_shortcut_in_the_calculator_opens_the_chart(self):
        window = self.open()
        window.key("ctrl+g")
        window.find(re.compile(r"^5 Y$"), timeout=20)

    def test_using_the_chart_window_logs_no_warning(self):
        window = self.open_chart()
        window.key("Home", "Right", "plus", "plus", "minus", "ctrl+Left", "End", "0", "Escape")
        window.key("ctrl+t", "ctrl+t")
        window.from_menu("Chart menu", "Copy as Image")
        window.from_menu("Chart menu", "Chart Options")
        window.find("Logarithmic Scale", "check box")
        window.key("Escape")
        time.sleep(1)
        complaints = [line for line in window.messages().splitlines() if re.search(r"CRITICAL|WARNING", line)]
        self.assertEqual(complaints, [])

    def test_the_option_chart_refuses_text_that_is_not_a_pair(self):
        window = Window(self.desktop, self.program, "nopair", ("--chart", "EURUSD"), LC_ALL="C.UTF-8")
        self.addCleanup(window.quit)
        self.assertTrue(until(lambda: not window.running()))
        self.assertEqual(window.process.returncode, 64)
        self.assertIn("EUR/USD", window.messages())


class Saving(ChartTest):
    """Runs last and as one test, because AT-SPI's client library crashes after a file dialog (see `save_as`)."""

    def test_a_failed_CSV_export_leaves_no_file_and_a_repeated_export_succeeds(self):
        window = self.open_chart()
        file = self.desktop.folder / "chart.csv"
        window.export("Chart menu", "Table (CSV)")
        self.save_as(window, "/proc/chart.csv")
        time.sleep(1)
        self.assertFalse(os.path.exists("/proc/chart.csv"))
        self.assertTrue(window.running())
        window.export("Chart menu", "Table (CSV)")
        self.save_as(window, file)
        self.assertTrue(until(file.exists), "nothing was saved")
        rows = [line.split(",") for line in file.read_text().splitlines()]
        self.assertEqual(rows[0], ["date", "from", "to", "rate", "provider"])
        stored = {day: rate for day, rate in history("USD").items() if "2025-10-30" <= day <= "2026-10-30"}
        self.assertEqual({row[0]: row[3] for row in rows[1:]}, {day: plain(rate) for day, rate in stored.items()})
        picture = self.desktop.folder / "chart.png"
        window.key("ctrl+e")
        window.find("Picture (PNG)", "push button")
        window.key("Return")
        self.save_as(window, picture)
        self.assertTrue(until(picture.exists), "no picture was saved")
        header = picture.read_bytes()[:24]
        self.assertEqual(header[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(int.from_bytes(header[16:20], "big"), 1000, "the picture is not twice the window's size")


def overlap(one, other):
    return (one.x < other.x + other.width and other.x < one.x + one.width
            and one.y < other.y + other.height and other.y < one.y + one.height)


def plain(rate):
    """Returns the number as Kurs writes it, without trailing zeros."""
    return rate.rstrip("0").rstrip(".") if "." in rate else rate
