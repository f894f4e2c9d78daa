# SPDX-License-Identifier: GPL-3.0-or-later
"""The real Orca on a separate desktop. Its Speech Dispatcher writes all spoken text to a file."""
import json
import pathlib

from desktop import Desktop
from window import until

VOICE = pathlib.Path(__file__).with_name("speech_file.py")
DISPATCHER = """LogLevel 1
LogDir "{folder}"
SymbolsPreproc "char"
AddModule "file" "{voice}" "" "{folder}/voice.log"
DefaultModule file
DefaultLanguage en
"""


# Names of keys aren't sentences.
SETTINGS = {"general": {}, "profiles": {"default": {"profile": ["Default", "default"], "enableKeyEcho": False}},
            "pronunciations": {}, "keybindings": {}}


class SpeakingDesktop(Desktop):
    """A desktop with a screen reader that doesn't speak keys."""

    def start(self):
        super().start()
        speech = self.folder / "speech"
        (speech / "modules").mkdir(parents=True)
        (speech / "speechd.conf").write_text(DISPATCHER.format(folder=speech, voice=VOICE))
        self.spoken = speech / "spoken"
        self.spoken.touch()
        socket = speech / "socket"
        self.environment |= {
            "KURS_SPEECH": str(self.spoken), "SPEECHD_ADDRESS": f"unix_socket:{socket}", "LC_ALL": "C.UTF-8"}
        self.spawn(["speech-dispatcher", "--run-single", "--communication-method", "unix_socket", "--socket-path",
                    str(socket), "--config-dir", str(speech), "--log-dir", str(speech), "--pid-file",
                    str(speech / "pid"), "--timeout", "0"])
        if not until(socket.exists, 20):
            raise RuntimeError("Speech Dispatcher did not start")
        settings = pathlib.Path(self.environment["XDG_DATA_HOME"]) / "orca"
        settings.mkdir()
        (settings / "user-settings.conf").write_text(json.dumps(SETTINGS))
        self.hide_other_orcas()
        self.spawn(["orca"])
        if not until(lambda: self.spoken.read_text(), 60):
            raise RuntimeError("Orca said nothing at its start")

    def hide_other_orcas(self):
        """Orca finds other instances of the user with pgrep, also on other displays, and gives way to them or ends
        them."""
        programs = self.folder / "speech" / "programs"
        programs.mkdir()
        (programs / "pgrep").write_text("#!/bin/sh\nexit 1\n")
        (programs / "pgrep").chmod(0o755)
        self.environment["PATH"] = f"{programs}:{self.environment['PATH']}"

    def heard_so_far(self):
        """Returns the number of spoken sentences."""
        return len(self.spoken.read_text().splitlines())

    def heard(self, begun):
        """Returns the sentences from this number on."""
        return self.spoken.read_text().splitlines()[begun:]
