# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the text of the Flatpak manifest: its permissions, and that the files it names are those that meson installs.

It isn't built here, because its runtime and toolchain come from Flathub, which these computers can't reach.
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
    def test_the_flatpak_requests_only_network_and_display(self):
        self.assertEqual(sorted(self.manifest["finish-args"]), [
            "--device=dri", "--share=ipc", "--share=network", "--socket=fallback-x11", "--socket=wayland"])

    @fault("X13")
    def test_the_flatpak_manifest_has_no_key_that_could_widen_the_sandbox(self):
        # Any other key of flatpak-builder could widen the sandbox without a failing test.
        self.assertEqual(set(self.manifest), {
            "id", "runtime", "runtime-version", "sdk", "sdk-extensions", "command", "finish-args", "build-options",
            "modules"})
        self.assertEqual(set(self.manifest["build-options"]), {"append-path", "prepend-ld-library-path"})
        self.assertEqual([module["name"] for module in self.manifest["modules"]], ["kurs"])

    def test_the_flatpak_manifest_names_the_installed_application(self):
        meson = (ROOT / "meson.build").read_text()
        self.assertEqual(self.manifest["id"], re.search(r"^app_id = '(.+)'$", meson, re.M)[1])
        self.assertEqual(MANIFEST.stem, self.manifest["id"])
        self.assertIn(f"'{self.manifest['command']}'", (ROOT / "Sources" / "meson.build").read_text())
        module = self.manifest["modules"][0]
        self.assertEqual(module["buildsystem"], "meson")
        self.assertEqual((MANIFEST.parent / module["sources"][0]["path"]).resolve(), ROOT)

    def test_the_flatpak_is_built_offline_from_the_locked_libraries(self):
        module = self.manifest["modules"][0]
        self.assertNotIn("build-options", module)
        libraries = module["sources"][1]
        self.assertEqual((libraries["type"], libraries["dest"]), ("dir", "libraries"))
        self.assertIn(f"scripts/libraries {libraries['path'].removeprefix('../../')}\n", MANIFEST.read_text())

    def test_the_manifest_of_a_release_has_archives_with_checksums(self):
        release = (ROOT / "scripts" / "release").read_text()
        written = re.search(r"^cat >>org\.kursapp\.Kurs\.yaml <<END\n(.*?)^END$", release, re.M | re.S)[1]
        # The script copies the part before the manifest's sources to data/flatpak.
        sources = yaml.safe_load(re.sub(r"\$\(sum [^)]*\)", "0" * 64, written))["sources"]
        self.assertEqual([each["type"] for each in sources], ["archive", "archive"])
        self.assertEqual([each["sha256"] for each in sources], ["0" * 64] * 2)
        self.assertEqual([each.get("dest") for each in sources], [None, "libraries"])
        self.assertEqual(MANIFEST.read_text().count("    sources:\n"), 1)


if __name__ == "__main__":
    run_and_end(unittest.TestLoader().loadTestsFromTestCase(FlatpakTest))
