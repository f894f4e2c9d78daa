# SPDX-License-Identifier: GPL-3.0-or-later
"""Kurs as in a Flatpak: it finds itself in a sandbox, and the real xdg-desktop-portal does what the sandbox forbids.

A mount namespace has the file by which programs and portals recognise a Flatpak. Its permissions are those of the
manifest.
"""
import configparser
import json
import os
import pathlib
import re
import select
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
BOXED = "org.kursapp.Kurs.Boxed"
# Replaces a browser: it stores the address, and whether it runs inside the sandbox.
BROWSER = """#!/bin/sh
echo "$(test -e /.flatpak-info && echo inside || echo outside) $1" >"${0%.sh}.new" && mv "${0%.sh}.new" "${0%.sh}.asked"
"""


PORTALS = pathlib.Path("/usr/share/xdg-desktop-portal/portals")


class Boxed(Window):
    """A window of the program in the sandbox. The started process waits outside."""

    def root(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return self.bus.program(int(children[0])) if children else None


class Portals(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(PORTAL) or not shutil.which("bwrap"):
            self.skipTest("xdg-desktop-portal or bubblewrap is not installed")
        if not os.path.exists("/dev/fuse"):
            self.skipTest("/dev/fuse is missing, which the portal for documents needs")
        self.desktop = Desktop(size="1400x1100", portals=True)
        self.desktop.environment |= {"XDG_CURRENT_DESKTOP": "GNOME", "XDG_DESKTOP_PORTAL_DIR": str(self.name_portals())}
        self.addCleanup(self.desktop.stop)
        self.desktop.start()
        self.start_keyring()

    def name_portals(self):
        """Configures the system's portals and the one of background.py."""
        folder = self.desktop.folder / "portals"
        folder.mkdir()
        for file in PORTALS.glob("*.portal"):
            text = file.read_text()
            (folder / file.name).write_text(text.replace("org.freedesktop.impl.portal.Background;", ""))
        (folder / "kurs.portal").write_text(
            "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.kurs\n"
            "Interfaces=org.freedesktop.impl.portal.Background\nUseIn=gnome\n")
        return folder

    def start_keyring(self):
        """Starts a keyring, because the portal gets each Flatpak's key from it and waits without one."""
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
        """Whether a service answers. The bus starts it if needed."""
        return subprocess.run(
            ["gdbus", "call", "--session", "--dest", f"org.freedesktop.{name}", "--object-path", path, "--method",
             f"org.freedesktop.{method}", *arguments], env=self.desktop.environment, capture_output=True).returncode == 0

    def box(self, name):
        """Returns the command prefix that runs a command as this Flatpak."""
        info = self.desktop.folder / "flatpak-info"
        written = configparser.ConfigParser()
        written.optionxform = str
        written.read_dict(INFO | {"Application": INFO["Application"] | {"name": name}})
        with open(info, "w") as file:
            written.write(file, space_around_delimiters=False)
        # Uses a separate root, because with the file, every program of the computer would look sandboxed.
        command = [shutil.which("bwrap"), "--die-with-parent"]
        for path in pathlib.Path("/").iterdir():
            if path.is_symlink():
                command += ["--symlink", os.readlink(path), str(path)]
            elif path.is_dir():
                command += ["--dev-bind", str(path), str(path)]
        # The sandbox doesn't see other programs.
        data = self.desktop.profile("default")["XDG_DATA_HOME"]
        for folder in (f"{each}/applications" for each in ("/usr/share", "/usr/local/share", data)):
            if os.path.exists(folder):
                command += ["--tmpfs", folder]
        # The chosen files that a Flatpak can see.
        documents = f"{self.desktop.folder}/runtime/doc"
        return [*command, "--ro-bind", str(info), "/.flatpak-info", "--bind", f"{documents}/by-app/{name}", documents]

    def open(self, **variables):
        command = [*self.box(BOXED), windows.WindowTest.program]
        window = Boxed(self.desktop, command[0], arguments=command[1:], LC_ALL="C.UTF-8", **variables | {"KURS_APP_ID": BOXED})
        self.addCleanup(window.quit)
        window.find("Amount", "text", timeout=40)
        return window

    def start(self, program, *arguments):
        """Returns a started program of the session once it is ready, with its later output."""
        process = subprocess.Popen(
            ["/usr/bin/python3", "-c", program, *arguments], env=self.desktop.environment, stdout=subprocess.PIPE, bufsize=0)
        self.desktop.children.append(process)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        return process.stdout

    def said(self, stream):
        """Returns the next line of such a program."""
        self.assertTrue(select.select([stream], [], [], 60)[0], "nothing was said")
        return json.loads(stream.readline())

    def press(self, window, name, role=None):
        window.find(name, role).act()

    def set_alert(self, window, rate="1.1"):
        self.press(window, re.compile("^Menu of USD"), "push button")
        self.press(window, "Alert…", "menu item")
        window.find("Alert", "frame")
        window.key("ctrl+a")
        window.type(rate)
        window.key("Return")


class PortalTest(Portals):
    def test_a_file_is_chosen_and_saved_in_the_dialog_of_the_portal(self):
        window = self.open()
        file = self.desktop.folder / "list.csv"
        window.key("ctrl+e")
        window.find("Table (CSV)", "push button")
        window.key("Return")
        titled = lambda: window.xdotool("search", "--onlyvisible", "--name", "^Save List$", check=False)
        self.assertTrue(until(titled, 30), "no dialog")
        owner = window.xdotool("getwindowpid", titled().split()[0], check=False)
        self.assertIn("xdg-desktop-portal", pathlib.Path(f"/proc/{owner}/cmdline").read_text())
        time.sleep(1)
        window.name_file(file)
        self.assertTrue(until(lambda: file.exists() and file.stat().st_size), "nothing was saved")

    def test_an_alert_is_shown_through_the_portal(self):
        service = self.start(SERVICE, "nothing")
        self.set_alert(self.open())
        shown = self.said(service)
        title, body = shown[3:5]
        self.assertEqual(title, "1 EUR = 1.1172 USD")
        self.assertRegex(body, r"^EUR/USD is 1\.1 or more \(rate of .*\d.*\)$")

    def test_an_API_key_is_stored_encrypted_with_the_secret_of_the_portal(self):
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

    def install_browser(self):
        """Installs BROWSER as the user's browser. Returns the file to which it writes the address."""
        program = self.desktop.folder / "browser.sh"
        program.write_text(BROWSER)
        program.chmod(0o755)
        profile = self.desktop.profile("default")
        applications = pathlib.Path(profile["XDG_DATA_HOME"], "applications")
        applications.mkdir(exist_ok=True)
        handled = "x-scheme-handler/http", "x-scheme-handler/https"
        (applications / "test-browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={program} %u\nMimeType={';'.join(handled)};\n")
        pathlib.Path(profile["XDG_CONFIG_HOME"], "mimeapps.list").write_text(
            "[Default Applications]\n" + "".join(f"{each}=test-browser.desktop\n" for each in handled))
        return program.with_suffix(".asked")

    def test_in_the_sandbox_web_pages_are_opened_through_the_portal(self):
        asked = self.install_browser()
        window = self.open()
        window.key("ctrl+comma")
        settings = Hands(window, "Settings").active()
        settings.press("1. European Central Bank", "list item")
        settings.press("Terms of Use", "list item")
        self.assertTrue(until(asked.exists, 30), "no page was opened")
        self.assertRegex(asked.read_text(), r"^outside https://www\.ecb\.europa\.eu/\S+\n$")

    def keys(self, window):
        """Opens the page of a bank that needs a key."""
        window.key("ctrl+comma")
        settings = Hands(window, "Settings").active()
        settings.press("Fixer", "list item")
        return settings
