# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings, providers and caches in the terminal, with a bank on this computer. The last line is `N passed, N failed`.

usage: /usr/bin/python3 Tests/BlackBox/terminal.py PROGRAM [TEST-NAME-PATTERN]
"""
import contextlib
import fcntl
import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import side_by_side
from desktop import speaking
from fault_rows import fault

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
KEY = "Qx7secretKey42"


class Server:
    """A server on this computer. `answer` returns the response for a path: status, headers, body. Remembers the
    requests."""

    def __init__(self):
        self.asked = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                server.asked.append(self.path)
                status, headers, body = server.answer(self.path)
                self.send_response(status)
                for name, value in (headers | {"Content-Length": str(len(body))}).items():
                    self.send_header(name, value)
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


class Bank(Server):
    """A bank that answers every path like Frankfurter. With `fails`, its server is down."""

    def __init__(self):
        self.fails = False
        self.dollar = "1.2345"
        self.says = None
        self.headers = {}
        self.day = datetime.now(timezone.utc).date() - timedelta(days=1)
        super().__init__()

    def answer(self, path):
        rates = f'{{"USD":{self.dollar},"EGP":56.1}}'
        body = (f'{{"amount":1.0,"base":"EUR","date":"{self.day}","rates":{rates}}}' if "latest" in path else
                f'{{"amount":1.0,"base":"EUR","start_date":"{self.day}","end_date":"{self.day}",'
                f'"rates":{{"{self.day}":{rates}}}}}').encode()
        return 503 if self.fails else 200, {"Content-Type": "application/json"} | self.headers, self.says or body


class Terminal(unittest.TestCase):
    """The program in a separate home, with a bank on this computer."""

    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="kurs-terminal-"))
        self.addCleanup(shutil.rmtree, self.home, True)
        self.bank = Bank()
        self.addCleanup(self.bank.close)
        hidden = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "DBUS_SESSION_BUS_ADDRESS")
        self.environment = {key: value for key, value in os.environ.items() if key not in hidden}
        self.environment["HOME"] = str(self.home)

    def kurs(self, *arguments, code=0, typed="", language=None):
        spoken = {"LANGUAGE": language, "LC_ALL": f"{language}.UTF-8"} if language else {}
        run = subprocess.run([PROGRAM, *arguments], env=self.environment | spoken, input=typed, text=True, capture_output=True)
        self.assertEqual(run.returncode, code, run.stderr)
        self.complaint = run.stderr
        return run.stdout.strip()

    @property
    def file(self):
        return self.home / ".config/kurs/settings.ini"


class TerminalTests(Terminal):
    def test_a_changed_setting_is_saved_and_appears_in_the_list_of_settings(self):
        self.assertEqual(self.kurs("settings", "get", "providers"), "ecb")
        self.assertFalse(self.file.exists())
        self.kurs("settings", "set", "providers", "frankfurter,ecb")
        self.kurs("settings", "set", "symbols", "$=CAD")
        self.assertEqual(self.file.read_text(), "[Kurs]\nproviders=['frankfurter', 'ecb']\nsymbols={'$': 'CAD'}\n")
        listed = json.loads(self.kurs("settings", "list", "--json"))
        self.assertEqual((listed["providers"], listed["symbols"]), (["frankfurter", "ecb"], {"$": "CAD"}))
        lines = self.kurs("settings").splitlines()
        self.assertIn("cache-disk=20  (0–1024)", lines)
        self.assertIn("side=middle  (middle, buying, selling)", lines)
        self.assertIn("providers=frankfurter,ecb", lines)

    def test_each_command_that_changes_data_prints_one_line(self):
        for command, line in (
                ("settings set side selling", "side=selling"), ("own-rates set EUR USD 1.1", "1 EUR = 1.1 USD"),
                ("own-rates remove EUR USD", "Deleted: 1 EUR = 1.1 USD"),
                ("cache clear documents images", "Deleted: documents, images"), ("analytics clear", "0 items deleted."),
                (f"backup export -o {self.home}/a.json", f"Saved as {self.home}/a.json"),
                (f"chart EUR USD -o {self.home}/a.svg", f"Saved as {self.home}/a.svg")):
            with self.subTest(command):
                self.assertEqual(self.kurs(*command.split()), line)
        self.assertIn('"format":"kurs-backup"', pathlib.Path(f"{self.home}/a.json").read_text())

    def test_the_short_option_o_writes_a_table_to_the_file(self):
        (self.home / "in.csv").write_text("amount,currency\n10,USD\n")
        self.kurs("convert", "--csv", str(self.home / "in.csv"), "--to", "EUR", "--quiet", "-o", str(self.home / "out.csv"))
        self.assertIn("value", (self.home / "out.csv").read_text())

    def test_an_invalid_setting_value_is_refused(self):
        for name, value in (("providers", "nobody"), ("providers", ""), ("offline", "perhaps"), ("cache-disk", "5000"),
                            ("addresses", "ecb=http://example.org"), ("nothing", "1"), ("symbols", "$=XXQ")):
            self.kurs("settings", "set", name, value, code=64)
            self.assertTrue(self.complaint.startswith("kurs-cli: "), self.complaint)
        self.assertFalse(self.file.exists())

    def test_a_damaged_settings_file_is_reported_and_its_readable_lines_are_used(self):
        self.file.parent.mkdir(parents=True)
        self.file.write_text("[Kurs]\nproviders=['ecb'\noffline=true\n")
        self.assertEqual(self.kurs("settings", "get", "offline"), "true")
        self.assertIn("providers", self.complaint)
        self.assertEqual(len(list(self.file.parent.glob("*.aside"))), 1)
        self.kurs("settings", "get", "offline")
        self.assertEqual(self.complaint, "")

    def test_a_rate_missing_at_the_first_provider_comes_from_the_next(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.assertIn(str(self.bank.day), self.kurs("refresh", "--provider", "frankfurter"))
        first = self.kurs("convert", "1", "EUR", "USD,EGP", "--provider", "frankfurter,ecb", "--json")
        self.assertEqual([each["rate"] for each in json.loads(first)["results"]], ["1.2345", "56.1"])
        second = json.loads(self.kurs("convert", "1", "EUR", "USD,EGP", "--provider", "ecb,frankfurter",
                                      "--on", str(self.bank.day), "--json"))
        # The bundled rates are late by the bank's own timetable, or they are of that day.
        shipped = datetime(2026, 10, 30, tzinfo=timezone.utc).date() >= self.bank.day - timedelta(days=1)
        expected = ["ecb" if shipped else "frankfurter", "frankfurter"]
        self.assertEqual([each["provider"] for each in second["results"]], expected)
        self.kurs("convert", "1", "EUR", "EGP", "--provider", "ecb", code=69)
        self.assertIn("frankfurter has this rate", self.complaint)
        self.kurs("settings", "set", "providers", "frankfurter,ecb")
        self.assertIn("1 EUR = 1.2345 USD", self.kurs("convert", "1", "EUR", "USD"))
        self.assertIn("ecb", self.kurs("history", "EUR", "CHF", "--from", "2026-01-01", "--csv"))

    def test_a_server_address_with_a_query_or_fragment_is_refused(self):
        for end in ("/#f", "/?key=1", "#f"):
            self.kurs("refresh", "--provider", "frankfurter", "--base-url", self.bank.address + end, code=64)
            self.assertIn("--base-url needs an address without", self.complaint)
        self.assertEqual(self.bank.asked, [])

    def test_in_strict_mode_only_the_first_provider_is_used(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.kurs("refresh", "--provider", "frankfurter")
        self.kurs("settings", "set", "strict", "true")
        self.kurs("settings", "set", "providers", "ecb,frankfurter")
        strict = json.loads(self.kurs("convert", "1", "EUR", "USD", "--json"))["results"][0]
        self.assertEqual((strict["provider"], strict["observed"]), ("ecb", "2026-10-30"))
        self.kurs("convert", "1", "EUR", "EGP", code=69)
        self.assertIn("frankfurter has this rate", self.complaint)
        self.kurs("settings", "set", "strict", "false")
        self.assertEqual(json.loads(self.kurs("convert", "1", "EUR", "EGP", "--json"))["results"][0]["provider"],
                         "frankfurter")

    def test_a_missing_rate_for_one_target_does_not_remove_the_other_results(self):
        said = self.kurs("convert", "100", "EUR", "USD,RUB,AED,DEM,EUR", "--on", "2026-10-30", "--json", code=69)
        answer = json.loads(said)
        self.assertEqual([each["to"] for each in answer["results"]], ["USD", "AED", "DEM", "EUR"])
        self.assertEqual([each["to"] for each in answer["errors"]], ["RUB"])
        self.assertIn("RUB", self.complaint)
        dollar, dirham, mark, euro = answer["results"]
        self.assertEqual(dollar["legs"], [{"basis": "observed", "provider": "ecb", "base": "EUR", "counter": "USD",
                                           "unit": "1", "value": "1.1172", "observed": "2026-10-30", "side": "middle"}])
        self.assertEqual([leg["basis"] for leg in dirham["legs"]], ["observed", "peg"])
        self.assertEqual([(leg["basis"], leg["value"]) for leg in mark["legs"]], [("law", "1.95583")])
        self.assertEqual((euro["legs"], euro["rate"], euro["provider"]), ([], "1", None))
        said = self.kurs("convert", "1", "USD", "AED,EUR,USD", "--on", "2026-10-30").splitlines()
        self.assertIn("AED pegged at 3.6725 to 1 USD", said[1])
        self.assertIn("the same currency", said[5])

    def test_the_option_explain_shows_each_step_of_a_conversion(self):
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

    def import_a_sheet(self):
        """Imports a Turkish document of yesterday with different buying and selling rates."""
        rows = "".join(
            f'<Currency CurrencyCode="{code}"><Unit>1</Unit><ForexBuying>{buying}</ForexBuying>'
            f"<ForexSelling>{selling}</ForexSelling></Currency>"
            for code, buying, selling in (("USD", "40.00", "40.20"), ("EUR", "46.00", "46.30")))
        day = self.bank.day
        file = self.home / "sheet.xml"
        file.write_text(f'<Tarih_Date Tarih="{day:%d.%m.%Y}" Date="{day:%m/%d/%Y}">{rows}</Tarih_Date>')
        self.assertIn("6 rates added or corrected", self.kurs("import", str(file), "--provider", "tcmb"))

    def test_the_chosen_rate_type_is_used_and_shown(self):
        self.import_a_sheet()
        tcmb = ("--provider", "tcmb")
        worked = (("middle", "4010.00", "24.94", "115.09"), ("buying", "4000.00", "24.88", "114.43"),
                  ("selling", "4020.00", "25.00", "115.75"))
        for side, lira, dollar, cross in worked:
            chosen = (*tcmb, "--side", side)
            self.assertIn(f"= {lira} TRY", self.kurs("convert", "100", "USD", "TRY", *chosen))
            self.assertIn(f"= {dollar} USD", self.kurs("convert", "1000", "TRY", "USD", *chosen))
            self.assertIn(f"= {cross} USD", self.kurs("convert", "100", "EUR", "USD", *chosen))
            self.assertIn(f"= {lira} TRY", self.kurs("calc", "--in", "TRY", "100 USD", *chosen))
            self.assertIn(f",{float(lira) / 100:g},", self.kurs("history", "USD", "TRY", "--csv", *chosen))
        said = self.kurs("convert", "100", "EUR", "USD", *tcmb, "--side", "buying")
        self.assertIn(f"{self.bank.day}, buying and selling rates, 1 EUR = ", said)
        self.assertIn("selling rate", self.kurs("rates", "TRY", *tcmb, "--side", "buying"))
        self.assertIn("buying rate", self.kurs("calc", "100 USD in TRY", *tcmb, "--side", "buying"))
        explained = self.kurs("convert", "100", "EUR", "USD", *tcmb, "--side", "buying", "--explain").splitlines()
        self.assertRegex(explained[1], "^  1 EUR = 46.00 TRY, .*, buying rate$")
        self.assertRegex(explained[2], "^  1 USD = 40.20 TRY, .*, selling rate$")
        answer = json.loads(self.kurs("convert", "1", "EUR", "USD", *tcmb, "--side", "selling", "--json"))
        legs = answer["results"][0]["legs"]
        self.assertEqual([(leg["base"], leg["value"], leg["side"]) for leg in legs],
                         [("EUR", "46.30", "selling"), ("USD", "40.00", "buying")])
        self.assertNotIn("rate", self.kurs("convert", "100", "USD", "TRY", *tcmb))

    def test_a_bank_with_outdated_rates_is_skipped_and_named(self):
        self.import_a_sheet()
        order = ("--provider", "ecb,tcmb")
        said = self.kurs("convert", "100", "USD", "EUR", *order, "--explain")
        self.assertIn("European Central Bank: skipped. Its latest rate is from 2026-10-30", said)
        answer = json.loads(self.kurs("convert", "100", "USD", "EUR", *order, "--json"))["results"][0]
        self.assertTrue(any("skipped" in note for note in answer["notes"]), answer)
        self.assertNotIn("skipped", self.kurs("convert", "100", "USD", "EUR", "--provider", "tcmb,ecb", "--explain"))

    def test_the_rate_type_in_the_settings_is_used_or_reported_as_missing(self):
        self.import_a_sheet()
        self.kurs("settings", "set", "side", "buying")
        self.kurs("settings", "set", "providers", "tcmb,ecb")
        self.assertIn("4000.00 TRY", self.kurs("convert", "100", "USD", "TRY"))
        self.assertIn("4010.00 TRY", self.kurs("convert", "100", "USD", "TRY", "--side", "middle"))
        euro = ("convert", "1", "EUR", "USD", "--provider", "ecb", "--on", "2026-10-30")
        self.assertIn("2026-10-30, mid-market rate, 1 EUR = 1.1172 USD", self.kurs(*euro))
        self.assertIn("mid-market rate (no buying or selling rate)", self.kurs(*euro, "--explain"))
        self.kurs("settings", "set", "side", "cash", code=64)
        self.kurs("convert", "1", "EUR", "USD", "--side", "cash", code=64)

    def test_custom_rates_apply_to_conversions_and_calculations(self):
        self.kurs("own-rates", "set", "USD", "EUR", "0.5", "--note", "Bank")
        self.assertIn("custom rate (Bank)", self.kurs("convert", "100", "USD", "EUR"))
        own = json.loads(self.kurs("convert", "100", "EUR", "USD", "--json"))["results"][0]
        self.assertEqual((own["exact"], [leg["basis"] for leg in own["legs"]]), ("200", ["own"]))
        self.assertIn("European Central Bank", self.kurs("convert", "100", "USD", "EUR", "--no-own-rates"))

    def test_custom_rates_apply_to_the_list_of_rates(self):
        self.kurs("own-rates", "set", "USD", "EUR", "0.5", "--note", "Bank")
        self.assertIn("1 EUR = 2 USD  custom rate (Bank)", self.kurs("rates").splitlines())
        rows = {row["to"]: row for row in json.loads(self.kurs("rates", "--json"))["rates"]}
        self.assertEqual(([leg["basis"] for leg in rows["USD"]["legs"]], rows["USD"]["rate"]), (["own"], "2"))
        self.assertEqual([leg["basis"] for leg in rows["GBP"]["legs"]], ["observed"])
        self.assertIn("EUR,USD,2,,false,own", self.kurs("rates", "--csv").splitlines())
        self.assertIn("1 EUR = 1.1172 USD  2026-10-30", self.kurs("rates", "--no-own-rates").splitlines())

    def test_the_option_explain_shows_each_step_of_a_calculation(self):
        said = self.kurs("calc", "100 USD + 100 JPY", "--in", "EUR,AED", "--on", "2026-04-06", "--explain").splitlines()
        self.assertRegex(said[2], r"^= [\d.]+ EUR, rounded from [\d.]+$")
        titles = [line for line in said[4:] if not line.startswith("  ")]
        self.assertEqual(titles, ["1 USD in EUR on 2026-04-06", "1 JPY in EUR on 2026-04-06", "1 EUR in AED on 2026-04-06"])
        self.assertEqual(sum("closed for Easter" in line for line in said), 3, said)
        self.assertIn("  1 USD = 3.6725 AED, pegged since", "\n".join(said))
        document = json.loads(self.kurs("calc", "100 USD + 5 EUR", "--in", "EUR,GBP", "--on", "2026-04-06", "--json"))
        self.assertEqual([each["carried"] for each in document["totals"]], [True, True])
        self.assertEqual(document["rates"][0]["legs"][0]["observed"], "2026-04-02")
        self.assertIn("closed for Easter", document["rates"][0]["notes"][0])
        fresh = json.loads(self.kurs("calc", "100 USD in EUR", "--on", "2026-10-30", "--json"))
        self.assertEqual((fresh["totals"][0]["carried"], fresh["errors"]), (False, []))

    def test_a_missing_rate_for_one_currency_does_not_remove_the_other_totals(self):
        for text in ("100 EUR", "100 EUR + 5 USD"):
            said = self.kurs("calc", text, "--in", "RUB,USD,GBP", "--on", "2026-10-30", "--json", code=69)
            self.assertEqual([each["currency"] for each in json.loads(said)["totals"]], ["USD", "GBP"])
            self.assertEqual([each["to"] for each in json.loads(said)["errors"]], ["RUB"])
            self.assertIn("RUB", json.loads(self.complaint)["error"]["message"])
            alone = json.loads(self.kurs("calc", text, "--in", "USD,GBP", "--on", "2026-10-30", "--json"))
            self.assertEqual(json.loads(said)["totals"], alone["totals"])
        self.assertEqual(self.kurs("calc", "100 EUR", "--in", "RUB,EUR", "--save", "Half", code=69), "= 100.00 EUR")
        self.assertEqual(self.kurs("saved", "list"), "")

    def test_a_weight_of_metal_is_not_read_as_haitian_money(self):
        prices = self.home / "prices.json"
        prices.write_text('{"bitcoin":{"eur":64000,"xau":16,"last_updated_at":1793376000}}')
        self.kurs("import", str(prices), "--provider", "coingecko")
        for text, ounces in (("31.1034768 g gold", 1), ("2 oz XAU", 2), ("0.0311034768 kg gold", 1), ("5 g XAU", None)):
            total = json.loads(self.kurs("calc", f"{text} in EUR", "--provider", "coingecko", "--json"))["totals"][0]
            exact = Fraction(4000) * ounces if ounces else None
            self.assertEqual(Fraction(total["exact"]) if ounces else total["value"], exact or "643.01")
        self.assertEqual(self.kurs("calc", "5 g"), "= 5.00 HTG\n\"g\" is read as HTG")
        self.kurs("calc", "5 g EUR", code=64)
        self.kurs("calc", "5 oz EUR", code=64)

    def test_histories_and_rate_lists_have_the_same_rates_as_conversions(self):
        for code in ("AED", "XAF", "DEM", "HRK"):
            rows = self.kurs("history", "USD", code, "--from", "2026-10-26", "--to", "2026-10-30", "--csv").splitlines()
            last = json.loads(self.kurs("convert", "1", "USD", code, "--on", "2026-10-30", "--json"))["results"][0]
            self.assertEqual(len(rows), 6, rows)
            self.assertIn(last["rate"], rows[-1])
        for day in ("2005-01-01", "2005-01-02"):
            lira = json.loads(self.kurs("convert", "1", "EUR", "TRY", "--on", day, "--json"))["results"][0]
            self.assertEqual((lira["rate"], lira["observed"]), ("1.8362", "2004-12-31"))
        self.assertIn("1.8362 TRY", self.kurs("rates", "--on", "2004-12-31"))

    def test_date_options_accept_written_dates_such_as_3_March_2020(self):
        forms = {"en": ("3 March 2020", "March 3, 2020", "3.3.2020"), "de": ("3. März 2020", "03.03.2020", "3 March 2020"),
                 "ar": ("٣ مارس ٢٠٢٠", "٢٠٢٠-٠٣-٠٣")}
        iso = self.kurs("convert", "1", "EUR", "USD", "--on", "2020-03-03", "--json")
        history = self.kurs("history", "EUR", "USD", "--from", "2020-03-03", "--to", "2020-03-05", "--csv")
        for language, texts in forms.items():
            for text in texts:
                self.environment |= {"LANGUAGE": language, "LC_ALL": "en_US.UTF-8"}
                self.assertEqual(self.kurs("convert", "1", "EUR", "USD", "--on", text, "--json"), iso, text)
                rows = self.kurs("history", "EUR", "USD", "--from", text, "--to", "2020-03-05", "--csv")
                self.assertEqual(rows, history)
        self.environment["LANGUAGE"] = "en"
        mean = ("convert", "1", "EUR", "USD", "--json", "--on")
        self.assertEqual(self.kurs(*mean, "3 March 2020..5.3.2020"), self.kurs(*mean, "2020-03-03..2020-03-05"))
        self.kurs("own-rates", "set", "USD", "EUR", "0.5", "--until", "31 December 2999")
        self.assertEqual(self.kurs("own-rates", "list"), "1 USD = 0.5 EUR, until 2999-12-31")
        for text in ("3/4/2020", "30 February 2020", "soon"):
            self.kurs("convert", "1", "EUR", "USD", "--on", text, code=64)
            said = f'kurs-cli: "{text}" is not a date. Write it as 2026-10-30 or "30 October 2026".\n'
            self.assertEqual(self.complaint, said)

    def test_a_provider_without_rates_is_reported_and_another_provider_is_used(self):
        self.kurs("settings", "set", "providers", "frankfurter")
        self.assertIn("European Central Bank", self.kurs("convert", "1", "EUR", "USD"))
        self.assertIn("No rates from frankfurter are stored", self.complaint)
        self.kurs("convert", "1", "EUR", "USD", "--provider", "frankfurter", code=69)

    def test_a_non_ASCII_host_name_is_looked_up_in_every_locale(self):
        self.kurs("refresh", "--provider", "frankfurter", "--base-url", "https://bücher.invalid/kürse", code=69)
        self.assertIn("The provider's server is not available.", self.complaint)

    def test_in_offline_mode_no_request_is_sent(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.kurs("settings", "set", "offline", "true")
        self.kurs("refresh", "--provider", "frankfurter", code=69)
        self.assertIn("set to work offline", self.complaint)
        self.assertEqual(self.bank.asked, [])
        self.kurs("settings", "set", "offline", "false")
        self.kurs("refresh", "--provider", "frankfurter")
        self.assertNotEqual(self.bank.asked, [])

    def test_if_one_provider_fails_the_next_provider_is_still_refreshed(self):
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address},boc=http://127.0.0.1:9")
        said = self.kurs("refresh", "--provider", "boc,frankfurter", code=69)
        self.assertIn("Can't update boc", self.complaint)
        self.assertIn("frankfurter: 2 rates", said)

    def test_an_API_key_from_standard_input_is_not_stored(self):
        self.kurs("refresh", "--provider", "fixer", code=64)
        self.assertIn("requires a key", self.complaint)
        self.kurs("refresh", "--provider", "fixer", "--base-url", self.bank.address, "--key-from-stdin", typed=KEY + "\n")
        self.assertIn("56.1", self.kurs("convert", "1", "EUR", "EGP", "--provider", "fixer"))
        self.assertTrue(any(KEY in path for path in self.bank.asked), self.bank.asked)
        self.assertNotIn(KEY, self.complaint)
        for path in self.home.rglob("*"):
            if path.is_file():
                self.assertNotIn(KEY.encode(), path.read_bytes(), path)
        self.kurs("refresh", "--provider", "fixer", "--key-from-stdin", typed="a b&c\n", code=64)
        self.kurs("refresh", "--provider", "fixer,ecb", "--key-from-stdin", code=64)

    def test_custom_rates_are_used_and_reported_unless_an_option_disables_them(self):
        published = self.kurs("calc", "100 EUR + 100 USD", "--in", "EUR")
        self.assertFalse((self.home / ".local/share/kurs/person.sqlite").exists())
        self.kurs("own-rates", "set", "USD", "EUR", "0.5", "--note", "Bank", "--until", "2999-12-31")
        self.assertEqual(self.kurs("own-rates", "list"), "1 USD = 0.5 EUR, Bank, until 2999-12-31")
        said = self.kurs("calc", "100 EUR + 100 USD", "--in", "EUR,GBP")
        self.assertEqual(said.splitlines()[:3], ["+ 100 EUR = 100.00 EUR", "+ 100 USD = 50.00 EUR", "= 150.00 EUR"])
        self.assertIn("custom rate: 1 USD = 0.5 EUR, Bank, until 2999-12-31", said.splitlines())
        self.assertTrue(any("European Central Bank" in line for line in said.splitlines()), said)
        # Added up in euro, then converted, as in the window. The dollars are those of 150 EUR at the custom rate.
        both = json.loads(self.kurs("calc", "100 EUR + 100 GBP + 100 USD", "--in", "EUR,USD", "--json"))["totals"]
        self.assertEqual(Fraction(both[1]["exact"]), 2 * Fraction(both[0]["exact"]))
        answer = json.loads(self.kurs("calc", "100 EUR in USD", "--json"))
        self.assertEqual((answer["totals"][0]["value"], answer["totals"][0]["exact"]), ("200.00", "200"))
        self.assertEqual(answer["ownRates"], [
            {"from": "USD", "to": "EUR", "value": "1/2", "note": "Bank", "expires": "2999-12-31"}])
        self.assertEqual([each["own"] for each in answer["lines"][0]["amounts"]], [True])
        self.assertEqual(self.kurs("calc", "100 EUR + 100 USD", "--in", "EUR", "--no-own-rates"), published)
        self.assertEqual(json.loads(self.kurs("calc", "1 EUR in USD", "--no-own-rates", "--json"))["ownRates"], [])
        # A custom rate is stored once for both directions.
        self.kurs("own-rates", "set", "EUR", "USD", "4/3", "--until", "2999-12-31")
        self.assertEqual([each["value"] for each in json.loads(self.kurs("own-rates", "list", "--json"))], ["4/3"])
        self.kurs("own-rates", "set", "EUR", "USD", "2", "--until", "2001-01-01", code=64)
        self.assertEqual([each["value"] for each in json.loads(self.kurs("own-rates", "list", "--json"))], ["4/3"])
        self.kurs("own-rates", "remove", "USD", "EUR")
        self.assertEqual(self.kurs("own-rates", "list"), "")
        for wrong in (("EUR", "EUR", "1"), ("EUR", "USD", "0"), ("EUR", "USD", "x"), ("EUR", "XXQ", "1")):
            self.kurs("own-rates", "set", *wrong, code=64)

    def test_a_saved_calculation_shows_each_line_at_saved_and_current_rates(self):
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

    def test_showing_a_saved_calculation_prints_the_same_totals_as_when_saved(self):
        self.kurs("own-rates", "set", "USD", "EUR", "2")
        for number, text in enumerate(("100 USD in EUR, JPY", "100 USD on 2010-06-07 + 100 USD on 2020-03-03 in EUR, CHF")):
            printed = self.kurs("calc", text, "--save", f"List {number}").splitlines()
            totals = [each.removeprefix("= ") for each in printed if each.startswith("= ")]
            saved = [each.removeprefix("= then ").partition(",")[0] for each in self.kurs("saved", "show", f"List {number}").splitlines()
                     if each.startswith("= ")]
            self.assertEqual([each for each in saved if each != "100.00 USD"], totals)
            self.assertIn(f"List {number}  {totals[0]}", self.kurs("saved", "list"))

    def test_a_total_is_the_sum_of_lines_on_several_days(self):
        result = json.loads(self.kurs("calc", "100 EUR on 2010-06-07 + 100 USD on 2020-03-03 + 10%", "--in", "EUR,CHF", "--json"))
        for index, total in enumerate(result["totals"]):
            parts = [Fraction(line["amounts"][index]["exact"]) for line in result["lines"]]
            self.assertAlmostEqual(float(sum(parts)), float(Fraction(total["exact"])), places=6)
        self.assertEqual({each["on"] for each in result["rates"]}, {"2010-06-07", "2020-03-03"})

    def test_a_backup_restores_the_data_of_another_computer(self):
        self.kurs("settings", "set", "symbols", "$=CAD")
        self.kurs("settings", "set", "result-currencies", "JPY,CHF")
        file = self.home / "backup.json"
        self.kurs("backup", "export", str(file))
        self.assertEqual(json.loads(file.read_text())["settings"], {"symbols": {"$": "CAD"},
                                                                    "result-currencies": ["JPY", "CHF"]})
        self.file.unlink()
        self.kurs("settings", "set", "symbols", "$=AUD")
        said = self.kurs("backup", "import", str(file))
        self.assertEqual(said, "Items: 0 added, 0 changed, 0 unchanged. Settings: 1 imported, 1 unchanged.")
        self.assertEqual(self.kurs("settings", "get", "symbols"), "$=AUD")
        self.assertEqual(self.kurs("settings", "get", "result-currencies"), "JPY,CHF")

    def test_a_file_that_is_not_a_backup_is_reported_and_changes_nothing(self):
        file = self.home / "backup.json"
        self.kurs("backup", "export", str(file))
        whole = file.read_text()
        before = self.kurs("settings", "list")
        for text, word in ((whole[:-20], "not valid JSON"), ("[]", "not a Kurs backup"), ('{"format":"kurs-backup","version":1}', "damaged"),
                           (whole.replace('"version":1', '"version":9'), "newer version of Kurs")):
            file.write_text(text)
            self.kurs("backup", "import", str(file), code=65)
            self.assertIn(word, self.complaint)
        self.kurs("backup", "import", str(self.home / "none"), code=66)
        self.assertEqual(self.kurs("settings", "list"), before)

    def test_clearing_caches_keeps_the_rates(self):
        self.kurs("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
        status = json.loads(self.kurs("cache", "status", "--json"))
        self.assertGreater(status["documents"], 0)
        self.assertEqual(status["networkLimit"], 20 << 20)
        self.kurs("cache", "clear")
        status = json.loads(self.kurs("cache", "status", "--json"))
        self.assertEqual((status["documents"], status["network"]), (0, 0))
        self.assertIn("1.2345", self.kurs("convert", "1", "EUR", "USD", "--provider", "frankfurter"))

    def test_the_number_of_suspicious_rates_is_printed_and_logged(self):
        self.assertEqual(self.kurs("log"), "")
        ask = ("refresh", "--provider", "frankfurter", "--base-url", self.bank.address)
        self.assertNotIn("wait", self.kurs(*ask))
        self.bank.dollar = "123.45"
        self.assertIn("frankfurter: 1 suspicious rate waits for your decision", self.kurs(*ask))
        self.assertIn("1.2345", self.kurs("convert", "1", "EUR", "USD", "--provider", "frankfurter"))
        self.bank.fails = True
        self.kurs(*ask, code=69)
        last, second, first = self.kurs("log").splitlines()
        self.assertTrue(first.endswith(" refresh frankfurter 2 new or corrected"), first)
        self.assertTrue(second.endswith(" refresh frankfurter 0 new or corrected, 1 suspicious"), second)
        self.assertTrue(last.endswith(" refresh frankfurter status 503"), last)
        self.assertEqual(self.kurs("log", "--lines", "1"), last)
        self.kurs("log", "--lines", "0", code=64)

    def test_the_number_of_suspicious_rates_in_an_imported_file_is_printed(self):
        for day, dollar, said in (("2026-10-28", "3.65", ""), ("2026-10-29", "36.5", "nbp: 1 suspicious rate waits")):
            rates = f'[{{"currency":"dolar","code":"USD","mid":{dollar}}},{{"currency":"euro","code":"EUR","mid":4.25}}]'
            file = self.home / "table.json"
            file.write_text(f'[{{"table":"A","no":"1/A/NBP/2026","effectiveDate":"{day}","rates":{rates}}}]')
            lines = self.kurs("import", str(file), "--provider", "nbp").splitlines()
            self.assertEqual([line[:len(said)] for line in lines[1:]], [said] if said else [], lines)

    def test_bitcoin_and_metals_are_listed_separately(self):
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


class NumberTests(Terminal):
    """Tests that calc, convert and custom rates read numbers and currencies in the same way."""

    def value(self, *arguments):
        return json.loads(self.kurs("convert", *arguments, "--json"))["results"][0]["exact"]

    def test_convert_reads_the_same_numbers_as_calc(self):
        for text, exact in ((".5", "0.5"), ("1e3", "1000"), ("5e-05", "0.00005"), ("5E+2", "500"), ("2k", "2000"),
                            ("1.5 million", "1500000"),
                            ("3 lakh", "300000"), ("2.5 crore", "25000000"), ("2*19.90", "39.8"), ("1,234.5", "1234.5"), ("4/8", "0.5")):
            self.assertEqual(self.value(text, "EUR", "EUR"), exact, text)
            # A single number in brackets is negative.
            money = f"({text}) EUR" if {"*", "/"} & set(text) else f"{text} EUR"
            self.assertEqual(json.loads(self.kurs("calc", money, "--json"))["totals"][0]["exact"], exact, text)

    def test_with_the_option_data_dir_a_missing_HOME_is_no_error(self):
        del self.environment["HOME"]
        self.assertIn("USD", self.kurs("convert", "1", "EUR", "USD", "--data-dir", str(self.home / "data")))
        self.kurs("convert", "1", "EUR", "USD", code=64)
        self.assertIn("--data-dir", self.complaint)

    def test_the_short_option_h_after_a_calculation_shows_help(self):
        self.assertIn("USAGE: kurs-cli convert", self.kurs("100", "USD", "EUR", "-h"))
        self.assertIn("USAGE: kurs-cli calc", self.kurs("100", "USD", "+", "3", "EUR", "-h"))

    def test_ctrl_c_at_a_password_prompt_restores_the_echo_of_the_terminal(self):
        control, terminal = pty.openpty()
        self.addCleanup(os.close, control)
        self.addCleanup(os.close, terminal)
        program = subprocess.Popen(
            [PROGRAM, "account", "sign-in", "--server", "https://127.0.0.1:1", "ada@example.org"], env=self.environment,
            stdin=terminal, stdout=terminal, stderr=terminal, preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)))
        printed = b""
        while b"Password" not in printed:
            printed += os.read(control, 1000)
        deadline = time.monotonic() + 10
        while termios.tcgetattr(terminal)[3] & termios.ECHO and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(termios.tcgetattr(terminal)[3] & termios.ECHO)
        os.write(control, b"\x03")
        self.assertEqual(program.wait(10), -signal.SIGINT)
        self.assertTrue(termios.tcgetattr(terminal)[3] & termios.ECHO)

    def test_on_a_terminal_a_new_password_must_be_typed_twice(self):
        for command in ("register", "reset-password"):
            control, terminal = pty.openpty()
            self.addCleanup(os.close, control)
            self.addCleanup(os.close, terminal)
            code = ("--code", "1") if command == "reset-password" else ()
            program = subprocess.Popen(
                [PROGRAM, "account", command, "--server", "https://127.0.0.1:1", *code, "ada@example.org"],
                env=self.environment, stdin=terminal, stdout=terminal, stderr=terminal)
            printed = b""
            for prompt, typed in ((b"New password", b"correct horse\n"), (b"Repeat", b"correct house\n")):
                while prompt not in printed:
                    printed += os.read(control, 1000)
                while termios.tcgetattr(terminal)[3] & termios.ECHO:
                    time.sleep(0.001)
                os.write(control, typed)
            self.assertEqual(program.wait(10), 64)
            self.assertIn(b"The passwords differ.", printed + os.read(control, 1000))

    def test_a_sum_can_be_typed_without_a_command_and_begin_with_a_minus(self):
        for words, as_ in ((("100", "USD", "EUR"), ("convert", "100", "USD", "EUR")),
                           (("100", "usd", "eur,gbp", "--json"), ("convert", "100", "usd", "eur,gbp", "--json")),
                           (("100", "usd", "EUR", "GBP"), ("calc", "100 USD in EUR, GBP")),
                           (("EUR", "100", "in", "USD"), ("calc", "100 EUR in USD")),
                           (("US$20", "in", "EUR"), ("calc", "20 USD in EUR")), (("kr.", "50"), ("calc", "kr. 50")),
                           (("100", "EUR", "in", "USD", "and", "GBP"), ("calc", "100 EUR in USD, GBP")),
                           (("100 USD in EUR",), ("calc", "100 USD in EUR")), (("100", "USD", "in", "EUR"), ("calc", "100 USD in EUR")),
                           (("100", "EUR", "-", "20", "--json"), ("calc", "100 EUR - 20", "--json")),
                           (("(2+3)*4 EUR in USD",), ("calc", "(2+3)*4 EUR in USD")), (("€100",), ("calc", "€100")),
                           (("-5", "EUR", "USD"), ("convert", "--", "-5", "EUR", "USD")), (("-.5 EUR",), ("calc", "--", "-.5 EUR"))):
            self.assertEqual(self.kurs(*words), self.kurs(*as_), words)
        self.assertIn("-5.00 EUR = ", self.kurs("convert", "-5", "EUR", "USD"))
        self.assertIn("= -5.00 EUR", self.kurs("calc", "-5 EUR", "--on", "2026-10-30"))
        for words in (("calc", "- Flight: 450 EUR"), ("- Flight: 450 EUR",), ("calc", "--", "- Flight: 450 EUR"),
                      ("calc", "--in", "EUR", "- Flight: 450 EUR")):
            self.assertEqual(self.kurs(*words), "= 450.00 EUR", words)
        self.kurs("-", "Flight:", "450", "EUR", code=64)
        self.assertIn('Unexpected arguments "- Flight: 450 EUR".', self.complaint)
        self.assertEqual(self.kurs("calc", "--5 EUR"), self.kurs("calc", "--", "--5 EUR"))
        for words in (("-5 EUR", "USD"), ("-5 EUR in USD",), ("-€5", "USD"), ("-5EUR", "to", "USD"), ("EUR -5", "USD")):
            self.assertEqual(self.kurs("convert", *words), self.kurs("convert", "-5", "EUR", "USD"), words)
        self.assertEqual(self.kurs("convert", "5 million EUR", "USD"), self.kurs("convert", "5 million", "EUR", "USD"))
        self.kurs("convert", "10", "CHF", "cents", code=64)
        self.assertIn("Enter one of these codes", self.complaint)
        self.assertEqual(self.kurs("calc", "5 dollars 20 cents").splitlines()[-1], '"USD cents" is counted in units of 0.01 USD')
        self.assertIn("= -5.00 EUR", self.kurs("calc", "-5 EUR - 0", "--numbers", "plain"))
        self.kurs("histroy", "2020", code=64)
        self.assertIn("Unknown command histroy", self.complaint)
        for words, names in ((("averages", "EUR", "USD", "--by", "qarter"), "quarter"), (("history", "EUR", "USD", "--range", "1week"), "1m"),
                             (("convert", "1", "EUR", "USD", "--rule", "pl-vta"), "pl-vat")):
            self.kurs(*words, code=64)
            self.assertRegex(self.complaint, rf"valid value of .*\. Choose one of .*\b{names}\b")
        self.assertEqual(self.kurs("convert", "1", "EUR", "USD", "--rule", "BEFORE", "--on", "2026-10-30"),
                         self.kurs("convert", "1", "EUR", "USD", "--rule", "before", "--on", "2026-10-30"))
        self.kurs("alerts", "forget", "1", code=64)
        self.assertEqual(self.complaint, 'kurs-cli: Unknown command alerts forget. See "kurs-cli alerts --help".\n')
        self.kurs("own-rates", "set", "USD", "EUR", "0.5")
        self.kurs("own-rates", "delete", "USD", "EUR")
        self.assertEqual(self.kurs("own-rates", "list"), "")
        self.kurs("-x", code=64)
        self.assertIn("Unknown option -x", self.complaint)

    def test_a_currency_is_found_by_part_of_its_name(self):
        self.assertEqual([line[:3] for line in self.kurs("currencies", "swiss").splitlines()], ["CHF"])
        self.assertEqual(json.loads(self.kurs("currencies", "swiss", "fr", "--json"))[0]["code"], "CHF")
        self.assertIn("JPY", self.kurs("currencies", "¥"))
        self.assertEqual(self.kurs("currencies", "jpy"), "JPY  0  Yen")
        self.kurs("currencies", "no such money", code=64)
        self.assertIn("no such money", self.complaint)
        german = subprocess.run([PROGRAM, "currencies", "schweizer"], env=self.environment | speaking(self.environment, "de"),
                                capture_output=True, text=True)
        self.assertEqual(german.stdout[:3], "CHF", german.stderr)
        month = self.kurs("history", "EUR", "USD", "--range", "1m", "--to", "2026-10-30", "--csv")
        self.assertEqual(month, self.kurs("history", "EUR", "USD", "--from", "2026-09-30", "--to", "2026-10-30", "--csv"))
        self.assertEqual(self.kurs("history", "EUR", "USD", "--range", "all"), self.kurs("history", "EUR", "USD"))
        self.kurs("history", "EUR", "USD", "--range", "1m", "--from", "2026-09-30", code=64)
        self.assertIn("--range", self.complaint)

    def test_a_conversion_without_options_equals_a_conversion_with_default_options(self):
        for words in (("100", "EUR", "USD"), ("2.5k", "USD", "EUR, GBP"), ("0", "JPY", "EUR"), ("1", "EUR", "XXQ"),
                      ("a lot", "EUR", "USD"), ("1", "", "USD"), ("1", "EUR,USD", "GBP")):
            plain, parsed = (subprocess.run(
                [PROGRAM, "convert", *words, *option], env=self.environment, capture_output=True, text=True)
                for option in ((), ("--numbers", "locale")))
            self.assertEqual((plain.returncode, plain.stdout, plain.stderr), (parsed.returncode, parsed.stdout, parsed.stderr))

    def test_scientific_notation_is_not_read_as_a_currency(self):
        self.assertEqual(self.kurs("calc", "5e-05 USD").splitlines()[0], "= 0.000050 USD")
        self.assertEqual(self.kurs("calc", "5E+2 USD").splitlines(), ["= 500.00 USD", '"5E+2" is read as 500'])
        self.kurs("calc", "1e999 EUR", code=64)
        self.assertIn("more than 300 digits", self.complaint)

    def test_currencies_are_read_by_code_and_symbol_and_name(self):
        results = json.loads(self.kurs("convert", "100", "€", "USD, GBP,chf", "--json"))
        self.assertEqual((results["from"], [each["to"] for each in results["results"]]), ("EUR", ["USD", "GBP", "CHF"]))
        self.assertIn("CHF", self.kurs("convert", "1", "EUR", "Swiss Franc"))
        self.assertIn("CHF", self.kurs("history", "€", "CHF", "--from", "2026-10-01", "--csv"))
        self.kurs("convert", "1", "EUR", "USD,dollarydoo", code=64)
        self.assertIn("Unknown currency: dollarydoo", self.complaint)

    def test_an_option_sets_the_number_format_of_typed_amounts(self):
        self.environment["LC_ALL"] = "de_DE.UTF-8"
        self.assertEqual(self.value("1.234", "EUR", "EUR"), "1234")
        self.assertEqual(self.value("1.234", "EUR", "EUR", "--numbers", "plain"), "1.234")
        self.assertEqual(self.value("1.234", "EUR", "EUR", "--numbers", "en_US"), "1.234")
        self.assertEqual(self.value("1,5 Mio.", "EUR", "EUR"), "1500000")
        document = json.loads(self.kurs("calc", "1.234 EUR", "--json"))
        self.assertEqual((document["totals"][0]["exact"], document["notes"]), ("1234", ['"1.234" is read as 1234, not 1.234']))
        plain = json.loads(self.kurs("calc", "1.234 EUR", "--numbers", "plain", "--json"))
        self.assertEqual((plain["totals"][0]["exact"], plain["notes"]), ("1.234", []))
        self.kurs("calc", "1,234 EUR", "--numbers", "plain", code=64)
        self.kurs("calc", "1 EUR", "--numbers", "klingon", code=64)
        (out, into), printed = os.openpty(), self.kurs("calc", "1.234 EUR")
        subprocess.run([PROGRAM, "calc", "1.234 EUR"], env=self.environment, stdout=into, check=True)
        self.assertEqual(os.read(out, 4096).decode().replace("\r\n", "\n").strip(), printed)

    def test_the_option_for_the_number_format_applies_to_custom_rates(self):
        self.kurs("own-rates", "set", "EUR", "USD", "4/3")
        self.kurs("own-rates", "set", "EUR", "CHF", "1,5", "--numbers", "de_DE")
        self.assertEqual({each["value"] for each in json.loads(self.kurs("own-rates", "list", "--json"))}, {"4/3", "3/2"})

    def test_a_result_below_one_cent_shows_enough_digits(self):
        self.assertTrue(self.kurs("convert", "21", "IDR", "EUR").startswith("21.00 IDR = 0.00104 EUR"))

    def test_a_sum_of_plain_numbers_has_no_currency(self):
        self.assertEqual(self.kurs("calc", "1+1"), "= 2")
        document = json.loads(self.kurs("calc", "1+1", "--json"))
        self.assertEqual({each["currency"] for line in document["lines"] for each in line["amounts"]}, {None})

    def test_the_settings_of_symbols_and_cash_rounding_apply_in_the_terminal(self):
        self.kurs("settings", "set", "symbols", "$=CAD")
        self.kurs("settings", "set", "cash-rounding", "true")
        said = self.kurs("calc", "$100.02", "--in", "$")
        self.assertTrue(said.startswith("= 100.02 CAD, 100.00 CAD in cash\n\"$\" is read as CAD, not USD"), said)
        self.assertTrue(self.kurs("convert", "1.98", "CHF", "CHF").startswith("1.98 CHF = 1.98 CHF, 2.00 CHF in cash"))
        results = json.loads(self.kurs("convert", "1.98", "CHF", "CHF,EUR", "--json"))["results"]
        self.assertEqual([each.get("cash") for each in results], ["2.00", None])


class DayTests(Terminal):
    """Tests that days are those of the user's time zone and not of UTC."""

    def test_a_custom_rate_expires_by_the_date_of_the_user(self):
        published = self.kurs("calc", "100 EUR in USD", "--no-own-rates").splitlines()[0]
        # Time zones of Kiritimati and the far west, in POSIX form. One of them always has another date than UTC.
        for zone, hours in (("LINT-14", 14), ("WEST12", -12), ("UTC0", 0)):
            self.environment["TZ"] = zone
            today = (datetime.now(timezone.utc) + timedelta(hours=hours)).date()
            self.kurs("own-rates", "set", "EUR", "USD", "2", "--until", str(today - timedelta(days=1)), code=64)
            self.assertEqual(self.kurs("calc", "100 EUR in USD").splitlines()[0], published, zone)
            self.kurs("own-rates", "set", "EUR", "USD", "2", "--until", str(today))
            self.assertEqual(self.kurs("calc", "100 EUR in USD").splitlines()[0], "= 200.00 USD", zone)
            self.kurs("own-rates", "remove", "EUR", "USD")

    def test_a_calculation_is_saved_under_the_date_of_the_user(self):
        for zone, hours in (("LINT-14", 14), ("WEST12", -12)):
            self.environment["TZ"] = zone
            today = (datetime.now(timezone.utc) + timedelta(hours=hours)).date()
            self.kurs("calc", "100 EUR in USD", "--save", zone)
            self.assertIn(str(today), [line for line in self.kurs("saved", "list").splitlines() if zone in line][0])

    def test_the_daily_copy_has_the_local_date_of_the_user(self):
        self.kurs("calc", "100 EUR in USD", "--save", "Trip")
        data = self.home / ".local/share/kurs"
        for zone, hours in (("LINT-14", 14), ("WEST12", -12)):
            for each in data.glob("*.copy"):
                each.unlink()
            self.environment["TZ"] = zone
            today = (datetime.now(timezone.utc) + timedelta(hours=hours)).date()
            self.kurs("saved", "list")
            self.assertEqual([each.name for each in data.glob("*.copy")], [f"person.sqlite.{today}.copy"], zone)


class HostileTests(Terminal):
    """A server's text is shown without affecting the terminal."""

    def test_a_refusal_by_a_provider_is_printed_without_control_characters(self):
        hostile = f"\u001b]0;title\u0007 \u202ebad key {KEY}\r\n" + "y" * 9000
        self.bank.says = json.dumps({"success": False, "error": {"code": 101, "type": hostile}}).encode()
        self.kurs("refresh", "--provider", "fixer", "--base-url", self.bank.address, "--key-from-stdin", typed=KEY + "\n", code=65)
        self.assertIn("fixer refused the request", self.complaint)
        self.assertIn("bad key •••", self.complaint)
        self.assertEqual(self.complaint.count("\n"), 1)
        self.assertLess(len(self.complaint), 400)
        self.assertFalse(set("\u001b\u0007\u202e\r") & set(self.complaint), self.complaint)
        self.assertNotIn(KEY, self.complaint)
        # The error for a response in another form names the provider and the place in the response.
        self.kurs("settings", "set", "addresses", f"frankfurter={self.bank.address}")
        self.bank.says = json.dumps({"amount": 1, "base": "EUR", "rates": {"\u001b[2J": 1}}).encode()
        self.kurs("refresh", "--provider", "frankfurter", code=69)
        self.assertIn("Can't update frankfurter", self.complaint)
        self.assertNotIn("\u001b", self.complaint)

    def test_a_response_in_the_wrong_format_is_refused_with_the_provider_name(self):
        for provider, text in (("frankfurter", '{"amount":1,"base":"EUR","date":"2026-10-30","rates":{"USD":"\u001b[2Jx"}}'),
                               ("ecb", "Date,USD,\n30.10.2026,1.1,\n"), ("nbp", "<html>"), ("cnb", "nothing"), ("boc", "")):
            file = self.home / "file"
            file.write_text(text)
            self.kurs("import", str(file), "--provider", provider, code=65)
            self.assertIn(f"The response of {provider} ", self.complaint)
            self.assertIn("The stored rates were kept", self.complaint)
            self.assertNotIn("\u001b", self.complaint)
        self.kurs("convert", "1", "EUR", "USD")

    def test_text_of_other_users_is_printed_without_control_characters(self):
        self.kurs("own-rates", "set", "EUR", "USD", "2", "--note", "a\u001b[31mb\u0007\u202ec")
        self.assertEqual(self.kurs("own-rates", "list"), "1 EUR = 2 USD, a␛[31mb␇\ufffdc")
        self.assertEqual(json.loads(self.kurs("own-rates", "list", "--json"))[0]["note"], "a\u001b[31mb\u0007\u202ec")


class FailingTests(Terminal):
    """Each failure is one sentence and an exit code, never a crash."""

    def shell(self, line, code, **more):
        run = subprocess.run(["bash", "-c", line, "bash", PROGRAM], env=self.environment, capture_output=True, text=True, **more)
        self.assertEqual(run.returncode, code, (line, run.stdout, run.stderr))
        return run

    def test_a_command_whose_output_cannot_be_written_ends_with_an_error(self):
        for command in ("convert 1 EUR USD", "--version", "--help", "settings list", "history EUR USD"):
            said = self.shell(f'"$1" {command} >/dev/full', 74).stderr
            self.assertEqual(
                said, "kurs-cli: The disk is full. Output is incomplete. Free some space, then try again.\n", command)
        self.assertIn("Can't write to standard output", self.shell('"$1" convert 1 EUR USD >&-', 74).stderr)
        self.assertEqual(self.shell('"$1" history EUR USD | head -1', 0).stdout.count("\n"), 1)

    def test_with_a_closed_standard_output_no_output_is_written_into_the_database(self):
        self.shell('"$1" saved list >&- <&- 2>&-; "$1" own-rates set EUR USD 2 >&- 2>&- <&-', 74)
        self.assertEqual(self.kurs("own-rates", "list"), "1 EUR = 2 USD")

    def test_a_closed_standard_error_does_not_crash_the_program(self):
        for end in ("2>&-", "2>/dev/full", "2>&1 >/dev/full | true"):
            self.shell(f'"$1" convert x EUR USD {end}', 0 if "|" in end else 64)
            self.shell(f'"$1" convert {end}', 0 if "|" in end else 64)

    @fault("X14")
    def test_the_password_of_a_proxy_is_never_printed(self):
        secret = "canary-of-a-proxy"
        self.environment["http_proxy"] = self.environment["https_proxy"] = f"http://person:{secret}@127.0.0.1:1"
        self.environment["no_proxy"] = ""
        for arguments in (("refresh", "--provider", "nbp"), ("refresh", "--provider", "nbp", "--json"), ("log",)):
            done = subprocess.run(
                [PROGRAM, *arguments], env=self.environment, stdin=subprocess.DEVNULL, text=True, capture_output=True)
            self.assertNotIn(secret, done.stdout + done.stderr)
        self.assertIn("NBP", done.stdout.upper())
        kept = [path for path in self.home.rglob("*") if path.is_file()]
        self.assertNotEqual(kept, [])
        self.assertEqual([path for path in kept if secret.encode() in path.read_bytes()], [])

    def test_a_file_name_that_is_not_utf8_is_refused(self):
        name = os.fsencode(self.home) + b"/a\xff"
        pathlib.Path(os.fsdecode(name + b".csv")).write_text("amount,currency\n1,EUR\n")
        for arguments in (("convert", "--csv", name + b".csv", "--to", "CHF"), ("backup", "export", name + b".json")):
            self.kurs(*arguments, code=64)
            self.assertIn("is not valid UTF-8", self.complaint)
        self.assertEqual([each for each in os.listdir(os.fsencode(self.home)) if each.endswith(b".json")], [])

    def test_an_empty_argument_is_reported_as_wrong_usage(self):
        self.kurs("calc", "1 EUR", "--save", "Only one")
        for arguments in (("convert", "", "EUR", "USD"), ("convert", "1", "", "USD"), ("convert", "1", "EUR", ""),
                          ("convert", "1", "EUR", ","), ("calc", ""), ("calc", "  "), ("calc", "1 EUR", "--in", ""),
                          ("calc", "1 EUR", "--provider", ""), ("rates", ""), ("history", "", "USD"), ("saved", "show", ""),
                          ("saved", "delete", ""), ("backup", "export", ""), ("--data-dir", "", "rates"), ("",)):
            self.kurs(*arguments, code=64)
            self.assertEqual(self.complaint.count("\n"), 1, self.complaint)
        self.assertIn("Only one", self.kurs("saved", "list", ""))
        self.kurs("settings", "set", "symbols", "")

    def test_wrong_usage_is_reported_in_one_sentence(self):
        for arguments in (("convert",), ("convert", "1"), ("nothing",), ("convert", "1", "EUR", "USD", "--what")):
            self.kurs(*arguments, code=64)
            self.assertEqual(self.complaint.count("\n"), 1, self.complaint)
            self.assertTrue(self.complaint.startswith("kurs-cli: "), self.complaint)

    def test_with_the_option_json_errors_are_JSON(self):
        for code, arguments in ((64, ("convert", "x", "EUR", "USD")), (64, ("convert", "1", "EUR", "XXQ")), (64, ("calc", "")),
                                (69, ("convert", "1", "EUR", "USD", "--on", "1980-01-01")), (64, ("convert", "1"))):
            self.assertEqual(self.kurs(*arguments, "--json", code=code), "")
            error = json.loads(self.complaint)["error"]
            self.assertEqual(error["exit"], code)
            self.assertTrue(error["message"].endswith("."), error)

    def test_a_backup_replaces_the_target_of_a_link(self):
        self.kurs("settings", "set", "symbols", "$=CAD")
        target, link = self.home / "kept" / "backup.json", self.home / "link.json"
        target.parent.mkdir()
        link.symlink_to("kept/backup.json")
        for _ in range(2):
            self.kurs("backup", "export", str(link))
            self.assertTrue(link.is_symlink())
            self.assertEqual(json.loads(target.read_text())["settings"], {"symbols": {"$": "CAD"}})
            self.assertEqual(target.stat().st_mode & 0o777, 0o600)
        self.assertEqual(json.loads(self.kurs("backup", "export", "-"))["settings"], {"symbols": {"$": "CAD"}})
        self.assertFalse((self.home / "-").exists())
        self.assertEqual(sorted(each.name for each in target.parent.iterdir()), ["backup.json"])
        self.kurs("backup", "export", "/dev/full", code=74)
        self.kurs("backup", "export", str(self.home / "none" / "backup.json"), code=74)
        self.shell('"$1" backup export - >/dev/full', 74)
        self.kurs("backup", "export", "/dev/stdout")

    def test_a_backup_to_a_circular_link_is_refused(self):
        first, second = self.home / "first", self.home / "second"
        first.symlink_to(second)
        second.symlink_to(first)
        self.kurs("backup", "export", str(first), code=74)
        self.assertTrue(first.is_symlink())

    def test_the_settings_file_is_private_and_exported_pictures_follow_the_umask(self):
        self.kurs("settings", "set", "symbols", "$=CAD")
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
        self.file.chmod(0o644)
        self.kurs("settings", "set", "symbols", "$=AUD")
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
        self.shell(f'umask 027; "$1" chart EUR USD --output {self.home}/chart.svg', 0)
        self.assertEqual((self.home / "chart.svg").stat().st_mode & 0o777, 0o640)


MODULES = (
    "terminal", "sentences", "tables", "statements", "bookings", "books", "lawful", "ledgers", "limits", "no_room", "faulty_disk",
    "searches", "alerts", "timers", "pasted", "reopened_tables", "cases")

if __name__ == "__main__":
    loader = unittest.TestLoader()
    if len(sys.argv) > 2:
        loader.testNamePatterns = [f"*{sys.argv[2]}*"]
    tests = side_by_side.flat(loader.loadTestsFromNames(MODULES))
    sys.exit(side_by_side.run(tests, lambda _: None, side_by_side.TERMINALS, contextlib.nullcontext))
