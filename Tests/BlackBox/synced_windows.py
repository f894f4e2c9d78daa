# SPDX-License-Identifier: GPL-3.0-or-later
"""Two real windows on one account over the real server with TLS. A choice in one window appears in the other window.

Run by accounts.py. Uses the computers of syncs.py. Each has a keyring.
"""
import os
import pathlib
import re
import subprocess
import time

import account
import differences
import syncs
from fault_rows import fault
from hands import Hands
from window import Window, until


class Seat:
    """A computer with the display of `desktop`."""

    def __init__(self, desk, desktop):
        address = subprocess.run(
            ["gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method",
             "org.a11y.Bus.GetAddress"], env=desktop.environment, check=True, capture_output=True, text=True).stdout
        shown = ("DISPLAY", "GDK_BACKEND", "GSK_RENDERER", "GSETTINGS_BACKEND", "LIBGL_ALWAYS_SOFTWARE")
        self.folder = desk.folder
        self.environment = desk.environment | {key: desktop.environment[key] for key in shown}
        self.environment |= {key: os.environ[key] for key in ("KURS_DATADIR", "KURS_LOCALEDIR") if key in os.environ}
        self.environment["AT_SPI_BUS_ADDRESS"] = address.split("'")[1]
        differences.write_style(pathlib.Path(self.environment["XDG_CONFIG_HOME"]))

    def profile(self, _):
        return {}


class SyncedWindowsTest(syncs.SyncTest):
    desktop = kurs = pictures = None

    def open(self, desk):
        """Opens the window in its computer's namespace, in which the server's authority is trusted."""
        command = desk.command()[:-2]
        window = Window(
            Seat(desk, self.desktop), command[0], desk.folder.name, [*command[1:], self.kurs], LC_ALL="C.UTF-8")
        self.addCleanup(window.quit)
        window.find("Amount", "text", timeout=40)
        return window

    def star(self, window, label):
        """Returns the star of the yen in the picker if it has this text."""
        window.click(re.compile(r"^Currency: "), "push button")
        window.find("Choose a Currency", "frame")
        window.type("JPY")
        time.sleep(1)
        found = until(lambda: window.all(label, "push button"), 4)
        return found[0] if found else None

    def leave_picker(self, window):
        picker = window.find("Choose a Currency", "frame")
        window.point_at(window.find("Close", "push button", within=picker))
        self.assertTrue(window.gone("Choose a Currency", "frame"), "the picker stayed")

    def asked(self):
        return self.server.count("/sync")

    def test_a_change_in_the_terminal_appears_in_the_open_window(self):
        one, _ = self.desks
        self.save(one, "Trip", "100 EUR in USD")
        window = self.open(one)
        for key in "100":
            window.key(key)
        self.done(one.run("own-rates", "set", "EUR", "USD", "1.5"))
        self.assertTrue(until(lambda: window.all(re.compile("150"), "label"), 10), window.outline())
        self.done(one.account("register", account.EMAIL, "--server", self.server.address))
        self.assertTrue(until(lambda: self.asked() > 0, 20), "the window did not follow the sign-in")
        self.assertTrue(window.all(re.compile("150"), "label"), window.outline())

    @fault("B02")
    def test_a_favourite_added_in_one_window_appears_in_the_other_window(self):
        one, other = self.sign_in()
        first = self.open(one)
        self.assertTrue(until(self.asked, 20), "the window did not ask the server")
        before = self.asked()
        first.point_at(self.star(first, "Add JPY to favorites"))
        self.assertTrue(first.find("Remove JPY from favorites", "push button"))
        self.assertTrue(until(lambda: self.asked() > before, 20), "the favourite was not sent")
        self.leave_picker(first)
        self.assertTrue(first.close(), f"the window did not end: {first.outline()}")
        self.assertEqual(first.process.returncode, 0, first.messages())

        before = self.asked()
        second = self.open(other)
        self.assertTrue(until(lambda: self.asked() > before, 20), "the other window did not ask the server")
        time.sleep(1)
        self.assertIsNotNone(self.star(second, "Remove JPY from favorites"), second.outline())
        self.leave_picker(second)
        self.assertTrue(second.close(), "the window did not end")

    def test_an_activated_window_syncs_changes_from_another_computer(self):
        one, other = self.sign_in()
        window = self.open(one)
        self.assertTrue(until(self.asked, 20), "the window did not ask the server")
        self.save(other, "Trip")
        self.sync(other)
        self.assertEqual(one.saved(), [])

        def learnt():
            # The window syncs at most every half minute.
            self.look_elsewhere(window)
            return until(lambda: one.saved() == ["Trip"], 4)

        self.assertTrue(until(learnt, 120), "the open window never asked again")
        self.assertTrue(window.close(), "the window did not end")

    def test_a_custom_rate_conflict_is_shown_and_the_other_value_is_used(self):
        one, other = self.sign_in()
        self.done(one.run("own-rates", "set", "EUR", "USD", "1.1"))
        self.sync(one, other)
        self.done(one.run("own-rates", "set", "EUR", "USD", "1.2"))
        time.sleep(1)
        self.done(other.run("own-rates", "set", "EUR", "USD", "1.3"))
        self.sync(one)
        said = other.run("sync")
        self.done(said)
        self.assertIn("Custom rate EUR/USD was changed on two computers. The value in use is 1 EUR = 1.3 USD. "
                      "The other value is 1 EUR = 1.2 USD.", said.stderr)
        window = self.open(other)
        calculator = Hands(window, "Kurs").active()
        window.click("Main menu", "push button")
        calculator.choose_from_menu("Account")
        page = Hands(window, "Account").active()
        page.find("Custom rate EUR/USD", "label")
        page.find("Value in use: 1 EUR = 1.3 USD\nOther value: 1 EUR = 1.2 USD", "label")
        take = page.find("Use Other Value", "push button")
        self.assertIn("1 EUR = 1.2 USD", take.description())
        if self.pictures:
            window.screenshot(f"{self.pictures}/{self._testMethodName}.png")
        page.press("Use Other Value", "push button")
        self.assertTrue(page.gone("Custom rate EUR/USD", "label"), "it is told again")
        page.press("Sync Now", "push button")
        self.assertTrue(until(lambda: "1.2" in other.run("own-rates", "list").stdout, 20))
        time.sleep(3)
        window.key("Escape")
        # A key pressed while a window closes reaches no window.
        self.assertTrue(window.gone("Account", "frame"))
        self.assertTrue(window.close(), "the window did not end")
        self.sync(other, one)
        for desk in (one, other):
            self.assertIn("1.2", self.done(desk.run("own-rates", "list")))
            self.assertNotIn("two computers", desk.run("sync").stderr)

    def results(self, window):
        """Returns the currencies of the result rows, from the top."""
        rows = window.all(role="list item", within=window.find("Results", "list"))
        labels = ([e.text() for e in row.below() if e.role == "label" and e.text()] for row in rows)
        return [texts[0] for texts in labels if texts and re.fullmatch("[A-Z]{3}", texts[0])]

    def look_elsewhere(self, window):
        """Focuses another window and then this one again."""
        window.key("ctrl+comma")
        window.find("Settings", "frame", timeout=30)
        window.key("Escape")
        window.gone("Settings", "frame")

    def test_result_changes_in_a_window_reach_another_open_window(self):
        one, other = self.sign_in()
        beside = self.open(other)
        self.assertTrue(until(self.asked, 20), "the window did not ask the server")
        before = self.results(beside)
        self.assertGreater(len(before), 2)
        beside.find("Amount", "text")
        beside.key("ctrl+a")
        beside.type("250")

        acting, asked = self.open(one), self.asked()
        self.assertEqual(self.results(acting), before)
        acting.click("Add Currency", "list item")
        acting.find("Add a Currency", "frame")
        acting.type("krona")
        time.sleep(1)
        acting.point_at(acting.find("SEK", "label", within=acting.find("Add a Currency", "frame")))
        self.assertTrue(until(lambda: self.results(acting) == before + ["SEK"]), self.results(acting))
        acting.click(re.compile(r"^Menu of .*Dollar|^Menu of .*dollar"), "push button")
        acting.find("Remove", "menu item").act()
        left = [code for code in before if code != "USD"] + ["SEK"]
        self.assertTrue(until(lambda: self.results(acting) == left), self.results(acting))
        self.assertTrue(until(lambda: self.asked() > asked + 1, 20), "the choice was not sent")
        time.sleep(3)
        self.assertTrue(acting.close(), "the window did not end")

        def learnt():
            self.look_elsewhere(beside)
            return until(lambda: self.results(beside) == left, 4)

        self.assertTrue(until(learnt, 120), f"{self.results(beside)} instead of {left}")
        # Text typed in the other window stays, and undo there reverts only its own changes.
        self.assertEqual(beside.find("Amount", "text").text(), "250")
        beside.key("ctrl+z")
        self.assertTrue(until(lambda: beside.find("Amount", "text").text() == "100"), "nothing was undone")
        self.assertEqual(self.results(beside), left)
        self.assertTrue(beside.close(), "the window did not end")
        self.assertEqual(beside.process.returncode, 0, beside.messages())
        again = self.open(other)
        self.assertTrue(until(lambda: self.results(again) == left), self.results(again))
        self.assertTrue(again.close(), "the window did not end")
