# SPDX-License-Identifier: GPL-3.0-or-later
"""Where newer systems do the same in another way: the tests speak as Debian 12 does, all else is turned into that."""
import subprocess

# By AT-SPI's names for roles.
ROLES = {
    "alert": "dialog",  # of libadwaita 1.5
    "button": "push button",  # of libatspi 2.54
    "paragraph": "label",  # of Kurs on GTK 4.14, in rows that say what it says
    "password text": "text",
    "toggle button": "push button",  # of GTK 4.10
}

# In GTK 4.18 these have no name but a label, which has no name either: what it shows is asked, as a screen reader does.
NAMED_BY_LABELS = {"menu item"}


def newer_than(library, version):
    return subprocess.run(["pkg-config", f"--atleast-version={version}", library]).returncode == 0


def style():
    """A style sheet with which the accessibility bus says where things are.

    From 4.10 on GTK leaves out the padding and the border of all that an element is in: there must be none.
    """
    return "*:not(slider) { padding: 0; border-width: 0; }" if newer_than("gtk4", "4.10") else ""


def write_style(configuration):
    """The style sheet where GTK looks for the person's own: in their configuration folder."""
    folder = configuration / "gtk-4.0"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gtk.css").write_text(style())


def frame_border():
    """What GTK draws around its window on a bare X server, a side; for the X server it is part of the window."""
    return 0 if style() else 5
