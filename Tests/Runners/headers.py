# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads once the headers that each of BoringSSL's 283 C++ files reads anew: that was a quarter of the server's build.

clang refuses what was read by another clang, by other flags or from other files.
"""
import hashlib
import json
import pathlib
import subprocess
import sys

from process import ROOT

SERVER = ROOT / "Server"
BUILT = SERVER / ".build" / "boringssl.h.pch"
# What the server's build is told. TLS is not what its tests wait for, nor is any of its C: passwords are hashed by the system's
# library.
FLAGS = ["-Xcc", "-O0", "-Xcxx", "-O0", "-Xcxx", "-include-pch", "-Xcxx", str(BUILT)]

SOURCES = SERVER / ".build" / "checkouts" / "swift-nio-ssl" / "Sources" / "CNIOBoringSSL"
HEADERS = """
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <CNIOBoringSSL.h>
#include <CNIOBoringSSL_bytestring.h>
#include <CNIOBoringSSL_err.h>
#include <CNIOBoringSSL_mem.h>
#include <CNIOBoringSSL_span.h>
"""
# As SwiftPM compiles that target in a release build without debug information.
AS_SWIFTPM = [
    "-O2", "-O0", "-DSWIFT_PACKAGE=1", "-D_GNU_SOURCE", "-D_POSIX_C_SOURCE=200112L", "-D_DARWIN_C_SOURCE", "-fblocks",
    "-fPIC", "-g0", "-fno-omit-frame-pointer", "-w", "-std=c++17", "-I", str(SOURCES / "include"),
]


def clang():
    """That of the toolchain, with which SwiftPM compiles; `swift` may be a link to it or start it."""
    told = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return pathlib.Path(json.loads(told)["paths"]["runtimeResourcePath"]).parents[1] / "bin" / "clang"


def made_of():
    """What the headers were read with and from; fetched anew, they are other files to clang."""
    version = subprocess.run([clang(), "--version"], capture_output=True, text=True, check=True).stdout
    header = SOURCES / "include" / "CNIOBoringSSL.h"
    fetched = header.stat().st_mtime_ns if header.exists() else "not yet"
    parts = (version, (SERVER / "Package.resolved").read_text(), fetched, HEADERS, *AS_SWIFTPM)
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def main():
    stamp = BUILT.with_suffix(".of")
    # All files would be compiled again after it was written again.
    if BUILT.exists() and stamp.exists() and stamp.read_text() == made_of():
        return
    code = subprocess.run(["swift", "package", "--package-path", SERVER, "resolve"]).returncode
    if code:
        sys.exit(code)
    subprocess.run(
        [clang(), *AS_SWIFTPM, "-x", "c++-header", "-", "-fpch-instantiate-templates", "-o", BUILT],
        input=HEADERS, text=True, check=True)
    stamp.write_text(made_of())


if __name__ == "__main__":
    main()
