# SPDX-License-Identifier: GPL-3.0-or-later
"""A separate desktop for one test run: X server, session bus, accessibility bus, window manager and empty profile."""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import differences

QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
AT_SPI = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")


def speaking(environment, language):
    """Returns the variables that set a program's language on a system without its locale. scripts/stage installs the
    names."""
    names = str(pathlib.Path(environment["KURS_LOCALEDIR"]).parent / "locales")
    return {"LANGUAGE": language, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": f"{language}.UTF-8", "LOCPATH": names}


def gtk_minor():
    """Returns GTK's minor version, from its library's name."""
    names = glob.glob("/usr/lib/*/libgtk-4.so.1.*") + glob.glob("/usr/lib64/libgtk-4.so.1.*")
    return max((int(re.search(r"so\.1\.(\d+)\.", name)[1]) // 100 for name in names), default=0)


class Desktop:
    """Use with `with`. `environment` lets a program appear on this desktop."""

    def __init__(self, size="1400x1100", accessible=True, window_manager=True, font=None, portals=False):
        self.size = size
        self.font = font
        self.accessible = accessible
        self.window_manager = window_manager
        self.portals = portals
        self.children = []
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-desktop-"))
        self.environment = dict(os.environ)

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        for key in ("WAYLAND_DISPLAY", "GTK_A11Y", "NO_AT_BRIDGE", "GTK_THEME", "DBUS_SESSION_BUS_ADDRESS"):
            self.environment.pop(key, None)
        runtime = self.folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.environment |= self.profile("default") | {
            "XDG_RUNTIME_DIR": str(runtime), "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
            "GSETTINGS_BACKEND": "memory", "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        if not self.portals:
            self.leave_out(runtime, "org.freedesktop.portal.Desktop", "org.freedesktop.impl.portal.Secret")
            # GTK 4.18 waits for a portal that is installed but can't start. Older versions report an unknown option.
            if gtk_minor() >= 18:
                self.environment["GDK_DEBUG"] = "no-portals"
        self.environment["DISPLAY"] = self.start_display()
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.start_bus()
        if self.accessible:
            launcher = next(path for path in AT_SPI if os.path.exists(path))
            self.spawn([launcher, "--launch-immediately"])
        else:
            self.environment["GTK_A11Y"] = "none"
        if self.window_manager:
            self.spawn(["openbox"])
            self.wait_for_window_manager()

    def start_display(self):
        reading, writing = os.pipe()
        # -noreset: otherwise the server resets when a first short client leaves, and forgets the window manager.
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", self.size + "x24", "-nolisten", "tcp",
                   "-noreset"]
        self.children.append(subprocess.Popen(command, pass_fds=[writing], **QUIET))
        os.close(writing)
        with os.fdopen(reading) as stream:
            number = stream.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        return ":" + number

    @staticmethod
    def leave_out(runtime, *names):
        """Prevents the bus from starting these services. GTK calls installed portals, and they start a keyring."""
        folder = runtime / "dbus-1" / "services"
        folder.mkdir(parents=True)
        for name in names:
            (folder / f"{name}.service").write_text(f"[D-BUS Service]\nName={name}\nExec=/bin/false\n")

    def start_bus(self, kind="--session"):
        command = ["dbus-daemon", kind, "--nofork", "--print-address=1"]
        bus = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.children.append(bus)
        return bus.stdout.readline().strip()

    def spawn(self, command):
        self.children.append(subprocess.Popen(command, env=self.environment, **QUIET))

    def wait_for_window_manager(self):
        deadline = time.monotonic() + 10
        query = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
        if not shutil.which("xprop"):
            time.sleep(0.7)
            return
        while time.monotonic() < deadline:
            answer = subprocess.run(query, env=self.environment, capture_output=True, text=True).stdout
            if "window id" in answer:
                return
            time.sleep(0.05)

    def profile(self, name):
        """Returns an environment with the folders of a user called `name`, made on first use."""
        home = self.folder / name
        variables = {"HOME": home, "XDG_DATA_HOME": home / "data", "XDG_CONFIG_HOME": home / "config",
                     "XDG_CACHE_HOME": home / "cache", "XDG_STATE_HOME": home / "state"}
        for folder in variables.values():
            folder.mkdir(parents=True, exist_ok=True)
        settings = home / "config" / "gtk-4.0"
        settings.mkdir(exist_ok=True)
        # GTK fades the cursor in and out, and draws it sixty times a second.
        lines = ["[Settings]", "gtk-cursor-blink=false", *([f"gtk-font-name={self.font}"] if self.font else [])]
        (settings / "settings.ini").write_text("\n".join(lines) + "\n")
        # Only positions on the accessibility bus need it. Widgets are tested with their real padding.
        if self.accessible and not self.font:
            differences.write_style(home / "config")
        return {key: str(folder) for key, folder in variables.items()}

    def speaking(self, language):
        return speaking(self.environment, language)

    def stop(self):
        for child in reversed(self.children):
            child.terminate()
        for child in reversed(self.children):
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
            if child.stdout:
                child.stdout.close()
        self.children.clear()
        shutil.rmtree(self.folder, ignore_errors=True)
