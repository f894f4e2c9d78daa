# SPDX-License-Identifier: GPL-3.0-or-later
"""Alerts in a sandbox: the real portal for background programs is called, and the checker runs without a window.

A program of this file replaces the desktop's part of that portal, because GTK has none and GNOME's needs its shell.
"""
import pathlib
import re
import shlex
import subprocess

import windows
from notices import SERVICE
from portals import BOXED, Portals
from owners import APPLICATION, OTHER
from window import until

# The desktop's part of the background portal. It prints what should start with the session, and reports success.
BACKGROUND = """
import json, sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
XML = '''<node><interface name="org.freedesktop.impl.portal.Background">
<method name="GetAppState"><arg type="a{sv}" direction="out"/></method>
<method name="NotifyBackground"><arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="u" direction="out"/><arg type="a{sv}" direction="out"/></method>
<method name="EnableAutostart"><arg type="s" direction="in"/><arg type="b" direction="in"/><arg type="as" direction="in"/>
<arg type="u" direction="in"/><arg type="b" direction="out"/></method>
<signal name="RunningApplicationsChanged"/></interface></node>'''
def called(bus, sender, path, interface, method, arguments, invocation):
    if method == "EnableAutostart":
        print(json.dumps(arguments.unpack()), flush=True)
        invocation.return_value(GLib.Variant("(b)", (arguments.unpack()[1],)))
    else:
        invocation.return_value(GLib.Variant("(a{sv})", ({},)) if method == "GetAppState" else GLib.Variant("(ua{sv})", (1, {})))
bus.register_object("/org/freedesktop/portal/desktop", Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called)
Gio.bus_own_name_on_connection(bus, "org.freedesktop.impl.portal.desktop.kurs", 0, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
"""


class BackgroundTest(Portals):
    def boxed_cli(self, *arguments):
        """Runs the terminal program in the sandbox."""
        done = subprocess.run(
            [*self.box(BOXED), str(self.cli), *arguments],
            env=self.desktop.environment | self.desktop.profile("default") | {"KURS_APP_ID": BOXED, "LC_ALL": "C.UTF-8"},
            capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    @property
    def cli(self):
        return pathlib.Path(windows.WindowTest.program).resolve().with_name("kurs-cli")

    def export_watcher(self):
        """Installs the bus file as Flatpak exports it: started outside, it runs inside. The shell stays as its
        parent."""
        program = self.desktop.folder / "watch.sh"
        command = " ".join(map(shlex.quote, [*self.box(BOXED), str(self.cli), "alerts", "watch"]))
        program.write_text(f"#!/bin/sh\nKURS_APP_ID={BOXED} LC_ALL=C.UTF-8 {command}\n")
        program.chmod(0o755)
        services = self.desktop.folder / "runtime" / "dbus-1" / "services"
        services.mkdir(parents=True, exist_ok=True)
        (services / f"{BOXED}.Watch.service").write_text(f"[D-BUS Service]\nName={BOXED}.Watch\nExec={program}\n")
        self.assertTrue(self.asks("DBus", "/", "DBus.ReloadConfig"))

    def is_watched(self):
        return self.asks("DBus", "/", "DBus.GetNameOwner", f"{BOXED}.Watch")

    def test_the_first_alert_requests_background_activity_and_deleting_the_last_revokes_it(self):
        self.export_watcher()
        asked, service = self.start(BACKGROUND), self.start(SERVICE, "default")
        window = self.open()
        self.set_alert(window, "9")
        wish = [BOXED, True, ["flatpak", "run", "--command=kurs-cli", BOXED, "alerts", "watch"], 0]
        self.assertEqual(self.said(asked), wish)
        self.assertTrue(until(self.is_watched, 30), "nobody looks")
        window.key("ctrl+comma")
        window.find(re.compile("even if Kurs is closed"), "label")
        self.assertTrue(window.close() or window.close(), "it does not end")

        # No window is open. The background program notifies, and a press starts the program.
        self.assertTrue(self.is_watched())
        program = self.start(OTHER, BOXED, "/" + BOXED.replace(".", "/"), APPLICATION)
        self.boxed_cli("alerts", "add", "EUR", "USD", "--above", "1.1")
        self.assertEqual(self.said(asked), wish)
        title, body = self.said(service)[3:5]
        self.assertEqual(title, "1 EUR = 1.1172 USD")
        self.assertRegex(body, r"^EUR/USD is 1\.1 or more \(rate of .*\d.*\)$")
        self.assertEqual(self.said(program)[1][:2], ["open-chart", ["EUR/USD"]])

        for line in self.boxed_cli("alerts", "list").stdout.splitlines():
            self.boxed_cli("alerts", "delete", line.split()[0])
        self.assertEqual(self.said(asked)[:2], [BOXED, False])
        self.assertTrue(until(lambda: not self.is_watched(), 30), "it is still there")

    def test_if_background_activity_is_refused_a_message_shows_how_to_allow_it(self):
        self.start(BACKGROUND)
        store = "impl.portal.PermissionStore"
        self.assertTrue(self.asks(
            store, "/org/freedesktop/impl/portal/PermissionStore", f"{store}.SetPermission", "background", "true",
            "background", BOXED, "['no']"))
        window = self.open()
        self.set_alert(window, "9")
        window.key("ctrl+comma")
        window.find(re.compile("To change this, open Apps"), "label")
        self.assertIn("allow background activity for Kurs", self.boxed_cli(
            "alerts", "add", "EUR", "USD", "--above", "9").stderr)
        self.assertFalse(self.is_watched())
