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
        self.dollar = "1.2345"
        self.day = datetime.now(timezone.utc).date() - timedelta(days=1)
        bank = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                bank.asked.append(self.path)
                rates = f'{{"USD":{bank.dollar},"EGP":56.1}}'
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
        second = json.loads(self.kurs("convert", "1", "EUR", "USD,EGP", "--provider", "ecb,frankfurter", "--json"))
        self.assertEqual([each["provider"] for each in second["results"]], ["ecb", "frankfurter"])
        self.kurs("convert", "1", "EUR", "EGP", "--provider", "ecb", code=69)
        self.kurs("settings", "set", "providers", "frankfurter,ecb")
        self.assertIn("1 EUR = 1.2345 USD", self.kurs("convert", "1", "EUR", "USD"))
        self.assertIn("ecb", self.kurs("history", "EUR", "CHF", "--from", "2026-01-01", "--csv"))

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

    def test_a_doubtful_rate_is_counted_and_what_happened_is_in_the_log(self):
        self.assertEqual(self.kurs("log"), "")
        ask = ("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
        self.assertNotIn("wait", self.kurs(*ask))
        self.bank.dollar = "123.45"
        self.assertIn("frankfurter: 1 doubtful rate waits for your word", self.kurs(*ask))
        self.assertIn("1.2345", self.kurs("convert", "1", "EUR", "USD", "--provider", "frankfurter"))
        self.bank.fails = True
        self.kurs(*ask, code=69)
        last, second, first = self.kurs("log").splitlines()
        self.assertTrue(first.endswith(" refresh frankfurter 2 new or corrected"), first)
        self.assertTrue(second.endswith(" refresh frankfurter 0 new or corrected, 1 set aside"), second)
        self.assertTrue(last.endswith(" refresh frankfurter status 503"), last)
        self.assertEqual(self.kurs("log", "--lines", "1"), last)
        self.kurs("log", "--lines", "0", code=64)

    def test_bitcoin_and_metals_are_known_and_are_no_money(self):
        known = {each["code"]: each for each in json.loads(self.kurs("currencies", "--json"))}
        kinds = [known[code]["kind"] for code in ("EUR", "XAU", "XAG", "XPT", "XPD", "XBT")]
        self.assertEqual(kinds, ["money", "metal", "metal", "metal", "metal", "crypto"])
        prices = self.home / "prices.json"
        prices.write_text('{"bitcoin":{"eur":64000,"xau":16,"last_updated_at":1793376000}}')
        self.kurs("import", str(prices), "--provider", "coingecko")
        said = self.kurs("convert", "1", "XAU", "EUR", "--provider", "coingecko")
        self.assertIn("= 4000.00 EUR", said)
        self.assertIn("1 g XAU = 128.60 EUR", said)
        self.assertIn("64000", self.kurs("convert", "1", "XBT", "EUR", "--provider", "coingecko"))


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(
        unittest.defaultTestLoader.loadTestsFromTestCase(TerminalTests))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed or not result.testsRun else 0)
