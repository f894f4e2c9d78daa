# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of public bug reports, each with its right result. `statements` has the tables of banks.

Certificates and redirects are tested in Tests/Core (TLSTests, SecureProviderTests, RedirectingTransportTests).
"""
import json
from datetime import date, timedelta

from books import described
from statements import BRITISH, COMDIRECT, REVOLUT, TRADING, Statement
from terminal import Server

CNB = ('{{"rates":[{{"validFor":"2026-11-20","order":1,"country":"EMU","currency":"euro","amount":1,"currencyCode":"EUR","rate":27.1}},'
       '{{"validFor":"2026-11-20","order":1,"country":"USA","currency":"dollar","amount":1,"currencyCode":"USD","rate":{}}}]}}')
ARS = {"home": "ARS", "direction": "home-per-other", "rows": "/results/detalle/*", "day": "../../fecha", "currency": "code",
       "value": "rate"}


class Answering(Server):
    """Answers every path with `reply`: status, headers and body."""

    reply = (200, {"Content-Type": "application/json"}, b"")

    def answer(self, path):
        return self.reply

    def say(self, body, kind="application/json", status=200, **headers):
        self.reply = (status, {"Content-Type": kind} | headers, body.encode())


class Case(Statement):
    def write(self, name, text):
        path = self.home / name
        path.write_text(text)
        return str(path)

    def serving(self):
        server = Answering()
        self.addCleanup(server.close)
        return server

    def expect(self, cases):
        """Checks cases. Each has arguments, an exit code, and texts of the output or error message."""
        for arguments, code, *texts in cases:
            with self.subTest(arguments):
                said = self.kurs(*arguments, code=code) + self.complaint
                for text in texts:
                    self.assertIn(text, said)


class CaseTests(Case):
    def test_a_table_with_contradictory_columns_is_read_correctly_or_refused(self):
        table = "date,amount,currency\n2026-10-30,100,CNH\n2026-10-30,1,EUR\n"
        self.check([
            ("B20, the total's currency", TRADING, "--to~EUR", ["2748.40", "0.128"]),
            ("B31, west of Greenwich", "id,created,amount,amount_refunded,currency,converted_amount,fee,status\n"
             "ch_1,2021-02-03 13:12,25.00,0.00,cad,25.00,1.03,Paid\n", "--to~EUR", ["16.26"], {"locale": {"TZ": "America/Los_Angeles"}}),
            ("R05, the offshore renminbi", table, "--to~EUR", [None, "1.00"]),
        ])
        self.assertIn("CNH", self.said)
        self.refused([("B12, unknown names", REVOLUT.format("Begun", "Ended"), "--to~USD", '"Begun"', '"Ended"')])

    def test_an_ambiguous_amount_or_date_is_read_with_a_note_or_refused(self):
        self.expect([
            (("1200 EUR to USD on 12/31/2022",), 0, "1279.92 USD", "2022-12-30", "2022-12-31"),
            (("1200 EUR to USD on 31/12/2022",), 0, "1279.92 USD", "2022-12-30"),
            (("1200 EUR to USD on 3/4/2022",), 64, "3/4/2022"),
            (("2000", "isk", "eur", "--on", "2026-10-30"), 0, "14.71 EUR"),
            (("500DKK to GBP", "--on", "2026-10-30"), 0, "55.78 GBP"),
            (("50 euro * 12 usd + 300",), 64),
            (("100฿ in EUR", "--on", "2026-10-30"), 0, "2.65 EUR"),
            (("₡5000 in USD", "--provider", "ecb"), 69, "CRC"),
            (("रू 100",), 0, "NPR"),
            (("100 won in EUR", "--on", "2026-10-30"), 0, "0.067 EUR", "read as KRW, not KPW"),
            (("5 rubles in EUR", "--provider", "ecb"), 69, "read as RUB, not BYN"),
            (("ރ 100",), 64, "ރ"),
        ])
        self.environment.update(BRITISH)
        self.expect([(("₹1,23,456 in EUR", "--on", "2026-10-30"), 0, "1163.76 EUR")])

    def test_on_a_day_without_rates_the_last_rate_before_it_is_used(self):
        before = ("convert", "100", "EUR", "USD", "--rule", "before", "--on")
        on = ("convert", "100", "USD", "EUR", "--on")
        self.expect([
            ((*before, "2024-07-28"), 0, "108.60 USD", "2024-07-26"), ((*before, "2024-05-12"), 0, "107.79 USD", "2024-05-10"),
            ((*on, "2020-01-01"), 0, "89.02 EUR", "2019-12-31"), ((*on, "2020-04-13"), 0, "92.02 EUR", "2020-04-09"),
            ((*on, "2019-01-01"), 0, "87.34 EUR", "2018-12-31"),
            ((*on, "2020-01-01", "--rule", "on-or-after"), 0, "89.34 EUR", "2020-01-02"),
            (("convert", "100", "USD", "BGN", "--on", "2020-12-01"), 0, "163.42 BGN", "2020-12-01"),
            (("convert", "1", "EUR", "USD", "--on", "2026-11-10", "--json"), 0, '"observed":"2026-10-30"', '"carried":true'),
            (("convert", "1", "EUR", "USD", "--on", "2026-11-20"), 69, "2026-10-30"),
            (("convert", "100", "CNH", "EUR", "--on", "2026-10-30"), 64, "CNH", "CNY"),
        ])

    def test_a_custom_rate_converts_exactly_in_both_directions(self):
        for rate in (("USD", "PEN", "3.400"), ("USD", "NIO", "28.8439"), ("EUR", "USD", "1.5"), ("TND", "USD", "0.67138"),
                     ("LYD", "EUR", "0.666666667"), ("XBT", "USD", "6597")):
            self.kurs("own-rates", "set", *rate)
        self.expect([
            (("convert", "1000", "USD", "PEN"), 0, "3400.00 PEN"), (("convert", "3400", "PEN", "USD"), 0, "1000.00 USD"),
            (("convert", "28843.90", "NIO", "USD"), 0, "1000.00 USD"), (("convert", "150", "USD", "EUR"), 0, "100.00 EUR"),
            (("convert", "1", "TND", "USD"), 0, "0.67 USD"), (("convert", "10", "LYD", "EUR"), 0, "6.67 EUR"),
            (("convert", "0.00000001", "XBT", "USD"), 0, "0.000066 USD"), (("convert", "2100.5", "JPY", "JPY"), 0, "2101 JPY"),
        ])

    def test_pegged_or_redenominated_currencies_convert_at_the_legal_rate(self):
        self.expect([
            (("convert", "100", "HUF", "HUF", "--json"), 0, '"rate":"1"'),
            (("convert", "100", "SGD", "BND", "--json"), 0, '"rate":"1"'), (("convert", "100", "BND", "SGD", "--json"), 0, '"rate":"1"'),
            (("convert", "1000", "SLL", "SLE"), 0, "1.00 SLE"), (("convert", "1000", "STD", "STN"), 0, "1.00 STN"),
            (("convert", "10", "MRO", "MRU"), 0, "1.00 MRU"),
            (("convert", "100", "HRK", "BGN", "--on", "2026-10-30"), 0, "25.96 BGN"),
        ])

    def test_an_imported_rate_is_used_in_its_direction_and_on_its_day(self):
        rows = "date,from,to,rate\n2020-01-28,JPY,IDR,128\n2020-01-28,USD,IDR,13901\n"
        self.kurs("import", self.write("idr.csv", rows), "--as", "odoo")
        option = ("--provider", "odoo", "--on", "2020-01-28")
        self.expect([(("convert", "200000", "USD", "JPY", *option), 0, "21720313 JPY"),
                     (("convert", "200000", "USD", "IDR", *option), 0, "2780200000.00 IDR")])
        self.kurs("import", self.write("sek.csv", "date,from,to,rate\n1998-12-30,EUR,SEK,9.48\n1999-01-04,EUR,SEK,9.4696\n"),
                  "--as", "sek", code=65)
        self.assertIn("EUR was not in use", self.complaint)
        for rate in ("0", "-1.5"):
            self.kurs("import", self.write("zero.csv", f"date,from,to,rate\n2026-10-30,USD,ARS,{rate}\n"), "--as", "zero", code=65)
            self.assertIn("2", self.complaint)

    def test_a_corrected_rate_replaces_the_first_rate(self):
        server = self.serving()
        rate = ("convert", "100", "USD", "CZK", "--on", "2026-11-20", "--provider", "cnb")
        refresh = ("refresh", "--provider", "cnb", "--base-url", server.address)
        server.say(CNB.format("24.100"))
        self.kurs(*refresh)
        self.assertIn("2410.00 CZK", self.kurs(*rate))
        self.kurs("calc", "100 USD in CZK", "--on", "2026-11-20", "--provider", "cnb", "--save", "Trip")
        server.say(CNB.format("24.010"))
        self.assertIn("1 rate", self.kurs(*refresh))
        self.assertIn("2401.00 CZK", self.kurs(*rate))
        shown = self.kurs("saved", "show", "Trip")
        self.assertIn("2410.00", shown)
        self.assertIn("1 new or corrected", self.kurs("log").splitlines()[0])

    def test_an_empty_response_on_a_weekend_is_not_an_error(self):
        server = self.serving()
        for body in ("", "KEY,FREQ,CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE\r\n"):
            server.say(body, "text/csv")
            self.expect([(("refresh", "--provider", "ecb", "--base-url", server.address, "--on", "2026-08-08..2026-08-09"), 0, "0 rates")])
        self.assertIn("111.72 USD", self.kurs("convert", "100", "EUR", "USD", "--on", "2026-10-30"))

    def test_a_web_page_instead_of_rates_is_reported(self):
        server = self.serving()
        for kind, status, code, text in (("text/html", 200, 65, "web page"), ("application/xml", 200, 65, "may have changed"),
                                         ("text/html", 403, 69, "403")):
            server.say("<!DOCTYPE html><html><body>Welcome</body></html>", kind, status)
            self.expect([(("refresh", "--provider", "bnr", "--base-url", server.address), code, "bnr", text)])
            self.assertEqual(self.complaint.count("\n"), 1, self.complaint)

    def test_rows_with_a_future_date_or_with_only_one_currency_are_ignored(self):
        rows = [{"date": "2026-10-30", "base": "EUR", "quote": "EUR", "rate": 1.0},
                {"date": "2026-10-30", "base": "EUR", "quote": "USD", "rate": 1.12},
                {"date": "2026-10-29", "base": "EUR", "quote": "GBP", "rate": 0.84}]
        self.kurs("import", self.write("v2.json", json.dumps(rows)), "--provider", "frankfurter-v2")
        option = ("--provider", "frankfurter-v2", "--on", "2026-10-29")
        self.expect([(("convert", "100", "EUR", "GBP", *option), 0, "84.00 GBP"), (("convert", "100", "EUR", "USD", *option), 69)])


SWISSQUOTE = ("Date;Order #;Transaction;Symbol;ISIN;Quantity;Unit price;Costs;Net Amount;Balance;Currency\n"
              "30-10-2026 07:00:15;0;Debit;;;1.0;2000.00;2.00;-2002.00;6612.40;CHF\n"
              "28-10-2026 16:35:13;0;Dividend;C;IE00B945VV12;1.0;486.58;0.00;486.58;941.93;EUR\n")
DEUTSCHE = ("Umsätze Girokonto;;;;Kundennummer: 1\n1.10.2026 - 30.10.2026\nLetzter Kontostand;;;;1.000,00;EUR\n"
            "Buchungstag;Wert;Umsatzart;Verwendungszweck;IBAN / Kontonummer;Betrag;Anzahl der Aufträge;Soll;Haben;Währung\n"
            "30.10.2026;31.10.2026;Lastschrift;X;DE1;;;-12,50;;EUR\n29.10.2026;30.10.2026;Gutschrift;Y;DE2;;;;1.500,00;EUR\n"
            "Kontostand;30.10.2026;;;1.000,00;EUR\n")
STATE_BANK = ('Account Number\t:\t_00000012345\nCurrency\t:\tINR\n\nTxn Date\tValue Date\tDescription\t        Debit\tCredit\tBalance\n'
              '5 Oct 2026\t6 Oct 2026\tUPI A\t"1,250.50"\t \t"98,749.50"\n4 Oct 2026\t4 Oct 2026\tNEFT B\t \t"25,000.00"\t"1,00,000.00"\n')
SWISSCARD = ("Transaction date;Description;Currency;Amount;Debit/Credit;Status\n30.10.2026;SHOP;CHF;12.50;Debit;Posted\n"
             "29.10.2026;PAYMENT;CHF;-500.00;Credit;Posted\n28.10.2026;CAFE;CHF;5.00;Debit;Pending\n")
DEGIRO_TRADES = ("Datum,Tijd,Product,ISIN,Beurs,Aantal,Koers,,Lokale waarde,,Waarde,,Wisselkoers,Transactiekosten en/of,,Totaal,,Order ID\n"
                 '30-10-2026,16:55,A,US0378331005,NSY,1,"33,9000",USD,"-33,90",USD,"-31,91",EUR,"1,0624","-1,00",USD,"-32,91",EUR,1\n')


class ExportTests(Statement):
    """Exports of banks that have no profile in Kurs, in their published formats."""

    def test_the_export_of_a_bank_without_a_profile_is_read_correctly(self):
        self.check([
            ("Swissquote", SWISSQUOTE, "--to~CHF", ["-2002.00", "449.94"]),
            ("Deutsche Bank", DEUTSCHE, "--to~EUR", ["-12,50", "1500,00"], {"observed": ["", ""]}),
            ("Montepio", "DATA MOV.;DATA VALOR;DESCRIÇÃO;IMPORTÂNCIA;MOEDA\n2026-10-30;2026-10-31;COMPRA;-12,50;EUR\n", "--to~USD", ["-13,97"],
             {"observed": ["2026-10-30"]}),
            ("State Bank of India", STATE_BANK, "--to~INR", ["-1250.50", "25000.00"]),
            ("Swisscard", SWISSCARD, "--to~CHF", ["-12.50", "500.00", None], {"said": ["minus", ": 4."]}),
            ("DEGIRO's trades in Dutch", DEGIRO_TRADES, "--to~USD", ["-36,77"]),
            ("Scalable Capital", "date;time;status;type;isin;shares;price;amount;fee;tax;currency\n"
             "2026-10-30;02:00:00;Executed;Distribution;IE0005042456;;;56,78;0,00;0,00;EUR\n"
             "2026-10-29;02:00:00;Cancelled;Buy;IE00B4ND3602;3,505;21,395;-74,989475;0,00;0,00;EUR\n", "--to~EUR", ["56,78", None]),
            ("flatex", "Buchungstag;Valuta;Bezeichnung;ISIN;Nominal (Stk.);;Betrag;;Kurs;;Devisenkurs\n"
             "30.10.2026;02.11.2026;A;IE00B3RBWM25;0,236252;Stück;31,62;EUR;133,84;USD;1,000\n", "--to~EUR", ["31,62"]),
            ("Abanca", "Fecha;Concepto;Saldo;Importe;Fecha operación;Fecha valor\n"
             "06-10-2026;A;1325.66 EUR;-53.79 EUR;2026-10-06T00:00:00;06-10-2026\n", "--to~USD", ["-60.62"]),
            ("ICICI", "S No.,Value Date,Transaction Date,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )\n"
             '1,30/10/2026,29/10/2026,UPI,0.0,75000.00,300000.00\n2,29/10/2026,28/10/2026,ATM,"1,25,000.00",0.0,295000.00\n', "--to~INR",
             ["75000.00", "-125000.00"]),
        ])

    def test_a_row_without_a_date_does_not_decide_the_signs_of_amounts(self):
        rows = "Date,Text,{},Currency\n,Start,{},EUR\n30/10/2026,A,{},EUR\n29/10/2026,B,{},EUR\n"
        self.check([
            ("two columns", rows.format("Debit,Credit", "100.00,", "-12.50,", ",5.00"), "--to~EUR", [None, "-12.50", "5.00"]),
            ("directions", rows.format("Amount,Direction", "100.00,OUT", "-12.50,OUT", "5.00,IN"), "--to~EUR", [None, "-12.50", "5.00"]),
        ])

    def test_an_export_without_a_currency_is_refused(self):
        self.refused([
            ("NatWest", "Date, Type, Description, Value, Balance, Account Name\n\n30/10/2026,POS,A,-12.50,987.50,B,\n", "--to~EUR", "--from"),
            ("HSBC", '30/10/2026,SHOP A,-12.50\n29/10/2026,SALARY B,"1,500.00"\n', "--to~EUR", "--from"),
            ("Commonwealth Bank", '30/10/2026,"-12.50","SHOP A","+987.50"\n29/10/2026,"-500.00","RENT","+1000.00"\n'
             '28/10/2026,"+1500.00","SALARY B","+1500.00"\n', "--to~EUR", "--from"),
        ])

    def test_rows_after_a_second_heading_are_not_converted(self):
        visa = ('\n"Umsätze Visa-Karte";"Zeitraum: 30 Tage";\n"Buchungstag";"Umsatztag";"Vorgang";"Referenz";"Buchungstext";"Umsatz in EUR";\n'
                '"30.10.2026";"29.10.2026";"Visa-Umsatz";"R1";"SHOP";"-20,00";\n')
        self.check([("comdirect", COMDIRECT + visa, "--to~USD", [None, "-134,81", None], {"kept": ["Another table"]})])
        self.assertTrue(self.said.endswith('"-20,00";'), self.said)


class DescribedTests(Case):
    """Responses of providers that the user described in a file."""

    def add(self, rates, rate="", id="mine", code=0, **others):
        """Returns the output of `refresh` for a provider in pesos. `rate`: replaces the text "RATE"."""
        server = self.serving()
        body = json.dumps({"results": {"fecha": str(date.today() - timedelta(days=1)), "detalle": rates}})
        server.say(body.replace('"RATE"', rate))
        self.kurs("providers", "add", self.write("mine.json", described(server.address, **(ARS | {"id": id} | others))))
        return self.kurs("refresh", "--provider", id, code=code)

    def test_a_response_on_a_holiday_is_reported_as_having_no_rates(self):
        file = self.write("mine.json", described("https://bank.example", **ARS))
        answer = self.write("answer.json", '{"status":200,"results":{"fecha":null,"detalle":[]}}')
        self.expect([(("providers", "test", file, "--answer", answer), 69, "has no rates")])

    def test_a_rate_in_the_opposite_direction_is_quarantined(self):
        self.add([{"code": "USD", "rate": 3670}], home="UGX", id="uganda")
        said = self.add([{"code": "USD", "rate": 129.2}, {"code": "UGX", "rate": 28.4}], home="KES")
        self.assertIn("1 suspicious rate", said)
        self.expect([(("quarantine",), 0, "1 UGX = 28.4 KES", "uganda"),
                     (("convert", "1", "USD", "KES", "--provider", "mine"), 0, "129.20 KES")])

    def test_a_rate_per_hundred_is_quarantined_until_its_unit_is_defined(self):
        rows = [{"code": "USD", "rate": 0.895, "unit": 1}, {"code": "JPY", "rate": 0.5692, "unit": 100}]
        self.assertIn("1 suspicious rate", self.add(rows, home="EUR"))
        self.expect([(("quarantine",), 0, "JPY", "a rate for 100 units")])
        self.assertNotIn("suspicious", self.add(rows, home="EUR", unit="unit"))
        self.assertIn("0.57 EUR", self.kurs("convert", "100", "JPY", "EUR", "--provider", "mine"))

    def test_an_invalid_rate_is_ignored_and_the_other_rates_are_used(self):
        for rate in ("0", '"0.00"', "-1.5", "1e-400", '"NaN"'):
            with self.subTest(rate):
                self.add([{"code": "USD", "rate": 1480}, {"code": "BRL", "rate": "RATE"}, {"code": "UYU", "rate": 36.9}], rate)
                self.assertIn("1480.00 ARS", self.kurs("convert", "1", "USD", "ARS", "--provider", "mine"))
                self.assertIn("36.90 ARS", self.kurs("convert", "1", "UYU", "ARS", "--provider", "mine"))
                self.kurs("convert", "1", "BRL", "ARS", "--provider", "mine", code=69)

    def test_two_different_rates_for_the_same_day_are_both_refused(self):
        rows = [{"code": "BRL", "rate": 270}, {"code": "USD", "rate": 1435}, {"code": "USD", "rate": 1380}]
        self.add(rows, code=65)
        self.assertIn("/results/detalle/2", self.complaint)
        self.assertIn("only one rate", self.complaint)
        self.kurs("convert", "1", "USD", "ARS", "--provider", "mine", code=69)


BROKER_TABLES = """Statement,Header,Field Name,Field Value
Statement,Data,Title,Activity Statement
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Proceeds,Comm/Fee
Trades,Data,Order,Stocks,USD,A,"2026-10-30, 09:30:00",10,12.5,-125,-1
Trades,SubTotal,,Stocks,USD,A,,10,,-125,-1
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,,Proceeds,,Comm in EUR
Trades,Data,Order,Forex,USD,EUR.USD,"2026-10-29, 09:30:00",100,1.1,,-110,,-2
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2026-10-27,X,12.50
Dividends,Data,Total,,,12.50
"""


class UnitTests(Statement):
    """Units, names and rows of statements that give a wrong number if they are misread."""

    def test_an_amount_in_subunits_such_as_fils_uses_the_currency_beside_it(self):
        rows = "date,amount,currency\n2026-10-30,{},{}\n"
        self.check([
            (amount, rows.format(amount, code), f"--to~{code}", [value]) for amount, code, value in (
                ("2500 fils", "AED", "25.00"), ("100 فلس", "AED", "1.00"), ("2500 fils", "KWD", "2.500"), ("50 cents", "CAD", "0.50"),
                ("50 øre", "DKK", "0.50"))])
        self.check([(head, f"date;{head};currency\n2026-10-30;1250;{code}\n", f"--to~{code}", ["12.50"]) for head, code in (
            ("Betrag (ct)", "EUR"), ("Amount (fils)", "AED"), ("Kwota (gr)", "PLN"), ("amount_smallest_unit", "USD"),
            ("Amount (satang)", "THB"))])

    def test_a_scale_in_brackets_in_a_heading_is_recognised(self):
        self.check([
            (head, f"date;{head};currency\n2026-10-30;1250;{code}\n", f"--to~{code}", [value], {"said": ["1,000"]}) for head, code, value in (
                ("Amount ('000s)", "USD", "1250000.00"), ("Importe (miles)", "EUR", "1250000.00"), ("Bedrag (x €1.000)", "EUR", "1250000.00"),
                ("Amount (k$)", "USD", "1250000.00"))])
        self.check([
            ("not in a sign", "date,Amount (MX$)\n2026-10-30,12.50\n", "--to~MXN", ["12.50"]),
            ("signs of cells", "date,amount\n2026-10-30,MX$12.50\n2026-10-30,B$2.00\n", "--to~MXN", ["12.50", "29.58"], {"said": ['"B$"']})])

    def test_a_table_of_a_file_with_several_tables_is_chosen_by_number(self):
        for options, value in (("--table Trades --amount Proceeds", "-125.00"), ("--table 3 --amount Proceeds", "-110.00"),
                               ("--table 4", "12.50"), ("", "12.50")):
            found = self.convert(BROKER_TABLES, "--to", "USD", *options.split())
            self.assertEqual([each for each in found if each], [value], options)
            self.assertIn("Dividends,Data,Total,,,12.50", self.said)
        self.refused([("too high", BROKER_TABLES, "--to~USD~--table~9", '"9"', '"Trades"')])

    def test_headings_in_ten_languages_and_rows_of_subtotals_are_recognised(self):
        self.check([
            ("Markdown", "| Date | Amount | Currency |\n|---|---:|---|\n| 2026-10-30 | -3.50 | EUR |\n", "--to~EUR", ["-3.50"]),
            ("subtotals", "Datum;Text;Betrag;Währung\n30.10.2026;A;10,00;EUR\n;Zwischensumme Oktober;10,00;EUR\n28.09.2026;C;5,00;EUR\n",
             "--to~EUR", ["10,00", "5,00"], {"said": ["3"]}),
            ("Persian", "تاریخ,شرح,بدهکار,بستانکار\n2026/10/30,خرید,12.50,\n2026/10/29,حقوق,,500\n", "--from~EUR~--to~EUR", ["-12.50", "500.00"]),
            ("Belgian", "Volgnummer;Uitvoeringsdatum;Valutadatum;Bedrag;Valuta rekening\n1;30/10/2026;31/10/2026;-12,5;EUR\n", "--to~USD", ["-13,97"]),
            ("Finnish", "Kirjauspäivä;Maksupäivä;Arvopäivä;Määrä EUROA\n30.10.2026;29.10.2026;30.10.2026;-12,50\n", "--to~USD", ["-13,97"]),
            ("Icelandic", "Dagsetning;Upphæð;Mynt;Staða\n30.10.2026;-12.500;ISK;100.000\n29.10.2026;1.500,5;ISK;1\n", "--to~ISK", ["-12500", "1501"]),
            ("Slovenian", "Datum valute;Datum knjiženja;Breme;Dobro;Valuta\n31.10.2026;30.10.2026;12,50;;EUR\n", "--to~USD", ["-13,97"]),
            ("Chinese", "日期,金额,币种\n2026-10-30,12.50,美元\n2026-10-30,12.50,欧元\n", "--to~EUR", ["11.19", "12.50"]),
            ("Indonesian", 'Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n30/10/2026,A,0000,"125,000.00",DB,"1,000.00"\n'
             '29/10/2026,B,0000,"500,000.00",CR,"1,125.00"\n', "--from~IDR~--to~IDR", ["-125000.00", "500000.00"]),
        ])
