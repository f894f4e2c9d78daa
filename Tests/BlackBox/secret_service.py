# SPDX-License-Identifier: GPL-3.0-or-later
"""A misbehaving Secret Service: `secret_service.py MODE` takes the name on the session bus and prints "owned".

empty: it has no items. locked: one item is locked, and the prompt is dismissed. prompt-fails: its prompt is
refused. prompt-vanishes: it ends when its prompt should appear. plain: it allows only unencrypted transfer.
silent: it never answers. deleted: the found item is gone when its properties are read. deleted-late: it is gone
when the secret is read.
"""
import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

MODE = sys.argv[1]
ROOT = "/org/freedesktop/secrets"
COLLECTION, ITEM, PROMPT = f"{ROOT}/collection/login", f"{ROOT}/collection/login/1", f"{ROOT}/prompt/1"
SERVICE = """<node><interface name="org.freedesktop.Secret.Service">
<method name="OpenSession"><arg type="s" direction="in"/><arg type="v" direction="in"/><arg type="v" direction="out"/>
  <arg type="o" direction="out"/></method>
<method name="SearchItems"><arg type="a{ss}" direction="in"/><arg type="ao" direction="out"/>
  <arg type="ao" direction="out"/></method>
<method name="Unlock"><arg type="ao" direction="in"/><arg type="ao" direction="out"/>
  <arg type="o" direction="out"/></method>
<method name="GetSecrets"><arg type="ao" direction="in"/><arg type="o" direction="in"/>
  <arg type="a{o(oayays)}" direction="out"/></method>
<method name="ReadAlias"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
<property name="Collections" type="ao" access="read"/></interface></node>"""
LOGIN = """<node><interface name="org.freedesktop.Secret.Collection">
<method name="CreateItem"><arg type="a{sv}" direction="in"/><arg type="(oayays)" direction="in"/>
  <arg type="b" direction="in"/><arg type="o" direction="out"/><arg type="o" direction="out"/></method>
<property name="Items" type="ao" access="read"/><property name="Label" type="s" access="read"/>
<property name="Locked" type="b" access="read"/><property name="Created" type="t" access="read"/>
<property name="Modified" type="t" access="read"/></interface></node>"""
SECRET = """<node><interface name="org.freedesktop.Secret.Item">
<method name="Delete"><arg type="o" direction="out"/></method>
<method name="GetSecret"><arg type="o" direction="in"/><arg type="(oayays)" direction="out"/></method>
<property name="Locked" type="b" access="read"/><property name="Attributes" type="a{ss}" access="read"/>
<property name="Label" type="s" access="read"/><property name="Created" type="t" access="read"/>
<property name="Modified" type="t" access="read"/></interface></node>"""
ASKING = """<node><interface name="org.freedesktop.Secret.Prompt">
<method name="Prompt"><arg type="s" direction="in"/></method><method name="Dismiss"/>
<signal name="Completed"><arg type="b"/><arg type="v"/></signal></interface></node>"""

is_closed = MODE in ("locked", "prompt-fails", "prompt-vanishes")
has_item = MODE != "empty"
searches = []
bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def secret(session):
    return (session, b"", b"a canary", "text/plain")


def answer(method, given):
    """Returns type and values of a method's result. A text is the name of an error."""
    if method == "OpenSession":
        if given[0] != "plain":
            return "org.freedesktop.DBus.Error.NotSupported"
        return "(vo)", (GLib.Variant("s", ""), f"{ROOT}/session/1")
    if method == "SearchItems":
        searches.append(given)
        found = [ITEM] if has_item and not (MODE.startswith("deleted") and len(searches) > 1) else []
        return "(aoao)", ([], found) if is_closed else (found, [])
    if method == "Unlock":
        return "(aoo)", ([], PROMPT) if is_closed else (given[0], "/")
    if method == "ReadAlias":
        return "(o)", (COLLECTION,)
    if method == "CreateItem":
        return "org.freedesktop.Secret.Error.IsLocked" if is_closed else ("(oo)", (ITEM, "/"))
    if method == "Delete":
        return "org.freedesktop.Secret.Error.NoSuchObject" if MODE.startswith("deleted") else ("(o)", ("/",))
    if method == "GetSecret":
        gone = MODE.startswith("deleted")
        return "org.freedesktop.Secret.Error.NoSuchObject" if gone else ("((oayays))", (secret(given[0]),))
    if method == "GetSecrets":
        kept = {} if MODE.startswith("deleted") else {path: secret(given[1]) for path in given[0]}
        return "(a{o(oayays)})", (kept,)
    return "()", ()


def called(_bus, _sender, _path, _interface, method, given, invocation):
    if method == "Prompt" and MODE == "prompt-vanishes":
        os._exit(0)
    if method == "Prompt" and MODE == "prompt-fails":
        invocation.return_dbus_error("org.freedesktop.DBus.Error.Failed", "no screen")
        return
    said = answer(method, given.unpack())
    if isinstance(said, str):
        invocation.return_dbus_error(said, "as it was told")
        return
    invocation.return_value(GLib.Variant(*said))
    if method == "Prompt":
        bus.emit_signal(None, PROMPT, "org.freedesktop.Secret.Prompt", "Completed",
                        GLib.Variant("(bv)", (True, GLib.Variant("ao", []))))


def read(_bus, _sender, _path, _interface, name):
    return {
        "Collections": GLib.Variant("ao", [COLLECTION]), "Items": GLib.Variant("ao", [ITEM] if has_item else []),
        "Label": GLib.Variant("s", "Login"), "Locked": GLib.Variant("b", is_closed), "Created": GLib.Variant("t", 0),
        "Modified": GLib.Variant("t", 0),
        "Attributes": GLib.Variant("a{ss}", {"application": "org.kursapp.Kurs", "kind": "session"})}[name]


def swallow(_bus, message, is_incoming):
    is_question = is_incoming and message.get_message_type() == Gio.DBusMessageType.METHOD_CALL
    return None if is_question else message


if MODE == "silent":
    bus.add_filter(swallow)
objects = [(ROOT, SERVICE), (COLLECTION, LOGIN), (f"{ROOT}/aliases/default", LOGIN), (PROMPT, ASKING)]
if has_item and MODE != "deleted":
    objects.append((ITEM, SECRET))
for path, text in objects:
    bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(text).interfaces[0], called, read, None)
Gio.bus_own_name_on_connection(
    bus, "org.freedesktop.secrets", 0, lambda *_: print("owned", flush=True), lambda *_: print("lost", flush=True))
GLib.MainLoop().run()
