# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings, providers and caches from the terminal, against a bank on this machine; last line `N passed, N failed`.

usage: /usr/bin/python3 Tests/BlackBox/terminal.py PROGRAM
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
KEY = "Qx7secretKey42"


class Bank:
    """Answers every path as Frankfurter does; `fails` makes it a server that is down."""

    def __init__(self):
        self.asked = []
        self.fails = False
        self.day = datetime.now(timezone.utc).date() - timedelta(days=1)
        bank = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                bank.asked.append(self.path)
                rates = '{"USD":1.2345,"EGP":56.1}'
                body = (f'{{"amount":1.0,"base":"EUR","date":"{bank.day}","rates":{rates}}}' if "latest" in self.path else
                        f'{{"amount":1.0,"base":"EUR","start_date":"{bank.day}","end_date":"{bank.day}",'
                        f'"rates":{{"{bank.day}":{rates}}}}}').encode()
                self.send_response(503 if bank.fails else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class TerminalTests(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="kurs-terminal-"))
        self.addCleanup(shutil.rmtree, self.home, True)
        self.bank = Bank()
        self.addCleanup(self.bank.close)
        hidden = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "DBUS_SESSION_BUS_ADDRESS")
        self.environment = {key: value for key, value in os.environ.items() if key not in hidden}
        self.environment["HOME"] = str(self.home)

    def kurs(self, *arguments, code=0, typed=""):
        run = subprocess.run([PROGRAM, *arguments], env=self.environment, input=typed, text=True, capture_output=True)
        self.assertEqual(run.returncode, code, run.stderr)
        self.complaint = run.stderr
        return run.stdout.strip()

    @property
    def file(self):
        return self.home / ".config/kurs/settings.ini"

    def test_a_setting_is_kept_and_listed(self):
        self.assertEqual(self.kurs("settings", "get", "providers"), "ecb")
        self.assertFalse(self.file.exists())
        self.kurs("settings", "set", "providers", "frankfurter,ecb")
        self.kurs("settings", "set", "symbols", "$=CAD")
        self.assertEqual(self.file.read_text(), "[Kurs]\nproviders=['frankfurter', 'ecb']\nsymbols={'$': 'CAD'}\n")
        listed = json.loads(self.kurs("settings", "list", "--json"))
        self.assertEqual((listed["providers"], listed["symbols"]), (["frankfurter", "ecb"], {"$": "CAD"}))
        self.assertIn("cache-disk=20", self.kurs("settings").splitlines())

    def test_what_a_setting_cannot_be_is_refused(self):
        for name, value in (("providers", "nobody"), ("providers", ""), ("offline", "perhaps"), ("cache-disk", "5000"),
                            ("addresses", "ecb=http://example.org"), ("nothing", "1"), ("symbols", "$=XXQ")):
            self.kurs("settings", "set", name, value, code=64)
            self.assertTrue(self.complaint.startswith("kurs-cli: "), self.complaint)
        self.assertFalse(self.file.exists())

    def test_a_damaged_file_is_said_once_and_its_rest_used(self):
        self.file.parent.mkdir(parents=True)
        self.file.write_text("[Kurs]\nproviders=['ecb'\noffline=true\n")
        self.assertEqual(self.kurs("settings", "get", "offline"), "true")
        self.assertIn("providers", self.complaint)
        self.assertEqual(len(list(self.file.parent.glob("*.aside"))), 1)
        self.kurs("settings", "get", "offline")
        self.assertEqual(self.complaint, "")

    def test_the_order_decides_and_what_the_first_lacks_comes_from_the_next(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.assertIn(str(self.bank.day), self.kurs("refresh", "--provider", "frankfurter"))
        first = self.kurs("convert", "1", "EUR", "USD,EGP", "--provider", "frankfurter,ecb", "--json")
        self.assertEqual([each["rate"] for each in json.loads(first)["results"]], ["1.2345", "56.1"])
        second = json.loads(self.kurs("convert", "1", "EUR", "USD,EGP", "--provider", "ecb,frankfurter",
                                      "--on", str(self.bank.day), "--json"))
        # The shipped rates are late by the bank's own timetable, or they are of that very day.
        shipped = datetime(2026, 10, 30, tzinfo=timezone.utc).date() >= self.bank.day - timedelta(days=1)
        expected = ["ecb" if shipped else "frankfurter", "frankfurter"]
        self.assertEqual([each["provider"] for each in second["results"]], expected)
        self.kurs("convert", "1", "EUR", "EGP", "--provider", "ecb", code=69)
        self.assertIn("frankfurter has it", self.complaint)
        self.kurs("settings", "set", "providers", "frankfurter,ecb")
        self.assertIn("1 EUR = 1.2345 USD", self.kurs("convert", "1", "EUR", "USD"))
        self.assertIn("ecb", self.kurs("history", "EUR", "CHF", "--from", "2026-01-01", "--csv"))

    def test_a_strict_person_gets_the_first_or_nothing(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.kurs("refresh", "--provider", "frankfurter")
        self.kurs("settings", "set", "strict", "true")
        self.kurs("settings", "set", "providers", "ecb,frankfurter")
        strict = json.loads(self.kurs("convert", "1", "EUR", "USD", "--json"))["results"][0]
        self.assertEqual((strict["provider"], strict["observed"]), ("ecb", "2026-10-30"))
        self.kurs("convert", "1", "EUR", "EGP", code=69)
        self.assertIn("frankfurter has it", self.complaint)
        self.kurs("settings", "set", "strict", "false")
        self.assertEqual(json.loads(self.kurs("convert", "1", "EUR", "EGP", "--json"))["results"][0]["provider"],
                         "frankfurter")

    def test_one_currency_without_a_rate_keeps_no_other_from_its_value(self):
        said = self.kurs("convert", "100", "EUR", "USD,RUB,AED,DEM,EUR", "--on", "2026-10-30", "--json", code=69)
        answer = json.loads(said)
        self.assertEqual([each["to"] for each in answer["results"]], ["USD", "AED", "DEM", "EUR"])
        self.assertEqual([each["to"] for each in answer["errors"]], ["RUB"])
        self.assertIn("RUB", self.complaint)
        dollar, dirham, mark, euro = answer["results"]
        self.assertEqual(dollar["legs"], [{"basis": "observed", "provider": "ecb", "base": "EUR", "counter": "USD",
                                           "unit": "1", "value": "1.1172", "observed": "2026-10-30"}])
        self.assertEqual([leg["basis"] for leg in dirham["legs"]], ["observed", "peg"])
        self.assertEqual([(leg["basis"], leg["value"]) for leg in mark["legs"]], [("law", "1.95583")])
        self.assertEqual((euro["legs"], euro["rate"], euro["provider"]), ([], "1", None))
        said = self.kurs("convert", "1", "USD", "AED,EUR,USD", "--on", "2026-10-30").splitlines()
        self.assertIn("AED pegged at 3.6725 to 1 USD", said[1])
        self.assertIn("the same currency", said[5])

    def test_how_a_result_was_reckoned_is_told_leg_by_leg(self):
        said = self.kurs("convert", "100", "JPY", "AED", "--on", "2026-04-06", "--explain").splitlines()
        self.assertEqual(said[1:4:2], [said[1], said[3]])
        self.assertTrue(said[1].startswith("  1 EUR = ") and "JPY, European Central Bank" in said[1], said)
        self.assertIn("2026-04-02", said[2])
        self.assertIn("1 USD = 3.6725 AED, pegged since", said[3])
        self.assertIn("closed for Easter", said[4])
        self.assertIn("rounded from", said[5])
        carried = json.loads(self.kurs("convert", "1", "EUR", "USD", "--on", "2026-04-06", "--json"))["results"][0]
        self.assertTrue(carried["carried"])
        self.assertIn("closed for Easter", carried["notes"][0])

    def test_own_rates_count_in_a_conversion_as_in_a_calculation(self):
        self.kurs("own-rates", "set", "USD", "EUR", "0.5", "--note", "Bank")
        self.assertIn("your own rate (Bank)", self.kurs("convert", "100", "USD", "EUR"))
        own = json.loads(self.kurs("convert", "100", "EUR", "USD", "--json"))["results"][0]
        self.assertEqual((own["exact"], [leg["basis"] for leg in own["legs"]]), ("200", ["own"]))
        self.assertIn("European Central Bank", self.kurs("convert", "100", "USD", "EUR", "--no-own-rates"))

    def test_histories_and_lists_of_rates_know_what_conversions_know(self):
        for code in ("AED", "XAF", "DEM", "HRK"):
            rows = self.kurs("history", "USD", code, "--from", "2026-10-26", "--to", "2026-10-30", "--csv").splitlines()
            last = json.loads(self.kurs("convert", "1", "USD", code, "--on", "2026-10-30", "--json"))["results"][0]
            self.assertEqual(len(rows), 6, rows)
            self.assertIn(last["rate"], rows[-1])
        for day in ("2005-01-01", "2005-01-02"):
            lira = json.loads(self.kurs("convert", "1", "EUR", "TRY", "--on", day, "--json"))["results"][0]
            self.assertEqual((lira["rate"], lira["observed"]), ("1.8362", "2004-12-31"))
        self.assertIn("1.8362 TRY", self.kurs("rates", "--on", "2004-12-31"))

    def test_a_chosen_provider_without_rates_leaves_the_old_ones_and_says_so(self):
        self.kurs("settings", "set", "providers", "frankfurter")
        self.assertIn("European Central Bank", self.kurs("convert", "1", "EUR", "USD"))
        self.assertIn("No rates of frankfurter are stored yet", self.complaint)
        self.kurs("convert", "1", "EUR", "USD", "--provider", "frankfurter", code=69)

    def test_switched_off_nothing_goes_out(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.kurs("settings", "set", "offline", "true")
        self.kurs("refresh", "--provider", "frankfurter", code=69)
        self.assertIn("switched off", self.complaint)
        self.assertEqual(self.bank.asked, [])
        self.kurs("settings", "set", "offline", "false")
        self.kurs("refresh", "--provider", "frankfurter")
        self.assertNotEqual(self.bank.asked, [])

    def test_one_that_fails_does_not_keep_the_next_from_being_asked(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address},boc=http://127.0.0.1:9")
        said = self.kurs("refresh", "--provider", "boc,frankfurter", code=69)
        self.assertIn("boc could not be asked", self.complaint)
        self.assertIn("frankfurter: 2 rates", said)

    def test_a_key_comes_from_standard_input_and_stays_nowhere(self):
        self.kurs("refresh", "--provider", "fixer", code=64)
        self.assertIn("wants a key", self.complaint)
        self.kurs("refresh", "--provider", "fixer", "--base-url", self.bank.address, "--key-from-stdin", typed=KEY + "\n")
        self.assertIn("56.1", self.kurs("convert", "1", "EUR", "EGP", "--provider", "fixer"))
        self.assertTrue(any(KEY in path for path in self.bank.asked), self.bank.asked)
        self.assertNotIn(KEY, self.complaint)
        for path in self.home.rglob("*"):
            if path.is_file():
                self.assertNotIn(KEY.encode(), path.read_bytes(), path)
        self.kurs("refresh", "--provider", "fixer", "--key-from-stdin", typed="a b&c\n", code=64)
        self.kurs("refresh", "--provider", "fixer,ecb", "--key-from-stdin", code=64)

    def test_own_rates_count_in_a_calculation_and_are_named_unless_left_out(self):
        published = self.kurs("calc", "100 EUR + 100 USD", "--in", "EUR")
        self.assertFalse((self.home / ".local/share/kurs/person.sqlite").exists())
        self.kurs("own-rates", "set", "USD", "EUR", "0.5", "--note", "Bank", "--until", "2999-12-31")
        self.assertEqual(self.kurs("own-rates", "list"), "1 USD = 0.5 EUR, Bank, until 2999-12-31")
        said = self.kurs("calc", "100 EUR + 100 USD", "--in", "EUR,GBP")
        self.assertEqual(said.splitlines()[:3], ["+ 100 EUR = 100.00 EUR", "+ 100 USD = 50.00 EUR", "= 150.00 EUR"])
        self.assertIn("your own: 1 USD = 0.5 EUR, Bank, until 2999-12-31", said.splitlines())
        self.assertTrue(any("European Central Bank" in line for line in said.splitlines()), said)
        # Added up in euro, then converted, as in the window: the dollars are those of 150 EUR at the own rate.
        both = json.loads(self.kurs("calc", "100 EUR + 100 GBP + 100 USD", "--in", "EUR,USD", "--json"))["totals"]
        self.assertEqual(Fraction(both[1]["exact"]), 2 * Fraction(both[0]["exact"]))
        answer = json.loads(self.kurs("calc", "100 EUR in USD", "--json"))
        self.assertEqual((answer["totals"][0]["value"], answer["totals"][0]["exact"]), ("200.00", "200"))
        self.assertEqual(answer["ownRates"], [
            {"from": "USD", "to": "EUR", "value": "1/2", "note": "Bank", "expires": "2999-12-31"}])
        self.assertEqual([each["own"] for each in answer["lines"][0]["amounts"]], [True])
        self.assertEqual(self.kurs("calc", "100 EUR + 100 USD", "--in", "EUR", "--no-own-rates"), published)
        self.assertEqual(json.loads(self.kurs("calc", "1 EUR in USD", "--no-own-rates", "--json"))["ownRates"], [])
        # Past its last day it stays in the list and counts no more; the pair is one whichever way round.
        self.kurs("own-rates", "set", "EUR", "USD", "4/3", "--until", "2001-01-01")
        self.assertEqual(json.loads(self.kurs("own-rates", "list", "--json"))[0]["value"], "4/3")
        self.assertEqual(self.kurs("calc", "100 EUR + 100 USD", "--in", "EUR"), published)
        self.kurs("own-rates", "remove", "USD", "EUR")
        self.assertEqual(self.kurs("own-rates", "list"), "")
        for wrong in (("EUR", "EUR", "1"), ("EUR", "USD", "0"), ("EUR", "USD", "x"), ("EUR", "XXQ", "1")):
            self.kurs("own-rates", "set", *wrong, code=64)

    def test_a_saved_calculation_shows_each_line_then_and_today(self):
        self.kurs("own-rates", "set", "USD", "EUR", "0.5")
        self.kurs("calc", "100 EUR + 100 USD - 10 EUR", "--in", "EUR", "--save", "Trip")
        self.kurs("own-rates", "set", "USD", "EUR", "0.75")
        said = self.kurs("saved", "show", "Trip").splitlines()
        self.assertEqual(said[1:5], [
            "  + 100 EUR: then 100.00 EUR, today 100.00 EUR (+0.00 %)",
            "  + 100 USD: then 50.00 EUR, today 75.00 EUR (+50.00 %)",
            "  - 10 EUR: then -10.00 EUR, today -10.00 EUR (+0.00 %)",
            "= then 140.00 EUR, today 165.00 EUR (+17.86 %)"])
        lines = json.loads(self.kurs("saved", "show", "Trip", "--json"))["lines"]
        self.assertEqual([(each["sign"], each["text"], each["then"], each["today"]) for each in lines], [
            ("+", "100 EUR", "100", "100"), ("+", "100 USD", "50", "75"), ("-", "10 EUR", "-10", "-10")])
    def test_a_backup_brings_back_what_another_machine_had(self):
        self.kurs("settings", "set", "symbols", "$=CAD")
        self.kurs("settings", "set", "result-currencies", "JPY,CHF")
        file = self.home / "backup.json"
        self.kurs("backup", "export", str(file))
        self.assertEqual(json.loads(file.read_text())["settings"], {"symbols": {"$": "CAD"},
                                                                    "result-currencies": ["JPY", "CHF"]})
        self.file.unlink()
        self.kurs("settings", "set", "symbols", "$=AUD")
        said = self.kurs("backup", "import", str(file))
        self.assertEqual(said, "added 0, changed 0, known 0; settings taken over 1, kept as they are here 1")
        self.assertEqual(self.kurs("settings", "get", "symbols"), "$=AUD")
        self.assertEqual(self.kurs("settings", "get", "result-currencies"), "JPY,CHF")

    def test_a_file_that_is_no_backup_changes_nothing_and_is_said(self):
        file = self.home / "backup.json"
        self.kurs("backup", "export", str(file))
        whole = file.read_text()
        before = self.kurs("settings", "list")
        for text, word in ((whole[:-20], "no JSON"), ("[]", "no backup"), ('{"format":"kurs-backup","version":1}', "damaged"),
                           (whole.replace('"version":1', '"version":9'), "later")):
            file.write_text(text)
            self.kurs("backup", "import", str(file), code=65)
            self.assertIn(word, self.complaint)
        self.kurs("backup", "import", str(self.home / "none"), code=66)
        self.assertEqual(self.kurs("settings", "list"), before)

    def test_caches_are_counted_and_cleared_and_the_rates_stay(self):
        self.kurs("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
        status = json.loads(self.kurs("cache", "status", "--json"))
        self.assertGreater(status["documents"], 0)
        self.assertEqual(status["networkLimit"], 20 << 20)
        self.kurs("cache", "clear")
        status = json.loads(self.kurs("cache", "status", "--json"))
        self.assertEqual((status["documents"], status["network"]), (0, 0))
        self.assertIn("1.2345", self.kurs("convert", "1", "EUR", "USD", "--provider", "frankfurter"))


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(
        unittest.defaultTestLoader.loadTestsFromTestCase(TerminalTests))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed or not result.testsRun else 0)
