# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop without the accessibility bus. Nothing receives the window's announcements, which must do no harm."""
import time
import unittest

import windows
from desktop import Desktop
from window import Window, until


# A session bus that starts no service.
BUS = """<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""


class Unheard(Desktop):
    """Starts Kurs without an accessibility bus. GTK must detect that the bus is missing."""

    def __init__(self):
        super().__init__(accessible=False)

    def start(self):
        super().start()
        del self.environment["GTK_A11Y"]

    def start_bus(self):
        config = self.folder / "bus.conf"
        config.write_text(BUS)
        return super().start_bus(f"--config-file={config}")


class UnheardTest(unittest.TestCase):
    def test_without_an_accessibility_bus_nothing_is_announced(self):
        with Unheard() as desktop, Window(desktop, windows.WindowTest.program, LC_ALL="C.UTF-8") as window:
            self.assertTrue(until(lambda: window.active("Kurs"), 40))
            for text in ("5 USD + 2 GBP\n", "5 +\n", "7"):
                window.type(text)
                # An announcement waits for a pause in typing. At the start, it waits three seconds.
                time.sleep(4)
                self.assertTrue(window.running(), window.messages())
            self.assertTrue(window.close())
            self.assertEqual(window.process.returncode, 0, window.messages())
