# SPDX-License-Identifier: GPL-3.0-or-later
"""The timer of alerts in a user's real systemd, on a bus that it starts, in separate namespaces."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

import searches
from alerts import Alerts
from terminal import PROGRAM, Terminal

SYSTEMD = pathlib.Path("/lib/systemd/systemd")
UNITS = pathlib.Path(__file__).resolve().parents[2] / "data" / "systemd"
GROUPS = next((each for each in map(pathlib.Path, ("/sys/fs/cgroup/systemd", "/sys/fs/cgroup")) if each.is_dir()), None)
GROUPS_OF_THIS = pathlib.Path("/proc/self/cgroup")
NAME = "org.kursapp.Kurs.Alerts"

# systemd sees only separate control groups, and a system that was booted with systemd. Of several hierarchies it sees
# one. Otherwise it would move every process at the root of another hierarchy into its own group.
INSIDE = """
mount -t tmpfs none /run && mkdir -p /run/systemd/system /run/group && mount --bind "$1" /run/group || exit
if [ "$2" != /sys/fs/cgroup ]; then mount -t tmpfs none /sys/fs/cgroup && mkdir "$2" || exit; fi
mount --bind /run/group "$2" || exit
exec "$3" --user --log-target=console
"""
START = """
echo $$ >"$1/cgroup.procs"
exec unshare --mount --cgroup sh -c "$4" inside "$@"
"""


class TimerTests(searches.Searches):
    service = Alerts.service

    def setUp(self):
        if os.geteuid() or not SYSTEMD.exists() or not (GROUPS and os.access(GROUPS / "cgroup.procs", os.W_OK)):
            self.skipTest("a systemd of one's own takes root and groups of processes")
        trial = ["unshare", "--mount", "--cgroup", "mount", "-t", "tmpfs", "none", "/run"]
        if subprocess.run(trial, capture_output=True).returncode:
            self.skipTest("there are no namespaces for a systemd of one's own")
        super().setUp()
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.kurs("settings", "set", "providers", "frankfurter")

    def start_bus(self):
        """Starts systemd and its bus, as in a session."""
        self.install()
        runtime = self.home / "runtime"
        runtime.mkdir(mode=0o700)
        self.environment["XDG_RUNTIME_DIR"] = str(runtime)
        group = GROUPS / f"kurs-{os.getpid()}"
        group.mkdir()
        self.groups = GROUPS_OF_THIS.read_text()
        with open(self.home / "systemd.log", "w") as log:
            systemd = subprocess.Popen(
                ["sh", "-c", START, "start", group, GROUPS, SYSTEMD, INSIDE], env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.addCleanup(self.remove, group, systemd)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={runtime}/bus"
        self.assertTrue(self.soon(lambda: self.state("", "SystemState") == {"SystemState": "running"}), self.log())

    def install(self):
        """Installs the units in the user's folder, with the tested program."""
        units = self.home / "data" / "systemd" / "user"
        units.mkdir(parents=True)
        shutil.copy(UNITS / f"{NAME}.timer", units)
        service = (UNITS / f"{NAME}.service.in").read_text().replace("@bindir@", str(PROGRAM.parent))
        (units / f"{NAME}.service").write_text(service)

    def remove(self, group, systemd):
        """Ends all processes that systemd started. Then its empty control groups can be removed."""
        systemd.terminate()
        systemd.wait(60)
        self.assertEqual(GROUPS_OF_THIS.read_text(), self.groups, "it moves no process but its own")
        self.assertTrue(self.soon(lambda: not any(each.read_text() for each in group.rglob("cgroup.procs"))))
        for folder, _, _ in os.walk(group, topdown=False):
            os.rmdir(folder)

    def soon(self, happens):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if happens():
                return True
            time.sleep(0.1)
        return False

    def log(self):
        return (self.home / "systemd.log").read_text()

    def systemctl(self, *arguments):
        return subprocess.run(["systemctl", "--user", *arguments], env=self.environment, capture_output=True, text=True)

    def state(self, unit, *properties):
        """Returns the state of a unit, or of systemd itself."""
        said = self.systemctl("show", *unit.split(), *(f"--property={each}" for each in properties)).stdout
        return dict(line.split("=", 1) for line in said.splitlines())

    def test_the_systemd_timer_is_active_while_there_is_an_alert(self):
        timer = f"{NAME}.timer"
        self.assertEqual(self.state(timer, "UnitFileState", "ActiveState"), {
            "UnitFileState": "disabled", "ActiveState": "inactive"})
        self.kurs("alerts", "add", "EUR", "USD", "--above", "1.1")
        self.assertEqual(self.complaint, "", "it says that nobody looks")
        self.assertEqual(self.state(timer, "UnitFileState", "ActiveState", "Unit"), {
            "UnitFileState": "enabled", "ActiveState": "active", "Unit": f"{NAME}.service"})
        self.assertRegex(self.state(timer, "TimersCalendar")["TimersCalendar"], r"OnCalendar=\S*-\S*-\S* \*:00:00 ")

        notices = self.service()
        self.assertEqual(self.systemctl("start", f"{NAME}.service").returncode, 0, self.log())
        shown = json.loads(notices.stdout.readline())
        title, body = shown[3:5]
        self.assertEqual(title, "1 EUR = 1.2345 USD")
        self.assertRegex(body, r"^EUR/USD is 1\.1 or more \(rate of .*\d.*\)$")
        self.assertEqual(self.state(f"{NAME}.service", "Result")["Result"], "success")

        alert = re.match(r"\S+", self.kurs("alerts", "list"))[0]
        self.kurs("alerts", "delete", alert)
        self.assertEqual(self.state(timer, "UnitFileState", "ActiveState"), {
            "UnitFileState": "disabled", "ActiveState": "inactive"})
