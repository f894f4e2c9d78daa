# SPDX-License-Identifier: GPL-3.0-or-later
"""The questions that windows ask, and how a person answers them."""
from accessible import Atspi
from charts import ChartTest
from window import until


class Questions:
    """For a test case."""

    def question(self, window):
        """Waits until keys and clicks go to the question and not to what lies below it.

        The innermost: in libadwaita 1.6 and newer the settings are a dialog as well.
        """
        dialog = window.find_all(role="dialog", timeout=30)[-1]

        def is_active():
            # In libadwaita 1.5 and newer a question is part of the window it is about, not one of its own.
            if list(dialog.upwards())[-1].role == "frame":
                return True
            identifier = window.xdotool("getactivewindow", check=False)
            name = identifier and window.xdotool("getwindowname", identifier, check=False)
            return name not in ("", "Account", "Kurs", "Settings")

        self.assertTrue(until(is_active, 30), "the question never became the active window")
        return dialog

    def answer(self, window, name, *passwords):
        """In the open question: types the passwords in the order of the fields, then presses the answer."""
        question = self.give_answer(window, name, *passwords)

        def is_gone():
            return question.path not in [each.path for each in window.all(role="dialog")]

        self.assertTrue(until(is_gone, 30), "the question stayed")

    def answer_in_vain(self, window, name, why, field, *passwords):
        """As `answer`; then the question says why not, at that field, and holds what was typed."""
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
        """A row's field is no element with the focus of its own, so that it has it is seen from what a key does."""
        before = len(entry.text())
        window.key("End", "x")
        self.assertTrue(until(lambda: len(entry.text()) == before + 1, 20), "the field has no focus")
        window.key("BackSpace")
        self.assertTrue(until(lambda: len(entry.text()) == before, 20))

    def give_answer(self, window, name, *passwords):
        """The question that was answered."""
        question = self.question(window)
        for field, password in passwords:
            self.into(window, field, password)
        # The dialog has its answers twice, beside and below each other, and shows the row or the column that fits.
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
        """A password into a field of the question, which is the active window."""
        def typed():
            # In libadwaita 1.2 the row is followed by what is in it, which has the same name and no text to be asked for.
            entry = window.all(field, "text", within=window.all(role="dialog")[-1])[0]
            window.point_at(entry)
            window.key("ctrl+a")
            window.type(password)
            return len(entry.text()) == len(password)
        self.assertTrue(until(typed, 30), f"{field} does not hold what was typed")

    def choose_file(self, window, title, path):
        """In the open file dialog of that title: types the path."""
        self.assertTrue(until(lambda: ChartTest.titled(window, title), 30), f"no dialog {title}")
        self.assertTrue(until(lambda: window.active(title), 30), f"{title} never became the active window")
        window.name_file(path)
        self.assertTrue(until(lambda: not ChartTest.titled(window, title), 30), f"{title} stayed")
