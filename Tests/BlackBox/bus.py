# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls that any program of the session may send to a running Kurs over the bus, and their results."""
import json
import random
import subprocess
import time

from fault_rows import fault
from windows import WindowTest, until

# Sends a thousand random calls with a fixed seed, and prints the numbers of answers and errors.
ASKING = """
import json, random, sys
import gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib
name, chance = sys.argv[1], random.Random(10)
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
root = "/" + name.replace(".", "/")
def call(path, interface, method, arguments, patience=20000):
    return bus.call_sync(name, path, interface, method, arguments, None, 0, patience, None)
paths = [root]
for number in range(1, 6):
    try:
        call(f"{root}/window/{number}", "org.gtk.Actions", "List", None)
        paths.append(f"{root}/window/{number}")
    except GLib.Error:
        pass
actions = {path: [each for each in call(path, "org.gtk.Actions", "List", None).unpack()[0] if each != "quit"]
           for path in paths}
long = "\u20ac" * 300_000
values = [GLib.Variant(*each) for each in (
          ("s", ""), ("s", long), ("i", -1), ("d", float("nan")), ("b", True), ("as", [long]), ("x", 2 ** 62),
          ("a{sv}", {}), ("(ss)", ("a", "b")), ("ay", bytes(100_000)), ("v", GLib.Variant("s", "x")), ("o", "/"))]
answers = errors = 0
for _ in range(1000):
    path = chance.choice(paths)
    given = chance.choice(values)
    action = chance.choice(actions[path] + ["no-such", long[:1000], ""])
    wrong = [GLib.Variant("(sava{sv})", (action, [given], {})), GLib.Variant("(sva{sv})", (action, given, {})),
             GLib.Variant("(s)", (action,)), GLib.Variant("(v)", (given,)), None]
    interface, methods = chance.choice((
        ("org.gtk.Actions", ("Activate", "SetState", "Describe", "DescribeAll")),
        ("org.gtk.Application", ("Open", "CommandLine", "NoSuch")),
        ("org.freedesktop.Application", ("Open", "ActivateAction", "NoSuch"))))
    # Nearly all arguments have a wrong type. A correct call does only what a user can do.
    try:
        call(path, interface, chance.choice(methods), chance.choice(wrong))
        answers += 1
    except GLib.Error:
        errors += 1
print(json.dumps({"answers": answers, "errors": errors, "actions": sorted(sum(actions.values(), []))}))
"""


class BusTest(WindowTest):
    @fault("X10")
    def test_a_thousand_random_bus_calls_do_not_stop_the_program(self):
        window = self.open()
        before = self.amount(window)
        done = subprocess.run(
            ["/usr/bin/python3", "-c", ASKING, window.environment["KURS_APP_ID"]], env=window.environment,
            capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        said = json.loads(done.stdout)
        print(f"({said['answers']} answers, {said['errors']} errors)", end=" ")
        self.assertEqual(said["answers"] + said["errors"], 1000)
        self.assertIn("settings", said["actions"])
        self.assertTrue(window.running())
        # The program still works: the amount is there, or its line was cleared as by a key.
        self.assertIsNotNone(before)
        self.assertTrue(until(lambda: window.rows(), 30))
        # No action of the first window signs out or sends anything.
        self.assertFalse({"sign-out", "delete-account"} & set(said["actions"]))

    @fault("X11")
    def test_the_program_started_as_a_service_shows_no_window_and_ends(self):
        environment = self.desktop.environment | self.desktop.profile("service")
        environment["KURS_APP_ID"] = f"org.kursapp.Kurs.Service{random.randrange(10 ** 9)}"
        process = subprocess.Popen(
            [self.program, "--gapplication-service"], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

        def windows():
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)], env=environment, capture_output=True,
                text=True)
            return found.stdout.split()

        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            self.assertEqual(windows(), [])
            time.sleep(0.5)
        self.assertEqual(process.poll(), 0, "it is still there after a minute")
