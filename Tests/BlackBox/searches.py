# SPDX-License-Identifier: GPL-3.0-or-later
"""The desktop's search and org.kursapp.Kurs1 on a separate bus, called through the installed interfaces."""
import json
import random
import re
import subprocess
import time

import owners
from exact import Rates
from fault_rows import fault
from gi.repository import Gio, GLib
from owners import APPLICATION, KLIPPER
from terminal import PROGRAM
from sentences import Speaking
from window import until

NAME, PATH = "org.kursapp.Kurs.Service", "/org/kursapp/Kurs/Service"
SHELL, KRUNNER, KURS = "org.gnome.Shell.SearchProvider2", "org.kde.krunner1", "org.kursapp.Kurs1"


class Searches(Speaking):
    idle = 60

    def setUp(self):
        super().setUp()
        services = self.home / "data" / "dbus-1" / "services"
        services.mkdir(parents=True)
        (services / f"{NAME}.service").write_text(
            f"[D-BUS Service]\nName={NAME}\nExec={PROGRAM} desktop-service --idle {self.idle}\n")
        self.environment["XDG_DATA_HOME"] = str(self.home / "data")
        self.start_bus()

    def start_bus(self):
        """Starts a bus, which passes its environment to the programs it starts."""
        daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.stop, daemon)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().strip()
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"],
            flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self.addCleanup(self.bus.close_sync)

    def stop(self, process):
        process.terminate()
        process.wait(20)
        process.stdout.close()

    def other(self, name, path, xml):
        process = owners.start(self.environment, name, path, xml)
        self.addCleanup(self.stop, process)
        return process

    def call(self, interface, method, signature="()", *arguments, name=NAME, path=PATH, reply=None):
        return self.bus.call_sync(
            name, path, interface, method, GLib.Variant(signature, arguments),
            reply and GLib.VariantType(reply), 0, 60_000, None).unpack()

    def search(self, question):
        """Returns title and description of each row, as GNOME Shell requests them."""
        identifiers = self.call(SHELL, "GetInitialResultSet", "(as)", question.split())[0]
        return self.call(SHELL, "GetResultMetas", "(as)", identifiers)[0]

    def is_running(self):
        return self.call(
            "org.freedesktop.DBus", "NameHasOwner", "(s)", NAME, name="org.freedesktop.DBus",
            path="/org/freedesktop/DBus")[0]


class SearchTests(Searches):
    def test_a_search_lists_the_result_and_below_it_the_chart(self):
        took, rows = [], []
        for _ in range(2):
            began = time.monotonic()
            rows = self.search("100 usd in eur")
            took.append(f"{(time.monotonic() - began) * 1000:.0f} ms")
        print(f"(cold and warm: {', '.join(took)})", end=" ")
        value = Rates().shown("100", "USD", "EUR")
        self.assertEqual([row["name"] for row in rows], [f"EUR\u00a0{value}", "Chart of USD/EUR"])
        self.assertEqual(rows[0]["clipboardText"], value)
        self.assertRegex(rows[0]["description"], r"^Copy · European Central Bank · \d+ \w+ \d{4}$")
        self.assertEqual(rows[0]["gicon"], "org.kursapp.Kurs")
        self.assertNotIn("clipboardText", rows[1])

    def test_the_search_gives_results_for_conversions_and_none_for_other_text(self):
        for question in ("100 eur usd", "eur usd", "(3+4)*1.5 gbp in jpy", "1000 try + 5500 usd / 2 - 100 eur", "$5",
                         "100 eur to usd on 2008-09-15", "12% of 250 eur in gbp"):
            self.assertTrue(self.search(question), question)
        for question in ("firefox", "12", "2+2", "eur", "100 e", "100 R", "e", "100 eur in firefox", "settings", "", "in", "="):
            self.assertEqual(self.search(question), [], question)

    def test_only_a_search_with_a_result_starts_the_hidden_program(self):
        woken = self.home / "woken"
        (self.home / "data" / "dbus-1" / "services" / "org.kursapp.Kurs.service").write_text(
            f"[D-BUS Service]\nName=org.kursapp.Kurs\nExec=/bin/sh -c \"touch {woken}; exit 1\"\n")
        self.call("org.freedesktop.DBus", "ReloadConfig", name="org.freedesktop.DBus", path="/org/freedesktop/DBus")
        for ask in (lambda text: self.call(SHELL, "GetInitialResultSet", "(as)", text.split()),
                    lambda text: self.call(SHELL, "GetSubsearchResultSet", "(asas)", [], text.split()),
                    lambda text: self.call(KRUNNER, "Match", "(s)", text)):
            ask("firefox")
            time.sleep(0.3)
            self.assertFalse(woken.exists())
            ask("100 usd in eur")
            self.assertTrue(until(woken.exists, 10))
            # The program has failed on purpose. The bus starts it again at the next result.
            time.sleep(0.3)
            woken.unlink()

    def test_a_search_with_an_added_word_is_calculated_again(self):
        before = self.call(SHELL, "GetInitialResultSet", "(as)", ["10", "usd"])[0]
        after = self.call(SHELL, "GetSubsearchResultSet", "(asas)", before, ["10", "usd", "gbp"])[0]
        self.assertEqual(after[0], "copy GBP 10 usd gbp")

    def test_without_a_target_currency_the_result_currencies_of_the_user_are_used(self):
        self.kurs("settings", "set", "result-currencies", "CHF,SEK")
        names = [row["name"] for row in self.search("100 usd")]
        self.assertEqual([name[:3] for name in names], ["CHF", "Cha", "SEK"])

    @fault("S31")
    def test_changed_settings_apply_to_the_next_request_of_the_running_service(self):
        """Uses the running service, for the search, KRunner and polling programs."""
        def asked():
            rows = [row["name"][:3] for row in self.search("100 usd")]
            matches = [row[1][:3] for row in self.call(KRUNNER, "Match", "(s)", "100 usd")[0]]
            polled = [row["currency"] for row in self.call(KURS, "Convert", "(s)", "100 usd")[0]]
            return rows, matches, polled

        self.assertEqual(asked(), (["EUR", "Cha", "GBP", "JPY"], ["EUR", "Cha", "GBP", "JPY"], ["EUR", "GBP", "JPY"]))
        self.kurs("settings", "set", "result-currencies", "CHF")
        self.assertEqual(asked(), (["CHF", "Cha"], ["CHF", "Cha"], ["CHF"]))
        table = self.home / "blue.csv"
        table.write_text("date,from,to,rate\n2026-10-30,USD,CHF,2\n")
        self.kurs("import", str(table), "--as", "blue")
        self.kurs("settings", "set", "providers", "blue,ecb")
        polled, = self.call(KURS, "Convert", "(s)", "100 usd")[0]
        self.assertEqual((polled["value"], polled["providers"]), ("200.00", "blue"))
        self.assertTrue(self.is_running())

    def test_KRunner_shows_the_rows_of_the_desktop_search_and_can_copy_a_value(self):
        # The type in KDE's own kf5_org.kde.krunner1.xml. KRunner accepts no other.
        rows = self.call(KRUNNER, "Match", "(s)", "100 eur usd", reply="(a(sssida{sv}))")[0]
        self.assertEqual([row[1] for row in rows], [f'USD\u00a0{Rates().shown("100", "EUR", "USD")}', "Chart of EUR/USD"])
        self.assertEqual((rows[0][3], rows[0][4]), (100, 1.0))
        self.assertIn("European Central Bank", rows[0][5]["subtext"])
        self.assertEqual(self.call(KRUNNER, "Actions"), ([],))
        klipper = self.other("org.kde.klipper", "/klipper", KLIPPER)
        self.call(KRUNNER, "Run", "(ss)", rows[0][0], "")
        value = Rates().shown("100", "EUR", "USD")
        self.assertEqual(json.loads(klipper.stdout.readline()), ["setClipboardContents", [value]])

    def test_choosing_the_chart_or_the_program_in_a_search_opens_the_window(self):
        window = self.other("org.kursapp.Kurs", "/org/kursapp/Kurs", APPLICATION)
        self.call(SHELL, "ActivateResult", "(sasu)", "chart EUR/USD", ["eur", "usd"], 0)
        self.assertEqual(json.loads(window.stdout.readline())[1][:2], ["open-chart", ["EUR/USD"]])
        self.call(SHELL, "LaunchSearch", "(asu)", ["100", "eur", "usd"], 4321)
        self.assertEqual(
            json.loads(window.stdout.readline())[1],
            ["open-text", ["100 eur usd"], {"desktop-startup-id": "_TIME4321"}], "the window isn't raised")
        # Without KDE's clipboard service, the window shows the value.
        self.call(KRUNNER, "Run", "(ss)", "copy USD 5 eur usd", "")
        self.assertEqual(json.loads(window.stdout.readline())[1][:2], ["open-text", ["5 eur usd"]])

    def test_random_requests_do_not_stop_the_search_service(self):
        chance = random.Random(16)
        alphabet = "0123456789.,+-*/%()=→ eurusd€$'\"\\\n<>{}[]@\x1f\x7fñ中😀"
        for _ in range(150):
            text = "".join(chance.choice(alphabet) for _ in range(chance.randrange(24)))
            self.call(SHELL, "GetInitialResultSet", "(as)", [text])
            self.call(SHELL, "GetResultMetas", "(as)", [f"copy EUR {text}", f"chart {text}", text])
            self.call(KRUNNER, "Match", "(s)", text)
        self.call(SHELL, "GetInitialResultSet", "(as)", ["€" * 200_000])
        self.assertTrue(self.search("1 eur usd"))


class GermanSearchTests(Searches):
    def start_bus(self):
        self.speak("de")
        self.environment["LC_NUMERIC"] = self.environment["LC_MONETARY"] = "de_DE.UTF-8"
        super().start_bus()

    def test_a_question_gets_a_result_in_the_language_of_the_user(self):
        rows = self.search("1.000,50 us-dollar in euro")
        value = Rates().shown("1000.50", "USD", "EUR").replace(".", ",")
        self.assertEqual([row["name"] for row in rows], [f"{value}\u00a0EUR", "Kursverlauf von USD/EUR"])
        self.assertRegex(rows[0]["description"], r"^Kopieren · (Europäische Zentralbank|European Central Bank)")
        # The user is in Germany and has chosen no target currency.
        self.assertTrue(self.search("100 usd")[0]["name"].endswith("EUR"))


class InterfaceTests(Searches):
    def test_a_conversion_over_the_bus_equals_that_of_the_terminal(self):
        rows = self.call(KURS, "Convert", "(s)", "100 EUR in USD, JPY")[0]
        said = json.loads(self.kurs("calc", "100 EUR", "--in", "USD,JPY", "--json"))["totals"]
        for row, total in zip(rows, said, strict=True):
            self.assertEqual(
                (row["currency"], row["value"], row["exact"], row["observed"]),
                (total["currency"], total["value"], total["exact"], total["observed"]))
            self.assertEqual(row["providers"], "ecb")

    def test_explanation_and_history_over_the_bus_equal_those_of_the_terminal(self):
        lines = self.call(KURS, "Explain", "(s)", "100 EUR USD")[0]
        self.assertEqual(lines, self.kurs("calc", "100 EUR in USD", "--explain").splitlines())
        rates = self.call(KURS, "History", "(ssss)", "EUR", "USD", "2026-10-01", "2026-10-30")[0]
        said = json.loads(self.kurs("history", "EUR", "USD", "--from", "2026-10-01", "--to", "2026-10-30", "--json"))
        self.assertEqual(rates, [(point["date"], point["rate"]) for point in said["points"]])
        self.assertGreater(len(self.call(KURS, "History", "(ssss)", "EUR", "USD", "", "")[0]), 7000)

    def test_a_bus_request_without_a_result_gives_a_readable_error(self):
        for error, method, arguments in (
                ("NotUnderstood", "Convert", ("hello",)), ("NotUnderstood", "Explain", ("5+",)),
                ("NotAvailable", "Convert", ("100 EUR KWD",)), ("NotUnderstood", "History", ("EUR", "XXQ", "", "")),
                ("NotUnderstood", "History", ("EUR", "USD", "yesterday", ""))):
            with self.assertRaises(GLib.Error) as refused:
                self.call(KURS, method, f"({'s' * len(arguments)})", *arguments)
            self.assertEqual(Gio.DBusError.get_remote_error(refused.exception), f"org.kursapp.Kurs1.Error.{error}")
            self.assertTrue(refused.exception.message.endswith("."), refused.exception.message)

    def test_the_search_service_lists_its_interfaces_on_the_bus(self):
        text = self.call("org.freedesktop.DBus.Introspectable", "Introspect")[0]
        found = re.findall(r'interface name="([^"]+)"', text)
        self.assertLessEqual({SHELL, KRUNNER, KURS}, set(found))


class EndTests(Searches):
    idle = 1

    def test_the_search_service_ends_when_idle_and_starts_on_the_next_call(self):
        self.assertTrue(self.search("1 eur usd"))
        self.assertTrue(self.is_running())
        deadline = time.monotonic() + 60
        while self.is_running() and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertFalse(self.is_running())
        self.assertTrue(self.search("1 eur usd"))

    def test_a_second_search_service_ends_immediately(self):
        self.assertTrue(self.search("1 eur usd"))
        done = subprocess.run(
            [PROGRAM, "desktop-service", "--idle", "600"], env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_without_a_session_bus_the_search_service_reports_an_error(self):
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
        done = subprocess.run(
            [PROGRAM, "desktop-service"], env=self.environment, capture_output=True, text=True, timeout=60)
        expected = "Can't connect to D-Bus. Run this command in a desktop session."
        self.assertEqual((done.returncode, done.stderr), (69, f"kurs-cli: {expected}\n"))
