# SPDX-License-Identifier: GPL-3.0-or-later
"""Precompiles the headers that each of BoringSSL's 283 C++ files reads. They took a quarter of the server's build.

clang refuses a precompiled header of another clang, other flags or other files.
"""
import hashlib
import json
import pathlib
import subprocess
import sys

from process import ROOT

SERVER = ROOT / "Server"
BUILT = SERVER / ".build" / "boringssl.h.pch"
# The flags of the server's build. Its tests use little TLS and none of its C code, because the system's library hashes
# passwords.
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
# The flags with which SwiftPM compiles that target in a release build without debug information.
AS_SWIFTPM = [
    "-O2", "-O0", "-DSWIFT_PACKAGE=1", "-D_GNU_SOURCE", "-D_POSIX_C_SOURCE=200112L", "-D_DARWIN_C_SOURCE", "-fblocks",
    "-fPIC", "-g0", "-fno-omit-frame-pointer", "-w", "-std=c++17", "-I", str(SOURCES / "include"),
]


def clang():
    """Returns the toolchain's clang, which SwiftPM uses. `swift` may be a link to the toolchain or start it."""
    told = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return pathlib.Path(json.loads(told)["paths"]["runtimeResourcePath"]).parents[1] / "bin" / "clang"


def made_of():
    """Returns the compiler and the date of the headers' sources. Headers that were fetched anew need a new build."""
    version = subprocess.run([clang(), "--version"], capture_output=True, text=True, check=True).stdout
    header = SOURCES / "include" / "CNIOBoringSSL.h"
    fetched = header.stat().st_mtime_ns if header.exists() else "not yet"
    parts = (version, (SERVER / "Package.resolved").read_text(), fetched, HEADERS, *AS_SWIFTPM)
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def main():
    stamp = BUILT.with_suffix(".of")
    # A new file would make SwiftPM compile all files again.
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
