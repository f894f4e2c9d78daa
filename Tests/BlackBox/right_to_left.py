# SPDX-License-Identifier: GPL-3.0-or-later
"""Windows in Arabic with Egypt's digits, the calculator in two sizes. No text is cut, all digits are of one set,
and each part is on its correct side."""
import re
import subprocess
import time

from desktop import Desktop
from window import Window, until
from windows import WindowTest

LATIN = re.compile("[0-9]")
# Beside these digits, a dot in the middle of a line looks like a zero.
ZERO = re.compile("[٠-٩][\u2066-\u2069]? ?·|· ?[\u2066-\u2069]?[٠-٩]")
# This script has another comma.
COMMA = re.compile("[ء-ي][\u2066-\u2069]?, ")
SIZES = ((400, 720), (820, 640))
TITLES = {"settings": "الإعدادات", "account": "الحساب"}
CHART = re.compile("EUR/USD")
# The windows of the calculator, with their keys.
OTHERS = {
    "ctrl+shift+k": ("picker", "إضافة عملة"), "ctrl+t": ("table", "تحويل جدول"), "ctrl+shift+o": ("lists", "القوائم والسجل"),
    "ctrl+h": ("history", "القوائم والسجل"),
}
MAIN, LIST, CHART_MENU = "القائمة الرئيسية", "خيارات القائمة", "قائمة المخطط"
# The windows without a key, each by a menu and its entry.
FROM_MENUS = {
    (MAIN, "أسعار خاصة"): ("own-rates", "أسعار خاصة"), (LIST, "رسوم…"): ("fee", "الرسوم"),
}


class RightToLeft(WindowTest):
    def speak_arabic(self, *arguments, desktop=None):
        desktop = desktop or self.desktop
        window = Window(
            desktop, self.program, self._testMethodName, arguments, **desktop.speaking("ar"), LC_NUMERIC="ar_EG.UTF-8")
        self.addCleanup(self.leave, window)
        return window

    def resize(self, window, width, height):
        window.xdotool("windowsize", "--sync", window.xdotool("getactivewindow"), width, height)
        time.sleep(1.5)

    def look(self, window, what, title=None, is_own=True, frame=None):
        """Checks that all elements are inside the frame and Kurs's texts use one set of digits. Saves a picture."""
        frame = frame or window.all(title, "frame")[-1]
        place = frame.box()
        if self.pictures:
            window.screenshot(f"{self.pictures}/{self._testMethodName}-{what}.png")
        labels = [e for e in window.all(role="label", within=frame) if e.text()]
        self.assertGreater(len(labels), 3, what)
        cut = []
        for label in labels:
            box = label.box()
            if box.x < place.x or box.x + box.width > place.x + place.width:
                cut.append((label.text(), box))
        self.assertEqual(cut, [], f"{what}: cut, in {place}")
        if not is_own:
            return labels
        # The log is shown as in its file.
        own = [label.text() for label in labels if not re.match(r"\d{4}-\d\d-\d\dT", label.text())]
        mixed = [text for text in own if LATIN.search(re.sub("[A-Za-z][^ ]*", "", text))]
        self.assertEqual(mixed, [], f"{what}: digits of another set")
        self.assertEqual([label.text() for label in labels if ZERO.search(label.text())], [], f"{what}: a dot like a zero")
        self.assertEqual([label.text() for label in labels if COMMA.search(label.text())], [], f"{what}: a comma")
        return labels

    def test_in_Arabic_the_calculator_is_laid_out_from_right_to_left(self):
        # An amount copied by another test is offered unchanged, in digits of another set.
        subprocess.run(
            ["xclip", "-selection", "clipboard", "-i", "/dev/null"], env=self.desktop.environment, check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        window = self.speak_arabic()
        self.assertTrue(until(lambda: window.all("المبلغ", "text"), 40), window.outline())
        time.sleep(1)
        for size in SIZES:
            self.resize(window, *size)
            self.look(window, "{}x{}".format(*size))
            # The C library lacks the months of a language without a locale on this system.
            self.assertTrue(window.all(re.compile("أكتوبر")), window.outline())
            # A narrow window shows its keypad on request. The keypad has the usual order: seven is left of nine.
            if not window.all("٧", "push button"):
                window.click("لوحة الأرقام", "push button")
            seven, nine = (window.find(key, "push button").centre() for key in "٧٩")
            self.assertLess(seven[0], nine[0])
            # The amount of a result is left of its currency, at the end of its row.
            rows = window.all(role="list item", within=window.find("النتائج", "list"))
            row = next(row for row in rows if any(e.text() == "USD" for e in row.below()))
            code = next(e for e in row.below() if e.role == "label" and e.text() == "USD")
            amount = next(e for e in row.below() if e.role == "label" and re.search("[٠-٩]{3}", e.text()))
            self.assertLess(amount.centre()[0], code.centre()[0], size)
        window.click("٧", "push button")
        self.assertTrue(until(lambda: window.find("المبلغ", "text").text().endswith("٧")))
        # Latin digits typed on the keyboard are shown as Arabic digits, like those of the keypad.
        window.type("51")
        self.assertTrue(until(lambda: window.find("المبلغ", "text").text().endswith("٧٥١")))
        window.type(" USD + 20 EUR")
        window.key("Return")
        self.assertTrue(until(lambda: window.all("٢٠", "label") or window.find("المبلغ", "text").text() == "٢٠"))
        self.look(window, "list")

    def test_in_Arabic_the_chart_is_laid_out_from_right_to_left(self):
        window = self.speak_arabic("--chart", "EUR/USD")
        self.assertTrue(until(lambda: window.all(re.compile("EUR.*USD"), "label"), 60), window.outline())
        time.sleep(3)
        for size in ((360, 640), SIZES[1]):
            self.resize(window, *size)
            self.look(window, "{}x{}".format(*size), CHART)
        said = window.find(re.compile("٪"), "label").text()
        self.assertIn("\u2069", said, "a value is not isolated")
        window.key("ctrl+t")
        time.sleep(2)
        self.look(window, "table", CHART)
        self.assertIn("\u2068", window.find(re.compile("٢٠٢٦"), "label").text())
        window.from_menu(CHART_MENU, "نسخ الجدول")
        time.sleep(1.5)
        text = subprocess.run(
            ["xclip", "-selection", "clipboard", "-o"], env=window.environment, capture_output=True, text=True,
            timeout=20).stdout
        self.assertRegex(text, "٢٠٢٦|2026")
        self.assertNotRegex(text, "[\u2066-\u2069]")
        window.key("ctrl+t")
        window.from_menu(CHART_MENU, "تنبيه…")
        self.assertTrue(until(lambda: window.all("تنبيه", "frame"), 30), window.outline())
        time.sleep(1.5)
        self.look(window, "alert", "تنبيه")

    def test_in_Arabic_table_and_history_and_fee_windows_are_right_to_left(self):
        window = self.speak_arabic()
        self.assertTrue(until(lambda: window.all("المبلغ", "text"), 40), window.outline())
        window.type("1250")
        window.key("Return", "ctrl+s")
        self.assertTrue(until(lambda: window.all("العنوان", "text"), 30), window.outline())
        window.type("Trip")
        window.key("Return")
        time.sleep(2)
        opening = {lambda key=key: window.key(key): names for key, names in OTHERS.items()}
        opening |= {lambda entry=entry: window.from_menu(*entry): names for entry, names in FROM_MENUS.items()}
        for opens, (what, title) in opening.items():
            opens()
            self.assertTrue(until(lambda title=title: window.all(title, "frame"), 30), f"{what}: {window.outline()}")
            time.sleep(1.5)
            self.look(window, what, title)
            if what == "own-rates":
                self.look_above(window, "own-rate", lambda: window.click("إضافة سعر", "push button"), self.rate_is_read)
            if what == "lists":
                self.look_above(window, "compare", lambda: self.compare(window))
            window.key("Escape")
            self.assertTrue(window.gone(title, "frame"), f"{what} stays")

    def test_in_Arabic_the_Shortcuts_and_About_windows_are_right_to_left(self):
        """Shortcuts and About have keys, versions and licences in Latin letters."""
        window = self.speak_arabic()
        self.assertTrue(until(lambda: window.all("المبلغ", "text"), 40), window.outline())
        opening = ((lambda: window.key("ctrl+question"), "shortcuts", "تبديل العملات"),
                   (lambda: window.from_menu(MAIN, "عن كورس"), "about", "كورس"))
        for opens, what, own in opening:
            frame = window.opened(opens)
            self.assertTrue(frame, f"{what}: {window.outline()}")
            time.sleep(1.5)
            labels = [label for label in self.look(window, what, is_own=False, frame=frame) if label.text() == own]
            shown = [label for label in labels if label.box().width > 0]
            self.assertTrue(shown, what)
            if what == "shortcuts":
                keys = [e for e in window.all("Ctrl+I", "label") if abs(e.centre()[1] - shown[0].centre()[1]) < 20]
                self.assertTrue(keys and all(key.centre()[0] < shown[0].centre()[0] for key in keys), keys)
            window.key("Escape")
            self.assertTrue(window.closed(frame), f"{what} stays")

    def look_at_account(self, window):
        """Opens the account by key, because GTK 4.18 reports positions without the padding of a desktop with a font."""
        window.key("F10")
        entry = window.find(TITLES["account"], "menu item")
        time.sleep(0.5)
        entry.act()
        self.assertTrue(until(lambda: window.all(TITLES["account"], "frame"), 30), window.outline())
        time.sleep(1.5)
        self.look(window, "account", TITLES["account"])

    def rate_is_read(self, window):
        """Checks that a sentence that begins with a code runs from the right. Otherwise its meaning is reversed."""
        self.assertTrue(window.all(re.compile("^\u200f.*مقابل")), [e.name for e in window.all(re.compile("مقابل"))])

    def compare(self, window):
        window.click(re.compile("خيارات .*Trip"), "push button")
        entry = window.find("المقارنة باليوم", "menu item")
        time.sleep(0.5)
        entry.act()

    def look_above(self, window, what, act, check=lambda window: None):
        """Checks a window that opens above another window."""
        frame = window.opened(act)
        self.assertTrue(frame, f"{what}: {window.outline()}")
        time.sleep(1.5)
        self.look(window, what, frame=frame)
        check(window)
        window.key("Escape")
        self.assertTrue(window.closed(frame), f"{what} stays")

    def test_in_Arabic_the_text_about_accounts_is_not_cut_off(self):
        """GTK 4.8 measured a line's height and gave the text the width of fewer lines."""
        desktop = Desktop(font="Cantarell 11")
        self.addCleanup(desktop.stop)
        desktop.start()
        window = self.speak_arabic(desktop=desktop)
        self.assertTrue(until(lambda: window.all("المبلغ", "text"), 40), window.outline())
        self.look_at_account(window)

    def test_in_Arabic_settings_and_account_are_laid_out_from_right_to_left(self):
        window = self.speak_arabic()
        self.assertTrue(until(lambda: window.all("المبلغ", "text"), 40), window.outline())
        window.key("ctrl+comma")
        self.assertTrue(until(lambda: window.all(TITLES["settings"], "frame"), 30), window.outline())
        time.sleep(2)
        self.look(window, "settings", TITLES["settings"])
        window.key("Escape")
        self.assertTrue(window.gone(TITLES["settings"], "frame"))
        self.look_at_account(window)
