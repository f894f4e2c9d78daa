# SPDX-License-Identifier: GPL-3.0-or-later
"""A member's picture: chosen in the file dialog, shown, and available on all of the member's computers."""
import re
import ssl
import subprocess
import urllib.error
import urllib.request

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

import account  # noqa: E402
from window import until  # noqa: E402


class Avatars:
    """Tests of the account window."""

    def photograph(self, name, colour):
        """Makes a photograph of one colour, larger than any uploaded picture."""
        file = self.folder / name
        photograph = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, 1200, 1200)
        photograph.fill(colour << 8 | 0xFF)
        photograph.savev(str(file), file.suffix[1:].replace("jpg", "jpeg"), [], [])
        return file

    def on_server(self):
        """Returns the member's picture from the server; None if the server has none."""
        _, access = account.tokens(self.desk.kind("session")[0])
        request = urllib.request.Request(
            self.server.address + "/api/v1/member/avatar/", headers={"Authorization": f"Bearer {access}"})
        trusted = ssl.create_default_context(cafile=self.folder / "tls-cert.pem")
        try:
            with urllib.request.urlopen(request, timeout=30, context=trusted) as answer:
                loader = GdkPixbuf.PixbufLoader()
                loader.write(answer.read())
                loader.close()
                return loader.get_pixbuf()
        except urllib.error.HTTPError as error:
            self.assertEqual(error.code, 404)
            return None

    @staticmethod
    def near(pixel, colour):
        """Whether a pixel has that colour, within the loss of a JPEG."""
        return all(abs(part - (colour >> shift & 0xFF)) < 8 for part, shift in zip(pixel, (16, 8, 0)))

    def shows(self, window, page, colour):
        """Whether the middle of the avatar on the screen has that colour."""
        across, down = window.place(page.find(re.compile("picture$"), "image"))
        text = subprocess.run(
            ["import", "-window", "root", "-crop", f"1x1+{across}+{down}", "-depth", "8", "txt:-"],
            env=window.environment, check=True, capture_output=True, text=True).stdout
        found = re.search(r"#([0-9A-Fa-f]{6})", text)
        return bool(found) and self.near(bytes.fromhex(found[1]), colour)

    def test_a_chosen_picture_is_shown_and_sent_and_can_be_removed(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        page.reach("Choose Picture…", "push button")
        page.find("Your initials", "image")
        for name, colour in (("me.png", 0x2E7D32), ("later.jpg", 0x1565C0)):
            page.press("Choose Picture…", "push button")
            self.choose_file(window, "Choose a Picture", self.photograph(name, colour))
            page.find("Picture changed.", "label", timeout=60)
            sent = self.on_server()
            self.assertEqual((sent.get_width(), sent.get_height()), (384, 384))
            self.assertTrue(self.near(sent.get_pixels()[:3], colour), sent.get_pixels()[:3])
            page.active().reach("Choose Picture…", "push button")
            page.find("Your picture", "image")
            self.assertTrue(until(lambda: self.shows(window, page, colour), 30), f"{name} does not show")
        page.press("Remove Picture", "push button")
        page.find("Picture removed.", "label", timeout=60)
        page.find("Your initials", "image")
        self.assertIsNone(self.on_server())

    def test_a_file_that_is_not_a_picture_is_refused_and_not_sent(self):
        self.register()
        window = self.start()
        page = self.open(window)
        self.assert_signed_in(page)
        for name, content, sentence in (
            ("notes.png", b"no picture at all", "Can't show this picture. Choose a PNG, JPEG or GIF file."),
            ("holiday.webp", b"RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0",
             "Kurs can't show WebP pictures. Choose a PNG, JPEG or GIF file."),
        ):
            file = self.folder / name
            file.write_bytes(content)
            page.active().press("Choose Picture…", "push button")
            self.choose_file(window, "Choose a Picture", file)
            page.find(sentence, "label", timeout=60)
            self.assertIsNone(self.on_server())
