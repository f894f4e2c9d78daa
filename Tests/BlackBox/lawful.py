# SPDX-License-Identifier: GPL-3.0-or-later
"""Legal rules: the published rate that they select, or an error that names the missing days."""
import csv
import io
import json
import re
from datetime import date, datetime, timedelta, timezone

from banks import Bank, PolishBank, settings
from terminal import Server, Terminal


class RareBank(PolishBank):
    """A bank that also has a table B of rarer currencies each Wednesday, and no rates on the days in `closed`."""

    closed = ()

    def document(self, path):
        if "/tables/B/" not in path:
            tables = json.loads(super().document(path))
            return json.dumps([each for each in tables if each["effectiveDate"] not in self.closed]).encode()
        days = [date.fromisoformat(each) for each in re.findall(r"\d{4}-\d\d-\d\d", path)] or [self.day, self.day]
        every = (days[0] + timedelta(days=n) for n in range((days[1] - days[0]).days + 1))
        return json.dumps([
            {"table": "B", "no": f"1/B/NBP/{day.year}", "effectiveDate": str(day),
             "rates": [{"currency": "dinar", "code": "KWD", "mid": round(11.7 + day.day / 1000, 4)}]}
            for day in every if day.weekday() == 2]).encode()


class EmptyServer(Server):
    """A server that has only the addresses in `files`."""

    files = {}

    def answer(self, path):
        body = self.files.get(path, b"")
        return (200 if body else 404), {"Content-Type": "application/xml"}, body


class LawTests(Terminal):
    def write(self, name, text):
        path = self.home / name
        path.write_text(text)
        return str(path)

    def refused(self, *arguments, words=()):
        self.assertEqual(self.kurs("convert", "100", *arguments, code=69), "")
        for word in words:
            self.assertIn(word, self.complaint)

    def test_a_date_rule_refuses_days_whose_rates_are_missing(self):
        for rule, day, words in (
                ("before", "2026-11-13", ("9 days", "2026-11-02", "2026-11-12", "refresh --provider ecb --on")),
                ("before", "2026-11-03", ("2026-11-02",)), ("eu-vat", "2026-11-05", ("2026-11-02", "2026-11-05")),
                ("eu-customs", "2026-12-10", ("2026-11-02", "2026-11-18")), ("after", "2026-10-30", ("2026-11-02",)),
                ("on-or-after", "2026-11-04", ("2026-11-04",)), ("month-end", "2026-11-10", ()),
                ("month-average", "2026-11-10", ()), ("eu-oss", "2030-02-01", ("2030-04-01",)),
                ("eu-ioss", "2030-03-07", ("2030-04-01",)), ("before", "2030-01-01", ())):
            with self.subTest(rule=rule, day=day):
                self.refused("USD", "EUR", "--rule", rule, "--on", day, words=words)
                self.kurs("calc", "100 USD in EUR", "--rule", rule, "--on", day, code=69)

    def test_days_on_which_no_rates_are_due_are_not_missing(self):
        for rule, day, observed in (("before", "2026-10-31", "2026-10-30"), ("eu-vat", "2026-11-01", "2026-10-30"),
                                    ("before", "2026-11-02", "2026-10-30"), ("month-end", "2026-10-03", "2026-10-30"),
                                    ("eu-customs", "2026-11-30", "2026-10-21"), ("eu-oss", "2024-02-02", "2024-04-02")):
            said = json.loads(self.kurs("convert", "1", "EUR", "USD", "--rule", rule, "--on", day, "--json"))
            self.assertEqual((said["results"][0]["observed"], said["results"][0]["carried"]), (observed, False))

    def test_the_one_stop_shop_rule_uses_the_last_day_of_the_period(self):
        # Articles 366, 369h and 369u: the last day of the period, or the next publication. 31 March 2024 was Easter.
        for rule, day, observed in (
                ("eu-oss", "2024-01-15", "2024-04-02"), ("eu-oss", "2024-03-31", "2024-04-02"),
                ("eu-oss", "2023-12-31", "2024-01-02"), ("eu-oss", "2026-05-20", "2026-06-30"),
                ("eu-oss", "2023-07-01", "2023-10-02"), ("eu-ioss", "2024-03-05", "2024-04-02"),
                ("eu-ioss", "2026-01-10", "2026-02-02"), ("eu-ioss", "2026-09-30", "2026-09-30"),
                ("quarter-close", "2024-02-29", "2024-04-02"), ("month-close", "2026-02-01", "2026-03-02")):
            said = json.loads(self.kurs("convert", "1", "EUR", "USD", "--rule", rule, "--on", day, "--json"))
            self.assertEqual(said["results"][0]["observed"], observed, f"{rule} {day}")

    def test_missing_rates_are_reported_for_table_rows_with_a_legal_rule(self):
        rows = "day,amount,currency,rule\n2026-10-20,100,EUR,eu-vat\n2026-11-13,100,EUR,before\n2024-02-01,1,EUR,eu-oss\n"
        self.kurs("convert", "--csv", self.write("a.csv", rows), "--to", "USD", "--output",
                  str(self.home / "b.csv"), code=65)
        read = list(csv.DictReader(io.StringIO((self.home / "b.csv").read_text())))
        self.assertEqual([each["observed"] for each in read], ["2026-10-20", "", "2024-04-02"])
        self.assertEqual(read[0]["error"], "")
        self.assertIn("2026-11-12", read[1]["error"])

    def test_an_average_counts_the_days_on_which_the_bank_published_rates(self):
        vat = ("convert", "100", "USD", "PLN", "--rule", "pl-vat", "--on", "2026-10-20")
        with PolishBank() as bank:
            fetch = ("refresh", "--provider", "nbp", "--base-url", bank.address, "--on")
            self.kurs(*fetch, "2026-09-20..2026-10-05")
            self.kurs(*vat, code=69)
            self.assertIn("10 days from 2026-10-06 to 2026-10-19", self.complaint)
            table = self.write("a.csv", "day,amount,currency\n2026-10-20,100,USD\n2026-10-06,100,USD\n")
            said = self.kurs("convert", "--csv", table, "--to", "PLN", "--rule", "pl-vat", code=65)
            first, second = list(csv.DictReader(io.StringIO(said)))
            self.assertEqual((first["value"], second["value"]), ("", "360.50"))
            self.assertIn("2026-10-06", first["error"])
            self.kurs(*fetch, "2026-10-06..2026-10-19")
            self.assertIn("361.90 PLN", self.kurs(*vat))

    def test_a_day_without_rates_in_the_response_counts_as_a_holiday(self):
        with RareBank() as bank:
            bank.closed = ("2026-03-05", "2026-03-06")
            self.kurs("refresh", "--provider", "nbp", "--base-url", bank.address, "--on", "2026-03")
            said = json.loads(self.kurs(
                "convert", "1", "USD", "PLN", "--rule", "pl-vat", "--on", "2026-03-09", "--json"))["results"][0]
            self.assertEqual((said["observed"], said["rate"]), ("2026-03-04", "3.604"))
            mean = self.kurs("convert", "1", "USD", "PLN", "--on", "2026-03", "--provider", "nbp")
            self.assertIn("mean of 20 values", mean)

    def test_a_legal_rule_ignores_the_rate_type_and_custom_rates(self):
        with PolishBank() as bank:
            self.kurs("refresh", "--provider", "nbp", "--base-url", bank.address, "--on", "2026-03")
        self.kurs("own-rates", "set", "USD", "PLN", "5")
        for rule in ("pl-vat", "pl-vat-invoice", "pl-income-tax"):
            for options in ((), ("--side", "buying"), ("--side", "selling"), ("--no-own-rates",)):
                said = self.kurs("convert", "100", "USD", "PLN", "--rule", rule, "--on", "2026-03-10", *options)
                self.assertIn("360.90 PLN", said)
                self.assertNotIn("buying rate", said)
        self.kurs("settings", "set", "side", "buying")
        said = self.kurs("calc", "100 USD in PLN", "--rule", "pl-vat", "--on", "2026-03-10")
        self.assertIn("360.90 PLN", said)
        table = self.write("a.csv", "day,amount,currency\n2026-03-10,100,USD\n")
        self.assertIn("360.90", self.kurs("convert", "--csv", table, "--to", "PLN", "--rule", "pl-vat"))
        # A rule that isn't a law's uses the chosen rate type and custom rates.
        self.assertIn("500.00 PLN", self.kurs(
            "convert", "100", "USD", "PLN", "--rule", "before", "--provider", "nbp", "--on", "2026-03-10"))

    def test_a_rare_currency_with_weekly_rates_converts_on_every_day(self):
        with RareBank() as bank:
            self.kurs("refresh", "--provider", "nbp", "--base-url", bank.address, "--on", "2026-03")
            for day, observed in (("2026-03-12", "2026-03-11"), ("2026-03-11", "2026-03-04"), ("2026-03-31", "2026-03-25")):
                said = json.loads(self.kurs(
                    "convert", "1", "KWD", "PLN", "--rule", "pl-vat", "--on", day, "--json"))["results"][0]
                self.assertEqual(said["observed"], observed)

    def test_an_average_reports_its_missing_days(self):
        with PolishBank() as bank:
            fetch = ("refresh", "--provider", "nbp", "--base-url", bank.address, "--on")
            for days in ("2026-03-01..2026-03-06", "2026-03-23..2026-03-31"):
                self.kurs(*fetch, days)
            mean = ("convert", "100", "USD", "PLN", "--provider", "nbp", "--on", "2026-03")
            self.assertIn("mean of 12 of 22 days", self.kurs(*mean))
            leg = json.loads(self.kurs(*mean, "--json"))["results"][0]["legs"][0]
            self.assertEqual((leg["values"], leg["days"]), (12, 22))
            self.assertIn("12 of 22 days", self.kurs(
                "averages", "USD", "PLN", "--provider", "nbp", "--year", "2026-03"))
            self.refused("USD", "PLN", "--provider", "nbp", "--rule", "month-average", "--on", "2026-03-09",
                         words=("2026-03-09", "2026-03-20"))
            table = self.write("a.csv", "amount,currency\n100,USD\n")
            said = self.kurs("convert", "--csv", table, "--to", "PLN", "--on", "2026-03", "--provider", "nbp")
            self.assertIn("12 of 22 days", said)
            self.kurs(*fetch, "2026-03")
            self.assertIn("mean of 22 values", self.kurs(*mean))
            self.kurs("convert", "100", "USD", "PLN", "--provider", "nbp", "--rule", "month-average", "--on", "2026-03-09")

    def test_worked_examples_of_laws_give_the_published_rates(self):
        # The zlotys for a euro in NBP's tables 063 to 065/A/NBP/2024. 1 April 2024 was Easter Monday.
        days = (("2024-03-28", 4.3191), ("2024-03-29", 4.3009), ("2024-04-02", 4.2934))
        tables = [{"table": "A", "no": f"{63 + n:03}/A/NBP/2024", "effectiveDate": day,
                   "rates": [{"currency": "euro", "code": "EUR", "mid": mid}]} for n, (day, mid) in enumerate(days)]
        self.kurs("import", self.write("nbp.json", json.dumps(tables)), "--provider", "nbp")
        # BMF's averages for VAT in 2024 (BStBl 2024 I p. 1060): dollars and zlotys for a euro in June.
        head = "".join(f";{name} [{n + 1}]" for n, name in enumerate(
            "Januar Februar M\u00e4rz April Mai Juni".split()))
        rows = (f"Umsatzsteuer-Umrechnungskurse 2024{';' * 7}", f"Land;W\u00e4hrung{head}",
                "Polen;1 Euro;;;;;;4,3209 PLN", "USA;1 Euro;1,0905 USD;;;;;1,0759 USD")
        path = self.home / "bmf.csv"
        path.write_bytes("\r\n".join(rows + ("",)).encode("cp1252"))
        self.kurs("import", str(path), "--provider", "bmf")
        # BAZG's mean from 25 June to 24 July, which is published on 25 July and applies in August.
        self.kurs("import", self.write("bazg.xml", (
            '<monatsmittelkurs xmlns="https://www.backend-rates.bazg.admin.ch/xmlavgmonth"><monat>2026-08</monat>'
            '<devise code="dkk"><waehrung>100 DKK</waehrung><kurs>12.4792</kurs></devise></monatsmittelkurs>')),
            "--provider", "bazg")
        for rule, day, amount, to, value in (
                # Art. 31a ust. 1: the last working day before the tax point.
                ("pl-vat", "2024-04-02", "1000 EUR", "PLN", "4300.90 PLN"), ("pl-vat", "2024-03-30", "1000 EUR", "PLN", "4300.90 PLN"),
                # Art. 31a ust. 2: the last working day before the invoice, which comes before the tax point.
                ("pl-vat-invoice", "2024-03-29", "1000 EUR", "PLN", "4319.10 PLN"),
                ("pl-vat-invoice", "2024-04-02", "1000 EUR", "PLN", "4300.90 PLN"),
                # Art. 11a ust. 1 and 2: the last working day before the income or the cost.
                ("pl-income-tax", "2024-04-03", "1000 EUR", "PLN", "4293.40 PLN"),
                ("pl-income-tax", "2024-04-01", "1000 EUR", "PLN", "4300.90 PLN"),
                # § 16 Abs. 6 UStG: the average of the month in which the service was done.
                ("de-vat", "2024-06-30", "1000 USD", "EUR", "929.45 EUR"), ("de-vat", "2024-06-01", "1000 PLN", "EUR", "231.43 EUR"),
                ("de-vat", "2024-01-31", "1000 USD", "EUR", "917.01 EUR"),
                # Art. 45 Abs. 3 MWSTV: the mean of the month in which the tax is due.
                ("ch-vat", "2026-08-01", "1000 DKK", "CHF", "124.79 CHF"), ("ch-vat", "2026-08-31", "1000 DKK", "CHF", "124.79 CHF")):
            said = self.kurs("convert", *amount.split(), to, "--rule", rule, "--on", day)
            self.assertIn(f"= {value}", said, f"{rule} {day}")
        for rule, day, amount in (("de-vat", "2024-05-31", "1000 USD"), ("ch-vat", "2026-09-01", "1000 DKK"),
                                  ("pl-vat", "2024-04-05", "1000 EUR")):
            self.kurs("convert", *amount.split(), {"de-vat": "EUR", "ch-vat": "CHF"}.get(rule, "PLN"), "--rule", rule, "--on", day, code=69)

    def test_an_average_of_imported_rates_shows_how_many_days_had_rates(self):
        days = ("2026-10-01", "2026-10-02", "2026-10-05", "2026-10-30")
        rows = "".join(f"{day},EUR,USD,{1.1 + n / 10}\n" for n, day in enumerate(days))
        self.kurs("import", self.write("a.csv", "date,from,to,rate\n" + rows), "--as", "mine")
        mean = ("convert", "100", "EUR", "USD", "--provider", "mine", "--on", "2026-10")
        self.assertIn("mean of 4 of 22 days", self.kurs(*mean))
        leg = json.loads(self.kurs(*mean, "--json"))["results"][0]["legs"][0]
        self.assertEqual((leg["values"], leg["days"]), (4, 22))
        self.assertIn("4 of 22 days", self.kurs("averages", "EUR", "USD", "--provider", "mine", "--year", "2026-10"))
        # An average of two currencies counts the days on which both have rates.
        self.kurs("import", self.write("a.csv", "date,from,to,rate\n" + rows + "2026-10-30,EUR,GBP,0.7\n"), "--as", "cross")
        self.assertIn("= 50.00 GBP", said := self.kurs("convert", "100", "USD", "GBP", "--provider", "cross", "--on", "2026-10"))
        self.assertIn("mean of 1 of 22 days", said)
        monthly = "".join(f"2026-{month:02}-01,EUR,USD,1.1\n" for month in range(1, 11))
        self.kurs("import", self.write("a.csv", "date,from,to,rate\n" + monthly), "--as", "monthly")
        self.assertIn("mean of 10 values", self.kurs(
            "convert", "100", "EUR", "USD", "--provider", "monthly", "--on", "2026"))

    def test_an_average_ends_on_the_last_day_of_the_currency_or_today(self):
        # The lev ended on 31 January 2026.
        lines = self.kurs("averages", "EUR", "BGN", "--year", "2026", "--by", "year").splitlines()
        self.assertEqual([line[:24] for line in lines], ["2026-01-01 to 2026-01-30"])
        self.assertEqual(len(self.kurs("averages", "USD", "BGN", "--year", "2026", "--by", "quarter").splitlines()), 1)
        self.assertEqual(len(self.kurs("averages", "EUR", "BGN", "--year", "2026").splitlines()), 1)
        # A period with both market rates and legal rates has no average.
        self.kurs("convert", "100", "EUR", "HRK", "--on", "2022-07-01..2023-06-30", code=69)
        self.assertIn("2022-12-30", self.complaint)
        self.assertIn("753.45 HRK", self.kurs("convert", "100", "EUR", "HRK", "--on", "2023-01-01..2023-06-30"))
        year = datetime.now(timezone.utc).year
        end = self.kurs("averages", "EUR", "DEM", "--year", str(year), "--by", "year").split()[2]
        self.assertLessEqual(end, str(datetime.now(timezone.utc).date() + timedelta(days=1)))

    def test_the_first_response_of_a_provider_is_compared_with_the_bundled_history(self):
        for code, rate in (("USD", "111.72"), ("USD", "0.8951"), ("JPY", "1.7568"), ("GBP", "1.1993"), ("CHF", "91.94")):
            with self.subTest(code=code, rate=rate), Bank({"USD": "1.1172", "GBP": "0.8338", code: rate}) as bank:
                data = ("--data-dir", str(self.home / f"{code}-{rate}"))
                said = self.kurs("refresh", "--provider", "frankfurter", "--base-url", bank.address, *data)
                self.assertIn("1 suspicious rate waits", said)
                self.kurs("convert", "1", "EUR", code, "--provider", "frankfurter", *data, code=69)

    def test_an_imported_file_is_compared_with_the_bundled_history(self):
        sheet = '{"amount":1.0,"base":"EUR","date":"2026-10-20","rates":{"USD":112.15,"CHF":0.9237}}'
        said = self.kurs("import", self.write("a.json", sheet), "--provider", "frankfurter")
        self.assertIn("1 rate added or corrected", said)
        self.assertIn("1 suspicious rate waits", said)

    def test_overdue_official_rates_of_a_month_are_reported(self):
        server = EmptyServer()
        self.addCleanup(server.close)
        today = datetime.now(timezone.utc).date()
        self.kurs("refresh", "--provider", "hmrc", "--base-url", server.address, code=69)
        self.assertIn(f"overdue since {today.replace(day=1)}", self.complaint)
        self.assertIn("address may have changed", self.complaint)
        self.assertEqual([each for each in server.asked if "/uk/api/exchange_rates/files/" in each],
                         [f"/uk/api/exchange_rates/files/monthly_xml_{today.year}-{today.month}.xml"])
        self.assertIn(f"/softwaredevelopers/rates/exrates-monthly-{today:%m%y}.xml", server.asked)
        server.files = {"/softwaredevelopers/rates/exrates-monthly-0819.xml": (
            '<exchangeRateMonthList Period="01/Aug/2019 to 31/Aug/2019"><exchangeRate><currencyCode>USD</currencyCode>'
            "<rateNew>1.2565</rateNew></exchangeRate></exchangeRateMonthList>").encode()}
        self.kurs("refresh", "--provider", "hmrc", "--base-url", server.address, "--on", "2019-08-10")
        self.assertIn("125.65 USD", self.kurs(
            "convert", "100", "GBP", "USD", "--provider", "hmrc", "--on", "2019-08-20"))
        self.kurs("refresh", "--provider", "hmrc", "--base-url", server.address, "--on", "2014-08-10", code=69)
        self.assertIn("2015-01-01", self.complaint)

    def test_a_rate_for_one_code_of_a_currency_applies_to_both_codes(self):
        for name, code in (("one", "VES"), ("two", "VED")):
            rows = f"date,from,to,rate\n2026-10-29,USD,{code},250\n2026-10-30,USD,{code},252\n"
            self.kurs("import", self.write(f"{name}.csv", rows), "--as", name)
            for other in ("VES", "VED"):
                self.assertIn("25200.00", self.kurs(
                    "convert", "100", "USD", other, "--provider", name, "--on", "2026-10-30"))
        self.assertIn("= 5.00 VED", self.kurs("convert", "5", "VES", "VED", "--on", "2026-10-30"))

    def test_imported_rates_of_currencies_that_are_still_in_use_are_used(self):
        for code, rate in (("CUP", "25.75"), ("SVC", "8.7"), ("PAB", "1.01"), ("VES", "250"), ("XCG", "1.8"), ("SLE", "24")):
            rows = f"date,from,to,rate\n2026-10-30,USD,{code},{rate}\n"
            self.kurs("import", self.write("a.csv", rows), "--as", code.lower())
            said = json.loads(self.kurs(
                "convert", "1", "USD", code, "--provider", code.lower(), "--on", "2026-10-30", "--json"))["results"][0]
            self.assertEqual(said["rate"], rate)
        # The convertible peso ended at a legal rate.
        self.assertIn("= 24.00 CUP", self.kurs("convert", "1", "CUC", "CUP", "--on", "2022-10-28"))

    def test_a_chart_is_drawn_although_a_currency_lacks_rates_in_its_range(self):
        for options in (("ISK", "RUB,USD"), ("EUR", "RUB,USD", "--range", "1m"), ("ISK", "USD,RUB", "--range", "1y"),
                        ("USD", "ISK,RUB", "--range", "6m"), ("EUR", "TRL,USD", "--range", "1y")):
            path = self.home / "chart.svg"
            self.kurs("chart", *options, "--output", str(path))
            self.assertIn("<svg", path.read_text())


class Forgiving(Bank):
    """A server that allows its responses to be used for a day while it is down."""

    def __init__(self):
        super().__init__()
        self.fails = False
        handler = self.server.RequestHandlerClass
        bank, answer = self, handler.answer

        def forgive(self, body, status, kind):
            if bank.fails:
                self.send_response(503)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_response(status)
            for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("ETag", '"one"'),
                                ("Cache-Control", "max-age=1, stale-if-error=86400")):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        handler.answer = forgive


class ClerkTests(Terminal):
    def write(self, name, text):
        path = self.home / name
        path.write_text(text)
        return str(path)

    def test_a_saved_list_with_several_dates_is_shown_with_the_saved_totals(self):
        for name, text in (("two", "100 USD on 2010-06-07 + 100 USD on 2020-03-03 in EUR, CHF"),
                           ("three", "100 USD on 2010-06-07 + 50 GBP on 2015-03-03 + 1000 JPY on 2020-03-03 in EUR, CHF, SEK"),
                           ("one", "100 USD on 2010-06-07 in EUR, CHF"), ("none", "100 USD + 5 GBP in EUR, CHF"),
                           ("minus", "100 USD on 2010-06-07 - 20 GBP on 2020-03-03 in CHF, JPY")):
            said = json.loads(self.kurs("calc", text, "--save", name, "--json"))
            self.assertTrue(said)
            totals = re.findall(r"[\d.]+ [A-Z]{3}", self.kurs("calc", text).splitlines()[0].split("=")[-1])
            shown = self.kurs("saved", "show", name)
            for total in totals[-1:]:
                self.assertIn(f"then {total}", shown, name)

    def test_showing_a_saved_list_compares_old_and_current_rates_of_its_bank(self):
        rows = "date,from,to,rate\n2026-10-29,EUR,USD,2\n2026-10-30,EUR,USD,2.5\n"
        self.kurs("import", self.write("a.csv", rows), "--as", "mine")
        self.kurs("calc", "100 EUR in USD", "--provider", "mine", "--on", "2026-10-29", "--save", "own")
        shown = self.kurs("saved", "show", "own")
        self.assertIn("then 200.00 USD, today 250.00 USD", shown)
        self.assertIn("today 1 EUR = 2.5", shown)
        self.assertIn("(mine, 2026-10-30)", shown)
        self.assertIn("today 111.72 USD", self.kurs("saved", "show", "own", "--provider", "ecb"))

    def test_a_legal_rule_that_requires_another_bank_is_reported_with_the_bank(self):
        for rule in ("pl-income-tax", "ch-vat", "de-vat"):
            said = self.kurs("convert", "100", "USD", "CHF", "--rule", rule, "--on", "2026-10-05", "--provider", "ecb")
            self.assertIn(f"rule {rule} requires the rates of ", said + self.complaint)
            self.assertIn("not of ecb", said + self.complaint)
        table = self.write("law.csv", "date,amount,currency\n2026-10-05,100,USD\n")
        for command in (("convert", "100", "USD", "PLN", "--on", "2026-10-05"),
                        ("calc", "100 USD in PLN", "--on", "2026-10-05"), ("convert", "--csv", table, "--to", "PLN")):
            said = self.kurs(*command, "--rule", "pl-vat", "--provider", "ecb")
            self.assertIn("rule pl-vat: before", said + self.complaint, command)
            self.assertNotIn("not of", said + self.complaint, command)
            said = self.kurs(*command, "--rule", "pl-income-tax", "--provider", "ecb")
            self.assertIn("rule pl-income-tax requires the rates of nbp, not of ecb", said + self.complaint, command)

    def test_the_commands_paid_and_convert_use_the_same_rate(self):
        for day in ((), ("--on", "2026-10-31"), ("--on", "2026-04-05"), ("--on", "2026-10-30"), ("--on", "2026-11-06")):
            paid = json.loads(self.kurs("paid", "100", "USD", "95", "EUR", *day, "--json"))
            said = json.loads(self.kurs("convert", "100", "USD", "EUR", *day, "--json"))["results"][0]
            for name in ("rate", "observed", "carried", "provider", "legs"):
                self.assertEqual(paid[name], said[name], f"{name} {day}")
        self.kurs("paid", "100", "USD", "95", "EUR", "--on", "2027-10-30", code=69)
        self.kurs("convert", "100", "USD", "EUR", "--on", "2027-10-30", code=69)

    def test_impossible_dates_and_numbers_and_missing_custom_rates_are_refused(self):
        self.kurs("history", "EUR", "USD", "--from", "2026-11-15", code=69)
        self.assertIn("2026-10-30", self.complaint)
        self.kurs("own-rates", "remove", "EUR", "USD", code=64)
        self.kurs("own-rates", "set", "EUR", "USD", "1.2", "--until", "2020-01-01", code=64)
        self.assertEqual(self.kurs("own-rates", "list"), "")
        self.kurs("own-rates", "set", "EUR", "USD", "1.2")
        self.kurs("own-rates", "remove", "USD", "EUR")
        self.kurs("own-rates", "remove", "USD", "EUR", code=64)
        for text in ("0x10", "0X1F", "0xff", "0b11", "0o7"):
            self.kurs("convert", text, "EUR", "USD", code=64)
            self.kurs("calc", f"{text} EUR in USD", code=64)

    def test_exported_rates_show_whether_they_are_pegged_or_legal(self):
        self.assertIn("; peg", self.kurs("history", "USD", "AED", "--range", "1w", "--format", "hledger"))
        self.assertIn(",ecb+peg", self.kurs("history", "EUR", "AED", "--range", "1w", "--csv"))
        self.assertIn(",law", self.kurs("history", "EUR", "DEM", "--range", "1w", "--csv"))
        self.assertIn(",ecb", self.kurs("history", "EUR", "USD", "--range", "1w", "--csv"))
        # Croatia joined the euro on 1 January 2023, and each rate names its own source.
        mixed = self.kurs("history", "EUR", "HRK", "--csv", "--from", "2022-12-28").splitlines()[1:]
        self.assertEqual({line.split(",")[4] for line in mixed if line < "2023"}, {"ecb"})
        self.assertEqual({line.split(",")[4] for line in mixed if line >= "2023"}, {"law"})
        chart = self.home / "chart.csv"
        self.kurs("chart", "EUR", "HRK", "--range", "all", "--output", str(chart))
        lines = chart.read_text().splitlines()
        self.assertTrue(any(line.startswith("2022-12-30") and line.endswith(",ecb") for line in lines))
        self.assertTrue(lines[-1].endswith(",law"), lines[-1])
        self.kurs("chart", "USD", "AED", "--output", str(chart))
        self.assertTrue(chart.read_text().endswith(",peg\n"))
        self.assertIn("EUR,AED,", listed := self.kurs("rates", "EUR", "--csv"))
        self.assertIn(",ecb+peg", next(line for line in listed.splitlines() if line.startswith("EUR,AED,")))

    def test_a_server_error_is_reported_even_if_a_stored_response_is_used(self):
        with Forgiving() as bank:
            fetch = ("refresh", "--provider", "frankfurter", "--base-url", bank.address)
            self.kurs(*fetch)
            bank.fails = True
            self.kurs(*fetch, code=69)
        self.kurs(*fetch, code=69)

    def test_after_a_bank_reverts_a_correction_the_earlier_rate_is_used_again(self):
        sheet = '{"amount":1.0,"base":"EUR","date":"2026-10-20","rates":{"USD":%s}}'
        rate = ("convert", "1", "EUR", "USD", "--provider", "frankfurter", "--on", "2026-10-20")
        for number in ("1.115", "1.116", "1.115", "1.116", "1.117", "1.115"):
            self.kurs("import", self.write("a.json", sheet % number), "--provider", "frankfurter")
            self.assertIn(f"1 EUR = {number} USD", self.kurs(*rate))

    def test_an_amount_that_coins_can_pay_shows_no_cash_rounding(self):
        self.kurs("settings", "set", "cash-rounding", "true")
        for amount, cash in (("1.00", False), ("1.05", False), ("1.02", True), ("0.5", False), ("10.33", True)):
            said = self.kurs("convert", amount, "CHF", "CHF")
            self.assertEqual("in cash" in said, cash, said)

    def test_the_range_year_to_date_begins_with_the_last_rate_of_december(self):
        rows = "".join(f"{day},EUR,USD,1.1\n" for day in ("2025-12-29", "2025-12-30", "2026-01-05", "2026-02-02"))
        self.kurs("import", self.write("a.csv", "date,from,to,rate\n" + rows), "--as", "mine")
        listed = self.kurs("history", "EUR", "USD", "--provider", "mine", "--range", "ytd").splitlines()
        self.assertEqual([each[:10] for each in listed], ["2025-12-30", "2026-01-05", "2026-02-02"])
        self.kurs("chart", "EUR", "USD", "--provider", "mine", "--range", "ytd", "--output", str(self.home / "a.csv"))
        self.assertIn("2025-12-30", (self.home / "a.csv").read_text())
        self.assertNotIn("2025-12-29", (self.home / "a.csv").read_text())
        self.assertIn("2022-03-01", self.kurs("history", "EUR", "RUB", "--range", "1y"))

    def test_the_list_of_averages_leaves_out_periods_without_rates(self):
        self.assertEqual(len(self.kurs("averages", "EUR", "ISK", "--year", "2008", "--by", "quarter").splitlines()), 3)
        self.assertTrue(self.kurs("averages", "EUR", "RUB", "--year", "2022", "--by", "month"))
        said = self.kurs("averages", "EUR", "RON", "--year", "2005", "--by", "year")
        self.assertIn("1 EUR = 3.6209", said)
        self.assertIn("257", said)
        self.assertIn("3.6209", self.kurs("convert", "1", "EUR", "RON", "--on", "2005"))
        self.assertIn("36209", self.kurs("convert", "1", "EUR", "ROL", "--on", "2005"))
        there = json.loads(self.kurs("convert", "1", "TRY", "EUR", "--on", "2024", "--json"))["results"][0]["rate"]
        self.assertIn(there[:7], self.kurs("averages", "TRY", "EUR", "--year", "2024", "--by", "year"))

    def test_imported_rates_that_are_extreme_or_contradict_the_law_are_refused(self):
        for row, word in (("2026-10-30,EUR,USD,1.23e17", "Row 3"), ("2026-10-30,EUR,USD,1e15", "Row 3"),
                          ("2026-10-30,EUR,USD,0.0000000000001", "Row 3"), ("2026-05-04,EUR,BGN,1.95583", "BGN"),
                          ("2023-05-04,EUR,HRK,7.5", "HRK")):
            first = "date,from,to,rate\n2026-10-29,EUR,USD,1.1\n"
            self.kurs("import", self.write("a.csv", first + row + "\n"), "--as", "mine", code=65)
            self.assertIn(word, self.complaint)
        rows = "".join(f"{date(2020, 1, 1) + timedelta(days=n)},EUR,USD,{9 - n % 3}e13\n" for n in range(900))
        self.kurs("import", self.write("a.csv", "date,from,to,rate\n" + rows), "--as", "mine")
        self.kurs("chart", "EUR", "USD", "--provider", "mine", "--output", str(self.home / "a.svg"))

    def test_an_alert_can_be_deleted_only_by_its_whole_id(self):
        ids = set()
        for days in range(2, 12):
            line = self.kurs("alerts", "add", "EUR", "USD", "--high", "--days", str(days))
            ids.add(line.split()[0])
        self.assertEqual(len(ids), 10)
        first = sorted(ids)[0]
        self.kurs("alerts", "remove", first[:3], code=64)
        said = self.kurs("alerts", "remove", first)
        self.assertIn("EUR/USD is at its highest in", said)
        self.assertEqual(len(self.kurs("alerts", "list").splitlines()), 9)
        self.kurs("alerts", "remove", first, code=64)
