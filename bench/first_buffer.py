# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the time from exec to the first buffer that a window sends to a Wayland compositor. The client reports
it."""
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests" / "BlackBox"))
from first_frame import QUIET  # noqa: E402
from wayland import WaylandDesktop  # noqa: E402

WINDOW = re.compile(r"get_xdg_surface\(new id \S+, wl_surface[@#](\d+)\)")
BUFFER = re.compile(r"-> wl_surface[@#](\d+)\.attach\(wl_buffer")


class Meter:
    """Starts programs one after another on a compositor without a screen."""

    def __init__(self):
        # A window gets its requested size, as on most desktops. A tiling compositor would draw each as large as the
        # screen.
        self.desktop = WaylandDesktop("1600x1200", accessible=False, rules='for_window [title=".*"] floating enable')

    def __enter__(self):
        self.desktop.__enter__()
        return self

    def __exit__(self, *_):
        self.desktop.stop()

    def run(self, command, profile, settle=0.0, renderer=None):
        """Returns a tuple with the milliseconds to the first window's first buffer, or None.

        The window then stays for `settle` seconds. Without `renderer`, GTK chooses one, as for users. The tests'
        desktop chooses cairo, which needs no graphics driver."""
        environment = self.desktop.environment | self.desktop.profile(profile) | {"WAYLAND_DEBUG": "client"}
        environment.pop("GSK_RENDERER")
        if renderer:
            environment["GSK_RENDERER"] = renderer
        start = time.monotonic()
        process = subprocess.Popen(command, env=environment, **(QUIET | {"stderr": subprocess.PIPE}), text=True)
        window = None
        try:
            for line in process.stderr:
                if found := WINDOW.search(line):
                    window = found[1]
                elif (found := BUFFER.search(line)) and found[1] == window:
                    took = (time.monotonic() - start) * 1000
                    time.sleep(settle)
                    return (took,)
            return None
        finally:
            process.kill()
            process.wait()
            process.stderr.close()
            # The compositor sends another size, so this waits for the next layout.
            time.sleep(0.3)
