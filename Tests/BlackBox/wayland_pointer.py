# SPDX-License-Identifier: GPL-3.0-or-later
"""A mouse for a Wayland compositor without one, by its protocol: wlr-virtual-pointer-unstable-v1."""
import socket
import struct
import time

# From linux/input-event-codes.h.
BUTTONS = {1: 0x110, 2: 0x112, 3: 0x111}
DISPLAY, REGISTRY, SYNC, MANAGER, POINTER = 1, 2, 3, 4, 5


def text(value):
    data = value.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


class Pointer:
    def __init__(self, path, size):
        self.size = size
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(path))
        self.say(DISPLAY, 1, struct.pack("=I", REGISTRY))
        self.say(DISPLAY, 0, struct.pack("=I", SYNC))
        name = self.announced("zwlr_virtual_pointer_manager_v1")
        self.say(REGISTRY, 0, struct.pack("=I", name) + text("zwlr_virtual_pointer_manager_v1")
                 + struct.pack("=II", 1, MANAGER))
        self.say(MANAGER, 0, struct.pack("=II", 0, POINTER))

    def say(self, target, request, arguments=b""):
        self.connection.sendall(struct.pack("=II", target, (len(arguments) + 8) << 16 | request) + arguments)

    def announced(self, wanted):
        """Returns the compositor's number of an interface, from all that it announces before it answers the sync."""
        heard = self.connection.makefile("rb")
        found = None
        while True:
            sender, head = struct.unpack("=II", heard.read(8))
            said = heard.read((head >> 16) - 8)
            if sender == SYNC:
                return found
            if sender == REGISTRY and head & 0xFFFF == 0:
                name, length = struct.unpack_from("=II", said)
                if said[8:8 + length - 1].decode() == wanted:
                    found = name

    def moment(self):
        return int(time.monotonic() * 1000) & 0xFFFFFFFF

    def move(self, x, y):
        self.say(POINTER, 1, struct.pack("=IIIII", self.moment(), int(x), int(y), *self.size))
        self.say(POINTER, 4)

    def click(self, button=1):
        for state in (1, 0):
            self.say(POINTER, 2, struct.pack("=III", self.moment(), BUTTONS[button], state))
            self.say(POINTER, 4)
            time.sleep(0.05)

    def close(self):
        self.connection.close()
