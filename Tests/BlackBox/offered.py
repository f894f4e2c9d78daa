# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the clipboard as a browser does, with HTML beside its plain text. Usage: offered.py HTML TEXT"""
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

html, text = sys.argv[1:]
Gtk.init()
parts = [
    Gdk.ContentProvider.new_for_bytes(kind, GLib.Bytes.new(data.encode()))
    for kind, data in (("text/html", html), ("text/plain;charset=utf-8", text)) if data]
Gdk.Display.get_default().get_clipboard().set_content(Gdk.ContentProvider.new_union(parts))
print("held", flush=True)
GLib.MainLoop().run()
