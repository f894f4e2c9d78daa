# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings window: another provider by pointer and by keyboard, after a restart, and offline."""
import pathlib
import re
import subprocess
import time
from datetime import timedelta

from accessible import Atspi
from banks import Bank, settings
from differences import frame_border
from gi.repository import Gio, GLib
from window import NotFound, Window, until
from windows import NAMED_ROLES, WindowTest, plain

BANK = "Frankfurter, European Central Bank"
ECB = "European Central Bank"
ATTRIBUTION = re.compile(r"^Frankfurter, rates of the European Central Bank · \d+ \w+ 20\d\d · ")


class SettingsTest(WindowTest):
    @classmethod
    def setUpClass(cls):
        """Takes the keyring's name on the bus and never answers, so that no service starts that would prompt the
        user."""
        bus = Gio.DBusConnection.new_for_address_sync(
            cls.desktop.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        cls.addClassCleanup(bus.close_sync, None)
        answer = bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", ("org.freedesktop.secrets", 4)), None, Gio.DBusCallFlags.NONE, -1, None)
        assert answer.unpack() == (1,), "a keyring runs on this bus already"

    def setUp(self):
        self.bank = Bank()
        self.bank.__enter__()
        self.addCleanup(self.bank.__exit__)

    def file(self, profile):
        return pathlib.Path(self.desktop.profile(profile)["XDG_CONFIG_HOME"]) / "kurs" / "settings.ini"

    def begin(self, order=("ecb",), profile=None, **variables):
        """Starts a program whose Frankfurter is the bank on this computer."""
        file = self.file(profile or self._testMethodName)
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(settings(self.bank.address, order))
        return self.open(profile, **variables)

    def frame(self, window):
        return window.find("Settings", "frame")

    def settings_by_keyboard(self, window):
        window.key("ctrl+comma")
        self.frame(window)
        self.active(window, "Settings")

    def active(self, window, title):
        """Waits until keys and clicks go to the window with that title."""
        self.assertTrue(until(lambda: window.active(title)), f"{title} never became the active window")

    def reach(self, window, name, role=None):
        """Scrolls an element of the settings into sight with the wheel. Returns it."""
        for _ in range(60):
            element = window.find(name, role, within=self.frame(window))
            height = self.frame(window).box().height
            down = element.centre()[1]
            if 70 < down < height - 40:
                return element
            wheel = 5 if down > 70 else 4
            window.xdotool("mousemove", *window.place(self.frame(window)), "click", "--repeat", 3, wheel)
            time.sleep(0.1)
        raise NotFound(f"{name} does not come into sight")

    def press(self, window, name, role=None):
        window.point_at(self.reach(window, name, role))

    def open_page_of(self, window, provider):
        """Opens a page by pointer. A click during a change of pages is repeated."""
        for _ in range(3):
            self.press(window, provider, "list item")
            if until(lambda: window.all("Back", "push button"), 5):
                return
        self.fail(f"the page of {provider} did not open")

    def choose_from_menu(self, window, name):
        """Clicks an item of the open menu. The menu is an X window, in which AT-SPI gives the item's position."""
        item = window.find(name, "menu item")
        across, down = item.centre()
        outer = item
        while outer.role != "menu":
            outer = outer.parent()
        menu = outer.box()
        tree = subprocess.run(
            ["xwininfo", "-root", "-tree"], env=window.environment, capture_output=True, text=True).stdout
        place = re.search(rf"{menu.width}x{menu.height}\+\d+\+\d+ +\+(\d+)\+(\d+)", tree)
        self.assertTrue(place, f"no window of {menu.width}x{menu.height} in {tree}")
        left, top = map(int, place.groups())
        window.xdotool("mousemove", left + across - menu.x, top + down - menu.y, "click", 1)

    def focused(self, window):
        for element in self.frame(window).below():
            if element.had(Atspi.StateType.FOCUSED):
                return element
        return None

    def tab_to(self, window, name, role=None, key="Tab", limit=80):
        """Presses a key until the keyboard focus is on the element."""
        for _ in range(limit):
            element = self.focused(window)
            if element and element.name == name and role in (None, element.role):
                return element
            window.key(key)
            time.sleep(0.15)
        self.fail(f"{key} never reached {name}; the focus is on {element and (element.role, element.name)}")

    def assert_bank(self, window, timeout=40):
        self.assertTrue(
            until(lambda: window.all(ATTRIBUTION, "label", within=self.calculator(window)), timeout),
            "the provenance does not name the new provider in its own words")
        self.assert_rate(window, "USD", self.bank.rates["USD"])

    def assert_ecb(self, window, timeout=40):
        line = re.compile(r"^European Central Bank · ")
        self.assertTrue(
            until(lambda: window.all(line, "label", within=self.calculator(window)), timeout),
            "the provenance does not name the European Central Bank")
        self.assert_rate(window, "USD", "1.1172")

    def calculator(self, window):
        return window.find("Kurs", "frame")

    def assert_rate(self, window, code, rate):
        # If the day or bank of a row differs from the status line, the row shows it after the rate.
        line = re.compile(rf"^1 EUR = {re.escape(rate)} {code}($| · )")
        said = until(lambda: window.all(line, "label", within=self.calculator(window)), 20)
        self.assertTrue(said, f"no row says 1 EUR = {rate} {code}: {window.rows()}")
        amount = plain(window.rows()[code][-2])
        self.assertAlmostEqual(float(amount), 100 * float(rate), places=2)

    def order(self, window):
        """Returns the names of enabled providers, in the order of the list."""
        names = [e.name for e in window.all(re.compile(r"^\d+\. "), "list item", within=self.frame(window))]
        return [name.split(". ", 1)[1] for name in sorted(names, key=lambda name: int(name.split(".")[0]))]


class Sides(SettingsTest):
    def test_results_show_whether_a_buying_or_selling_rate_was_chosen(self):
        file = self.file(self._testMethodName)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(settings(self.bank.address, ("tcmb",)))
        day = self.bank.day
        sheet = file.parent / "sheet.xml"
        sheet.write_text(f'<Tarih_Date Tarih="{day:%d.%m.%Y}" Date="{day:%m/%d/%Y}">' + "".join(
            f'<Currency CurrencyCode="{code}"><Unit>1</Unit><ForexBuying>{buying}</ForexBuying>'
            f"<ForexSelling>{selling}</ForexSelling></Currency>"
            for code, buying, selling in (("USD", "40.00", "40.20"), ("EUR", "46.00", "46.30"))) + "</Tarih_Date>")
        terminal = pathlib.Path(self.program).with_name("kurs-cli")
        subprocess.run(
            [terminal, "import", sheet, "--provider", "tcmb"], check=True, capture_output=True,
            env=self.desktop.environment | self.desktop.profile(self._testMethodName))
        window = self.open()
        self.assertTrue(self.says(window, r"^1 EUR = 1\.1509 USD$"), window.rows())
        self.settings_by_keyboard(window)
        row = self.tab_to(window, "Rate Type")
        self.assertEqual(row.description(), "Mid-Market")
        window.key("space")
        self.assertTrue(
            until(lambda: (at := self.focused(window)) and at.role == "list item", 20), "the choices did not open")
        window.key("Down", "Return")
        self.assertTrue(until(lambda: "side='buying'" in file.read_text()), file.read_text())
        self.assertTrue(until(lambda: row.description() == "Bank Buys"), row.description())
        self.assertTrue(self.says(window, r"^1 EUR = 1\.1443 USD · buying and selling rates$"), window.rows())
        self.assertTrue(self.says(window, r" · Bank Buys · "), "the line at the foot does not say the side")
        window.key("Escape")
        self.assertTrue(window.gone("Settings", "frame"), "Escape did not close the settings")
        self.active(window, "Kurs")
        window.find(re.compile("^Menu of USD"), "push button").act()
        window.find("How This Was Calculated", "menu item").act()
        self.assertTrue(self.says(window, r"1 EUR = 46\.00 TRY · .* · buying rate\n1 USD = 40\.20"), window.outline())

    def says(self, window, pattern):
        return until(lambda: window.all(re.compile(pattern), "label", within=self.calculator(window)), 20)


class Providers(SettingsTest):
    def test_another_provider_can_be_chosen_with_the_mouse_alone(self):
        window = self.begin()
        self.assert_ecb(window)
        window.click("Main menu", "push button")
        self.choose_from_menu(window, "Settings")
        self.active(window, "Settings")
        self.open_page_of(window, BANK)
        self.press(window, "Use Before All Others", "push button")
        self.assert_bank(window)
        # In libadwaita 1.4 and newer, the list below an open page isn't reported.
        window.click("Back", "push button")
        self.assertTrue(until(lambda: self.order(window) == [BANK, ECB]), self.order(window))
        self.press(window, f"1. {BANK}", "list item")
        window.find("Frankfurter, rates of the European Central Bank", "label", within=self.frame(window))

    def test_another_provider_can_be_chosen_with_the_keyboard_alone(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        self.tab_to(window, f"1. {ECB}", "list item")
        self.tab_to(window, BANK, "list item", key="Down")
        self.tab_to(window, f"Use {BANK}")
        window.key("space")
        self.assertTrue(until(lambda: self.order(window) == [ECB, BANK]), self.order(window))
        self.assertEqual(self.focused(window).name, f"Use {BANK}", "the focus did not follow the switch")
        window.key("alt+Up")
        self.assertTrue(until(lambda: self.order(window) == [BANK, ECB]), self.order(window))
        self.assertEqual(self.focused(window).name, f"Use {BANK}", "the focus did not follow the row")
        self.assert_bank(window)
        window.key("Escape")
        self.assertTrue(window.gone("Settings", "frame"), "Escape did not close the settings")
        self.assertTrue(window.running())

    def test_dragging_a_provider_onto_another_provider_changes_their_order(self):
        window = self.begin(("ecb", "frankfurter"))
        self.assert_ecb(window)
        self.settings_by_keyboard(window)
        start = window.place(window.find(BANK, "label", within=self.frame(window)))
        end = window.place(window.find(ECB, "label", within=self.frame(window)))
        # Drags straight down, because the names have different lengths.
        window.drag(start, (start[0], end[1]))
        self.assertTrue(until(lambda: self.order(window) == [BANK, ECB]), self.order(window))
        self.assert_bank(window)

    def test_the_chosen_provider_is_used_after_a_restart_and_without_a_network(self):
        profile = self._testMethodName
        window = self.begin(("frankfurter", "ecb"))
        self.assert_bank(window)
        self.assertTrue(window.close(), "still running after Quit")
        again = self.begin()
        self.assert_bank(again)
        self.assertTrue(again.close(), "still running after Quit")
        offline = Window(
            self.desktop, "unshare", profile, arguments=["-Ucn", self.program], LC_ALL="C.UTF-8")
        self.addCleanup(self.leave, offline)
        offline.find("Amount", "text", timeout=40)
        self.assert_bank(offline)
        self.settings_by_keyboard(offline)
        self.tab_to(offline, f"1. {BANK}", "list item")
        offline.key("alt+Down")
        self.assertTrue(until(lambda: self.order(offline) == [ECB, BANK]), self.order(offline))
        # The bundled rates are late by then, so the next bank that isn't late is used.
        self.assert_bank(offline)

    def test_the_last_enabled_provider_cannot_be_disabled(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        switch = window.find(f"Use {ECB}", "check box", within=self.frame(window))
        self.assertFalse(switch.has(Atspi.StateType.SENSITIVE))

    def test_the_result_of_a_connection_test_is_announced_to_screen_readers(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        self.open_page_of(window, BANK)
        self.press(window, "Test Connection", "push button")
        works = re.compile(r"^Success: 4 rates in \d+ ms, latest from \d+ \w+ \d+$")
        said = until(lambda: window.all(works, "label", within=self.frame(window)))
        self.assertTrue(said, "the outcome is not shown")
        self.assertEqual(self.focused(window).name, f"Test Connection: {said[0].text()}")
        self.assertIn("/v1/latest?base=EUR", self.bank.asked)

    def test_an_invalid_address_is_reported_and_the_default_is_restored(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        self.open_page_of(window, BANK)
        self.replace(window, "Address", "http://example.org")
        window.find(re.compile(r"^Use https"), "label", within=self.frame(window))
        self.press(window, "Use the Provider’s Default Address", "push button")
        entry = window.find("Address", "text", within=self.frame(window))
        self.assertTrue(until(lambda: entry.text() == "https://api.frankfurter.dev"), entry.text())
        self.assertNotIn("127.0.0.1", self.file(self._testMethodName).read_text())

    def replace(self, window, name, text):
        self.press(window, name, "text")
        window.key("ctrl+a", "Delete")
        window.type(text)
        window.key("Return")

    def test_without_a_keyring_a_provider_key_is_used_until_Kurs_quits(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        self.press(window, "Fixer", "list item")
        self.press(window, "Your Key", "text")
        window.type("0123456789abcdef")
        window.key("Return")
        window.find(re.compile(r"works only until you quit Kurs"), "label", within=self.frame(window))
        self.assertNotIn("0123456789abcdef", self.everything_on_disk(), "the key stands in a file")
        self.press(window, "Remove the Key", "push button")
        window.find(re.compile(r"^No key"), "label", within=self.frame(window))

    def everything_on_disk(self):
        home = pathlib.Path(self.desktop.profile(self._testMethodName)["HOME"])
        return "".join(path.read_bytes().decode("latin-1") for path in home.rglob("*") if path.is_file())


class Quarantine(SettingsTest):
    def test_a_suspicious_rate_is_quarantined_until_the_user_decides(self):
        window = self.begin(("frankfurter", "ecb"))
        self.assert_bank(window)
        self.bank.day += timedelta(days=1)
        self.bank.rates = self.bank.rates | {"USD": "9.9000", "GBP": "8.8000"}
        self.settings_by_keyboard(window)
        window.click("Updates", "page tab")
        self.press(window, "Fetch Now", "push button")
        window.click("Storage", "page tab")
        self.press(window, "Accept 1 EUR = 9.9000 USD", "push button")
        self.assert_rate(window, "USD", "9.9000")
        self.press(window, "Reject 1 EUR = 8.8000 GBP", "push button")
        window.find("No Suspicious Rates", "label", within=self.frame(window))
        self.assert_rate(window, "GBP", "0.90120")


class Pages(SettingsTest):
    def test_switches_and_choices_in_the_settings_are_saved(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        window.click("Updates", "page tab")
        window.click("Work Offline", "check box")
        window.click("Use Metered Connections", "check box")
        window.click("Calculator", "page tab")
        window.click("Cash Rounding", "check box")
        window.click("Privacy", "page tab")
        window.click("Error Reports", "check box")
        expected = {"offline=true", "refresh-on-metered=true", "cash-rounding=true", "send-reports=true"}
        file = self.file(self._testMethodName)
        lines = until(lambda: expected <= set(file.read_text().splitlines()))
        self.assertTrue(lines, file.read_text())

    def test_result_currencies_can_be_added_and_removed_in_the_settings(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        window.click("Calculator", "page tab")
        self.press(window, "Add a Result Currency", "push button")
        self.active(window, "Choose a Currency")
        window.type("JPY")
        self.assertTrue(until(lambda: window.all(re.compile("Yen"), "label")), window.outline())
        window.key("Return")
        self.assertTrue(window.gone("Choose a Currency", "frame"))
        file = self.file(self._testMethodName)
        line = "result-currencies=['JPY']"
        self.assertTrue(until(lambda: line in file.read_text().splitlines()), file.read_text())
        self.active(window, "Settings")
        self.press(window, re.compile(r"^Remove .*Yen$"), "push button")
        self.assertTrue(until(lambda: line not in file.read_text().splitlines()), file.read_text())

    def test_a_setting_is_found_by_any_of_its_words(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        window.click("Search Settings", "push button")
        for word, row in (
                ("metered", "Use Metered Connections"), ("backup", "Export Backup…"), ("cache", "Cached Data"),
                ("poland", "National Bank of Poland"), ("symbol", "Currency Symbols"),
                ("key", "ExchangeRate-API, with your key")):
            window.key("ctrl+a")
            window.type(word)
            found = until(lambda: [
                e for e in window.all(row, "label", within=self.frame(window)) if e.box().width > 0])
            self.assertTrue(found, f"“{word}” does not find “{row}”")

    def test_a_german_user_finds_a_bank_by_the_german_country_name(self):
        window = Window(self.desktop, self.program, self._testMethodName, **self.desktop.speaking("de"))
        self.addCleanup(self.leave, window)
        window.find("Betrag", "text", timeout=40)
        window.key("ctrl+comma")
        window.find("Einstellungen", "frame")
        window.key("ctrl+f")
        for country, bank in (("polnische", "Polnische Nationalbank"), ("tschechische", "Tschechische Nationalbank")):
            window.key("ctrl+a")
            window.type(country)
            frame = window.find("Einstellungen", "frame")
            found = until(lambda bank=bank, frame=frame: [
                e for e in window.all(bank, "label", within=frame) if e.box().width > 0])
            self.assertTrue(found, f"“{country}” does not find “{bank}”")

    def test_an_enabled_provider_moves_in_the_list_only_after_the_page_closes(self):
        window = self.begin(("ecb", "frankfurter"))
        self.settings_by_keyboard(window)
        use = window.find(f"Use {BANK}", "check box", within=self.frame(window))
        before = use.box().y
        use.act()
        time.sleep(0.5)
        self.assertEqual(window.find(f"Use {BANK}", "check box", within=self.frame(window)).box().y, before)

    def test_every_control_of_the_settings_has_an_accessible_name(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        nameless = lambda: [  # noqa: E731
            e.role for e in self.frame(window).below()
            if e.role in NAMED_ROLES and e.showing() and (not e.name or e.name.startswith("Gtk"))]
        self.assertEqual(nameless(), [])
        self.open_page_of(window, BANK)
        window.find("Back", "push button")
        self.assertEqual(nameless(), [])

    def test_using_the_settings_window_logs_no_warning(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        for page in ("Updates", "Storage", "Calculator", "Privacy", "Providers"):
            window.click(page, "page tab")
        self.open_page_of(window, BANK)
        window.find("Back", "push button")
        window.key("Escape")
        self.assertTrue(window.gone("Back", "push button"))
        window.key("Escape")
        self.assertTrue(window.gone("Settings", "frame"))
        self.settings_by_keyboard(window)
        self.assertTrue(window.close() or not window.running(), "still running after Quit")
        complaints = [line for line in window.messages().splitlines() if re.search(r"CRITICAL|WARNING", line)]
        self.assertEqual(complaints, [])

    def test_the_settings_fit_a_window_360_pixels_wide(self):
        window = self.begin()
        self.settings_by_keyboard(window)
        identifier = window.xdotool("getactivewindow")
        window.xdotool("windowsize", identifier, 360 + 2 * frame_border(), 640)
        self.assertTrue(until(lambda: self.width(window) == 360), self.width(window))
        self.open_page_of(window, BANK)
        window.find("Back", "push button")
        self.assertEqual(self.width(window), 360)

    def width(self, window):
        return self.frame(window).box().width
