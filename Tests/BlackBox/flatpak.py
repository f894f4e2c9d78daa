# SPDX-License-Identifier: GPL-3.0-or-later
"""The Flatpak manifest as a text: what it asks for, and that what it names is what meson installs.

It is built nowhere here: its runtime and its toolchain come from Flathub, which these machines do not reach.
usage: /usr/bin/python3 Tests/BlackBox/flatpak.py
"""
import pathlib
import re
import unittest

import yaml

from counted import run_and_end
from fault_rows import fault

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MANIFEST = ROOT / "data" / "flatpak" / "org.kursapp.Kurs.yaml"


class FlatpakTest(unittest.TestCase):
    def setUp(self):
        self.manifest = yaml.safe_load(MANIFEST.read_text())

    @fault("X13")
    def test_it_asks_for_the_network_and_a_screen_and_nothing_else(self):
        self.assertEqual(sorted(self.manifest["finish-args"]), [
            "--device=dri", "--share=ipc", "--share=network", "--socket=fallback-x11", "--socket=wayland"])

    @fault("X13")
    def test_nothing_else_in_it_gives_a_permission(self):
        # A key that flatpak-builder knows and that is not here would widen the sandbox unseen by the test above.
        self.assertEqual(set(self.manifest), {
            "id", "runtime", "runtime-version", "sdk", "sdk-extensions", "command", "finish-args", "build-options",
            "modules"})
        self.assertEqual(set(self.manifest["build-options"]), {"append-path", "prepend-ld-library-path"})
        self.assertEqual([module["name"] for module in self.manifest["modules"]], ["kurs"])

    def test_it_names_the_application_and_program_that_meson_installs(self):
        meson = (ROOT / "meson.build").read_text()
        self.assertEqual(self.manifest["id"], re.search(r"^app_id = '(.+)'$", meson, re.M)[1])
        self.assertEqual(MANIFEST.stem, self.manifest["id"])
        self.assertIn(f"'{self.manifest['command']}'", (ROOT / "Sources" / "meson.build").read_text())
        module = self.manifest["modules"][0]
        self.assertEqual(module["buildsystem"], "meson")
        self.assertEqual((MANIFEST.parent / module["sources"][0]["path"]).resolve(), ROOT)


if __name__ == "__main__":
    run_and_end(unittest.TestLoader().loadTestsFromTestCase(FlatpakTest))
