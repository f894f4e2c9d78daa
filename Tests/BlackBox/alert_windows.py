# SPDX-License-Identifier: GPL-3.0-or-later
"""Alerts set in windows: from a result, by pointing in the chart, shown by a real notification service, listed in the
settings."""
import json
import re
import subprocess
from decimal import Decimal

from accessible import Atspi
from charts import READING, ChartTest
from lists import ListTest
from notices import SERVICE
from windows import NAMED_ROLES, until


class Alerts(ListTest):
    def service(self, press="nothing"):
        process = subprocess.Popen(
            ["/usr/bin/python3", "-c", SERVICE, press], env=self.desktop.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        self.assertEqual(process.stdout.readline(), "ready\n")
        return process

    def end(self, process):
        process.terminate()
        process.wait(20)
        process.stdout.close()

    def ask(self, window):
        """Opens the form from the menu of the dollar's row."""
        self.press(window, re.compile("^Menu of USD"), "push button")
        self.press(window, "Alert…", "menu item")
        return window.find("Alert", "frame")

    def choose(self, window, kind):
        """Chooses the condition in the form."""
        window.click(re.compile("^Condition"), "list item")
        self.press(window, kind)

    def settings(self, window):
        window.key("ctrl+comma")
        window.find("Settings", "frame")
        window.click("Updates", "radio button" if window.all("Updates", "radio button") else None)
        return window.find("Alerts")

    def listed(self, window):
        return [e.text() for e in window.all(re.compile("^EUR/USD "), "label")]

    def test_an_alert_from_a_result_notifies_once_and_is_listed(self):
        service = self.service("again")
        window = self.open()
        self.ask(window)
        window.find(re.compile(r"^Now: 1 EUR = 1\.1172 USD$"))
        window.key("Return")
        window.find("Enter a rate above 0.")
        window.type("1.1")
        window.key("Return")
        self.assertTrue(window.gone("Alert", "frame"))
        shown = json.loads(service.stdout.readline())
        title, body = shown[3:5]
        self.assertEqual(title, "1 EUR = 1.1172 USD")
        self.assertRegex(body, r"^EUR/USD is 1\.1 or more \(rate of .*\d.*\)$")
        self.assertEqual([text for text in shown[5] if text in ("Open Chart", "Notify Again")], ["Open Chart", "Notify Again"])
        self.settings(window)
        window.find(re.compile("Rates are checked while Kurs is open"))
        self.assertEqual(self.listed(window), ["EUR/USD is 1.1 or more"])
        again = next(shown[5][i] for i in range(0, len(shown[5]), 2) if shown[5][i + 1] == "Notify Again")
        self.assertTrue(again)
        window.find("You were notified about the rate of 30 October 2026")
        for element in window.elements():
            if element.role in NAMED_ROLES and element.showing():
                self.assertTrue(element.name, f"a {element.role} without a name")

    def test_in_the_settings_an_alert_is_added_and_paused_and_deleted_and_restored(self):
        window = self.open()
        self.settings(window)
        window.find("Alerts", "list item")
        window.click("Add an Alert", "push button")
        window.find("Alert", "frame")
        window.type("1.5")
        window.key("Return")
        self.assertTrue(until(lambda: self.listed(window) == ["EUR/USD is 1.5 or more"]), self.listed(window))
        window.find("Waiting")
        window.click("EUR/USD is 1.5 or more", "list item")
        window.find("Paused")
        window.click(re.compile("^Delete alert"), "push button")
        # The calculator's header has an Undo button, too.
        undo = lambda: window.all(re.compile("^Undo"), "push button")  # noqa: E731
        self.assertTrue(until(lambda: len(undo()) > 1))
        undo()[-1].act()
        self.assertTrue(until(lambda: self.listed(window) == ["EUR/USD is 1.5 or more"]), self.listed(window))
        window.find("Paused")

    def test_alerts_for_changes_and_highest_rates_can_be_set_by_keyboard(self):
        window = self.open()
        self.ask(window)
        window.key("shift+Tab", "Down", "Down")
        window.find(re.compile("^Condition"))
        window.key("Escape")
        self.assertTrue(window.gone("Alert", "frame"))


class ChartAlerts(ChartTest):
    def test_a_click_beside_the_rate_axis_opens_an_alert_at_the_clicked_rate(self):
        window = self.open_chart()
        picture = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image")
        across, down = window.place(picture)
        x, y, width, height = picture.box()
        right = across + width // 2 - 12
        window.xdotool("mousemove", right - 2, down - height // 4, "mousemove", right, down - height // 4)
        window.xdotool("click", 1)
        window.find("Alert", "frame")
        number = window.find(re.compile("USD for 1 EUR"), "text").text()
        self.assertTrue(re.fullmatch(r"1\.\d+", number), number)
        window.key("Return")
        self.assertTrue(window.gone("Alert", "frame"))
        window.key("ctrl+comma")
        window.click("Updates", "page tab")
        window.find(re.compile(f"EUR/USD is {number} or (more|less)"), timeout=20)

    def test_the_chart_menu_offers_an_alert_at_the_rate_of_the_cross_hair(self):
        window = self.open_chart()
        # When the menu opens, the pointer leaves the chart, but the cross-hair stays.
        across, down = window.place(window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image"))
        window.xdotool("mousemove", across, down, "mousemove", across + 2, down)
        self.assertTrue(until(lambda: self.reading(window)))
        window.key("Home")
        self.assertTrue(until(lambda: "30 October 2025" in self.reading(window)), self.reading(window))
        rate = READING.search(self.reading(window))[1]
        window.key("F10")
        window.find("Alert…", "menu item").act()
        window.find("Alert", "frame")
        self.assertEqual(Decimal(window.find(re.compile("USD for 1 EUR"), "text").text()), Decimal(rate))

    def test_a_right_click_on_the_chart_offers_an_alert_at_that_rate(self):
        window = self.open_chart()
        picture = window.find(re.compile(r"^30 October 2025 to 30 October 2026"), "image")
        across, down = window.place(picture)
        window.xdotool("mousemove", across, down, "click", 3)
        offer = window.find(re.compile(r"^Alert at 1\.\d+…$"), "menu item")
        wanted = offer.name.split()[-1].rstrip("…")
        offer.act()
        window.find("Alert", "frame")
        self.assertEqual(window.find(re.compile("USD for 1 EUR"), "text").text(), wanted)
        window.key("Return")
        self.assertTrue(window.gone("Alert", "frame"))

    def test_a_chart_that_compares_currencies_offers_no_alert(self):
        window = self.open_chart("EUR/USD,GBP")
        window.key("F10")
        self.assertFalse(window.find("Alert…", "menu item").has(Atspi.StateType.SENSITIVE))
