# SPDX-License-Identifier: GPL-3.0-or-later
"""The calculator as a list, built by keyboard, pointer and paste, checked by a second calculation."""
import pathlib
import re
import subprocess
import time
from fractions import Fraction

from windows import NAMED_ROLES, RATES, WindowTest, plain, until

# Sign, amount, currency.
WANTED = [("+", Fraction(1000), "TRY"), ("+", Fraction(2750), "USD"), ("-", Fraction(100), "EUR")]


def rounded(value, places=2):
    """Rounds once, half away from zero."""
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole // 10**places}" + (f".{whole % 10**places:0{places}}" if places else "")
    return ("-" if value < 0 else "") + text


def total_in(currency, lines=WANTED, on=None):
    return rounded(
        sum((1 if sign == "+" else -1) * RATES.convert(amount, code, currency, on) for sign, amount, code in lines),
        RATES.digits[currency])


class ListTest(WindowTest):
    def lines(self, window):
        """Returns each line of the list by its labels: sign, amount, currency, value and more."""
        lists = window.all("Lines", "list")
        rows = window.all(role="list item", within=lists[0]) if lists else []
        return [self.line(list(row.below())) for row in rows]

    def line(self, parts):
        """Returns the labels of a row. The edited row has its texts in buttons and a field."""
        labels = [plain_sign(e.text()) for e in parts if e.role == "label" and e.showing() and e.text()]
        field = [e.text() for e in parts if e.role == "text"]
        if not field:
            return labels
        names = [e.name for e in parts if e.role == "push button"]
        sign = "-" if "minus" in names else "+"
        code = next(name for name in names if name.startswith("Currency: ")).split(" ")[1].strip(",")
        return [sign, field[0], code] + [each for each in labels if each not in (sign, code)]

    def total(self, window):
        """Returns number and currency of the total."""
        found = window.all(re.compile(r"^Total: "))
        said = found[0].name.split(": ")[1].rsplit(" ", 1) if found else None
        return (plain(said[0]), said[1]) if said else None

    def results(self, window):
        """Returns the numbers of the result rows, by currency."""
        found = window.find("Results", "list")
        labels = ([e.text() for e in row.below() if e.role == "label"] for row in window.all(role="list item", within=found))
        return {texts[0]: texts for texts in labels if re.fullmatch("[A-Z]{3}", texts[0])}

    def assert_total(self, window, expected, currency="EUR"):
        self.assertTrue(
            until(lambda: self.total(window) == (expected, currency), 10),
            f"total {self.total(window)}, expected {expected} {currency}; lines {self.lines(window)}")

    def assert_wanted(self, window):
        """Checks that the lines are those in WANTED, with the right total in euro and results."""
        self.assertTrue(until(lambda: len(self.lines(window)) == 3, 10), self.lines(window))
        if self.total(window)[1] != "EUR":
            window.click(re.compile(r"^Total in "), "push button")
            self.choose(window, "EUR", "EUR")
        self.assert_total(window, total_in("EUR"))
        said = [(line[0], line[2]) for line in self.lines(window)]
        self.assertEqual(said, [(sign, code) for sign, _, code in WANTED])
        for code, texts in self.results(window).items():
            self.assertIn(total_in(code), [plain(text) for text in texts], code)

    def put_on_clipboard(self, window, text):
        subprocess.run(
            ["xclip", "-selection", "clipboard"], input=text.encode(), env=window.environment, check=True)
        time.sleep(0.3)

    def paste(self, window, text):
        self.put_on_clipboard(window, text)
        window.key("ctrl+a", "Delete")
        window.key("ctrl+v")

    def press(self, window, name, role=None):
        """Clicks an entry of a menu. The menu has its own window, so the place on the screen is that window's."""
        window.find(name, role).act()
        time.sleep(0.5)

    def open_tables(self, window):
        """Opens the table window from the list's menu."""
        window.click("List menu", "push button")
        self.press(window, "Convert a Table…", "menu item")
        window.find("No Table Yet")

    def pick_by_keyboard(self, window, code):
        window.key("ctrl+k")
        window.find("Choose a Currency", "frame")
        window.type(code)
        time.sleep(0.7)
        window.key("Return")
        self.assertTrue(window.gone("Choose a Currency", "frame"), "the picker stayed")
        window.find(re.compile(f"^Currency: {code}"), "push button")

    def pick_by_pointer(self, window, code):
        """Chooses a currency with the pointer. Turns the wheel until its row is visible."""
        window.click("Choose the currency of the amount", "push button")
        picker = window.find("Choose a Currency", "frame")
        time.sleep(0.5)
        area = window.find("Currencies", "list", within=picker)
        for _ in range(60):
            rows = window.all(code, "label", within=picker)
            box = rows[0].box() if rows else None
            if box and 100 < box.y < 520:
                window.point_at(rows[0])
                break
            window.xdotool("mousemove", *window.place(area), "click", "--repeat", 5, 5)
            time.sleep(0.3)
        self.assertTrue(window.gone("Choose a Currency", "frame"), f"{code} was not found by pointer")
        window.find(re.compile(f"^Currency: {code}"), "push button")

    def keys(self, window, *names):
        for name in names:
            window.click(name, "push button")

    def drag(self, window, source, target):
        window.drag(window.place(source), window.place(target))
        time.sleep(0.4)


def plain_sign(text):
    """Returns the text with a keyboard's minus and without direction marks."""
    return text.replace("\u2212", "-").replace("\u200e", "")


class Building(ListTest):
    def test_enter_splits_a_typed_sum_into_lines_with_the_same_total(self):
        window = self.open()
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        self.assert_total(window, total_in("EUR"))
        window.key("Return")
        self.assert_wanted(window)

    def test_a_list_can_be_entered_with_the_keyboard_alone(self):
        window = self.open()
        window.type("1000")
        self.pick_by_keyboard(window, "TRY")
        window.key("ctrl+Return")
        window.type("5500/2")
        self.pick_by_keyboard(window, "USD")
        window.key("End")
        window.type("-")
        window.key("Return")
        window.type("100")
        self.pick_by_keyboard(window, "EUR")
        self.assert_wanted(window)

    def test_a_list_can_be_entered_with_the_mouse_alone(self):
        window = self.open()
        self.keys(window, "Clear", "1", "0", "0", "0")
        self.pick_by_pointer(window, "TRY")
        self.keys(window, "New line", "5", "5", "0", "0", "Divide", "2")
        self.pick_by_pointer(window, "USD")
        self.keys(window, "Subtract", "New line", "1", "0", "0")
        self.pick_by_pointer(window, "EUR")
        self.assert_wanted(window)

    def test_a_pasted_list_becomes_lines(self):
        window = self.open()
        self.paste(window, "1000 TRY\n+ 5500 USD / 2\n- 100 EUR")
        self.assert_wanted(window)

    def test_pasted_lines_of_a_statement_have_their_dates(self):
        window = self.open()
        rows = [("2026-10-05", "Hotel", "212.40", "USD"), ("2026-10-06", "Taxi", "18.50", "GBP"),
                ("2026-10-07", "Train", "-64.00", "CHF"), ("2026-10-08", "Lunch", "31.15", "EUR"),
                ("2026-10-09", "Museum", "2400.00", "JPY")]
        self.paste(window, "\n".join("\t".join(row) for row in rows))
        self.assertTrue(until(lambda: len(self.lines(window)) == 5, 10), self.lines(window))
        expected = rounded(sum(RATES.convert(Fraction(amount), code, "EUR", day) for day, _, amount, code in rows))
        self.assert_total(window, expected)
        self.assertIn("Hotel", self.lines(window)[0][-1])


class LongList(ListTest):
    """Tests of a thousand pasted lines, of which only visible lines and their neighbours have rows."""

    def shown(self, window):
        return [line[1] for line in self.lines(window)]

    def test_a_thousand_pasted_lines_are_added_up_and_can_be_undone(self):
        window = self.open()
        amounts = [Fraction(number * 37 % 9000 + 19) + Fraction(number % 90 + 10, 100) for number in range(1000)]
        self.paste(window, "\n".join(f"{rounded(amount)} USD" for amount in amounts))
        self.assertTrue(until(lambda: self.total(window), 20))
        if self.total(window)[1] != "EUR":
            window.click(re.compile(r"^Total in "), "push button")
            self.choose(window, "EUR", "EUR")
        # All lines have the same rate, so the total is converted once.
        expected = total_in("EUR", [("+", sum(amounts), "USD")])
        self.assert_total(window, expected)
        self.assertEqual(self.amount(window), rounded(amounts[-1]))
        window.key("ctrl+a")
        window.type("5")
        more = total_in("EUR", [("+", sum(amounts[:-1]) + 5, "USD")])
        self.assert_total(window, more)
        self.assertIn(rounded(amounts[-2]), self.shown(window))
        window.key("ctrl+z")
        self.assert_total(window, expected)

    def test_keys_select_the_first_and_last_line_of_a_long_list(self):
        window = self.open()
        self.paste(window, "\n".join(f"{number}.50 EUR" for number in range(1, 1001)))
        self.assertTrue(until(lambda: self.amount(window) == "1000.50", 20), self.amount(window))
        window.key("Up", "Up")
        self.assertTrue(until(lambda: self.amount(window) == "998.50", 10), self.amount(window))
        window.key("shift+Tab")
        window.key("Home")
        self.assertTrue(until(lambda: self.amount(window) == "1.50", 10), self.amount(window))
        self.assertTrue(until(lambda: "3.50" in self.shown(window), 10), self.shown(window))
        window.key("Down", "Down")
        self.assertTrue(until(lambda: self.amount(window) == "3.50", 10), self.amount(window))
        window.key("Delete")
        self.assertTrue(until(lambda: "3.50" not in self.shown(window), 10), self.shown(window))
        window.key("End")
        self.assertTrue(until(lambda: self.amount(window) == "1000.50", 10), self.amount(window))


    def test_the_mouse_wheel_scrolls_a_long_list(self):
        window = self.open()
        self.paste(window, "\n".join(f"{number}.50 EUR" for number in range(1, 1001)))
        self.assertTrue(until(lambda: self.amount(window) == "1000.50", 20), self.amount(window))
        self.assertNotIn("700.50", self.shown(window))
        x, y = window.place(window.find("Amount", "text"))
        window.xdotool("mousemove", str(x), str(y), "click", "--repeat", "300", "--delay", "10", "4")
        # GTK decides how far a notch scrolls: less than a row here.
        near = {f"{number}.50" for number in range(650, 900)}
        self.assertTrue(until(lambda: near & set(self.shown(window)), 20), self.shown(window))
        self.assertLess(len(self.shown(window)), 200)


class Finishing(ListTest):
    """Tests of text typed after Enter."""

    def finished(self, window, text, shown):
        self.enter(window, text)
        window.key("Return")
        self.assertTrue(until(lambda: self.amount(window) == shown, 10), self.amount(window))

    def test_after_enter_a_digit_replaces_the_result_and_an_operator_continues_it(self):
        window = self.open()
        self.finished(window, "1000 TRY", "1000.00")
        window.type("5500 USD / 2")
        self.assertTrue(until(lambda: self.amount(window) == "5500 USD / 2", 10), self.amount(window))
        window.key("Return")
        self.assertTrue(until(lambda: self.amount(window) == "2750.00", 10), self.amount(window))
        window.type("*2")
        window.key("Return")
        self.assertTrue(until(lambda: self.amount(window) == "5500.00", 10), self.amount(window))
        self.assert_rows(window, "5500", "USD")
        window.key("minus")
        window.type("100 EUR")
        self.assert_total(window, total_in("USD", [("+", Fraction(5500), "USD"), ("-", Fraction(100), "EUR")]), "USD")
        window.key("Return")
        self.assertTrue(until(lambda: self.amount(window) == "100", 10), self.amount(window))
        window.type("+")
        self.assertTrue(until(lambda: len(self.lines(window)) == 3, 10), self.lines(window))
        window.type("50")
        longer = [("+", Fraction(5500), "USD"), ("-", Fraction(100), "EUR"), ("+", Fraction(50), "EUR")]
        self.assert_total(window, total_in("USD", longer), "USD")

    def test_after_equals_a_digit_replaces_the_result_and_backspace_edits_it(self):
        window = self.open()
        self.keys(window, "Clear", "2", "Multiply", "3", "Equals")
        self.assertTrue(until(lambda: self.amount(window) == "6.00", 10), self.amount(window))
        self.keys(window, "7", "5")
        self.assertTrue(until(lambda: self.amount(window) == "75", 10), self.amount(window))
        self.keys(window, "Equals")
        self.assertTrue(until(lambda: self.amount(window) == "75.00", 10), self.amount(window))
        self.keys(window, "Add", "5", "Equals")
        self.assertTrue(until(lambda: self.amount(window) == "80.00", 10), self.amount(window))
        self.keys(window, "Delete the last character", "9")
        self.assertTrue(until(lambda: self.amount(window) == "80.09", 10), self.amount(window))


class Changing(ListTest):
    def build(self, profile=None):
        window = self.open(profile)
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        window.key("Return")
        self.assert_total(window, total_in("EUR"))
        return window

    def test_a_list_is_still_there_after_a_restart(self):
        window = self.build("list-again")
        before = self.lines(window)
        self.assertTrue(window.close(), "still running after Quit")
        again = self.open("list-again")
        self.assertEqual(self.lines(again), before)
        self.assert_total(again, total_in("EUR"))

    def test_undo_and_redo_change_the_list_step_by_step(self):
        window = self.build()
        window.key("ctrl+Return")
        window.type("50")
        longer = WANTED + [("+", Fraction(50), "EUR")]
        self.assert_total(window, total_in("EUR", longer))
        window.click("Undo", "push button")
        window.key("ctrl+z")
        self.assert_total(window, total_in("EUR"))
        window.key("ctrl+shift+z", "ctrl+shift+z")
        self.assert_total(window, total_in("EUR", longer))

    def amount(self, window):
        return window.find("Amount", "text").text()

    def assert_amount(self, window, expected):
        self.assertTrue(until(lambda: self.amount(window) == expected, 10), self.amount(window))

    def test_after_a_menu_or_popover_closes_the_amount_has_the_focus(self):
        window = self.open()
        self.enter(window, "1")
        window.click("Main menu", "push button")
        window.find("Keyboard Shortcuts", "menu item")
        window.key("Escape")
        time.sleep(0.5)
        window.type("2 ")
        self.assert_amount(window, "12 ")
        self.press(window, re.compile("^Menu of USD"), "push button")
        window.find("Swap With Amount", "menu item")
        window.key("Escape")
        time.sleep(0.5)
        window.type("3")
        self.assert_amount(window, "12 3")
        window.click(re.compile("^Currency: EUR"), "push button")
        window.find("Choose a Currency", "frame")
        window.key("Escape")
        time.sleep(0.5)
        window.key("BackSpace", "BackSpace")
        window.type("4")
        self.assert_amount(window, "124")

    def test_typed_and_pasted_text_goes_to_the_amount_from_any_focus(self):
        window = self.open()
        self.enter(window, "1")
        window.key("Tab", "Tab", "Tab")
        window.type("25")
        self.assert_amount(window, "125")
        window.key("shift+Tab")
        self.put_on_clipboard(window, "7")
        window.key("ctrl+v")
        self.assert_amount(window, "1257")

    def test_many_notices_in_quick_succession_do_not_crash_the_program(self):
        window = self.open()
        self.enter(window, "100")
        for _ in range(15):
            window.key("ctrl+shift+c", "ctrl+shift+c")
            time.sleep(0.03)
        time.sleep(1)
        self.assertTrue(window.running(), window.messages())

    def test_each_amount_of_a_sum_keeps_its_chosen_currency(self):
        window = self.open()
        self.enter(window, "1000")
        self.pick_by_keyboard(window, "TRY")
        window.click("Subtract", "push button")
        for digit in "100":
            window.click(digit, "push button")
        self.pick_by_keyboard(window, "USD")
        lines = [("+", Fraction(1000), "TRY"), ("-", Fraction(100), "USD")]
        self.assert_total(window, total_in("TRY", lines), "TRY")

    def test_the_button_of_the_notice_restores_a_removed_line(self):
        window = self.build()
        self.press(window, re.compile(r"^Menu of plus, 5500"), "push button")
        self.press(window, "Remove", "menu item")
        self.assert_total(window, total_in("EUR", [WANTED[0], WANTED[2]]))
        window.find("Line removed", "label")
        toast = [e for e in window.all("Undo", "push button")][-1]
        window.point_at(toast)
        self.assert_wanted(window)

    def test_the_delete_key_removes_the_focused_line(self):
        window = self.build()
        window.key("shift+Tab", "shift+Tab", "shift+Tab", "Delete")
        self.assert_total(window, total_in("EUR", WANTED[:2]))

    def test_lines_can_be_selected_and_moved_by_keyboard(self):
        window = self.build()
        window.key("Up", "Up")
        window.find(re.compile("^Currency: TRY"), "push button")
        window.key("alt+Down")
        self.assertTrue(until(lambda: [line[2] for line in self.lines(window)] == ["USD", "TRY", "EUR"], 10))
        window.key("ctrl+a")
        window.type("2000")
        self.assert_total(window, total_in("EUR", [("+", Fraction(2000), "TRY")] + WANTED[1:]))

    def test_a_line_that_is_clicked_can_be_edited(self):
        window = self.build()
        window.click(re.compile(r"^plus, 5500 / 2"), "list item")
        window.find(re.compile("^Currency: USD"), "push button")
        window.type("3000")
        self.assert_total(window, total_in("EUR", [WANTED[0], ("+", Fraction(3000), "USD"), WANTED[2]]))

    def test_a_line_can_be_moved_by_dragging(self):
        window = self.build()
        # The edited line has a field, which accepts drops, and its sign as drag handle.
        edited, other = (window.find(re.compile(name), "list item") for name in ("^minus, 100", "^plus, 5500"))
        for source, place in ((other, edited), (window.find("minus", "push button", within=edited), other)):
            before = [line[2] for line in self.lines(window)]
            self.drag(window, source, place)
            after = {"TRY,USD,EUR": ["TRY", "EUR", "USD"], "TRY,EUR,USD": ["TRY", "USD", "EUR"]}[",".join(before)]
            self.assertTrue(until(lambda: [line[2] for line in self.lines(window)] == after, 10), self.lines(window))
            self.assertEqual(self.amount(window), "100", "nothing was dropped into the field")

    def test_results_can_be_moved_by_dragging_and_by_keyboard(self):
        window = self.open()
        codes = list(self.results(window))
        # A row's name begins with its amount and code.
        items = {e.name.split(", ")[0][-3:]: e for e in window.all(role="list item")}
        # Drags by the name, because pressing the number edits it.
        names = [window.all(code, "label", within=items[code])[0] for code in codes[:2]]
        self.drag(window, *names)
        moved = [codes[1], codes[0]] + codes[2:]
        self.assertTrue(until(lambda: list(self.results(window)) == moved, 10), list(self.results(window)))
        window.click("Amount", "text")
        # Skips Add Amount, the keypad's button and the list's menu.
        window.key("Tab", "Tab", "Tab", "Tab")
        window.key("alt+Down")
        self.assertTrue(until(lambda: list(self.results(window)) == codes, 10), list(self.results(window)))

    def test_a_dragged_row_has_an_opaque_background(self):
        window = self.open()
        row = window.all(role="list item", within=window.find("Results", "list"))[0]
        # Drags by the code, because pressing the number edits it.
        x, y = window.place(window.all(re.compile("^[A-Z]{3}$"), "label", within=row)[0])
        window.xdotool("mousemove", x, y, "mousedown", 1)
        for step in range(1, 11):
            window.xdotool("mousemove", x + 8 * step, y + 4 * step)
            time.sleep(0.06)
        # Its top left corner is at the pointer. The desktop is black, and so are transparent parts.
        place = f"1x1+{x + 80 + row.box().width - 20}+{y + 40 + 10}"

        def colour():
            said = subprocess.run(
                ["import", "-window", "root", "-crop", place, "txt:-"], env=window.environment, capture_output=True,
                text=True, check=True).stdout
            return [int(each) >> 8 if int(each) > 255 else int(each) for each in re.findall(r"\d+", said.split("(")[-1])]

        light = until(lambda: min(colour()[:3]) > 200 and colour(), 5)
        window.xdotool("mouseup", 1)
        self.assertTrue(light, f"what is dragged is dark: {colour()} at {place}")

    def test_a_total_that_differs_from_its_rounded_lines_is_explained(self):
        window = self.open()
        window.type("55.68 USD + 37.77 GBP + 72.83 CHF + 2873 JPY")
        lines = [("+", Fraction(amount), code) for amount, code in
                 (("55.68", "USD"), ("37.77", "GBP"), ("72.83", "CHF"), ("2873", "JPY"))]
        exact = [RATES.convert(amount, code, "EUR") for _, amount, code in lines]
        apart = sum(Fraction(rounded(value)) for value in exact)
        self.assert_total(window, total_in("EUR", lines))
        self.assertNotEqual(Fraction(total_in("EUR", lines)), apart, "these amounts need no explanation any more")
        window.click(re.compile("^Why does the total"), "push button")
        window.find(re.compile(re.escape(rounded(apart))), "label")


class Pasting(ListTest):
    def test_an_ambiguous_amount_shows_both_readings(self):
        window = self.open()
        self.paste(window, "1.234 USD\n20 CHF")
        window.find("2 amounts found", "label")
        window.find("Use 1.234 for 1.234", "push button")
        window.click("Use 1,234 for 1.234", "push button")
        window.find("Use 1.234 for 1,234", "push button")
        window.click(re.compile("^Add [0-9]+ Amount"), "push button")
        self.assert_total(window, total_in("EUR", [("+", Fraction(1234), "USD"), ("+", Fraction(20), "CHF")]))

    def test_cancelling_a_paste_changes_no_amount(self):
        window = self.open()
        self.enter(window, "75")
        self.put_on_clipboard(window, "1.234 USD\n20 CHF")
        window.key("ctrl+a", "ctrl+v")
        window.click("Cancel", "push button")
        self.assertTrue(window.gone("2 amounts found", "label"))
        self.assertEqual(self.amount(window), "75")

    def test_one_pasted_amount_is_inserted_at_the_cursor(self):
        window = self.open()
        self.enter(window, "12")
        self.put_on_clipboard(window, "34")
        window.key("End", "ctrl+v")
        self.assertTrue(until(lambda: self.amount(window) == "1234"), self.amount(window))
        self.assert_rows(window, "1234", self.source(window))

    def offer(self, html, text=""):
        """Puts HTML on the clipboard with plain text, as a browser does."""
        holder = subprocess.Popen(
            ["/usr/bin/python3", pathlib.Path(__file__).with_name("offered.py"), html, text], stdout=subprocess.PIPE,
            env={**self.desktop.environment, "GDK_BACKEND": "x11"})
        self.addCleanup(holder.wait)
        self.addCleanup(holder.kill)
        self.assertEqual(holder.stdout.readline(), b"held\n")
        holder.stdout.close()
        time.sleep(0.3)

    def test_HTML_on_the_clipboard_is_used_instead_of_its_plain_text(self):
        window = self.open()
        for html, text, wanted in (
                ("<b>$19<sup>99</sup></b>", "$1999", ("19.99", "USD")),
                ("<p>\u20ac45.00<sup>2</sup></p>", "\u20ac45.002", ("45.00", "EUR")),
                ("<s>$60.00</s> $45.50", "$60.00 $45.50", ("45.50", "USD")),
                ("<table><tr><td sdval='12.3456' sdnum='1033;'>12.35 GBP</td></tr></table>", "12.35 GBP", ("12.3456", "GBP")),
                ("<img src='x'>", "7.25 CHF", ("7.25", "CHF")), ("<p>8.25 CHF</p>", "", ("8.25", "CHF"))):
            self.offer(html, text)
            window.key("ctrl+a", "Delete", "ctrl+v")
            found = lambda: (self.amount(window).replace("$", "").replace("\u20ac", ""), self.source(window))  # noqa: E731
            self.assertTrue(until(lambda: found() == wanted, 10), (found(), wanted))
        self.offer(
            "<meta charset=utf-8><table><tr><td>Hotel</td><td sdval='1234.4987' sdnum='1033;'>1,234.50 \u20ac</td></tr>"
            "<tr><td>Taxi</td><td><s>$35</s> $30<sup>99</sup></td></tr></table>", "Hotel\t1,234.50 \u20ac\nTaxi\t$35 $3099")
        window.key("ctrl+a", "Delete", "ctrl+v")
        self.assertTrue(until(lambda: len(self.lines(window)) == 2, 10), self.lines(window))
        self.assert_total(
            window, total_in("CHF", [("+", Fraction("1234.4987"), "EUR"), ("+", Fraction("30.99"), "USD")]), "CHF")

    def test_a_copied_list_is_pasted_as_the_same_list(self):
        window = self.open()
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        window.key("Return")
        self.assert_wanted(window)
        lines = self.lines(window)
        window.from_menu("List menu", "Copy List")
        window.find("List copied", "label")
        read = lambda *kind: subprocess.run(  # noqa: E731
            ["xclip", "-selection", "clipboard", "-o", *kind], env=window.environment, capture_output=True, text=True,
            check=True, timeout=20).stdout
        rows = [row.split("\t") for row in read().splitlines()]
        self.assertEqual(rows[0], ["Note", "Amount", "Currency", "Total EUR"])
        self.assertEqual([row[:3] for row in rows[1:4]], [
            ["", "1000", "TRY"], ["5500 / 2", "2750", "USD"], ["", "-100", "EUR"]])
        self.assertTrue(len(rows) > 4 and all(row[0] == "Total" for row in rows[4:]), rows)
        self.assertIn('sdval="2750"', read("-t", "text/html"))
        text = read()
        for again in (False, True):
            # Pastes into this Kurs, and from a program that keeps only the text.
            if again:
                self.put_on_clipboard(window, text)
            window.key("ctrl+shift+Delete")
            self.assertTrue(until(lambda: not self.lines(window), 10), self.lines(window))
            window.key("ctrl+v")
            self.assertTrue(until(lambda: self.lines(window) == lines, 10), (self.lines(window), lines))
            self.assert_wanted(window)

    def test_a_symbol_of_several_currencies_shows_the_currency_that_is_used(self):
        window = self.open()
        self.enter(window, "$100")
        window.find(re.compile(r"^\$ = USD"), "label")
        window.click(re.compile(r"^Use CAD.* for \$"), "push button")
        self.assert_rows(window, "100", "CAD")


class Terms(ListTest):
    def test_a_fee_reduces_the_results_until_the_fee_is_removed(self):
        window = self.open()
        self.enter(window, "100")
        window.from_menu("List menu", "Fee…")
        window.find("Fee", "frame")
        window.type("2")
        window.key("Return")
        self.assertTrue(window.gone("Fee", "frame"))
        value = RATES.convert(100, "EUR", "USD")
        expected = [rounded(value * Fraction(98, 100)), rounded(value / Fraction(102, 100))]
        self.assertTrue(
            until(lambda: expected[0] in self.results(window)["USD"], 10),
            f"{expected} not in {self.results(window)['USD']}")
        # The row has one number. The explanation has the others.
        self.press(window, re.compile("^Menu of USD"), "push button")
        self.press(window, "How This Was Calculated", "menu item")
        window.find(re.compile(re.escape(f"{expected[1]} if the fee is part of the rate")), "label")
        window.key("Escape")
        window.from_menu("List menu", "Fee…")
        window.click("No Fee", "push button")
        self.assertTrue(until(lambda: not any(expected[0] in text for text in self.results(window)["USD"])))

    def test_a_custom_rate_is_used_and_marked_until_it_is_removed(self):
        window = self.open()
        self.enter(window, "100")
        self.press(window, re.compile("^Menu of USD"), "push button")
        self.press(window, "Custom Rate…", "menu item")
        window.find("Custom Rate", "frame")
        window.type("1.25")
        window.key("Return")
        self.assertTrue(window.gone("Custom Rate", "frame"))
        self.assertTrue(until(lambda: "125.00" in self.results(window)["USD"], 10), self.results(window)["USD"])
        self.assertTrue(any(text.endswith(" · custom rate") for text in self.results(window)["USD"]))
        self.press(window, re.compile("^Menu of USD"), "push button")
        self.press(window, "Custom Rate…", "menu item")
        window.click("Use Published Rate", "push button")
        self.assert_rows(window, "100", "EUR")

    def test_after_the_chosen_date_is_removed_the_list_uses_the_latest_rates(self):
        window = self.open()
        self.enter(window, "100")
        window.key("ctrl+d")
        window.find("Date, such as 30 October 2026", "text")
        window.type("2008-09-15")
        window.key("Return")
        expected = rounded(RATES.convert(100, "EUR", "USD", "2008-09-15"))
        self.assertTrue(until(lambda: expected in self.results(window)["USD"], 15), self.results(window)["USD"])
        window.find(re.compile("^All amounts use the rates of 15 September 2008"), "push button")
        window.click("Remove 15 September 2008", "push button")
        self.assert_rows(window, "100", "EUR")

    def test_editing_a_result_changes_the_amount(self):
        window = self.open()
        self.enter(window, "100")
        row = next(e for e in window.all(role="list item") if " USD, " in e.name)
        value = next(e for e in row.below() if e.role == "label" and re.fullmatch(r"[\d.,]+", e.text()))
        x, y = window.place(value)
        window.xdotool("mousemove", x, y, "click", "--repeat", 2, "--delay", 80, 1)
        window.find("Amount in USD", "text")
        window.key("ctrl+a")
        window.type("250")
        window.key("Return")
        self.assertTrue(until(lambda: "250.00" in self.results(window)["USD"], 10), self.results(window)["USD"])
        expected = rounded(RATES.convert(250, "USD", "EUR"))
        self.assertTrue(until(lambda: self.amount(window) == expected), self.amount(window))

    def test_every_control_of_a_list_has_an_accessible_name(self):
        window = self.open()
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        window.key("Return")
        self.assert_total(window, total_in("EUR"))
        nameless = [e.role for e in window.elements() if e.role in NAMED_ROLES and e.showing() and not e.name]
        self.assertEqual(nameless, [])
        complaints = [line for line in window.messages().splitlines() if re.search(r"CRITICAL|WARNING", line)]
        self.assertEqual(complaints, [])
