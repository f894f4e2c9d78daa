# SPDX-License-Identifier: GPL-3.0-or-later
"""The compact window, the widest window, and the offer of the clipboard when the window gets the focus."""
import re
import subprocess
import time

from lists import ListTest, total_in
from windows import RATES, plain, until


class Compact(ListTest):
    def size(self, window):
        """Returns the size of the window without the window manager's frame."""
        told = window.xdotool("getwindowgeometry", "--shell", window.xdotool("getactivewindow"))
        return tuple(int(re.search(rf"{name}=(\d+)", told).group(1)) for name in ("WIDTH", "HEIGHT"))

    def resize(self, window, width, height):
        window.xdotool("windowsize", "--sync", window.xdotool("getactivewindow"), width, height)

    def is_compact(self, window):
        return not window.all("Add Amount", "push button")

    def test_a_compact_window_fits_280_by_200_pixels_and_can_be_enlarged(self):
        window = self.open(profile="compact")
        before = self.size(window)
        window.key("ctrl+m")
        self.assertTrue(until(lambda: self.is_compact(window)))
        self.assertTrue(until(lambda: self.size(window)[0] < before[0] and self.size(window)[1] < before[1]))
        self.resize(window, 280, 200)
        self.assertTrue(until(lambda: self.size(window) == (280, 200), 5), self.size(window))
        self.enter(window, "250")
        expected = RATES.shown("250", "EUR", "USD")
        self.assertTrue(until(lambda: plain(self.results(window)["USD"][-1]) == plain(expected), 10), self.results(window))
        for code in ("USD", "GBP"):
            row = next(e for e in window.all(role="list item") if e.name.find(f" {code},") > 0)
            self.assertLessEqual(row.box().y + row.box().height, 200, code)
        self.assertTrue(window.close())
        window = self.open(profile="compact")
        self.assertTrue(self.is_compact(window))
        self.assertTrue(until(lambda: self.size(window) == (280, 200), 5), self.size(window))
        window.click("Show Everything", "push button")
        window.find("Add Amount", "push button")
        self.assertTrue(until(lambda: self.size(window) == before, 10), (self.size(window), before))

    def test_a_wide_window_becomes_as_narrow_as_a_phone_in_one_step(self):
        window = self.open(profile="narrow")
        for sum_, heights in (("250", (640, 720, 1000)), ("100 EUR + 1250 USD - 4 JPY", (640, 720, 800))):
            self.enter(window, sum_)
            for height in heights:
                for width in (820, 360):
                    self.resize(window, width, height)
                    self.assertTrue(until(lambda: self.size(window) == (width, height), 3), self.size(window))
                    # The window manager must first receive the changes of the wide window.
                    time.sleep(0.7)
                self.assert_whole(window)

    def assert_whole(self, window):
        """Checks that no message is cut and the small charts are in one column."""
        trends = [e.box() for e in window.all(re.compile("^Chart of "), "push button")]
        self.assertEqual(len({(box.x, box.width) for box in trends if box.height}), 1, trends)
        sentence = window.find(re.compile("^Kurs goes online only"), "label").box()
        # Its bottom is the top of the status line.
        status = window.find("Refresh", "push button").box()
        self.assertGreater(sentence.height, 0)
        self.assertLessEqual(sentence.y + sentence.height, status.y)

    def key_height(self, window):
        """Returns the height of a key by the starts of two rows, less the gap. Other sizes leave out the padding."""
        upper, lower = (window.find(key, "push button").box().y for key in ("7", "4"))
        return lower - upper - 6

    def test_the_keys_of_the_keypad_do_not_grow_in_a_maximised_window(self):
        # This test uses the padding that users have. Other tests run without it.
        window = self.open(XDG_CONFIG_HOME=str(self.desktop.folder / "padded"))
        self.resize(window, 820, 500)
        height = lambda: self.key_height(window)  # noqa: E731
        self.assertTrue(until(lambda: height() < 50, 5), height())
        low = height()
        self.press(window, "Maximize", "push button")
        self.assertTrue(until(lambda: self.size(window)[1] > 900, 5), self.size(window))
        self.assertTrue(until(lambda: low < height() < 50, 5), (height(), low))
        self.press(window, re.compile("^(Restore|Maximize)$"), "push button")
        self.assertTrue(until(lambda: self.size(window) == (820, 500), 5), self.size(window))
        self.assertTrue(until(lambda: height() == low, 5), (height(), low))

    def test_pasted_text_below_a_list_fits_a_window_of_820_by_640(self):
        window = self.open()
        window.type("1000 TRY + 5500 USD / 2 - 100 EUR")
        window.key("Return")
        self.assert_total(window, total_in("EUR"))
        self.resize(window, 820, 640)
        self.assertTrue(until(lambda: self.size(window) == (820, 640), 5), self.size(window))
        self.put_on_clipboard(window, "\n".join(f"1.{number}34 USD" for number in range(9)))
        window.key("ctrl+a", "Delete", "ctrl+v")
        window.find(re.compile("^Add [0-9]+ Amount"), "push button")
        time.sleep(1)
        self.assertEqual(self.size(window), (820, 640))
        for name in (re.compile("^Add [0-9]+ Amount"), "Cancel", re.compile("^Total in ")):
            box = window.find(name, "push button").box()
            self.assertTrue(0 <= box.y and box.y + box.height <= 640, (name, box))
        if self.pictures:
            window.screenshot(f"{self.pictures}/{self._testMethodName}-waits.png")
        self.assertEqual(self.keys_shown(window), [])
        window.click("Cancel", "push button")
        self.assertTrue(until(lambda: self.keys_shown(window), 10), "no keypad")

    def test_a_wide_window_shows_the_chart_of_the_last_pressed_result(self):
        window = self.open()
        self.resize(window, 1280, 800)
        # The row of a result has a label with its rate. The chart has a second label with the rate.
        charted = lambda code: len(window.all(re.compile(rf"^1 EUR = [\d.]+ {code}$"), "label")) == 2  # noqa: E731
        self.assertTrue(until(lambda: charted("USD"), 20))
        window.click("Pound Sterling", "label")
        self.assertTrue(until(lambda: charted("GBP"), 20))
        self.assertFalse(charted("USD"))
        if self.pictures:
            window.screenshot(f"{self.pictures}/charted-wide.png")

    @staticmethod
    def keys_shown(window):
        return window.all("7", "push button")

    def clip(self, text):
        """Puts text on the clipboard as another program does."""
        process = subprocess.Popen(
            ["xclip", "-selection", "clipboard", "-loops", "20"], env=self.desktop.environment,
            stdin=subprocess.PIPE)
        process.stdin.write(text.encode())
        process.stdin.close()
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

    def come_back(self, window):
        """Goes to another window and back."""
        other = subprocess.Popen(["xmessage", "other"], env=self.desktop.environment)
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)
        self.assertTrue(until(lambda: window.active("xmessage")))
        other.terminate()
        self.assertTrue(until(lambda: window.active("Kurs")))

    def test_an_amount_on_the_clipboard_is_offered_but_not_pasted(self):
        window = self.open()
        for text in ("Dear Sir or Madam", "42.50 GBP"):
            self.clip(text)
            self.come_back(window)
        window.find("On the clipboard: 42.50 GBP")
        self.assertEqual(self.amount(window), "100")
        self.press(window, re.compile("^Paste"), "push button")
        self.assertTrue(until(lambda: self.amount(window) == "42.50", 10), self.amount(window))
        self.assertEqual(self.source(window), "GBP")
        self.come_back(window)
        self.assertFalse(until(lambda: window.all(re.compile("^On the clipboard")), 3))
