# SPDX-License-Identifier: GPL-3.0-or-later
"""Dialogs of windows, and the user's answers to them."""
from accessible import Atspi
from charts import ChartTest
from window import until


class Questions:
    """Answers dialogs. Inherited by test cases."""

    def question(self, window):
        """Waits until keys and clicks go to the dialog and not to the window below.

        Returns the innermost dialog, because in libadwaita 1.6 and newer the settings are a dialog as well.
        """
        dialog = window.find_all(role="dialog", timeout=30)[-1]

        def is_active():
            # In libadwaita 1.5 and newer, a dialog is part of its window.
            if list(dialog.upwards())[-1].role == "frame":
                return True
            identifier = window.xdotool("getactivewindow", check=False)
            name = identifier and window.xdotool("getwindowname", identifier, check=False)
            return name not in ("", "Account", "Kurs", "Settings")

        self.assertTrue(until(is_active, 30), "the question never became the active window")
        return dialog

    def answer(self, window, name, *passwords):
        """Types the passwords into the open dialog's fields in order, then presses the answer."""
        question = self.give_answer(window, name, *passwords)

        def is_gone():
            return question.path not in [each.path for each in window.all(role="dialog")]

        self.assertTrue(until(is_gone, 30), "the question stayed")

    def answer_in_vain(self, window, name, why, field, *passwords):
        """Answers as `answer` does. Checks that the dialog shows the error at that field and keeps the typed text."""
        self.give_answer(window, name, *passwords)
        dialog = window.find(role="dialog")
        window.find(why, "label", timeout=60, within=dialog)
        self.assertEqual(len(window.all(why, "label")), 1, "it is said elsewhere as well")
        for title, password in passwords:
            entry = window.find(title, "text", within=dialog)
            self.assertEqual(len(entry.text()), len(password), f"{title} does not hold what was typed")
            self.assertEqual(entry.description(), why if title == field else "")
        self.assert_typed_into(window, window.find(field, "text", within=dialog))

    def assert_typed_into(self, window, entry):
        """Checks by a key press that a field has the focus, because the field of a row isn't a separate element."""
        before = len(entry.text())
        window.key("End", "x")
        self.assertTrue(until(lambda: len(entry.text()) == before + 1, 20), "the field has no focus")
        window.key("BackSpace")
        self.assertTrue(until(lambda: len(entry.text()) == before, 20))

    def give_answer(self, window, name, *passwords):
        """Returns the answered dialog."""
        question = self.question(window)
        for field, password in passwords:
            self.into(window, field, password)
        # The dialog has its buttons twice, in a row and in a column, and shows the one that fits.
        def shown():
            dialog = window.all(role="dialog")[-1]
            answers, place = window.all(role="push button", within=dialog), dialog.box()
            answers = [answer for answer in answers if answer.name.split(" ")[0] not in ("Show", "GtkImage")]
            for half in (answers[:len(answers) // 2], answers[len(answers) // 2:]):
                boxes = [answer.box() for answer in half]
                if all(place.x <= box.x <= place.x + place.width - box.width for box in boxes):
                    found = [
                        answer for answer in half
                        if answer.name.startswith(name) and answer.has(Atspi.StateType.SENSITIVE)]
                    if found:
                        return found

        buttons = until(lambda: window.all(role="dialog") and shown(), 30)
        self.assertTrue(buttons, f"no answer {name}; there are {window.outline()}")
        window.point_at(buttons[0])
        return question

    def into(self, window, field, password):
        """Types a password into a field of the dialog, which is the active window."""
        def typed():
            # In libadwaita 1.2, a child with the same name and without text follows the row.
            entry = window.all(field, "text", within=window.all(role="dialog")[-1])[0]
            window.point_at(entry)
            window.key("ctrl+a")
            window.type(password)
            return len(entry.text()) == len(password)
        self.assertTrue(until(typed, 30), f"{field} does not hold what was typed")

    def choose_file(self, window, title, path):
        """Types the path into the open file dialog with that title."""
        self.assertTrue(until(lambda: ChartTest.titled(window, title), 30), f"no dialog {title}")
        self.assertTrue(until(lambda: window.active(title), 30), f"{title} never became the active window")
        window.name_file(path)
        self.assertTrue(until(lambda: not ChartTest.titled(window, title), 30), f"{title} stayed")
