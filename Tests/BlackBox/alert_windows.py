# SPDX-License-Identifier: GPL-3.0-or-later
"""Alerts set in the windows: from a result, in the chart by pointing, told by a real notification, kept in the settings."""
import json
import re
import subprocess

from charts import ChartTest
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
        """In the form: what the rate is to do."""
        window.click(re.compile("^When the Rate"), "list item")
        self.press(window, kind)

    def settings(self, window):
        window.key("ctrl+comma")
        window.find("Settings", "frame")
        window.click("Updates", "radio button" if window.all("Updates", "radio button") else None)
        return window.find("Alerts")

    def listed(self, window):
        return [e.text() for e in window.all(re.compile("^EUR/USD "), "label")]

    def test_an_alert_from_a_result_is_told_once_and_kept_in_the_settings(self):
        service = self.service("again")
        window = self.open()
        self.ask(window)
        window.find(re.compile(r"^Now: 1 EUR = 1\.11720 USD$"))
        window.key("Return")
        window.find("Type a rate above 0.")
        window.type("1.1")
        window.key("Return")
        self.assertTrue(window.gone("Alert", "frame"))
        shown = json.loads(service.stdout.readline())
        self.assertEqual(shown[3:5], ["1 EUR = 1.11720 USD", "EUR/USD is 1.1 or more"])
        self.assertEqual([text for text in shown[5] if text in ("Open Chart", "Again")], ["Open Chart", "Again"])
        self.settings(window)
        window.find(re.compile("Kurs looks while one of its windows is open"))
        self.assertEqual(self.listed(window), ["EUR/USD is 1.1 or more"])
        again = next(shown[5][i] for i in range(0, len(shown[5]), 2) if shown[5][i + 1] == "Again")
        self.assertTrue(again)
        window.find("Told on the rate of 30 October 2026")
        for element in window.elements():
            if element.role in NAMED_ROLES and element.showing():
                self.assertTrue(element.name, f"a {element.role} without a name")

    def test_an_alert_is_added_paused_deleted_and_brought_back_in_the_settings(self):
        window = self.open()
        self.settings(window)
        window.find("No Alerts")
        window.click("Add an Alert", "push button")
        window.find("Alert", "frame")
        window.type("1.5")
        window.key("Return")
        self.assertTrue(until(lambda: self.listed(window) == ["EUR/USD is 1.5 or more"]), self.listed(window))
        window.find("Waiting")
        window.click("EUR/USD is 1.5 or more", "list item")
        window.find("Paused")
        window.click(re.compile("^Delete alert"), "push button")
        self.press(window, re.compile("^Undo"), "push button")
        self.assertTrue(until(lambda: self.listed(window) == ["EUR/USD is 1.5 or more"]), self.listed(window))
        window.find("Paused")

    def test_a_rate_that_moves_and_a_new_high_are_asked_for_without_a_mouse(self):
        window = self.open()
        self.ask(window)
        window.key("shift+Tab", "Down", "Down")
        window.find(re.compile("^When the Rate"))
        window.key("Escape")
        self.assertTrue(window.gone("Alert", "frame"))


class ChartAlerts(ChartTest):
    def test_a_press_beside_the_values_sets_an_alert_at_that_height(self):
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
