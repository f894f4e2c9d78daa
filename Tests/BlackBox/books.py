# SPDX-License-Identifier: GPL-3.0-or-later
"""Bookkeeping: prescribed rates, imported series, payments, and dates in words."""
import json
import os
import resource
from datetime import date, timedelta

from banks import Bank, PolishBank
from fault_rows import fault
from terminal import Server, Terminal

BLUE = "date,from,to,rate\n2026-10-28,USD,ARS,1470.5\n2026-10-29,USD,ARS,1480\n2026-10-30,USD,ARS,1490\n"


def described(address, **others):
    """Returns a provider file that describes the bank of `banks`."""
    return json.dumps({"kurs-provider": 1, "id": "mine", "name": "My bank", "home": "EUR", "address": address,
                       "latest": "/latest", "format": "json", "rows": "/rates/*", "currency": "*1",
                       "direction": "others-per-home", "day": "#/date"} | others)


def hmrc(first, last, rate):
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<exchangeRateMonthList Period="{first} to {last}"><exchangeRate>'
            f'<currencyCode>USD</currencyCode><rateNew>{rate}</rateNew></exchangeRate></exchangeRateMonthList>\n')


class Roundabout(Server):
    """A server that redirects every request to `target`, or to the same address."""

    target = None

    def answer(self, path):
        return 302, {"Location": self.target or path}, b""


class BookTests(Terminal):
    def write(self, name, text):
        path = self.home / name
        path.write_text(text)
        return str(path)

    def test_prescribed_rates_apply_only_within_their_month(self):
        self.kurs("import", self.write("oct.xml", hmrc("01/Oct/2026", "31/Oct/2026", "1.3402")), "--provider", "hmrc")
        for day in ("2026-10-01", "2026-10-31"):
            said = self.kurs("convert", "100", "GBP", "USD", "--provider", "hmrc", "--on", day)
            self.assertIn("134.02 USD", said)
            self.assertIn("Revenue", said)
            self.assertIn("2026-10-01, valid from 2026-10-01 to 2026-10-31, 1 GBP", said)
            # The rate is prescribed for that day, so no other rate replaces it.
            held = json.loads(
                self.kurs("convert", "100", "GBP", "USD", "--provider", "hmrc", "--on", day, "--json"))["results"][0]
            self.assertEqual((held["observed"], held["carried"]), ("2026-10-01", False))
            listed = json.loads(self.kurs("rates", "GBP", "--provider", "hmrc", "--on", day, "--json"))["rates"]
            self.assertEqual({each["carried"] for each in listed}, {False})
        for day in ("2026-09-30", "2026-11-01"):
            self.kurs("convert", "100", "GBP", "USD", "--provider", "hmrc", "--on", day, code=69)
        self.assertIn("valid from 2026-10-01 to 2026-10-31", self.complaint)
        # After a bank in the order, the prescribed rate isn't used. Before a bank, it is used.
        both = self.kurs("convert", "1", "GBP", "USD", "--provider", "ecb,hmrc", "--on", "2026-10-30", "--json")
        self.assertIn('"ecb"', both)
        self.kurs("convert", "1", "GBP", "CHF", "--provider", "hmrc,ecb", "--on", "2026-10-30", code=69)
        listed = {each["id"]: each for each in json.loads(self.kurs("providers", "--json"))}
        self.assertEqual({name for name, each in listed.items() if each["validity"]},
                         {"hmrc", "us-treasury", "bazg", "bmf", "inforeuro"})

    @fault("S27")
    def test_a_damaged_table_of_rates_is_reported_and_not_used(self):
        self.kurs("import", self.write("blue.csv", BLUE), "--as", "blue")
        self.kurs("settings", "set", "providers", "blue,ecb")
        self.assertIn("1490", self.kurs("convert", "1", "USD", "ARS"))
        file = self.home / ".local/share/kurs/series/blue.json"
        whole = file.read_text()
        for damaged in (whole.replace("ARS", "ARQ"), whole.replace('"sum"', '"suo"'), whole[:-9], ""):
            file.write_text(damaged)
            said = self.kurs("convert", "1", "EUR", "USD")
            self.assertIn("European Central Bank", said)
            self.assertEqual(self.complaint.count("\n"), 1, self.complaint)
            self.assertIn('"blue" are damaged', self.complaint)
            self.kurs("history", "EUR", "USD", "--from", "2026-10-01")
            self.assertIn('"blue" are damaged', self.complaint)
            self.kurs("convert", "1", "USD", "ARS", "--provider", "blue", code=65)
            self.assertIn("Import the table or add the provider again", self.complaint)
        self.kurs("settings", "set", "strict", "true")
        self.kurs("convert", "1", "EUR", "USD", code=65)
        self.kurs("import", self.write("blue.csv", BLUE), "--as", "blue")
        self.assertIn("1490", self.kurs("convert", "1", "USD", "ARS"))
        self.assertEqual(self.complaint, "")

    def test_rates_of_past_days_for_a_legal_rule_can_be_fetched(self):
        rate = ("convert", "100", "USD", "PLN", "--rule", "pl-vat", "--on", "2026-03-09")
        with PolishBank() as bank:
            fetch = ("refresh", "--provider", "nbp", "--base-url", bank.address)
            self.kurs(*fetch)
            self.kurs(*rate, code=69)
            self.assertIn('To fetch them, run "kurs-cli refresh --provider nbp --on 2026-03-08".', self.complaint)
            self.kurs(*fetch, "--on", "2026-03-08")
            self.assertEqual(bank.asked[-1], "/api/exchangerates/tables/C/2026-02-22/2026-03-08/?format=json")
            # This is the rate of the Friday before that Monday.
            self.assertIn("360.60 PLN", self.kurs(*rate))
            self.kurs(*fetch, "--on", "2026-Q1")
            self.assertEqual(bank.asked[-1], "/api/exchangerates/tables/C/2026-01-01/2026-03-31/?format=json")
            self.kurs(*fetch, "--on", "soon", code=64)

    def test_a_provider_from_a_file_can_be_tested_and_used_and_exported(self):
        with Bank() as bank:
            path = self.write("mine.json", described(bank.address))
            answer = self.write("answer.json", bank.document("/latest").decode())
            read = self.kurs("providers", "test", path, "--answer", answer)
            self.assertIn(f"{bank.day} 1 EUR = 1.2345 USD", read)
            self.assertEqual(bank.asked, [])
            self.assertIn(bank.address, self.kurs("providers", "add", path))
            self.assertRegex(self.kurs("providers", "test", "mine"), rf"Read 4 rates in \d+ ms, latest from {bank.day}")
            self.assertIn("4 rates added or corrected", self.kurs("refresh", "--provider", "mine"))
            said = self.kurs("convert", "100", "EUR", "USD", "--provider", "mine")
            self.assertIn("123.45 USD", said)
            self.assertIn("My bank", said)
            self.assertIn("mine  My bank", self.kurs("providers"))
            self.assertEqual(self.kurs("providers", "file", "mine"), described(bank.address))
        self.kurs("providers", "remove", "mine")
        self.assertNotIn("My bank", self.kurs("providers", "list"))
        self.kurs("providers", "file", "mine", code=64)

    def office(self):
        """Returns a provider file with a buying and a selling rate of the dollar, without a middle rate."""
        path = self.write("office.json", described(
            "https://bank.example", direction="home-per-other", buying="/bid", selling="/ask"))
        answer = self.write("today.json", '{"date":"2026-10-30","rates":{"USD":{"bid":0.88,"ask":0.92}}}')
        self.kurs("providers", "add", path)
        self.kurs("import", answer, "--provider", "mine")
        return path, answer

    def test_the_output_option_writes_the_result_to_the_named_file(self):
        self.kurs("providers", "add", self.write("mine.json", described("https://bank.example")))
        file = self.home / "out"
        for command in ("history EUR USD --range 1m --csv", "history EUR USD --range 1w --format ledger", "rates EUR --json",
                        "averages EUR USD --year 2025 --by quarter", "providers file mine"):
            with self.subTest(command):
                words = command.split()
                printed = self.kurs(*words)
                self.assertEqual(self.kurs(*words, "-o", str(file)), f"Saved as {file}")
                self.assertEqual(file.read_text().strip(), printed)
                self.assertEqual(self.kurs(*words, "--output", "-"), printed)
                for wrong in (self.home, self.home / "none" / "out", "/dev/full"):
                    self.kurs(*words, "-o", str(wrong), code=74)
        self.assertEqual(sorted(each.name for each in self.home.glob("out*")), ["out"])

    def test_a_provider_file_may_have_buying_and_selling_rates(self):
        path, answer = self.office()
        self.assertEqual(
            self.kurs("providers", "test", path, "--answer", answer).splitlines(),
            ["2026-10-30 1 USD = 0.88 EUR buying", "2026-10-30 1 USD = 0.90 EUR", "2026-10-30 1 USD = 0.92 EUR selling"])
        for side, there, back, word in (("middle", "90.00 EUR", "111.11 USD", "My bank"),
                                        ("buying", "88.00 EUR", "108.70 USD", "buying rate"),
                                        ("selling", "92.00 EUR", "113.64 USD", "selling rate")):
            options = ("--provider", "mine", "--on", "2026-10-30", "--side", side)
            said = self.kurs("convert", "100", "USD", "EUR", *options)
            self.assertIn(there, said)
            self.assertIn(word, said)
            self.assertIn(back, self.kurs("convert", "100", "EUR", "USD", *options))
        self.assertIn("average of buying and selling", self.kurs(
            "convert", "1", "USD", "EUR", "--provider", "mine", "--on", "2026-10-30", "--explain"))
        wrong = self.write("wrong.json", described("https://bank.example", buying="/bid"))
        self.kurs("providers", "add", wrong, code=65)
        self.assertIn("/value", self.complaint)

    @fault("S23")
    def test_a_faulty_provider_file_is_refused_with_the_place_of_the_error(self):
        for text, place in ((described("http://rates.example"), "/address"), (described("https://a.example", base="/x"),
                            "/currency"), ("{", "byte"), (described("https://a.example", id="ecb"), "/id")):
            self.kurs("providers", "add", self.write("bad.json", text), code=65)
            self.assertEqual(len(self.complaint.splitlines()), 1)
            self.assertIn(place, self.complaint)
        self.kurs("providers", "add", str(self.home / "none.json"), code=66)
        self.assertEqual(self.providers(), {})
        self.kurs("providers", "add", self.write("mine.json", described("https://a.example")))
        before = self.providers()
        self.assertEqual([path.name for path in before], ["mine.json", "mine.sum"])
        for text in (described("http://a.example"), described("https://b.example", surprise=1), "{", ""):
            self.kurs("providers", "add", self.write("bad.json", text), code=65)
        self.assertEqual(self.providers(), before)

    def providers(self):
        """Returns the stored provider files with their bytes."""
        return {path: path.read_bytes() for path in sorted(self.home.glob("**/kurs/providers/*"))}

    def test_a_provider_that_redirects_to_another_address_gives_a_readable_error(self):
        server = Roundabout()
        self.addCleanup(server.close)
        self.kurs("providers", "add", self.write("mine.json", described(server.address, value="")))
        with Bank() as other:
            for server.target in (None, other.address + "/latest", "https://rates.example/latest"):
                for command in (("refresh", "--provider", "mine"), ("providers", "test", "mine")):
                    self.kurs(*command, code=69)
                    self.assertEqual(len(self.complaint.splitlines()), 1, self.complaint)
                    self.assertIn(
                        "The provider redirects too often, or to an address that is not allowed.", self.complaint)
            self.assertEqual(other.asked, [])
        self.kurs("history", "EUR", "USD", "--provider", "mine", code=69)

    def test_an_imported_table_of_rates_becomes_a_provider(self):
        said = self.kurs("import", self.write("rates.csv", BLUE), "--as", "blue", "--name", "Blue market")
        self.assertEqual(said, "blue: 3 rates, in ARS, from 2026-10-28 to 2026-10-30.")
        said = self.kurs("convert", "100", "USD", "ARS", "--provider", "blue", "--on", "2026-10-29")
        self.assertIn("148000.00 ARS", said)
        self.assertIn("Blue market", said)
        history = self.kurs("history", "USD", "ARS", "--provider", "blue")
        self.assertIn("2026-10-28", history)
        self.kurs("chart", "USD", "ARS", "--provider", "blue", "--output", str(self.home / "blue.svg"))
        self.assertIn("<svg", (self.home / "blue.svg").read_text())
        self.kurs("settings", "set", "providers", "blue,ecb")
        self.assertIn("Blue market", self.kurs("convert", "1", "USD", "ARS"))
        self.assertIn("European", self.kurs("convert", "1", "EUR", "USD", "--on", "2026-10-30"))
        self.assertIn("Blue market", self.kurs("providers"))
        self.assertIn("Blue market", self.kurs("calc", "2 USD in ARS"))
        self.kurs("settings", "set", "providers", "ecb")
        self.kurs("import", "--forget", "blue")
        self.kurs("convert", "1", "USD", "ARS", "--provider", "blue", code=64)
        self.kurs("import", "--forget", "blue", code=64)

    @fault("S21")
    def test_a_faulty_table_of_rates_is_reported_and_not_stored(self):
        self.kurs("import", self.write("rates.csv", BLUE), "--as", "blue")
        before = self.kurs("history", "USD", "ARS", "--provider", "blue")
        for text, options, words in (
                ("", (), ("empty",)),
                ("date,from,to,rate\n", (), ("empty",)),
                (BLUE, ("--rate", "price"), ('"price"',)),
                (BLUE + "2026-10-31,CHF,JPY,3\n", (), ("Row 5", '"from"', "CHF")),
                (BLUE + "2026-10-27,USD,ARS,abc\n", (), ("Row 5", '"rate"')),
                (BLUE + "2026-10-27,USD,ARS,0\n", (), ("Row 5", '"rate"')),
                (BLUE + "2026-10-27,USD,ARS,1490,5\n", (), ("Row 5", "5")),
                (BLUE + "yesterday,USD,ARS,1\n", (), ("Row 5", '"date"')),
                ("from,to,rate\nUSD,ARS,1\n", (), ("--date",)),
                ("date,rate\n2026-10-27,1\n", (), ("--to",)),
                ("\0\0", (), ("text",))):
            code = self.kurs("import", self.write("bad.csv", text), "--as", "blue", *options, code=65)
            self.assertEqual(code, "")
            sentences = [line for line in self.complaint.splitlines() if line.startswith("kurs-cli: ")]
            self.assertEqual(len(sentences), 1, self.complaint)
            for word in words:
                self.assertIn(word, sentences[0])
        for name in ("ecb", "Blue", "team", "a b", "", "x" * 40):
            self.kurs("import", self.write("rates.csv", BLUE), "--as", name, code=64)
        self.assertEqual(self.kurs("history", "USD", "ARS", "--provider", "blue"), before)
        self.assertEqual(sorted(os.listdir(self.home / ".local/share/kurs/series")), ["blue.csv", "blue.json"])

    @fault("S21")
    def test_a_line_of_a_hundred_megabytes_is_refused_in_little_memory(self):
        path = self.home / "long.csv"
        with open(path, "w") as file:
            file.write("date,from,to,rate\n2026-10-30,USD,ARS,")
            for _ in range(100):
                file.write("1" * 1_000_000)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.kurs("import", str(path), "--as", "blue", code=65)
        self.assertIn("Row 2 is longer than 1048576 bytes. The limit is reached in column 4.", self.complaint)
        self.assertLess(max(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss - before, 0), 120_000)
        self.assertFalse((self.home / ".local/share/kurs/series/blue.csv").exists())

    def test_a_payment_is_compared_with_the_mid_market_rate_of_its_date(self):
        # 1 EUR was 1.1172 USD.
        said = self.kurs("paid", "100", "USD", "95", "EUR", "--on", "2026-10-30")
        self.assertIn("paid: 95.00 EUR for 100.00 USD, 1 USD = 0.95 EUR", said)
        self.assertIn("mid-market: 89.51 EUR, 1 USD = 0.895095 EUR", said)
        self.assertIn("European Central Bank", said)
        self.assertIn("markup: +5.49 EUR, +6.13 %", said)
        answer = json.loads(self.kurs("paid", "100", "USD", "95", "EUR", "--on", "2026-10-30", "--json"))
        self.assertEqual((answer["impliedRate"], answer["markUp"], answer["markUpPercent"]), ("0.95", "5.49", "6.1340"))
        self.kurs("paid", "100", "USD", "95", "EUR", "--on", "2026-10-30", "--keep")
        self.assertEqual(self.kurs("own-rates", "list"), "1 USD = 0.95 EUR, paid on 2026-10-30")
        for wrong in (("0", "USD", "95", "EUR"), ("1", "USD", "1", "USD"), ("1", "USD", "x", "EUR"), ("1", "USD")):
            self.kurs("paid", *wrong, code=64)

    def test_a_payment_is_compared_with_the_selling_rate_of_the_bank(self):
        self.office()
        options = ("--provider", "mine", "--on", "2026-10-30")
        said = self.kurs("paid", "100", "USD", "95", "EUR", *options)
        self.assertIn("bank sells at: 92.00 EUR, 1 USD = 0.92 EUR, +2.22 %", said)
        self.assertIn("markup: +5.00 EUR, +5.56 %", said)
        # The bank buys euros at this rate.
        answer = json.loads(self.kurs("paid", "88", "EUR", "100", "USD", *options, "--json"))
        self.assertEqual((answer["selling"], answer["middle"]), ("100.00", "97.78"))
        answer = json.loads(self.kurs("paid", "100", "USD", "95", "EUR", "--on", "2026-10-30", "--json"))
        self.assertEqual((answer["selling"], answer["sellingRate"]), (None, None))

    def test_fee_profiles_are_listed_with_the_cheapest_first(self):
        self.kurs("settings", "set", "fee-profiles",
                  "Card=1.75% + 0.35 EUR; weekend 1%,Office=0.5%; min 5 EUR,Free=0%")
        # On the Saturday after this Friday, the middle rate still gives 89.51 EUR.
        friday = self.kurs("paid", "100", "USD", "EUR", "--on", "2026-10-30").splitlines()
        self.assertEqual([line.split(",")[0] for line in friday[-3:]],
                         ["Free: 89.51 EUR", "Card: 91.43 EUR", "Office: 94.51 EUR"])
        saturday = self.kurs("paid", "100", "USD", "EUR", "--on", "2026-10-31")
        self.assertIn("Card: 92.32 EUR", saturday)
        self.kurs("settings", "set", "fee-profiles", "Card=much", code=64)

    def test_dates_in_words_and_a_typed_rate_are_read(self):
        yesterday = date.today() - timedelta(days=1)
        rows = "".join(f"{date.today() - timedelta(days=n)},EUR,ARS,{n + 1}\n" for n in range(9))
        self.kurs("import", self.write("rates.csv", "date,from,to,rate\n" + rows), "--as", "blue")
        self.kurs("settings", "set", "providers", "blue,ecb")
        said = self.kurs("calc", "100 EUR in ARS yesterday")
        self.assertIn("= 200.00 ARS", said)
        self.assertIn(f"read as {yesterday}", said)
        friday = next(n for n in range(1, 8) if (date.today() - timedelta(days=n)).weekday() == 4)
        self.assertIn(f"= {friday + 1}.00 ARS", self.kurs("calc", "1 EUR in ARS on last friday"))
        self.environment |= {"LC_MESSAGES": "de_DE.UTF-8"}
        self.assertIn(f"read as {yesterday}", self.kurs("calc", "100 EUR in ARS gestern"))
        # LANGUAGE may set the language of these sentences.
        self.environment |= {"LANGUAGE": "ar:de"}
        self.assertIn(f"read as {yesterday}", self.kurs("calc", "100 EUR in ARS أمس"))
        self.environment |= {"LANGUAGE": "de"}
        self.assertIn(f"= {friday + 1}.00 ARS", self.kurs("calc", "1 EUR in ARS am letzten Freitag"))
        self.assertIn("90.00 EUR", self.kurs("calc", "100 USD in EUR zu 0,9", "--numbers", "de_DE"))
        del self.environment["LC_MESSAGES"], self.environment["LANGUAGE"]
        said = self.kurs("calc", "100 USD in EUR at 0.9")
        self.assertIn("90.00 EUR", said)
        self.assertIn("as typed", said)
        self.kurs("calc", "100 USD + 5 GBP in EUR at 0.9", code=64)
