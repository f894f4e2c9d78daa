# SPDX-License-Identifier: GPL-3.0-or-later
"""Other programs of a session. One owns a bus name and prints each call as a line of JSON."""
import json
import subprocess

OTHER = """
import json, sys
from gi.repository import Gio, GLib
name, path, xml = sys.argv[1:]
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
def called(bus, sender, path, interface, method, arguments, invocation):
    print(json.dumps([method, arguments.unpack()]), flush=True)
    invocation.return_value(None)
bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0], called)
Gio.bus_own_name_on_connection(bus, name, 0, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
"""
APPLICATION = """<node><interface name="org.freedesktop.Application"><method name="ActivateAction">
<arg type="s" direction="in"/><arg type="av" direction="in"/><arg type="a{sv}" direction="in"/></method></interface></node>"""
KLIPPER = """<node><interface name="org.kde.klipper.klipper"><method name="setClipboardContents">
<arg type="s" direction="in"/></method></interface></node>"""
GTK = """<node><interface name="org.gtk.Notifications"><method name="AddNotification">
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/></method></interface></node>"""
SYSTEMD = """<node><interface name="org.freedesktop.systemd1.Manager">
<method name="EnableUnitFiles"><arg type="as" direction="in"/><arg type="b" direction="in"/><arg type="b" direction="in"/>
</method><method name="DisableUnitFiles"><arg type="as" direction="in"/><arg type="b" direction="in"/></method>
<method name="StartUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
<method name="StopUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/></method></interface></node>"""


def start(environment, name, path, xml):
    process = subprocess.Popen(
        ["/usr/bin/python3", "-c", OTHER, name, path, xml], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n", name
    return process


def systemd(environment):
    return start(environment, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", SYSTEMD)


def told(process):
    """Returns the methods that were called, and ends the program."""
    process.terminate()
    with process:
        return [json.loads(line)[0] for line in process.stdout]
