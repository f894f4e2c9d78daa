# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts of the program by launcher, terminal or bus: with an amount, a file, an action, or a second time."""
import os
import re
import subprocess
import time
from pathlib import Path

import windows
from accessible import Bus
from window import Window, until


class Launcher(windows.WindowTest):
    def start(self, *arguments, **variables):
        window = Window(
            self.desktop, self.program, self._testMethodName, arguments, LC_ALL="C.UTF-8", **variables)
        self.addCleanup(self.leave, window)
        window.find("Amount", "text", timeout=40)
        return window

    def again(self, window, *arguments):
        return subprocess.run(
            [self.program, *arguments], env=window.environment, capture_output=True, text=True, timeout=60)

    def assert_amount(self, window, amount, source, first=None):
        self.assertTrue(until(lambda: self.amount(window) == amount, 20), self.amount(window))
        self.assertEqual(self.source(window), source)
        self.assert_rows(window, amount, source)
        if first:
            self.assertEqual(next(code for code in window.rows() if code != source), first)

    def test_an_amount_argument_is_converted_into_the_currency_argument(self):
        window = self.start("250", "GBP", "JPY")
        self.assert_amount(window, "250", "GBP", "JPY")

    def test_the_window_has_an_icon_for_desktop_panels(self):
        window = self.start()
        windows = ["xdotool", "search", "--onlyvisible", "--pid", str(window.process.pid)]

        def has_icon():
            found = subprocess.run(windows, env=window.environment, capture_output=True, text=True).stdout.split()
            asked = [["xprop", "-id", each, "-notype", "32c", "_NET_WM_ICON"] for each in found]
            return any(b"=" in subprocess.run(each, env=window.environment, capture_output=True).stdout for each in asked)

        self.assertTrue(until(has_icon, 20), "no window has an icon")

    def test_a_table_as_an_argument_opens_in_the_table_window(self):
        folder = self.desktop.folder / "bills"
        folder.mkdir()
        (folder / "bill.csv").write_text("Date,Amount,Currency\n2026-10-30,8,CHF\n")
        window = self.start(str(folder / "bill.csv"))
        window.find(re.compile("8 CHF = "))
        # A file manager names files over the bus, which has no current folder.
        (folder / "second.csv").write_text("Date,Amount,Currency\n2026-10-30,9,SEK\n")
        self.open_over_the_bus(window, folder / "second.csv")
        window.find(re.compile("9 SEK = "))

    def test_files_that_cannot_be_opened_are_refused_with_their_names(self):
        window = self.start()
        folder = self.desktop.folder / "others"
        folder.mkdir()
        for name in ("bill.pdf", "sheet.numbers", "first.csv", "second.csv"):
            (folder / name).write_text("%PDF-1.4")
        for names, title in ((["bill.pdf"], "Can't Open “bill.pdf”"), (["sheet.numbers"], "Can't Open “sheet.numbers”"),
                             ([""], "Can't Open “others”"), (["first.csv", "second.csv"], "Can't Open Several Files")):
            self.open_over_the_bus(window, *(folder / name for name in names))
            window.find(title)
            window.key("Escape")
            self.assertTrue(window.gone(title), title)

    def open_over_the_bus(self, window, *files):
        name = window.environment["KURS_APP_ID"]
        done = subprocess.run(
            ["gdbus", "call", "--session", "--dest", name, "--object-path", "/" + name.replace(".", "/"), "--method",
             "org.freedesktop.Application.Open", str([file.as_uri() for file in files]), "{}"],
            env=window.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_second_start_passes_its_arguments_to_the_first_process_and_ends(self):
        window = self.start()
        began = time.monotonic()
        done = self.again(window, "70", "CHF", "SEK")
        print(f"({(time.monotonic() - began) * 1000:.0f} ms)", end=" ")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_amount(window, "70", "CHF", "SEK")

    def test_a_second_start_passes_its_arguments_on_without_reading_data(self):
        window = self.start()
        # The first file that the core reads is a pipe here. Opening it lets the writer continue.
        data = self.desktop.folder / "data-of-a-second-start"
        data.mkdir()
        for each in Path(window.environment["KURS_DATADIR"]).iterdir():
            (data / each.name).symlink_to(each)
        (data / "currencies").unlink()
        (data / "currencies").mkdir()
        pipe = data / "currencies" / "iso-4217.json"
        os.mkfifo(pipe)
        writer = subprocess.Popen(["sh", "-c", f"exec >{pipe}"])
        self.addCleanup(writer.wait)
        self.addCleanup(writer.kill)
        for _ in range(3):
            environment = window.environment | {"KURS_DATADIR": str(data)}
            done = subprocess.run([self.program, "70", "CHF"], env=environment, timeout=60)
            self.assertEqual(done.returncode, 0)
        self.assertIsNone(writer.poll(), "it read the currencies")
        self.assert_amount(window, "70", "CHF")

    def test_the_program_does_not_load_the_graphics_driver(self):
        window = self.start()
        files = set(re.findall(r"/\S+$", Path(f"/proc/{window.process.pid}/maps").read_text(), re.M))
        toolkit = next(each for each in files if "/libgtk-4.so" in each)
        linked = subprocess.run(["ldd", toolkit], capture_output=True, text=True, check=True).stdout
        # Newer GTK is linked with the library that searches for Vulkan drivers. It is loaded with GTK and finds none.
        drivers = {each for each in files if re.search(r"_dri\.so|_mesa\.so|libvulkan", each)}
        found = re.findall(r"(libvulkan\.so\.\d+) ", linked)
        self.assertEqual([each for each in drivers if not any(f"/{name}." in each for name in found)], [])

    def test_the_amounts_in_a_file_argument_become_the_list(self):
        file = self.desktop.folder / "trip.txt"
        file.write_text("Hotel: 120.50 EUR\nTaxi: 30 USD\n")
        window = self.start("--list", str(file))
        for note in ("Hotel", "Taxi"):
            window.find(re.compile(note), timeout=20)

    def test_a_missing_file_is_refused_with_its_name(self):
        window = Window(self.desktop, self.program, "nolist", ("--list", "/nowhere/list"), LC_ALL="C.UTF-8")
        self.addCleanup(window.quit)
        self.assertTrue(until(lambda: not window.running()))
        self.assertEqual(window.process.returncode, 66)
        self.assertEqual(window.messages().count("/nowhere/list"), 1, window.messages())

    def test_a_new_list_from_the_launcher_can_be_undone(self):
        window = self.start("70", "CHF", "SEK")
        self.assert_amount(window, "70", "CHF")
        self.assertEqual(self.again(window, "--new-list").returncode, 0)
        self.assertTrue(until(lambda: self.amount(window) == "", 20), self.amount(window))
        window.click("Undo", "push button")
        self.assertTrue(until(lambda: self.amount(window) == "70", 20), self.amount(window))

    def test_an_amount_from_the_terminal_replaces_the_list_and_can_be_undone(self):
        window = self.start()
        window.type("100 EUR + 50 EUR")
        window.key("Return")
        window.find(re.compile("150.00"), timeout=20)
        self.assertEqual(self.again(window, "12", "PLN", "EUR").returncode, 0)
        self.assert_amount(window, "12", "PLN")
        window.find("Your list was replaced", "label")
        window.all("Undo", "push button")[-1].act()
        window.find(re.compile("150.00"), timeout=20)
        # A single amount isn't a list.
        window.key("ctrl+shift+Delete")
        window.type("7")
        self.assertEqual(self.again(window, "12", "PLN", "EUR").returncode, 0)
        self.assert_amount(window, "12", "PLN")
        time.sleep(1)
        self.assertEqual(window.all("Your list was replaced", "label"), [])

    def test_the_launcher_action_for_pasting_reads_the_clipboard(self):
        window = self.start()
        copying = subprocess.Popen(
            ["xclip", "-selection", "clipboard", "-quiet"], env=window.environment, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(copying.wait)
        self.addCleanup(copying.kill)
        copying.stdin.write(b"45 NOK")
        copying.stdin.close()
        self.assertEqual(self.again(window, "--paste").returncode, 0)
        self.assert_amount(window, "45", "NOK")

    def waiting(self, name):
        """Returns a program that the bus started and that has no request yet."""
        window = Window(
            self.desktop, self.program, self._testMethodName, ("--gapplication-service",), KURS_APP_ID=name,
            LC_ALL="C.UTF-8")
        self.addCleanup(window.quit)
        owner = ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
                 "--method", "org.freedesktop.DBus.NameHasOwner", name]

        def is_there():
            return b"true" in subprocess.run(owner, env=window.environment, capture_output=True).stdout

        self.assertTrue(until(is_there, 30))
        return window

    def test_a_start_uses_the_process_that_the_desktop_search_started(self):
        window = self.waiting("org.kursapp.Kurs.Woken")
        self.assertEqual(self.again(window, "70", "CHF", "SEK").returncode, 0)
        window.find("Amount", "text", timeout=40)
        self.assert_amount(window, "70", "CHF", "SEK")
        window.key("ctrl+q")
        self.assertTrue(until(lambda: not window.running(), 20), "it stays without a window")

    def test_a_hidden_process_opens_its_window_with_settings_changed_since_its_start(self):
        window = self.waiting("org.kursapp.Kurs.Later")
        time.sleep(2)
        setting = [Path(self.program).with_name("kurs-cli"), "settings", "set", "result-currencies", "CHF,SEK"]
        subprocess.run(setting, env=window.environment, check=True, capture_output=True)
        self.assertEqual(self.again(window, "10", "EUR").returncode, 0)
        window.find("Amount", "text", timeout=40)
        self.assertTrue(until(lambda: {"CHF", "SEK"} <= set(window.rows()), 20), window.rows())
        self.assertNotIn("USD", window.rows())

    def test_a_process_started_by_the_search_waits_twenty_seconds_for_a_click(self):
        """bus.py tests that the process ends within a minute."""
        window = self.waiting("org.kursapp.Kurs.Vain")
        self.assertFalse(until(lambda: not window.running(), 20, pause=2), "it did not wait")
        # Until a click, the process opens no data file and sends no request to a bank.
        data = Path(self.desktop.profile(self._testMethodName)["XDG_DATA_HOME"])
        self.assertEqual(list((data / "kurs").glob("*.sqlite")), [])

    def test_an_action_of_the_launcher_starts_the_program_over_the_bus(self):
        name = "org.kursapp.Kurs.Launched"
        environment = self.desktop.environment | self.desktop.profile("launched") | {
            "KURS_APP_ID": name, "LC_ALL": "C.UTF-8"}
        service = subprocess.Popen(
            [self.program, "--gapplication-service"], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(service.wait)
        self.addCleanup(service.kill)
        asking = ["gdbus", "call", "--session", "--dest", name, "--object-path", "/" + name.replace(".", "/"), "--method",
                  "org.freedesktop.Application.ActivateAction", "open-text", "[<'12 PLN EUR'>]", "{}"]

        def asked():
            return subprocess.run(asking, env=environment, capture_output=True).returncode == 0

        self.assertTrue(until(asked, 30))
        window = Window.__new__(Window)
        window.environment, window.process, window.bus = environment, service, Bus(environment)
        window.find("Amount", "text", timeout=40)
        self.assert_amount(window, "12", "PLN", "EUR")
