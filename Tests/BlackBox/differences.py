# SPDX-License-Identifier: GPL-3.0-or-later
"""Differences of newer systems. The tests use the names of Debian 12, and everything else is translated to those."""
import subprocess

# The keys are AT-SPI's names of roles.
ROLES = {
    "alert": "dialog",  # of libadwaita 1.5, if it has a name
    "button": "push button",  # of libatspi 2.54
    "paragraph": "label",  # of Kurs on GTK 4.14, in rows that have an accessible label
    "password text": "text",
    "toggle button": "push button",  # of GTK 4.10
}

# In GTK 4.18, these roles and their labels have no names. As a screen reader does, the tests use the label's text.
NAMED_BY_LABELS = {"menu item"}


def newer_than(library, version):
    return subprocess.run(["pkg-config", f"--atleast-version={version}", library]).returncode == 0


def style():
    """Returns a style sheet with which the accessibility bus reports right positions.

    From 4.10 on, GTK leaves out the padding and border of all parents, so there must be none.
    """
    return "*:not(slider) { padding: 0; border-width: 0; }" if newer_than("gtk4", "4.10") else ""


def write_style(configuration):
    """Writes the style sheet into the user's GTK configuration folder."""
    folder = configuration / "gtk-4.0"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gtk.css").write_text(style())


def dismiss_button():
    """Returns the name of the button that closes a toast."""
    return "Dismiss" if newer_than("libadwaita-1", "1.7") else "Close"


def frame_border():
    """Returns the width of the frame that GTK draws on a bare X server, per side. It is part of the X window."""
    return 0 if style() else 5
