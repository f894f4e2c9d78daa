# SPDX-License-Identifier: GPL-3.0-or-later
"""Alerts in the terminal, and their notifications to a notification service on a separate bus."""
import json
import subprocess
import time

import owners
from notices import SERVICE
from owners import APPLICATION
from searches import Searches
from terminal import PROGRAM


class Alerts(Searches):
    def service(self, press="nothing"):
        process = subprocess.Popen(
            ["/usr/bin/python3", "-c", SERVICE, press], env=self.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop, process)
        self.assertEqual(process.stdout.readline(), "ready\n")
        return process

    def check(self, code=0, *options):
        done = subprocess.run(
            [PROGRAM, "alerts", "check", "--no-refresh", *options], env=self.environment, capture_output=True, text=True,
            timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def add(self, *arguments):
        """Adds an alert and returns its id. Nothing checks it automatically, because this bus has no systemd."""
        done = subprocess.run(
            [PROGRAM, "alerts", "add", *arguments], env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("kurs-cli alerts check", done.stderr)
        return done.stdout.split()[0]

    def listed(self):
        return self.kurs("alerts", "list").splitlines()


class AlertTests(Alerts):
    def test_an_alert_whose_rate_is_reached_notifies_once_and_opens_the_chart(self):
        alert = self.add("EUR", "USD", "--above", "1.1")
        self.add("EUR", "USD", "--above", "9")
        window = self.other("org.kursapp.Kurs", "/org/kursapp/Kurs", APPLICATION)
        service = self.service("chart")
        self.check()
        shown = json.loads(service.stdout.readline())
        self.assertEqual(shown[2:6], [
            "org.kursapp.Kurs", "1 EUR = 1.1172 USD", "EUR/USD is 1.1 or more (rate of 2026-10-30)",
            ["default", "Open Chart", "chart", "Open Chart", "again", "Notify Again"]])
        self.assertEqual(shown[6], {"desktop-entry": "org.kursapp.Kurs"})
        self.assertEqual(json.loads(window.stdout.readline())[1][:2], ["open-chart", ["EUR/USD"]])
        self.assertIn(f"{alert}  EUR/USD is 1.1 or more  notified about the rate of 2026-10-30", self.listed())
        self.check()
        service.terminate()
        self.assertEqual(service.stdout.read(), "", "the person was told twice")

    def test_the_button_notify_again_makes_an_alert_wait_for_a_newer_rate(self):
        alert = self.add("EUR", "USD", "--below", "2")
        service = self.service("again")
        self.check()
        self.assertTrue(service.stdout.readline())
        self.assertEqual(self.listed(), [f"{alert}  EUR/USD is 2 or less  waiting for a rate dated after 2026-10-30"])
        self.check()
        service.terminate()
        self.assertEqual(service.stdout.read(), "")

    def test_pressing_a_GNOME_notification_starts_the_program(self):
        alert = self.add("EUR", "USD", "--above", "1.1")
        shell = self.other("org.gtk.Notifications", "/org/gtk/Notifications", owners.GTK)
        began = time.monotonic()
        self.check()
        self.assertLess(time.monotonic() - began, 60, "it waited for a press")
        method, (program, name, notification) = json.loads(shell.stdout.readline())
        self.assertEqual((method, program), ("AddNotification", "org.kursapp.Kurs"))
        self.assertTrue(name)
        self.assertEqual(notification["title"], "1 EUR = 1.1172 USD")
        self.assertEqual(notification["default-action"], "app.open-chart")
        self.assertEqual(notification["default-action-target"], "EUR/USD")
        self.assertEqual([button["action"] for button in notification["buttons"]], ["app.open-chart", "app.alert-again"])
        self.assertIn(f"{alert}  EUR/USD is 1.1 or more  notified about the rate of 2026-10-30", self.listed())

    def test_when_the_alert_check_ends_the_shown_notification_has_no_buttons(self):
        self.add("EUR", "USD", "--above", "1.1")
        service = self.service("stay")
        self.check(0, "--patience", "1")
        first, second = (json.loads(service.stdout.readline()) for _ in range(2))
        self.assertEqual((first[1], second[1]), (0, 1), "the second replaces the first")
        self.assertEqual(first[3:5], second[3:5])
        self.assertTrue(first[5])
        self.assertEqual(second[5], [])

    def test_all_alerts_that_are_met_notify_in_the_same_check(self):
        for arguments in (
                ("--changed", "0.1", "--days", "7"), ("--low", "--days", "3660"), ("--above", "1"), ("--below", "1")):
            self.add("EUR", "USD", *arguments)
        service = self.service()
        began = time.monotonic()
        self.check()
        self.assertLess(time.monotonic() - began, 60)
        shown = {json.loads(service.stdout.readline())[4] for _ in range(2)}
        self.assertEqual(shown, {
            "EUR/USD moved by 0.1\u00a0% in 7 days (rate of 2026-10-30)", "EUR/USD is 1 or more (rate of 2026-10-30)"})
        self.assertEqual(sum("waiting" in line for line in self.listed()), 2)

    def test_an_alert_waits_until_a_notification_can_be_shown(self):
        self.add("EUR", "USD", "--above", "1")
        self.assertIn("notifications", self.check(69))
        self.assertTrue(self.listed()[0].endswith("waiting"))
        service = self.service()
        self.check()
        self.assertTrue(service.stdout.readline())

    def test_an_alert_can_be_paused_and_resumed_and_deleted(self):
        alert = self.add("EUR", "USD", "--above", "1")
        self.assertIn("paused", self.kurs("alerts", "pause", alert))
        service = self.service()
        self.check()
        self.kurs("alerts", "resume", alert)
        self.check()
        self.assertIn("EUR/USD", service.stdout.readline())
        self.kurs("alerts", "delete", alert)
        self.assertEqual(self.listed(), [])
        self.kurs("alerts", "delete", alert, code=64)

    def test_an_equal_alert_is_stored_once_and_an_invalid_alert_is_refused(self):
        self.assertEqual(self.add("EUR", "USD", "--above", "1.5"), self.add("EUR", "USD", "--above", "1.50"))
        self.assertEqual(len(self.listed()), 1)
        for arguments in (
                ("EUR", "EUR", "--high"), ("EUR", "USD"), ("EUR", "USD", "--above", "0"),
                ("EUR", "USD", "--high", "--low"), ("EUR", "USD", "--high", "--days", "0"),
                ("EUR", "USD", "--changed", "-2")):
            self.kurs("alerts", "add", *arguments, code=64)

    def test_an_old_rate_triggers_no_alert(self):
        for arguments in (("EUR", "RUB", "--above", "100"), ("EUR", "HRK", "--below", "1"), ("USD", "RUB", "--above", "1"),
                          ("EUR", "RUB", "--high", "--days", "30"), ("EUR", "RUB", "--changed", "1", "--days", "30")):
            self.add(*arguments)
        self.service()
        self.check()
        self.assertTrue(all(line.endswith("waiting") for line in self.listed()), self.listed())

    def test_without_alerts_a_check_creates_no_file(self):
        self.check()
        self.assertFalse((self.home / "data" / "kurs" / "person.sqlite").exists())

    def test_a_backup_contains_the_alerts(self):
        alert = self.add("EUR", "USD", "--high", "--days", "30")
        backup = self.kurs("backup", "export", "-")
        self.kurs("alerts", "delete", alert)
        (self.home / "backup.json").write_text(backup)
        self.kurs("backup", "import", str(self.home / "backup.json"))
        self.assertEqual(len(json.loads(backup)["objects"]), 1)
        self.assertIn("kurs-cli alerts check", self.complaint)

    def test_restoring_alerts_from_a_backup_starts_the_systemd_timer_of_alerts(self):
        alert = self.add("EUR", "USD", "--high", "--days", "30")
        file = str(self.home / "backup.json")
        self.kurs("backup", "export", file)
        self.kurs("alerts", "delete", alert)
        systemd = owners.systemd(self.environment)
        self.addCleanup(systemd.kill)
        for _ in range(2):
            self.kurs("backup", "import", file)
            self.assertEqual(self.complaint, "")
        self.assertEqual(owners.told(systemd), ["EnableUnitFiles", "StartUnit"])


class WatchTests(Alerts):
    """Tests of `alerts watch`, which runs in the background of a Flatpak. portals.py tests the sandbox."""
    WATCH = "org.kursapp.Kurs.Watch"

    def setUp(self):
        super().setUp()
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.kurs("settings", "set", "providers", "frankfurter")

    def watch(self, errors=subprocess.DEVNULL):
        process = subprocess.Popen(
            [PROGRAM, "alerts", "watch"], env=self.environment, stdout=subprocess.PIPE, stderr=errors)
        self.addCleanup(self.stop, process)
        return process

    def look(self):
        self.call(self.WATCH, "Look", name=self.WATCH, path="/org/kursapp/Kurs/Watch")

    def until_asked(self, process):
        deadline = time.monotonic() + 60
        while not self.bank.asked and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertIsNone(process.poll(), "it ended")

    def test_the_alert_watcher_fetches_due_rates_once_and_ends_without_alerts(self):
        first = self.add("EUR", "USD", "--above", "9")
        notices = self.service()
        watch = self.watch()
        self.until_asked(watch)
        second = self.add("EUR", "USD", "--above", "1.2")
        self.look()
        self.assertEqual(json.loads(notices.stdout.readline())[3], "1 EUR = 1.2345 USD")
        asked = list(self.bank.asked)
        for _ in range(3):
            self.look()
        time.sleep(2)
        self.assertEqual(self.bank.asked, asked, "a bank was asked although its timetable has no news")
        for alert in (first, second):
            self.kurs("alerts", "delete", alert)
        self.look()
        self.assertEqual(watch.wait(60), 0)

    def test_a_storage_error_does_not_end_the_alert_watcher(self):
        self.add("EUR", "USD", "--above", "9")
        notices = self.service()
        errors = self.home / "errors"
        with errors.open("w") as file:
            watch = self.watch(file)
        self.until_asked(watch)
        self.add("EUR", "USD", "--above", "1.2")
        # The user file is replaced by a folder, which can't be opened as a file.
        file = self.home / "data/kurs/person.sqlite"
        kept = self.home / "kept"
        kept.mkdir()
        for each in file.parent.glob("person.sqlite*"):
            each.rename(kept / each.name)
        file.mkdir()
        self.look()
        deadline = time.monotonic() + 60
        while len(errors.read_text().splitlines()) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertNotIn("StorageError", errors.read_text())
        self.assertIsNone(watch.poll(), "it ended")
        file.rmdir()
        for each in kept.iterdir():
            each.rename(file.parent / each.name)
        self.look()
        self.assertEqual(json.loads(notices.stdout.readline())[3], "1 EUR = 1.2345 USD")

    def test_an_alert_watcher_ends_if_no_alerts_exist_or_another_watcher_runs(self):
        self.assertEqual(self.watch().wait(60), 0)
        self.add("EUR", "USD", "--above", "9")
        watch = self.watch()
        self.until_asked(watch)
        self.assertEqual(self.watch().wait(60), 0)
        self.assertIsNone(watch.poll())
