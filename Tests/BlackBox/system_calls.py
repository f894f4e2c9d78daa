# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a running program execute a system call, to test which calls its filter refuses."""
import ctypes
import os
import platform
import struct

C = ctypes.CDLL(None, use_errno=True)
C.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
C.ptrace.restype = ctypes.c_long
PEEK, POKE, GET_REGISTERS, SET_REGISTERS, STEP, ATTACH, DETACH = 2, 5, 12, 13, 9, 16, 17
SYSCALL = b"\x0f\x05"
# The names of the 27 registers of x86-64, in the kernel's order.
NAMES = ("r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base "
         "ds es fs gs").split()
NUMBERS = {"read": 0, "open": 2, "getpid": 39, "socket": 41, "connect": 42, "clone": 56, "fork": 57, "vfork": 58,
           "execve": 59, "kill": 62, "ptrace": 101, "openat": 257, "execveat": 322, "io_uring_setup": 425,
           "clone3": 435}
KNOWN = platform.machine() == "x86_64"


class Traced:
    """A program that waits in a system call. It is restored when the block ends."""

    def __init__(self, pid):
        self.pid = pid

    def __enter__(self):
        self.ask(ATTACH)
        os.waitpid(self.pid, 0)
        self.before = self.registers()
        # The program was stopped after the instruction that entered the kernel.
        self.instruction = self.before["rip"] - len(SYSCALL)
        word = self.ask(PEEK, self.instruction) & 0xFFFF
        if word.to_bytes(2, "little") != SYSCALL:
            raise RuntimeError(f"no system call at {self.instruction:x}: {word:x}")
        return self

    def __exit__(self, *_):
        self.write(self.before)
        self.ask(DETACH)

    def call(self, name, *arguments):
        """Returns the kernel's answer: a number, or a negative error number."""
        registers = dict(self.before, rax=NUMBERS[name], orig_rax=2**64 - 1, rip=self.instruction)
        registers |= dict(zip(("rdi", "rsi", "rdx", "r10"), (each % 2**64 for each in arguments)))
        self.write(registers)
        self.ask(STEP)
        _, status = os.waitpid(self.pid, 0)
        if not os.WIFSTOPPED(status):
            raise RuntimeError(f"{name} ended it: {status}")
        answer = self.registers()["rax"]
        return answer - 2**64 if answer >= 2**63 else answer

    def put(self, content):
        """Writes these bytes below the program's stack. Returns their address."""
        address = self.before["rsp"] - 4096 & ~7
        content += bytes(-len(content) % 8)
        for at in range(0, len(content), 8):
            self.ask(POKE, address + at, int.from_bytes(content[at:at + 8], "little"))
        return address

    def registers(self):
        buffer = ctypes.create_string_buffer(8 * len(NAMES))
        self.ask(GET_REGISTERS, 0, ctypes.addressof(buffer))
        return dict(zip(NAMES, struct.unpack(f"<{len(NAMES)}Q", buffer.raw)))

    def write(self, registers):
        buffer = ctypes.create_string_buffer(struct.pack(f"<{len(NAMES)}Q", *(registers[name] for name in NAMES)))
        self.ask(SET_REGISTERS, 0, ctypes.addressof(buffer))

    def ask(self, request, address=0, data=0):
        ctypes.set_errno(0)
        answer = C.ptrace(request, self.pid, address, data)
        if answer == -1 and ctypes.get_errno():
            raise OSError(ctypes.get_errno(), f"ptrace {request}")
        return answer
