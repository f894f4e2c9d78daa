#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A voice for Speech Dispatcher that writes spoken text to $KURS_SPEECH, one line per utterance.

It speaks the protocol of output modules: one command per line, some with a block that ends with a single full stop.
"""
import html
import os
import re
import sys

ANSWERS = {
    "INIT": ("299-ready", "299 OK LOADED SUCCESSFULLY"),
    "LIST VOICES": ("200-file\ten\tnone", "200 OK VOICE LIST SENT"),
    "QUIT": ("210 OK QUIT",),
}
BLOCKS = {
    "AUDIO": ("207 OK RECEIVING AUDIO SETTINGS", "203 OK AUDIO INITIALIZED"),
    "LOGLEVEL": ("207 OK RECEIVING LOGLEVEL SETTINGS", "203 OK LOG LEVEL SET"),
    "SET": ("203 OK RECEIVING SETTINGS", "203 OK SETTINGS RECEIVED"),
}
SPOKEN = ("SPEAK", "CHAR", "KEY", "SOUND_ICON")


def say(*lines):
    for line in lines:
        print(line, flush=True)


def block():
    """Returns the lines up to a single full stop. A line that begins with a full stop is sent with two."""
    lines = []
    while (line := sys.stdin.readline()) and line != ".\n":
        lines.append(line.removeprefix(".") if line.startswith("..") else line)
    return "".join(lines)


def write(text):
    words = " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)).split())
    with open(os.environ["KURS_SPEECH"], "a") as file:
        file.write(words + "\n")


def main():
    while line := sys.stdin.readline():
        command = line.strip()
        if command in BLOCKS:
            before, after = BLOCKS[command]
            say(before)
            block()
            say(after)
        elif command in SPOKEN:
            say("202 OK RECEIVING MESSAGE")
            write(block())
            say("200 OK SPEAKING", "701 BEGIN", "702 END")
        elif command in ANSWERS:
            say(*ANSWERS[command])
            if command == "QUIT":
                return


main()
