# SPDX-License-Identifier: GPL-3.0-or-later
"""The terminal's error messages: one sentence in the user's language about the actual problem."""
import json
import pathlib
import re
import shutil
import subprocess

from desktop import speaking
from terminal import PROGRAM, Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = (ROOT / "Sources" / "Core" / "Items" / "Providers").glob("*/Fixtures/*")

# A problem and the arguments that cause it. `{home}` is the user's folder.
WRONG = [
    (64, "convert x EUR USD"), (64, "convert 1 EUR XXQ"), (64, "convert 1 EUR USD --on 2026-13-01"), (64, "convert 1 EUR"),
    (64, "convert 1 EUR USD --what"), (64, "convert 1 EUR USD --expla"), (64, "convert 1 EUR USD --on"),
    (64, "convert 1 EUR USD GBP"), (64, "convert 1 EUR USD GBP CHF"), (64, "calc 5+"), (64, "calc (5"), (64, "calc 5)"),
    (64, "calc 5*EUR*USD"), (64, "calc 1/0"), (64, "calc 5.USD+x"), (64, "log --lines 0"), (64, "log --lines x"),
    (64, "settings get nothing"), (64, "settings set offline perhaps"), (64, "own-rates set EUR EUR 1"),
    (64, "chart EUR USD --output {home}/x.gif"), (64, "refresh --provider fixer"), (64, "refresh --provider nobody"),
    (64, "saved show nothing"), (64, "quarantine accept 7"), (64, "queue drop"), (64, "import {home}/x --provider team"),
    (66, "import {home}/none --provider ecb"), (66, "backup import {home}/none"),
    (69, "convert 1 EUR USD --on 1980-01-01"), (69, "convert 1 EUR RUB"), (69, "calc 5.EUR.in.RUB"),
    (69, "convert 1 EUR USD --provider nbp"), (74, "backup export {home}/none/x"), (64, "account sign-in"),
]


class Speaking(Terminal):
    def speak(self, language):
        self.environment.update(speaking(self.environment, language))


class SentenceTests(Speaking):
    def arguments(self, line):
        return [each.replace(".", " ") if line.startswith("calc") else each.format(home=self.home) for each in line.split()]

    def test_each_terminal_error_is_one_sentence_in_the_language_of_the_user(self):
        english = {}
        for language in ("en", "de", "ar"):
            self.speak(language)
            for code, line in WRONG:
                self.kurs(*self.arguments(line), code=code)
                said = self.complaint
                self.assertEqual((said.count("\n"), said.startswith("kurs-cli: ")), (1, True), (line, said))
                self.assertIsNone(re.search(r"\{\w+\}", said), said)
                if language == "en":
                    english[line] = said
                else:
                    self.assertNotEqual(said, english[line], line)
                self.assertEqual(bool(re.search("[\u0600-\u06ff]", said)), language == "ar", (line, said))

    def test_an_error_has_the_same_sentence_with_and_without_the_option_json(self):
        self.speak("de")
        for code, line in ((64, "calc 5+"), (69, "convert 1 EUR RUB"), (64, "convert 1 EUR")):
            self.kurs(*self.arguments(line), code=code)
            plain = self.complaint
            self.kurs(*self.arguments(line), "--json", code=code)
            error = json.loads(self.complaint)["error"]
            self.assertEqual((plain, error["exit"]), (f"kurs-cli: {error['message']}\n", code))

    def test_actions_are_reported_in_the_language_of_the_user(self):
        self.kurs("calc", "5 EUR", "--save", "Lunch")
        for language, fetched, deleted in (("de", "hinzugefügt oder berichtigt", "wurde gelöscht"), ("ar", "مصحح", "حُذفت")):
            self.speak(language)
            refresh = ("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
            self.bank.dollar += "1"
            self.assertRegex(self.kurs(*refresh), fetched)
            said = self.kurs("saved", "delete", "Lunch")
            self.assertIn(deleted, said)
            self.kurs("saved", "restore", re.search(r"restore ([0-9a-f-]{36})", said)[1])

    def test_results_are_the_same_in_every_language(self):
        answers = []
        for language in ("en", "de", "ar"):
            self.speak(language)
            self.environment["LC_NUMERIC"] = "C"
            answers.append([self.kurs(*each) for each in (
                ("convert", "1.5", "EUR", "USD", "--explain"), ("calc", "1.5 USD + 2 EUR", "--explain", "--in", "CHF"),
                ("rates", "--json"))])
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])


class HelpTests(Speaking):
    """The output of --help, and errors in the arguments, are in the user's language for each command."""

    def pages(self, *path):
        """Returns path and help page of this command and of each subcommand."""
        page = self.kurs(*path, "--help")
        yield path, page
        names = re.findall(r"^  ([a-z-]+)(?: \(default\))?  +\S", page.partition("SUBCOMMANDS:")[2], re.M)
        for name in names:
            yield from self.pages(*path, name)

    def test_each_command_has_help_in_the_language_of_the_user(self):
        self.speak("en")
        english = list(self.pages())
        self.assertGreater(len(english), 50)
        self.assertIn("USAGE: kurs-cli <subcommand>\n", english[0][1])
        for path, page in english:
            self.assertNotIn("in the usage", page, path)
        for language in ("de", "ar"):
            self.speak(language)
            for path, page in english:
                translated = self.kurs(*path, "--help")
                lines = {line.strip() for line in page.splitlines() if re.search(r"[a-z] [a-z]", line)}
                # Examples are the same in every language.
                lines = {line for line in lines if not line.startswith("kurs-cli ")}
                labels = {line for line in lines if line[0] in "-<" and "  " not in line}
                self.assertEqual((lines - labels) & {line.strip() for line in translated.splitlines()}, set(), path)
                self.assertEqual(re.findall(r"(?m)^  (--?[a-z-]+)", page), re.findall(r"(?m)^  (--?[a-z-]+)", translated), path)
                names, theirs = (set(re.findall(r"<([^>]*)>", each)) for each in (page, translated))
                self.assertLessEqual(names & theirs, {"n", "url", "NAME[,NAME…]"}, path)
                self.assertIsNone(re.search(r"OVERVIEW|USAGE|ARGUMENTS|OPTIONS|SUBCOMMANDS|default|See '", translated), path)
        self.assertEqual(self.kurs("settings", "--help"), self.kurs("help", "settings"))

    def test_rare_errors_are_reported_in_the_language_of_the_user(self):
        for line, german in (("convrt 1 EUR USD", "Unbekannter Befehl convrt. Vielleicht ist convert gemeint"),
                             ("convert 1 EUR USD --json=yes", "--json kann keinen Wert haben. Entfernen Sie „yes“"),
                             ("convert", "<Betrag> fehlt"),
                             ("rates --side perhaps", "„perhaps“ ist kein gültiger Wert von --side <SEITE>")):
            self.speak("de")
            self.kurs(*line.split(), code=64)
            self.assertTrue(self.complaint.startswith(f"kurs-cli: {german}"), self.complaint)


class BrokenDocumentTests(Terminal):
    """The error for a damaged document names the provider, the place and the expected value."""

    @staticmethod
    def wounds(whole):
        text = whole.decode("utf-8", "replace")
        yield "a page", b"<!DOCTYPE html><html><body>Back soon</body></html>"
        yield "nothing", b""
        yield "half", whole[:len(whole) // 2]
        # The last part of each kind belongs to a rate, its currency or its day, not to the head of the document.
        for name, pattern, other in (("number", r"\d+[.,]\d+(?!.*\d+[.,]\d+)", "1..2"), ("code", r"\bUSD\b", "U$D"),
                                     ("day", r"\d{4}-\d\d-\d\d", "2026-13-45"), ("day", r"\d\d\.\d\d\.\d{4}", "45.13.2026")):
            wounded, count = re.subn(pattern, other, text, count=1, flags=re.S)
            if count:
                yield name, wounded.encode()

    def test_every_parser_error_names_provider_and_place_and_expected_value(self):
        tried, said = 0, {}
        for folder in sorted(each for each in FIXTURES if each.name != "team"):
            fixture = next(each for each in sorted(folder.iterdir()) if each.suffix != ".quotes")
            for wound, document in self.wounds(fixture.read_bytes()):
                file = self.home / "document"
                file.write_bytes(document)
                run = subprocess.run([PROGRAM, "import", str(file), "--provider", folder.name], env=self.environment,
                                     text=True, capture_output=True)
                if run.returncode == 0:
                    continue
                tried += 1
                self.assertEqual((run.returncode, run.stderr.count("\n")), (65, 1), (fixture, wound, run.stderr))
                self.assertIn(f" of {folder.name} ", run.stderr)
                self.assertRegex(run.stderr, r"[Ee]xpected: \w", (fixture, wound))
                self.assertNotIn("a rate, a day or a currency", run.stderr, (fixture, wound))
                self.assertRegex(run.stderr, r" at \S|is incomplete|not a table of rates", (fixture, wound))
                said.setdefault(wound, set()).add(re.search(r"[Ee]xpected: ((?:(?!, found|\. )[^)])*)", run.stderr)[1])
        self.assertGreater(tried, 75)
        self.assertIn("a day", said["day"])
        self.assertIn("a rate", said["number"])
        self.assertIn("a currency code", said["code"])


class ClockTests(Terminal):
    """A clock set back years: a new profile uses the bundled rates, and one line reports that the clock looks
    wrong."""

    READING = [
        "convert 1 EUR USD", "convert 1 DEM EUR", "convert 1 EUR USD --on 2020-01-02", "calc 5USD", "calc 5USD+2EUR --in CHF",
        "calc 5USD+2EUR --explain", "history EUR USD --from 2026-10-01", "rates", "rates USD --csv", "rates --on 2004-12-31",
        "chart EUR USD --output {home}/chart.svg",
    ]
    SILENT = ["currencies", "providers", "settings list", "log", "saved list", "own-rates list", "quarantine list", "cache status"]

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        source = cls.folder / "clock.c"
        source.write_text(
            "#include <stdlib.h>\n#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\n"
            "int clock_gettime(clockid_t clock, struct timespec *now) {\n"
            "  int result = (int)syscall(SYS_clock_gettime, clock, now);\n"
            "  if (clock == CLOCK_REALTIME) now->tv_sec = atol(getenv(\"TEST_CLOCK\"));\n"
            "  return result;\n}\n")
        cls.library = cls.folder / "clock.so"
        subprocess.run(["clang", "-shared", "-fPIC", "-o", cls.library, source], check=True)

    def test_with_a_wrong_clock_every_command_that_only_reads_succeeds(self):
        for name, seconds in (("1970", 86_400), ("2020", 1_577_880_000)):
            for number, line in enumerate(self.READING + (self.SILENT if name == "1970" else [])):
                home = self.home / f"{name}-{number}"
                home.mkdir()
                environment = self.environment | {"HOME": str(home), "LD_PRELOAD": str(self.library), "TEST_CLOCK": str(seconds)}
                run = subprocess.run([PROGRAM, *line.format(home=home).split()], env=environment, text=True, capture_output=True)
                self.assertEqual(run.returncode, 0, (name, line, run.stderr))
                doubts = run.stderr.count(f"It shows {name}-01-0")
                wants = 0 if line in self.SILENT else 1
                if "--on" not in line:
                    self.assertEqual(doubts, wants, (name, line, run.stderr))
                self.assertEqual(run.stderr.count("\n"), doubts, (name, line, run.stderr))
                if line.startswith("convert 1 EUR USD") and "--on" not in line:
                    self.assertIn("2026-10-30, 1 EUR = 1.1172 USD", run.stdout)
