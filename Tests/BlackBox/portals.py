# SPDX-License-Identifier: GPL-3.0-or-later
"""Kurs as in a Flatpak: it finds itself in a sandbox, and the real xdg-desktop-portal does what it may not do.

A mount namespace has the file by which programs and portals know a Flatpak; the permissions are those of the manifest.
"""
import configparser
import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import unittest

import windows
from desktop import Desktop
from hands import Hands
from notices import SERVICE
from window import Window, until

PORTAL = "/usr/libexec/xdg-desktop-portal"
INFO = {
    "Application": {"name": "", "runtime": "runtime/org.gnome.Platform/x86_64/49"},
    "Instance": {"instance-id": "1", "flatpak-version": "1.14.4", "app-path": "/app", "runtime-path": "/usr"},
    "Context": {"shared": "network;ipc;", "sockets": "wayland;fallback-x11;", "devices": "dri;"},
}
KEY = "0123456789abcdef"


class Boxed(Window):
    """A window in such a namespace; the process that was started is the one that waits outside."""

    def root(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return self.bus.program(int(children[0])) if children else None


class PortalTest(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(PORTAL) or not shutil.which("bwrap"):
            self.skipTest("xdg-desktop-portal or bubblewrap is not installed")
        self.desktop = Desktop(size="1400x1100", portals=True)
        self.desktop.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        self.addCleanup(self.desktop.stop)
        self.desktop.start()
        self.start_keyring()

    def start_keyring(self):
        """The portal asks the keyring for each Flatpak's own key; it waits for one that is not there."""
        keyring = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], env=self.desktop.environment,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        keyring.stdin.write(b"a password")
        keyring.stdin.close()
        self.desktop.children.append(keyring)
        self.assertTrue(until(lambda: self.asks("DBus", "/", "DBus.GetNameOwner", "org.freedesktop.secrets")), "no keyring")
        documents = self.asks("portal.Documents", "/org/freedesktop/portal/documents", "portal.Documents.GetMountPoint")
        self.assertTrue(documents, "no portal for documents")

    def asks(self, name, path, method, *arguments):
        """Whether somebody answers; the bus starts who would."""
        return subprocess.run(
            ["gdbus", "call", "--session", "--dest", f"org.freedesktop.{name}", "--object-path", path, "--method",
             f"org.freedesktop.{method}", *arguments], env=self.desktop.environment, capture_output=True).returncode == 0

    def box(self, name):
        """What runs a command as the Flatpak of this name."""
        info = self.desktop.folder / "flatpak-info"
        written = configparser.ConfigParser()
        written.optionxform = str
        written.read_dict(INFO | {"Application": INFO["Application"] | {"name": name}})
        with open(info, "w") as file:
            written.write(file, space_around_delimiters=False)
        # A root of its own: the file would be made on the machine itself, and every program there would be in a sandbox.
        command = ["bwrap", "--die-with-parent"]
        for path in pathlib.Path("/").iterdir():
            if path.is_symlink():
                command += ["--symlink", os.readlink(path), str(path)]
            elif path.is_dir():
                command += ["--dev-bind", str(path), str(path)]
        # What of the files that were chosen a Flatpak sees.
        documents = f"{self.desktop.environment['XDG_RUNTIME_DIR']}/doc"
        return [*command, "--ro-bind", str(info), "/.flatpak-info", "--bind", f"{documents}/by-app/{name}", documents]

    def open(self, **variables):
        name = "org.kursapp.Kurs.Boxed"
        command = [*self.box(name), windows.WindowTest.program]
        window = Boxed(self.desktop, command[0], arguments=command[1:], LC_ALL="C.UTF-8", **variables | {"KURS_APP_ID": name})
        self.addCleanup(window.quit)
        window.find("Amount", "text", timeout=40)
        return window

    def test_a_file_is_chosen_in_the_portals_dialog_and_saved_there(self):
        window = self.open()
        file = self.desktop.folder / "list.csv"
        window.key("ctrl+e")
        titled = lambda: window.xdotool("search", "--onlyvisible", "--name", "^Save List$", check=False)
        self.assertTrue(until(titled, 30), "no dialog")
        owner = window.xdotool("getwindowpid", titled().split()[0], check=False)
        self.assertIn("xdg-desktop-portal", pathlib.Path(f"/proc/{owner}/cmdline").read_text())
        time.sleep(1)
        window.name_file(file)
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size), "nothing was saved")

    def press(self, window, name, role=None):
        window.find(name, role).act()

    def test_an_alert_is_told_through_the_portal(self):
        service = subprocess.Popen(
            ["/usr/bin/python3", "-c", SERVICE, "nothing"], env=self.desktop.environment, stdout=subprocess.PIPE, text=True)
        self.desktop.children.append(service)
        self.assertEqual(service.stdout.readline(), "ready\n")
        window = self.open()
        self.press(window, re.compile("^Menu of USD"), "push button")
        self.press(window, "Alert…", "menu item")
        window.find("Alert", "frame")
        window.type("1.1")
        window.key("Return")
        shown = json.loads(service.stdout.readline())
        self.assertEqual(shown[3:5], ["1 EUR = 1.11720 USD", "EUR/USD is 1.1 or more"])

    def test_a_key_is_kept_in_a_file_that_only_the_portals_secret_opens(self):
        window = self.open()
        settings = self.keys(window)
        settings.press("Your Key", "text")
        window.type(KEY)
        window.key("Return")
        file = pathlib.Path(self.desktop.profile("default")["XDG_DATA_HOME"]) / "keyrings" / "default.keyring"
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size, 20), window.outline())
        self.assertNotIn(KEY.encode(), file.read_bytes())
        self.assertTrue(window.close(), "it does not end")
        self.keys(self.open()).find("Remove the Key", "push button")

    def keys(self, window):
        """The page of a bank that wants a key."""
        window.key("ctrl+comma")
        settings = Hands(window, "Settings").active()
        settings.press("Fixer", "list item")
        return settings
