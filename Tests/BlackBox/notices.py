# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop's notification service, as another program of the session."""

# A notification service by the desktop's specification. It prints each notification and presses the given button. With
# `stay` it presses nothing and leaves all of them open.
SERVICE = """
import json, sys
from gi.repository import Gio, GLib
press = sys.argv[1]
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
XML = '''<node><interface name="org.freedesktop.Notifications"><method name="Notify">
<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="i" direction="in"/>
<arg type="u" direction="out"/></method><signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal></interface></node>'''
count = 0
def emit(signal, *values):
    place, name = "/org/freedesktop/Notifications", "org.freedesktop.Notifications"
    bus.emit_signal(None, place, name, signal, GLib.Variant(*values))
def called(bus, sender, path, interface, method, arguments, invocation):
    global count
    count += 1
    number = count
    print(json.dumps(arguments.unpack()), flush=True)
    invocation.return_value(GLib.Variant("(u)", (number,)))
    if press == "stay":
        return
    def answer():
        if press != "nothing":
            emit("ActionInvoked", "(us)", (number, press))
        emit("NotificationClosed", "(uu)", (number, 2))
    GLib.timeout_add(200, answer)
bus.register_object("/org/freedesktop/Notifications", Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called)
Gio.bus_own_name_on_connection(bus, "org.freedesktop.Notifications", 0, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
"""
