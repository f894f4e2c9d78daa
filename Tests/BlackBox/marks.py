# SPDX-License-Identifier: GPL-3.0-or-later
"""The icons of providers in the settings: which icons are requested, and what is shown without an icon."""
import struct
import tempfile
import zlib

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

from banks import Bank, settings  # noqa: E402
from settings import BANK, SettingsTest  # noqa: E402
from window import until  # noqa: E402

POLAND = "National Bank of Poland"
TURKEY = "Central Bank of the Republic of Türkiye"
COLOUR = bytes((224, 16, 128))
SIDE = 32


def mark():
    """Returns a PNG of 180 pixels a side in one colour."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    rows = (b"\0" + COLOUR * 180) * 180
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 180, 180, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def coloured(window):
    """Counts the screen's pixels in the icon's colour."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        window.screenshot(file.name)
        picture = GdkPixbuf.Pixbuf.new_from_file(file.name)
    channels, stride = picture.get_n_channels(), picture.get_rowstride()
    rows = [picture.get_pixels()[start:start + picture.get_width() * channels]
            for start in range(0, picture.get_height() * stride, stride)]
    whole = COLOUR + b"\xff" * (channels - 3)
    return sum(row.count(whole) for row in rows)


def shows(window, count):
    """Whether the screen shows this many icons in full size. Their round corners don't count."""
    low, high = count * (SIDE * SIDE - 90), count * SIDE * SIDE
    return until(lambda: low <= coloured(window) <= high, 20)


class Marks(SettingsTest):
    def bank_with(self, mark):
        bank = Bank(mark=mark)
        bank.__enter__()
        self.addCleanup(bank.__exit__)
        return bank

    def begin_with_marks(self, **variables):
        """Opens the settings. Frankfurter has an icon, Poland's bank none. Turkey's bank has one and is disabled."""
        self.bank.mark = mark()
        self.poland, self.turkey = self.bank_with(None), self.bank_with(mark())
        file = self.file(self._testMethodName)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(settings(
            self.bank.address, ("frankfurter", "nbp"), nbp=self.poland.address, tcmb=self.turkey.address))
        return self.begin(**variables)

    def test_icons_of_used_providers_replace_initials_without_moving_rows(self):
        self.bank.shows_mark.clear()
        window = self.begin_with_marks()
        self.settings_by_keyboard(window)
        self.assertTrue(until(lambda: self.bank.viewers and self.poland.viewers, 30), "nobody asked for the marks")
        row, below = (window.find(name, "list item", within=self.frame(window)) for name in (f"1. {BANK}", f"2. {POLAND}"))
        # The text about Poland's rates may need another line by then.
        place = lambda: (row.box(), below.box().y)  # noqa: E731
        before = place()
        self.assertEqual(coloured(window), 0)
        self.bank.shows_mark.set()
        self.assertTrue(shows(window, 1), coloured(window))
        self.assertEqual(place(), before, "a row moved")
        self.assertEqual(self.turkey.viewers, [], "one not in use was asked")

        (path, headers), = self.bank.viewers
        self.assertEqual(path, "/apple-touch-icon.png")
        for name in ("Authorization", "Cookie", "Referer"):
            self.assertNotIn(name, headers)
        initials = [e.name for e in self.frame(window).below() if e.role == "label" and e.name in ("FB", "NP", "NT")]
        self.assertEqual(initials, [], "the initials are spoken")

        self.open_page_of(window, f"2. {POLAND}")
        window.key("Escape")
        self.assertTrue(window.gone("Back", "push button"), "Escape did not leave the page")
        window.key("Escape")
        self.assertTrue(window.gone("Settings", "frame"), "Escape did not close the settings")
        self.settings_by_keyboard(window)
        self.assertTrue(shows(window, 1), coloured(window))
        self.assertEqual((len(self.bank.viewers), len(self.poland.viewers)), (1, 1), "asked once more")

    def test_the_icon_of_an_unused_provider_loads_when_its_page_opens(self):
        window = self.begin_with_marks()
        self.settings_by_keyboard(window)
        self.assertTrue(shows(window, 1), coloured(window))
        self.assertEqual(self.turkey.viewers, [])
        self.open_page_of(window, TURKEY)
        self.assertTrue(until(lambda: self.turkey.viewers), "the mark was not asked for")
        self.assertTrue(shows(window, 1), coloured(window))

    def test_in_offline_mode_stored_icons_are_shown_without_a_request(self):
        profile = self._testMethodName
        window = self.begin_with_marks()
        self.settings_by_keyboard(window)
        self.assertTrue(shows(window, 1), coloured(window))
        self.assertTrue(window.close(), "still running after Quit")
        file = self.file(profile)
        file.write_text(file.read_text() + "offline=true\n")
        again = self.begin()
        self.settings_by_keyboard(again)
        self.assertTrue(shows(again, 1), coloured(again))
        self.open_page_of(again, TURKEY)
        self.assertFalse(until(lambda: self.turkey.viewers, 8), "asked while offline")
        self.assertEqual(len(self.bank.viewers), 1)
