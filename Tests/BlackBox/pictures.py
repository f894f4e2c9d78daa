# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a decoder of pictures: what it decodes, and how little it may do once it has a picture."""
import io
import os
import pathlib
import struct
import subprocess
import tempfile
import time
import unittest
import zlib

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

# Sides 24 by 16, a colour in each quarter, none of them the same.
QUARTERS = (0xE01010FF, 0x10C010FF, 0x1010E0FF, 0xE0E010FF)


def upright():
    picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, 24, 16)
    for index, colour in enumerate(QUARTERS):
        picture.new_subpixbuf(index % 2 * 12, index // 2 * 8, 12, 8).fill(colour)
    return picture


def stored(orientation):
    """A JPEG whose own orientation turns it into `upright`."""
    rotations, flip = {1: (0, False), 2: (0, True), 3: (180, False), 4: (180, True), 5: (90, True), 6: (90, False),
                       7: (270, True), 8: (270, False)}[orientation]
    picture = upright()
    # To be shown it is turned clockwise, then mirrored; so it is stored the other way round.
    if flip:
        picture = picture.flip(True)
    picture = picture.rotate_simple({0: 0, 90: 90, 180: 180, 270: 270}[rotations])
    data = picture.save_to_bufferv("jpeg", ["quality"], ["100"])[1]
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<H", 1) + entry + b"\0\0\0\0"
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def png(width, height, chunks=b""):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    packer, rows = zlib.compressobj(9), io.BytesIO()
    for _ in range(height):
        rows.write(packer.compress(b"\0" * (1 + width * 3)))
    rows.write(packer.flush())
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    animation = chunk(b"acTL", struct.pack(">II", 2, 0)) + chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, width, height, 0,
                      0, 1, 1, 0, 0)) if chunks else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + animation + chunk(b"IDAT", rows.getvalue()) + chunks
            + chunk(b"IEND", b""))


class PictureProcessTest(unittest.TestCase):
    """The process alone: it needs no display."""

    program = None

    def decode(self, data, kind, side=64, form="pixels", seconds=60):
        return subprocess.run(
            [self.program, "--decode-picture", kind, str(side), form], input=data, capture_output=True, env={},
            timeout=seconds, check=False)

    def corners(self, answer):
        width, height = struct.unpack("<II", answer[:8])
        pixels = answer[8:]
        self.assertEqual(len(pixels), width * height * 4)
        places = ((2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3))
        return (width, height), [tuple(pixels[(y * width + x) * 4:][:4]) for x, y in places]

    def test_each_of_the_eight_orientations_is_the_same_picture(self):
        wanted = [tuple(colour.to_bytes(4, "big")) for colour in QUARTERS]
        for orientation in range(1, 9):
            done = self.decode(stored(orientation), "jpeg")
            self.assertEqual(done.returncode, 0, orientation)
            size, corners = self.corners(done.stdout)
            self.assertEqual(size, (24, 16), orientation)
            for found, colour in zip(corners, wanted):
                self.assertTrue(all(abs(a - b) < 24 for a, b in zip(found, colour)), (orientation, corners))

    def test_a_picture_is_no_larger_than_asked_for(self):
        done = self.decode(png(3000, 1000), "png", 300)
        self.assertEqual(struct.unpack("<II", done.stdout[:8]), (300, 100))

    def test_of_an_animated_png_the_first_frame_is_shown(self):
        frame = b"\0\0\0\1" + zlib.compress(b"\0" + b"\xff" * 9)
        second = struct.pack(">I", len(frame)) + b"fdAT" + frame + struct.pack(">I", zlib.crc32(b"fdAT" + frame))
        done = self.decode(png(3, 1, second), "png")
        self.assertEqual(done.stdout[8:], b"\0\0\0\xff" * 3)

    def test_a_small_file_that_unpacks_to_gigabytes_ends_the_process_alone(self):
        data = png(20000, 20000)
        self.assertLess(len(data), 2_000_000)
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            process = subprocess.Popen(
                [self.program, "--decode-picture", "png", "64", "pixels"], stdin=file, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env={})
            _, process.returncode, usage = os.wait4(process.pid, 0)
        self.assertNotEqual(process.returncode, 0)
        # Decoded without a limit it would be 1,149 MB; a debug build's libraries alone are some 60.
        self.assertLess(usage.ru_maxrss, 400_000, "KiB")

    def test_nothing_comes_of_what_is_no_picture(self):
        whole = png(40, 40)
        for data, kind in ((b"", "png"), (whole[:30], "png"), (whole, "jpeg"), (b"<svg/>", "png"), (whole, "no-kind")):
            done = self.decode(data, kind)
            self.assertNotEqual(done.returncode, 0, kind)

    def test_a_picture_for_sending_says_nothing_of_its_origin(self):
        data = stored(6)
        data = data[:2] + b"\xff\xfe\x00\x1ea canary of where it was took" + data[2:]
        done = self.decode(data, "jpeg", 64, "png")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith(b"\x89PNG"))
        for word in (b"canary", b"Exif", b"eXIf", b"tEXt"):
            self.assertNotIn(word, done.stdout)

    def test_before_it_reads_a_byte_it_is_locked_in(self):
        process = subprocess.Popen(
            [self.program, "--decode-picture", "gif", "64", "pixels"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env={}, pass_fds=[os.open("/etc/passwd", os.O_RDONLY)])
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        folder = pathlib.Path("/proc") / str(process.pid)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            status = dict(line.split(":\t", 1) for line in (folder / "status").read_text().splitlines())
            if status.get("Seccomp") == "2":
                break
            time.sleep(0.01)
        self.assertEqual((status.get("Seccomp"), status.get("NoNewPrivs")), ("2", "1"))
        self.assertEqual(sorted(os.listdir(folder / "fd")), ["0", "1", "2"])
        limits = (folder / "limits").read_text()
        for line in (r"Max data size +268435456 ", r"Max open files +3 ", r"Max cpu time +5 ", r"Max core file size +0 "):
            self.assertRegex(limits, line)
