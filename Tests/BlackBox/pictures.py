# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as picture decoder: what it decodes, and how few calls it may make once it has a picture."""
import errno
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

import system_calls  # noqa: E402
from fault_rows import fault  # noqa: E402

# 64 by 32 pixels with a different grey in each quarter. Each JPEG block of 16 pixels has one grey, so that the losses
# are the same in each orientation.
QUARTERS = (0x202020FF, 0x606060FF, 0xA0A0A0FF, 0xE0E0E0FF)
# Empty, unless scripts/mutants chose a mutant.
ENVIRONMENT = {name: os.environ[name] for name in ("KURS_MUTANT",) if name in os.environ}
# A small program that starts another one, so that the kernel's memory figure is that of the other.
LAUNCHER = """import os, subprocess, sys
environment = {name: value for name, value in os.environ.items() if name == "KURS_MUTANT"}
process = subprocess.Popen(sys.argv[1:], env=environment, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss, usage.ru_utime + usage.ru_stime, file=sys.stderr)
"""


def upright():
    picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, 64, 32)
    for index, colour in enumerate(QUARTERS):
        picture.new_subpixbuf(index % 2 * 32, index // 2 * 16, 32, 16).fill(colour)
    return picture


def stored(orientation):
    """Returns a JPEG whose orientation turns it into `upright`."""
    rotations, flip = {1: (0, False), 2: (0, True), 3: (180, False), 4: (180, True), 5: (90, True), 6: (90, False),
                       7: (270, True), 8: (270, False)}[orientation]
    picture = upright()
    # It is shown turned clockwise, then mirrored, so it is stored in the reverse order.
    if flip:
        picture = picture.flip(True)
    picture = picture.rotate_simple({0: 0, 90: 90, 180: 180, 270: 270}[rotations])
    data = picture.save_to_bufferv("jpeg", ["quality"], ["100"])[1]
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<H", 1) + entry + b"\0\0\0\0"
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width, height, after=b"", frames=1, bits=24):
    """Returns a black picture. With more frames it is an animated PNG with its later frames in `after`."""
    packer, rows = zlib.compressobj(9), io.BytesIO()
    for _ in range(height):
        rows.write(packer.compress(b"\0" * (1 + (width * bits + 7) // 8)))
    rows.write(packer.flush())
    header = struct.pack(">IIBBBBB", width, height, *((8, 2) if bits == 24 else (bits, 0)), 0, 0, 0)
    animation = chunk(b"acTL", struct.pack(">II", frames, 0)) + frame_control(0, width, height) if frames > 1 else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + animation + chunk(b"IDAT", rows.getvalue()) + after
            + chunk(b"IEND", b""))


def frame_control(number, width, height):
    return chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, 1, 1, 0, 0))


def animated_png(width, height, frames):
    white = zlib.compress((b"\0" + b"\xff" * (3 * width)) * height, 9)
    later = b"".join(
        frame_control(2 * each - 1, width, height) + chunk(b"fdAT", struct.pack(">I", 2 * each) + white)
        for each in range(1, frames))
    return png(width, height, later, frames)


def gif(frames):
    """Returns a GIF with one red pixel, then that many blue ones, shown for a tenth of a second each."""
    head = b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes((255, 0, 0, 0, 0, 255))

    def frame(colour):
        return b"\x21\xf9\4\0\x0a\0\0\0" + b"\x2c\0\0\0\0\1\0\1\0\0\2\2" + bytes((0x44 + 8 * colour, 1)) + b"\0"

    return head + frame(0) + frame(1) * (frames - 1) + b"\x3b"


class PictureProcessTest(unittest.TestCase):
    """The decoder process alone, which needs no display."""

    program = None

    def decode(self, data, kind, side=64, form="pixels", seconds=60):
        return subprocess.run(
            [self.program, "--decode-picture", kind, str(side), form], input=data, capture_output=True, env=ENVIRONMENT,
            timeout=seconds, check=False)

    def corners(self, answer):
        width, height = struct.unpack("<II", answer[:8])
        pixels = answer[8:]
        self.assertEqual(len(pixels), width * height * 4)
        places = ((2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3))
        return (width, height), [tuple(pixels[(y * width + x) * 4:][:4]) for x, y in places]

    def measured(self, data, kind, side=64):
        """Returns exit status, peak MiB, processor seconds and output."""
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            done = subprocess.run(
                ["/usr/bin/python3", "-IS", "-c", LAUNCHER, self.program, "--decode-picture", kind, str(side), "pixels"],
                stdin=file, capture_output=True, timeout=60, check=True, env=ENVIRONMENT)
        code, peak, seconds = done.stderr.split()
        return int(code), int(peak) / 1024, float(seconds), done.stdout

    @fault("I15")
    def test_a_photo_looks_the_same_in_each_of_eight_orientations(self):
        wanted = [tuple(colour.to_bytes(4, "big")) for colour in QUARTERS]
        answers = set()
        for orientation in range(1, 9):
            done = self.decode(stored(orientation), "jpeg")
            self.assertEqual(done.returncode, 0, orientation)
            size, corners = self.corners(done.stdout)
            self.assertEqual(size, (64, 32), orientation)
            for found, colour in zip(corners, wanted):
                self.assertTrue(all(abs(a - b) < 4 for a, b in zip(found, colour)), (orientation, corners))
            answers.add(done.stdout)
        self.assertEqual(len(answers), 1, "some differ")

    def test_files_of_other_programs_have_the_same_pixels_as_there(self):
        def convert(*arguments, data=None):
            return subprocess.run(["convert", *arguments], input=data, capture_output=True, check=True).stdout

        drawn = ["-size", "61x47", "-seed", "1", "plasma:red-blue"]
        for kind, *options in (
                ("png",), ("png", "-interlace", "PNG"), ("png", "-colors", "7"), ("png", "-colorspace", "gray"),
                ("png", "-monochrome"), ("gif",), ("gif", "-interlace", "GIF"), ("gif", "-colors", "2"),
                ("gif", "-repage", "90x80+10+7"), ("gif", "-resize", "700x500!"), ("jpeg",),
                ("jpeg", "-interlace", "JPEG"), ("jpeg", "-colorspace", "gray")):
            with self.subTest(kind=kind, options=options):
                data = convert(*drawn, *options, "-depth", "8", f"{kind}:-")
                # ImageMagick would otherwise give the frame without its place on the canvas.
                canvas = ["-background", "none", "-flatten"] if kind == "gif" else []
                wanted = convert(f"{kind}:-", *canvas, "-depth", "8", "rgba:-", data=data)
                done = self.decode(data, kind, 4096)
                self.assertEqual(done.returncode, 0)
                self.assertEqual(len(done.stdout), len(wanted) + 8)
                both = zip(struct.iter_unpack("4B", done.stdout[8:]), struct.iter_unpack("4B", wanted))
                seen = [(a, b) for a, b in both if a[3] or b[3]]
                worst = max(abs(a - b) for pair in seen for a, b in zip(*pair))
                self.assertLessEqual(worst, 3 if kind == "jpeg" else 0)

    def test_a_large_picture_is_scaled_to_the_mean_of_its_pixels(self):
        picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, True, 8, 90, 60)
        picture.fill(0xFF0000FF)
        picture.new_subpixbuf(0, 0, 45, 60).fill(0x0000FF00)
        done = self.decode(picture.save_to_bufferv("png", [], [])[1], "png", 30)
        self.assertEqual(struct.unpack("<II", done.stdout[:8]), (30, 20))
        row = done.stdout[8:8 + 120]
        self.assertEqual((row[3::4][:15], row[60:]), (bytes(15), b"\xff\0\0\xff" * 15))
        done = self.decode(picture.save_to_bufferv("png", [], [])[1], "png", 1)
        for found, mean in zip(done.stdout[8:], b"\xff\0\0\x80", strict=True):
            self.assertLessEqual(abs(found - mean), 1)

    def test_a_picture_has_at_most_the_requested_size(self):
        done = self.decode(png(3000, 1000), "png", 300)
        self.assertEqual(struct.unpack("<II", done.stdout[:8]), (300, 100))

    @fault("I20")
    def test_of_an_animated_picture_only_the_first_frame_is_decoded(self):
        for kind, make, first in (("png", lambda frames: animated_png(8, 8, frames), b"\0\0\0\xff" * 64),
                                  ("gif", gif, b"\xff\0\0\xff")):
            least = []
            for data in (make(1), make(10_000)):
                seconds = []
                for _ in range(3):
                    code, _, took, said = self.measured(data, kind)
                    self.assertEqual((code, said[8:]), (0, first), kind)
                    seconds.append(took)
                least.append(min(seconds))
            print(f"{kind}: {least[0] * 1000:.0f} ms of the processor for one frame, {least[1] * 1000:.0f} for 10,000")
            # Uses the difference in processor time, because a debug build on a busy computer needs long to start.
            self.assertLessEqual(least[1] - least[0], 0.2, kind)

    @fault("I01", "I02")
    def test_a_small_picture_file_with_gigabytes_of_pixels_takes_little_memory(self):
        _, usual, _, _ = self.measured(png(8, 8), "png")
        for side in (10_000, 20_000):
            data = png(side, side, bits=1)
            self.assertLess(len(data), 50_000)
            code, peak, seconds, said = self.measured(data, "png")
            self.assertNotEqual(code, 0)
            self.assertEqual(said, b"")
            print(f"{side} a side: {peak:.1f} MiB, {seconds * 1000:.0f} ms; a small picture: {usual:.1f} MiB")
            self.assertLess(peak - usual, 10)

    def test_a_file_that_is_not_a_picture_gives_no_output(self):
        whole = png(40, 40)
        for data, kind in ((b"", "png"), (whole[:30], "png"), (whole, "jpeg"), (b"<svg/>", "png"), (whole, "no-kind")):
            done = self.decode(data, kind)
            self.assertNotEqual(done.returncode, 0, kind)

    def test_an_uploaded_picture_has_no_metadata(self):
        data = stored(6)
        data = data[:2] + b"\xff\xfe\x00\x1ea canary of where it was took" + data[2:]
        done = self.decode(data, "jpeg", 64, "png")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith(b"\x89PNG"))
        for word in (b"canary", b"Exif", b"eXIf", b"tEXt"):
            self.assertNotIn(word, done.stdout)

    def started(self, *command):
        """Returns a process that inherits an extra file and waits for its input."""
        too_many = os.open("/etc/passwd", os.O_RDONLY)
        self.addCleanup(os.close, too_many)
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT,
            pass_fds=[too_many])
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, pathlib.Path("/proc") / str(process.pid)

    def wait_for(self, is_there, what):
        deadline = time.monotonic() + 60
        while not is_there():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.01)

    def locked_in(self):
        process, folder = self.started(self.program, "--decode-picture", "gif", "64", "pixels")

        def status():
            return dict(line.split(":\t", 1) for line in (folder / "status").read_text().splitlines())

        self.wait_for(lambda: status().get("Seccomp") == "2", "it has no filter")
        return process, folder, status()

    @fault("X16")
    @unittest.skipUnless(system_calls.KNOWN, "the registers of this processor are not known here")
    def test_the_picture_decoder_cannot_open_files_or_connect_or_start_programs(self):
        process, folder, _ = self.locked_in()
        self.wait_reading(folder)
        answers = self.tried(process.pid)
        own = answers.pop("getpid")
        self.assertEqual(own, process.pid)
        self.assertEqual(set(answers.values()), {-errno.EPERM}, answers)
        # The decoder still works: it decodes a picture of one red pixel.
        said, _ = process.communicate(gif(1), timeout=60)
        self.assertEqual((process.returncode, said[8:]), (0, b"\xff\0\0\xff"))

    @fault("X16")
    @unittest.skipUnless(system_calls.KNOWN, "the registers of this processor are not known here")
    def test_system_calls_that_the_sandbox_forbids_succeed_outside_of_the_sandbox(self):
        process, folder = self.started("/usr/bin/cat")
        self.wait_reading(folder)
        answers = self.tried(process.pid, starts=False)
        self.assertEqual(answers.pop("getpid"), process.pid)
        self.assertNotIn(-errno.EPERM, answers.values(), answers)
        self.assertGreaterEqual(min(answers["openat"], answers["socket"]), 3)

    def wait_reading(self, folder):
        """Waits until the process is in the system call that reads its input."""
        self.wait_for(lambda: (folder / "syscall").read_text().startswith("0 0x0 "), "it does not read")

    def tried(self, pid, starts=True):
        """Returns the kernel's answers to each system call that a decoder doesn't need, and to one that is allowed."""
        with system_calls.Traced(pid) as traced:
            file = traced.put(b"/etc/passwd\0")
            answers = {name: traced.call(name, *arguments) for name, arguments in {
                "getpid": (), "open": (file, 0), "openat": (-100, file, 0), "socket": (2, 1, 0),
                "kill": (pid, 0), "ptrace": (-1, 0, 0), "io_uring_setup": (0, 0)}.items()}
            address = traced.put(struct.pack("<H", 2) + struct.pack(">H", 443) + bytes((127, 0, 0, 1)) + bytes(8))
            answers["connect"] = traced.call("connect", 0, address, 16)
            if starts:
                # SIGCHLD, as for a fork. clone3 without arguments.
                answers |= {name: traced.call(name, *arguments) for name, arguments in {
                    "clone": (17, 0, 0, 0), "clone3": (0, 0), "fork": (), "vfork": (),
                    "execve": (file, 0, 0), "execveat": (-100, file, 0, 0)}.items()}
        return answers

    @fault("X16")
    def test_the_picture_decoder_enters_its_sandbox_before_it_reads_the_picture(self):
        _, folder, status = self.locked_in()
        self.assertEqual((status.get("Seccomp"), status.get("NoNewPrivs")), ("2", "1"))
        self.assertEqual(sorted(os.listdir(folder / "fd")), ["0", "1", "2"])
        limits = (folder / "limits").read_text()
        for line in (r"Max data size +268435456 ", r"Max open files +3 ", r"Max cpu time +5 ", r"Max core file size +0 "):
            self.assertRegex(limits, line)
