# SPDX-License-Identifier: GPL-3.0-or-later
"""Statements of banks and brokers through `convert --csv`. Every number is right, or its row gives the reason.

The rows are invented, in the form of public exports and bug reports (docs/TERMINAL.md names the kinds).
"""
import csv
import io
import json
import re
import zipfile

from terminal import Terminal

VALUE = re.compile(r"^(kurs_)?value")
# German, American and French readers of the same files.
GERMAN, AMERICAN, BRITISH, FRENCH = ({"LC_ALL": f"{name}.UTF-8"} for name in ("de_DE", "en_US", "en_GB", "fr_FR"))


class Statement(Terminal):
    def convert(self, content, *arguments, code=0, locale=None, file=None):
        """Returns the converted values, None for a row with an error. `self.rows` has every cell as text."""
        name = self.home / (file or "statement.csv")
        name.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.environment.update(locale or {"LC_ALL": "C.UTF-8"})
        self.said = self.kurs("convert", "--csv", str(name), *arguments, code=code)
        # Empty fields at the end are white space if tabs separate them.
        separator = next((each for each in (";", "\t", "|") if each + "value" in self.said), ",")
        self.rows = list(csv.reader(io.StringIO(self.said, newline=""), delimiter=separator))
        head = next((row for row in self.rows if any(VALUE.match(cell) for cell in row)), None)
        if head is None:
            return self.said
        place = next(index for index, cell in enumerate(head) if VALUE.match(cell))
        self.head, self.place = head, place
        found = self.rows[self.rows.index(head) + 1:]
        # In a row with too many cells, the results are at the end.
        self.converted = [row[max(0, len(row) - len(head)):] + [""] * (len(head) - len(row))
                          for row in found if len(row) > place + 1]
        return [row[place] or None for row in self.converted]

    def errors(self):
        return [row[-1] for row in self.converted]

    def observed(self):
        return [row[self.place + 3] for row in self.converted]

    def check(self, cases):
        """Checks cases. A case is name, content, options, values (None for an error), and further checks."""
        for name, content, options, values, *more in cases:
            more = more[0] if more else {}
            with self.subTest(name):
                code = more.get("code", 65 if None in values else 0)
                found = self.convert(content, *options.split("~") if options else (), code=code, locale=more.get("locale"))
                self.assertEqual(found, values, self.complaint)
                for row, value in zip(self.converted, values):
                    self.assertEqual(bool(row[-1]), value is None, row)
                if "observed" in more:
                    self.assertEqual(self.observed(), more["observed"])
                for said in more.get("said", ()):
                    self.assertIn(said, self.complaint)
                for kept in more.get("kept", ()):
                    self.assertIn(kept, self.said)

    def refused(self, cases):
        """Checks refused cases. A case is name, content, options, and texts of the only message."""
        for name, content, options, *said in cases:
            with self.subTest(name):
                self.convert(content, *options.split("~") if options else (), code=65)
                self.assertEqual(self.said, "", self.said)
                for each in said:
                    self.assertIn(each, self.complaint.splitlines()[-1])


ING = """Umsatzanzeige;Datei erstellt am: 03.04.2019 22:16
;Letztes Update: aktuell

IBAN;DE11 XXXX
Kontoname;Girokonto
Zeitraum;03.04.2018 - 03.04.2019

In der CSV-Datei finden Sie alle Umsätze. Vorgemerkte fehlen, auch wenn sie im Banking stehen.

Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag;Währung
03.04.2019;03.04.2019;A;Lastschrift;B;-71,00;EUR
03.04.2020;03.04.2020;C;Gehalt;D;1.700,00;EUR
""".replace("\n", "\r\n")
BBVA = ('DATE\tDESCRIPTION\tOUTFLOW\tINFLOW\tBALANCE\r\n13/04/2019\tRESTAURANT\t"1,064.80"\t\t"11,509.22"\r\n'
        '12/4/2019\tGROCERIES\t471.66\t\t"10,444.42"\r\n')
HARGREAVES = """Transaction Summary, , , ,
Client Name:,Anonymous, , ,
Valuation as at,09-08-2026 16:40, , ,

Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£),
"25/02/2026","27/02/2026","S1","Fund","4,500.000","1,000","44,988.05"
"04/04/2026","04/04/2026","FEE","x","n/a","n/a","-4.05"
""".replace("\n", "\r\n")
COMDIRECT = """;
"Umsätze Verrechnungskonto ";"Zeitraum: 30 Tage";
"Neuer Kontostand";"16,94 EUR";

"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";
"offen";"--";"Karte";"X";"-15,99";
"01.04.2019";"03.04.2019";"Wertpapiere";"Y";"-119,98";

"Alter Kontostand";"16,89 EUR";
"""
VOLKSBANK = """Volksbank eG;;;;;;
;;;;;;
BLZ:;42461435;;Datum:;04.04.2019;;
;;;;;;
Buchungstag;Valuta;Empfänger;Vorgang/Verwendungszweck;Währung;Umsatz;
03.04.2019;04.04.2019;A;"ÜBERWEISUNG
Beitrag
Musterstadt";EUR;12;S
03.04.2019;04.04.2019;B;"ÜBERTRAG
X";EUR;112;H
"""
POSTBANK = """Umsatzauskunft;
Name;X;
BLZ;37010050;

Buchungsdatum;Wertstellung;Umsatzart;Buchungsdetails;Auftraggeber;Empfänger;Betrag (€);
28.12.2018;28.12.2018;Überweisung;A;B;C;-1.000,00 €;
28.12.2018;28.12.2018;Überweisung;A;B;C;-950,00 €;
"""
REVOLUT = """Type,Product,{},{},Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2021-11-30 17:52:23,2021-12-01 05:25:00,shop,-42.01,0.00,EUR,COMPLETED,1073.72
CARD_PAYMENT,Current,2021-12-01 18:00:00,,cafe,-5.00,0.00,EUR,PENDING,
"""
BROKER = """Statement,Header,Field Name,Field Value
Statement,Data,Title,Transaction History
Summary,Data,Base Currency,GBP
Transaction History,Header,Date,Account,Description,Transaction Type,Currency,Net Amount
Transaction History,Data,2024-01-15,U1,Dividend,Dividend,USD,12.50
"""
PAYPAL = """Date, Time, Time Zone, Name, Type, Status, Currency, Gross, Fee, Net, Balance, 
"6/21/2017","07:22:17","EDT","A","Payment","Completed","USD","-100.00","0.00","-100.00","4,764.38",""
"6/20/2017","22:34:28","EDT","B","Payment","Completed","USD","1,560.00","-68.94","1,491.06","4,864.38",""
"""
WISE = """ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Source amount (after fees)","Source currency","Target amount (after fees)","Target currency","Exchange rate"
TRANSFER-1,COMPLETED,OUT,2022-11-17 10:00:00,2022-11-17 10:01:00,0.39,GBP,169.77,GBP,200.00,USD,1.17805
TRANSFER-2,CANCELLED,OUT,2022-11-18 10:00:00,,0,GBP,5,GBP,6,USD,1.18
"""
DEGIRO = """Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden
14-06-2024,09:45,13-06-2024,X,Y,"Sweep: 283,1 EUR",,EUR,283.10,EUR,4912.76,
12-01-2024,07:31,11-01-2024,Z,Y,Dividendo,,USD,2.42,USD,2.42,
"""
TRADING = """Action,Time,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)
Market buy,2024-01-02 16:10:05.175,124.01,USD,1.25229,2381.35,"GBP"
Dividend,2024-03-23 18:35:26,0.03,USD,Not available,0.11,"GBP"
"""


class DateTests(Statement):
    def test_dates_in_the_formats_of_many_banks_are_read(self):
        self.check([
            ("two digits of a year", '"Auftragskonto";"Buchungstag";"Valutadatum";"Betrag";"Waehrung";"Info"\n'
             '"1000594757";"22.02.18";"22.02.18";"-36,99";"EUR";"gebucht"\n', "--to~USD", ["-45,41"]),
            ("two digits, month first", "Date;Amount;Currency\n2/20/19;100,00;EUR\n2/8/19;-63,89;EUR\n", "--to~USD",
             ["113,42", "-72,49"]),
            ("a point behind", "Tranzakció dátuma,Tranzakció összege,Tranzakció devizaneme,Egyenleg,Devizanem\n"
             "2019.04.19.,-350,HUF,2345.56,HUF\n2019.04.17.,1290,HUF,1055.56,HUF\n",
             "--to~EUR~--amount~2~--from~3~--date~1", ["-1.09", "4.04"], {"observed": ["2019-04-18", "2019-04-17"]}),
            ("the same, found by its names", "Tranzakció dátuma,Tranzakció összege,Tranzakció devizaneme,Egyenleg,Devizanem\n"
             "2019.04.19.,-350,HUF,2345.56,HUF\n", "--to~EUR", ["-1.09"]),
            ("times behind, with an offset", "date,amount,currency\n2024-12-31T00:00:00+01:00,10,USD\n"
             "2024-12-31T23:30:00-05:00,10,USD\n2024-12-31 00:00:00 +0000,10,USD\n", "--to~EUR", ["9.63"] * 3,
             {"locale": {"TZ": "America/Los_Angeles"}, "observed": ["2024-12-31"] * 3}),
            ("a semicolon before the time", 'date,amount,currency\n"20240115;093000",12.50,USD\n', "--to~EUR", ["11.42"]),
            ("a comma before the time", 'date,amount,currency\n"2024-01-15, 09:30:00",12.50,USD\n', "--to~EUR", ["11.42"]),
            ("English months", "date,amount,currency\n15-Jan-2024,12.50,USD\n15 January 2024,12.50,USD\n"
             '"Jan 15, 2024",12.50,USD\n"Mon, 15 Jan 2024 10:00",12.50,USD\n15Jan2024,12.50,USD\n', "--to~EUR", ["11.42"] * 5),
            ("German months", "Datum;Betrag;Währung\n15. Jänner 2024;12,50;USD\n15. Jan. 2024;12,50;USD\n"
             "01. März 2024;12,50;USD\n", "--to~EUR", ["11,42", "11,42", "11,56"]),
            ("Arabic months and digits", "التاريخ,المبلغ,العملة\n١٥ يناير ٢٠٢٤,١٢٫٥٠,USD\n١٥/٠١/٢٠٢٤,١٢٫٥٠,USD\n", "--to~EUR",
             ["11.42", "11.42"]),
            ("Persian digits", "date,amount,currency\n۲۰۲۴-۰۱-۱۵,۱۲٫۵۰,USD\n", "--to~EUR", ["11.42"]),
            ("French and Polish months", 'date,amount,currency\n15 janvier 2024,12.50,USD\n15 sty 2024,12.50,USD\n', "--to~EUR",
             ["11.42"] * 2),
            ("numbers of a spreadsheet", "Date,Amount,Currency\n45306,12.50,USD\n45307.5,12.50,USD\n", "--to~EUR",
             ["11.42", "11.49"]),
            ("eight digits, day first", "Date,Amount,Currency\n15012024,12.50,USD\n31012024,12.50,USD\n", "--to~EUR",
             ["11.42", "11.53"]),
            ("two orders in one column", "date,amount,currency\n31/12/2024,10,USD\n2024-12-30,10,USD\n12/30/2024,10,USD\n",
             "--to~EUR", ["9.63", "9.57", "9.57"]),
            ("a Sunday", "id,created,amount,currency,local_amount,local_currency,category\n"
             "tx_1,2018-02-25 12:34:56 +0000,-10,GBP,-10,GBP,general\n", "--to~EUR", ["-11.37"], {"observed": ["2018-02-23"]}),
            ("the order is one of the whole column",
             "date,amount,currency\n" + "03/04/2026,1,EUR\n" * 300 + "13/04/2026,1,EUR\n", "--to~USD",
             ["1.15"] * 300 + ["1.17"], {"locale": AMERICAN}),
        ])

    def test_an_ambiguous_date_is_read_by_the_locale_and_reported(self):
        text = "date,amount,currency\n03/04/2026,1000,EUR\n"
        march = self.convert(text, "--to", "USD", locale=AMERICAN)
        self.assertEqual(self.observed(), ["2026-03-04"])
        self.assertIn("day and month", self.complaint)
        april = self.convert(text, "--to", "USD", locale=BRITISH)
        self.assertNotEqual(march, april)
        both = self.convert(text + "30/04/2026,1,EUR\n04/30/2026,1,EUR\n", "--to", "USD", code=65, locale=AMERICAN)
        self.assertEqual(both[0], None, "read although the column has both orders")
        self.assertNotIn(None, both[1:])

    def test_a_table_with_unreadable_dates_is_not_converted_at_current_rates(self):
        rows = "{},12.50,USD\n{},7.00,USD\n"
        for name, first, second in (
                ("Date", "15. Smarch 2024", "16. Smarch 2024"), ("Buchungstag", "gestern", "heute"), ("fecha", "??", "??"),
                ("when", "2024-13-45", "2024-14-45"), ("x", "45/45/2024", "46/46/2024"), ("Transaction Date", "", ""),
                ("day", "Q1 2024", "Q2 2024"), ("x", "Oct 2024", "Nov 2024"), ("y", "2024-10", "2024-11"),
                ("timestamp", "1698662400", "1698662401")):
            with self.subTest(name):
                self.convert(f"{name},Amount,Currency\n" + rows.format(first, second), "--to", "EUR", code=65)
                self.assertEqual(self.said, "")
                last = self.complaint.splitlines()[-1]
                self.assertIn(f'column "{name}"', last)
                self.assertIn("row 2", last.lower())
                self.assertIn("--latest", last)
                newest = self.convert(f"{name},Amount,Currency\n" + rows.format(first, second), "--to", "EUR", "--latest")
                self.assertNotIn(None, newest)
                self.assertTrue(all("latest" in row for row in self.converted), self.said)
        # A table without dates uses the newest rates, and each row shows that.
        self.convert("Amount,Currency\n1,EUR\n", "--to", "USD")
        self.assertTrue(all("latest" in row for row in self.converted), self.said)
        self.convert("Date,Amount,Currency\n2024-01-15,12.50,USD\n", "--to", "EUR", "--latest")
        self.assertEqual(self.observed(), ["2026-10-30"])
        self.kurs("convert", "--csv", "-", "--to", "EUR", "--latest", "--on", "2026-01-05", typed="a\n1\n", code=64)

    def test_an_unknown_table_with_two_possible_date_columns_is_refused(self):
        self.check([
            ("a known export", REVOLUT.format("Started Date", "Completed Date"), "--to~USD", ["-47.53", None]),
            ("named", REVOLUT.format("Begun", "Ended"), "--to~USD~--date~Ended", ["-47.53", None]),
        ])
        self.refused([("unknown", REVOLUT.format("Begun", "Ended"), "--to~USD", '"Begun"', '"Ended"', "--date")])
        self.check([
            ("pending rows", "order id,date,total,refund\n1,2022-12-20,4.22,0\n2,pending,,\norder id,date,total,refund\n",
             "--from~USD~--to~EUR", ["3.98", None, None], {"said": ["2 of 3 rows"]}),
            ("a day and an amount of one name", "Fecha;Fecha valor;Concepto;Importe;Divisa\n"
             "30/10/2026;31/07/2026;X;-12,50;EUR\n", "--to~USD", ["-13,97"]),
            ("Brazil's Valor", "Data;Valor\n30/10/2026;12,50\n", "--from~BRL~--to~USD", ["2,30"]),
            ("Belgium's Valuta holds days", "Valuta;Bedrag;Munt\n30/10/2026;12,50;EUR\n", "--to~USD", ["13,97"]),
        ])


class AmountTests(Statement):
    def test_amounts_in_many_notations_are_read(self):
        def table(*cells, head="date,amount", day="2026-10-30"):
            return head + "\n" + "".join(f'{day},"{cell}"\n' for cell in cells)

        self.check([
            ("brackets, wherever the currency stands", table(
                "($1,234.50)", "$(12.00)", "(40.50 USD)", "(USD 40.50)", "USD (40.50)", "(40.50) USD", "-$40.50", "$-40.50"),
             "--to~USD", ["-1234.50", "-12.00", "-40.50", "-40.50", "-40.50", "-40.50", "-40.50", "-40.50"]),
            ("brackets without one", table("(1,234.50)", "( 12.00 )", "12.00"), "--from~EUR~--to~EUR",
             ["-1234.50", "-12.00", "12.00"]),
            ("brackets beside a column of codes", "amount,currency\n($40.50),USD\n40.50,USD\n", "--to~USD", ["-40.50", "40.50"]),
            ("Arabic brackets", table("(١٢٫٥٠ ر.س)"), "--to~SAR~--on~2026-10-30", ["-12.50"]),
            ("a space behind", table("$1,055 ", "$1,055.00 ", " $1,055.00", "\u3000$1,055.00\u00a0"), "--to~EUR", ["944.33"] * 4,
             {"locale": AMERICAN}),
            ("other minus and plus signs", "Date;Sum;Currency\n2025-02-02;−100,00;EUR\n2025-02-02;+50,00;EUR\n"
             "2025-02-02;＋5,00;EUR\n2025-02-02;–5,00;EUR\n", "--to~USD", ["-103,93", "51,97", "5,20", "-5,20"]),
            ("a minus behind", table("50.00- EUR", "1,234.56-EUR", "EUR 50.00-", "50.00-"), "--to~USD~--from~EUR",
             ["-55.86", "-1379.25", "-55.86", "-55.86"]),
            ("no cents", table("CHF 5.–", "5.-- CHF", "Fr. 50.-"), "--to~CHF", ["5.00", "5.00", "50.00"], {"locale": {"LC_ALL": "de_CH.UTF-8"}}),
            ("debit and credit behind", "date,amount,currency\n2024-01-02,5.00 DR,USD\n2024-01-02,\"1,234.56 Cr\",USD\n",
             "--to~EUR", ["-4.56", "1126.83"]),
            ("Soll and Haben behind", "Datum;Umsatz;Währung\n02.01.2024;5,00 S;USD\n02.01.2024;1.234,56 H;USD\n", "--to~EUR",
             ["-4,56", "1126,83"]),
            ("Indian groups", 'date,amount,currency\n2026-10-30,"1,23,456.00",INR\n2026-10-30,"12,34,567.00",INR\n', "--to~EUR",
             ["1163.76", "11637.64"], {"locale": BRITISH}),
            ("Indian groups with their sign", table("₹1,23,456.50", "₹ 12,34,567"), "--to~INR", ["123456.50", "1234567.00"]),
            ("one decimal", "Date;Affilié;Montant\n17-05-2025;\"A\";\" -110.7 €\"\n17-05-2025;\"B\";\" -116.62 €\"\n", "--to~USD",
             ["-123.92", "-130.54"], {"locale": FRENCH, "observed": ["2025-05-16"] * 2}),
            ("groups of a plain space", "date;amount;currency\n2026-10-30;7 000;SEK\n2026-10-30;1 234,50;SEK\n", "--to~EUR",
             ["637,64", "112,45"], {"locale": AMERICAN}),
            ("Swiss and narrow groups", table("CHF 1’234.50", "CHF 1'234.50", "1 234.50 CHF"), "--to~CHF", ["1234.50"] * 3),
            ("a whole number among decimals", "Wertstellung;Betrag (EUR)\n30.03.2022;-100\n07.02.2022;-14,99\n",
             "--from~EUR~--to~USD~--amount~2", ["-111,26", "-17,16"]),
            ("signs and full currency names", table("US$ 5.00", "5.00 US dollars", "€5", "5 Euro", "5,00 €"),
             "--to~EUR~--on~2026-10-30", ["4.48", "4.48", "5.00", "5.00", "5.00"]),
            ("a colon behind the code", table("USD: 30", "CHF: 120"), "--to~USD", ["30.00", "145.82"]),
            ("powers of ten", table("1.5E+3", "2.5e-1"), "--from~EUR~--to~EUR", ["1500.00", "0.25"]),
            ("what is no single number", table("10-20 EUR", "10/30/2026", "3 x 5 EUR", "n/a", "", "1,2,3"), "--to~USD~--from~EUR",
             [None] * 6),
        ])

    def test_amounts_in_subunits_such_as_pence_are_converted(self):
        self.check([
            ("codes of exchanges", "date,amount,currency\n2026-10-30,6459,GBp\n2026-10-30,6459,GBX\n2026-10-30,6459,gbp\n"
             "2026-10-30,6459,GBP\n2026-10-30,100,ZAc\n2026-10-30,250,ILA\n", "--to~GBP",
             ["64.59", "64.59", "6459.00", "6459.00", "0.045", "0.60"]),
            ("beside the amount", "date,amount\n2026-10-30,6459 GBp\n2026-10-30,50p\n2026-10-30,50 pence\n", "--to~GBP",
             ["64.59", "0.50", "0.50"]),
            ("in the heading", "Trade date,Unit cost (p)\n2026-10-30,6459\n", "--to~GBP~--amount~2", ["64.59"]),
        ])

    def test_one_unambiguous_row_decides_the_number_format_of_the_whole_column(self):
        rows = "date;amount;currency\n2026-10-30;-3.000;EUR\n2026-10-30;12,50;EUR\n2026-10-30;1.111,11;EUR\n"
        self.check([
            ("points that group", rows, "--to~USD", ["-3351,60", "13,97", "1241,33"], {"locale": AMERICAN, "said": ["-3.000"]}),
            ("decided by the last row", "date;amount;currency\n" + "2026-10-30;1.234;EUR\n" * 400 + "2026-10-30;1.234,56;EUR\n",
             "--to~EUR", ["1234,00"] * 400 + ["1234,56"], {"locale": AMERICAN}),
            ("a later number in another form", "amount,currency\n" + "12.50,EUR\n" * 300 + '"1.234,56",EUR\n1.234,EUR\n', "--to~EUR",
             ["12.50"] * 300 + ["1234.56", None]),
        ])
        both = self.convert("date;amount;currency\n2026-10-30;1.000;EUR\n2026-10-30;2.000;EUR\n", "--to", "USD", locale=AMERICAN)
        self.assertEqual(both, ["1.12", "2.23"])
        for said in ("1.000", "is read as 1", "1000"):
            self.assertIn(said, self.complaint)
        self.assertEqual(self.convert(rows.replace("12,50", "2.000").replace("1.111,11", "1.000"), "--to", "USD", locale=GERMAN)[2],
                         "1117,20")

    def test_words_for_debit_and_credit_decide_the_sign(self):
        def two(head, minus, plus):
            return f"Datum,Bedrag,Munt,{head}\n2026-10-30,10.00,EUR,{minus}\n2026-10-30,20.00,EUR,{plus}\n"

        pairs = (("Soll/Haben", "S", "H"), ("Af Bij", "Af", "Bij"), ("D/K", "D", "K"), ("DR/CR", "DR", "CR"), ("", "S", "H"),
                 ("Debit/Credit", "Debit", "Credit"), ("Direction", "OUT", "IN"), ("Type", "Dr", "Cr"), ("CdtDbtInd", "DBIT", "CRDT"),
                 ("x", "debit", "credit"), ("Debe/Haber", "D", "H"), ("Credit Debet", "D", "C"), ("Sens", "Débit", "Crédit"),
                 ("+/-", "-", "+"), ("Richting", "AF", "BIJ"), ("Kind", "Withdrawal", "Deposit"), ("sign", "Soll", "Haben"))
        self.check([(str(pair), two(*pair), "--to~USD", ["-11.17", "22.34"]) for pair in pairs])
        self.check([
            ("one side alone", "Datum;Betrag;Währung;Soll/Haben\n30.10.2026;10,00;EUR;S\n", "--to~USD", ["-11,17"]),
            ("signs that are written already", "date,amount,currency,type\n2026-10-30,-10,EUR,DEBIT\n2026-10-30,20,EUR,CREDIT\n",
             "--to~USD", ["-11.17", "22.34"]),
            ("a direction that is missing or unknown", "date,amount,currency,direction\n2026-10-30,10,EUR,OUT\n2026-10-30,20,EUR,IN\n"
             "2026-10-30,5,EUR,\n2026-10-30,5,EUR,NEUTRAL\n", "--to~USD", ["-11.17", "22.34", None, None]),
            ("a minus against its direction", "date,amount,currency,direction\n2026-10-30,10,EUR,OUT\n2026-10-30,-5,EUR,OUT\n",
             "--to~USD", ["-11.17", None]),
            ("kinds of cards", "date,amount,currency,card\n2026-10-30,10,EUR,credit\n2026-10-30,20,EUR,debit\n", "--to~USD",
             ["11.17", "22.34"]),
            ("Wise", WISE, "--to~EUR~--amount~Source amount (after fees)~--from~Source currency~--date~Finished on",
             ["-194.08", None]),
        ])

    def test_separate_debit_and_credit_columns_are_read_as_one_amount(self):
        self.check([
            ("Debit, Credit", "Date,Details,Debit,Credit,Balance\n01/09/2017,Pay,,428.03,928.03\n01/09/2017,Bill,512.0,,416.03\n"
             "04/09/2017,POS,20.0,,\n", "--from~EUR~--to~USD", ["510.21", "-610.30", "-23.81"]),
            ("Soll, Haben with zeros", "Buchungsdatum;Soll;Haben;Währung\n30.10.2026;100,01;0,00;EUR\n30.10.2026;0,00;5,00;EUR\n",
             "--to~USD", ["-111,73", "5,59"]),
            ("Débit, Crédit", "Date de transaction;Débit;Crédit;Devise\n30.10.2026;10.00;;CHF\n30.10.2026;;20.00;CHF\n", "--to~CHF",
             ["-10.00", "20.00"]),
            ("Débit that has its minus", "Date de transaction;Débit;Crédit;Devise\n30.10.2026;-10.00;;CHF\n30.10.2026;;20.00;CHF\n",
             "--to~CHF", ["-10.00", "20.00"]),
            ("Withdrawal, Deposit", 'Date,Withdrawal,Deposit\n10/30/2026,"$1,010.00",\n10/30/2026,,$20.00\n', "--to~USD",
             ["-1010.00", "20.00"]),
            ("Paid Out, Paid In with a currency", "Completed Date ; Description ; Paid Out (RON) ; Paid In (RON) ; Balance (RON)\n"
             "30 Oct 2026 ; A ; 10.00 ;  ; 5.00\n30 Oct 2026 ; B ;  ; 1,020.00 ; 5.00\n", "--to~RON", ["-10.00", "1020.00"]),
            ("OUTFLOW, INFLOW", BBVA, "--from~MXN~--to~MXN", ["-1064.80", "-471.66"]),
            ("both or neither", "Date,Debit,Credit\n2026-10-30,1,2\n2026-10-30,,\n2026-10-30,3,\n", "--from~EUR~--to~EUR",
             [None, None, "-3.00"]),
        ])

    def test_a_row_with_more_cells_than_columns_is_refused(self):
        self.check([("a comma too many", "date,currency,amount\n2026-10-30,EUR,12.50\n2026-10-30,EUR,1,234.50\n", "--to~EUR",
                     ["12.50", None])])
        self.refused([("in every row", "date,currency,amount\n2026-10-30,EUR,12,50\n2026-10-30,EUR,1,50\n", "--to~EUR", "Row 2")])


class CurrencyTests(Statement):
    def test_each_amount_uses_its_own_currency_column(self):
        self.check([
            ("its own cell", 'date,amount\n2026-10-30,"-1.000,00 €"\n', "--to~USD", ["-1117,20"]),
            ("its heading with a sign", POSTBANK, "--to~USD", ["-1145,40", "-1088,13"]),
            ("its heading in words", "Datum;Umsatz in EUR\n30.10.2026;10,00\n", "--to~USD", ["11,17"]),
            ("its heading with a code behind", "Datum;Bedrag EUR;Saldo EUR\n30/10/2026;10,00;5,00\n", "--to~USD", ["11,17"]),
            ("its heading in brackets", "Date,Amount (EUR),Amount (Foreign Currency),Type Foreign Currency\n"
             "2026-10-30,10.00,11.00,USD\n", "--to~USD", ["11.17"]),
            ("not another amount's", "Date,Amount (EUR),Original Amount,Original Currency\n2026-10-30,10.00,900,JPY\n", "--to~USD",
             ["11.17"]),
            ("by the qualifier", "Date,Source Amount,Source Currency,Target Amount,Target Currency\n2026-10-30,10.00,EUR,900,JPY\n",
             "--to~USD~--amount~Source Amount", ["11.17"]),
            ("of the total", TRADING, "--to~EUR", ["2748.40", "0.128"], {"observed": ["2024-01-02", "2024-03-22"]}),
            ("a sign that several share", "date,amount,currency\n2026-10-30,$5,CAD\n2026-10-30,$5,USD\n", "--to~CAD", ["5.00", "6.98"]),
            ("lines before the table", "Account;123\nCurrency;EUR\n\nDate;Amount\n2026-10-30;10.00\n", "--to~USD", ["11.17"]),
            ("lines before, in one cell", "Konto: 123\nWährung: EUR\n\nDatum;Betrag\n30.10.2026;10,00\n", "--to~USD", ["11,17"]),
            ("the account's column", "Konto;Datum;Betrag\nDE12 3456 EUR;30.10.2026;10,00\nUSD-Konto;30.10.2026;10,00\n", "--to~USD",
             ["11,17", "10,00"]),
            ("known by its cells", '"IBAN/BBAN","Munt","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn"\r\n'
             '"NL77","EUR","000000000000009565","2018-03-01","2018-03-01","-337,49","+5257,28"\r'
             'NL77,"EUR","000000000000009590","2018-03-14","2018-03-14","+50,00","+13084,53"\r\n', "--to~USD", ["-410,76", "61,85"],
             {"kept": ['"-410,76"']}),
            ("before its amount, under the amount's heading", DEGIRO, "--to~CHF~--amount~9~--from~8", ["269.91", "2.07"]),
            ("the same, found", DEGIRO, "--to~CHF", ["269.91", "2.07"]),
            ("small letters", "id,created,amount,amount_refunded,currency,converted_amount,fee,status\n"
             "ch_1,2021-02-03 13:12,25.00,0.00,cad,25.00,1.03,Paid\n", "--to~EUR", ["16.26"],
             {"locale": {"TZ": "Pacific/Kiritimati"}}),
            ("a typing error is the row's own", "date,amount,currency\n2026-10-30,1,EUR\n2026-10-30,1,ERU\n2026-10-30,1,CNH\n",
             "--to~EUR", ["1.00", None, None]),
        ])
        self.refused([
            ("none at all", "Date,Amount,Original Currency\n2026-10-30,10.00,JPY\n", "--to~USD", "--from"),
            ("two that are equally likely", "Date,Amount,Currency A,Currency B\n2026-10-30,10.00,JPY,EUR\n", "--to~USD", "--from"),
        ])


class ShapeTests(Statement):
    def test_a_table_is_converted_although_the_file_has_other_lines_around_it(self):
        self.check([
            ("thirteen lines before", ING.encode("cp1252"), "--to~USD", ["-79,83", "1833,45"],
             {"kept": ["IBAN;DE11 XXXX\n", "Vorgemerkte fehlen, auch wenn sie im Banking stehen."]}),
            ("lines before and behind", COMDIRECT, "--to~USD", [None, "-134,81"], {"said": ["1 of 2 rows"], "kept": ['"Alter Kontostand";"16,89 EUR";']}),
            ("cells of several lines", VOLKSBANK, "--to~USD", ["-13.49", "125.92"]),
            ("a sentence as its last line", 'Execution Date,Order Number,Type,Price,Quantity,Net Amount\n'
             '01-Apr-2021,X,Sale,"$2,110.00",-2,"$4,219.95"\n09-Feb-2023,X,Sale,$1.00,"-3,170.93","$3,170.93"\n'
             "Please note that any sales before July 15 are pre-split.\n", "--to~GBP~--amount~Net Amount~--date~Execution Date",
             ["3060.78", "2605.84", None], {"locale": AMERICAN}),
            ("a space before each name", PAYPAL, "--to~EUR~--amount~Gross", ["-89.71", "1398.35"]),
            ("the one that was taken is said", PAYPAL, "--to~EUR", ["-89.71", "1398.35"], {"said": ['"Gross"']}),
            ("the other", PAYPAL, "--to~EUR~--amount~Net", ["-89.71", "1336.55"]),
            ("a mark before the first name", "\ufeff\"Datum\",\"Uhrzeit\",\"Zeitzone\",\"Beschreibung\",\"Währung\",\"Brutto\",\"Entgelt\",\"Netto\",\"Guthaben\"\n"
             '"20.06.2017","22:34:28","CEST","X","USD","3.100,55","-68,94","3.031,61","5.000,00"\n', "--to~EUR", ["2779,27"],
             {"kept": ['"2779,27"']}),
            ("sections", BROKER, "--to~EUR", ["11.42"]),
            ("hundreds of lines before", "".join(f"Line {number};x\n" for number in range(600)) + "Datum;Betrag;Währung\n"
             "30.10.2026;5,00;EUR\n", "--to~USD", ["5,59"]),
            ("another table behind", "Date,Amount,Currency\n2026-10-30,5,EUR\n\nSecurity,Shares,Price\nABC,5,10.00\nDEF,6,11.00\n",
             "--to~USD", ["5.59", None], {"said": ["Another table"]}),
            ("a broker's lines", HARGREAVES.encode("cp1252"), "--to~EUR~--amount~Value (£)~--date~Trade date", ["51627.32", "-4.64"],
             {"observed": ["2026-02-25", "2026-04-02"]}),
            ("sep=", "sep=;\nDate;Amount;Currency\n2026-10-30;1,50;EUR\n", "--to~EUR", ["1,50"]),
        ])

    def test_a_table_without_column_names_is_read_from_its_first_line(self):
        said = self.convert("2026-10-30;12,50;EUR\n2026-10-29;7,00;EUR\n", "--to", "EUR")
        self.assertEqual([line.split(";")[3] for line in said.splitlines()], ["12,50", "7,00"])

    def test_a_large_table_from_a_pipe_is_read_only_once(self):
        # The table is larger than the part that is kept in memory.
        rows = "text,date,amount,currency\n" + "x" * 400 + ",2026-10-30,5,EUR\n"
        rows += rows.splitlines(keepends=True)[1] * 11_000 + "y,2026-10-30,6,EUR\n"
        for arguments in ((), ("/dev/stdin",)):
            said = self.kurs("convert", "--csv", *arguments, "--to", "EUR", "--quiet", typed=rows)
            self.assertEqual((said.count("\n"), said.splitlines()[-1]), (11_002, "y,2026-10-30,6,EUR,6.00,1,same,,same,"))

    def test_if_a_file_has_several_tables_their_names_are_offered(self):
        other = BROKER + "Dividends,Header,Currency,Date,Description,Amount\nDividends,Data,USD,2024-01-15,X,12.50\n"
        self.refused([("two", other, "--to~EUR", '"Transaction History"', '"Dividends"', "--table")])
        self.check([("one", other, "--to~EUR~--table~Dividends", ["11.42"])])
        parts = ("Deposits\n\nDate,Amount,Currency\n2026-10-30,5,EUR\n\nWithdrawals\n\nDate,Currency,Amount\n2026-10-30,EUR,6\n"
                 "\nFees\nDate,Currency,Amount\n2026-10-30,EUR,7\n")
        self.check([(table, parts, f"--to~USD~--table~{table}", [value], {"kept": kept}) for table, value, kept in (
            ("withdrawals", "6.70", ["2026-10-30,5,EUR\n", "Fees\nDate,Currency,Amount\n2026-10-30,EUR,7"]), ("2", "6.70", []), ("Fees", "7.82", []),
            ("Deposits", "5.59", ["2026-10-30,EUR,6\n"]))])
        self.refused([("no such table", parts, "--to~USD~--table~Interest", '"Deposits", "Withdrawals", "Fees"')])

    def test_exports_in_many_text_encodings_are_read(self):
        options = "--from~MXN~--to~USD~--amount~OUTFLOW~--date~DATE"
        little, big = BBVA.encode("utf-16-le"), BBVA.encode("utf-16-be")
        self.check([
            *((name, content, options, ["-56.76", "-25.14"], {"said": ["UTF-16"]}) for name, content in (
                ("UTF-16", b"\xff\xfe" + little), ("UTF-16 of the other order", b"\xfe\xff" + big),
                ("UTF-16 without a mark", little), ("the other order without a mark", big))),
            ("lines that end in CR", "Date,Amount,Currency\r2026-10-30,10,USD\r2026-10-29,5,CHF\r", "--to~EUR", ["8.95", "5.42"]),
            ("Windows-1250", "#Data operacji;#Opis operacji;#Kwota;\r\n2019-06-03;Łódź – żółw;-1 234,56 PLN;\r\n".encode("cp1250"),
             "--to~EUR", ["-288,23"], {"kept": ["Łódź – żółw"]}),
            ("ISO 8859-2", "Data;Opis;Kwota\n2019-06-03;Łódź żółw ąśź;-1 234,56 PLN\n".encode("iso8859-2"), "--to~EUR", ["-288,23"],
             {"kept": ["Łódź żółw ąśź"]}),
            ("Czech", "Datum;Částka;Měna;Zpráva\n30.10.2026;1 234,50;CZK;Příliš žluťoučký kůň\n".encode("cp1250"), "--to~CZK",
             ["1234,50"], {"kept": ["Příliš žluťoučký kůň"]}),
            ("Hungarian", "Dátum;Összeg;Pénznem;Közlemény\n2026.10.30.;-350;HUF;Űrhajó őrölt\n".encode("cp1250"), "--to~HUF",
             ["-350,00"], {"kept": ["Űrhajó őrölt"], "locale": {"LC_ALL": "hu_HU.UTF-8"}}),
            ("German", "Datum;Betrag;Währung;Text\n30.10.2026;1,50;EUR;Größe – „Übung“\n".encode("cp1252"), "--to~EUR", ["1,50"],
             {"kept": ["Größe – „Übung“"], "said": ["Windows-1252"]}),
            ("French", "Date;Libellé;Montant;Devise\n30/10/2026;à l’été, où ça;1,50;EUR\n".encode("cp1252"), "--to~EUR", ["1,50"],
             {"kept": ["à l’été, où ça"]}),
            ("ISO 8859-15", "Datum;Betrag (€)\n30.10.2026;1,50\n".encode("iso8859-15"), "--to~EUR~--encoding~iso-8859-15", ["1,50"]),
            ("Cyrillic", "Дата;Сумма;Валюта;Описание\n30.10.2026;1,50;EUR;оплата товаров\n".encode("cp1251"), "--to~EUR", ["1,50"],
             {"kept": ["оплата товаров"]}),
            ("said", "Datum;Betrag;Währung;Text\n30.10.2026;1,50;EUR;Č\n".encode("cp1250"), "--to~EUR~--encoding~windows-1250",
             ["1,50"], {"kept": [";Č;"]}),
            ("late in the file", ("Date;Amount;Currency;Text\n" + "2026-10-30;1,50;EUR;plain ascii text\n" * 4_000
                                  + "2026-10-30;1,50;EUR;Größe\n").encode("cp1252"), "--to~EUR", ["1,50"] * 4_001, {"kept": ["Größe"]}),
        ])
        self.kurs("convert", "--csv", "-", "--to", "EUR", "--encoding", "klingon", typed="a\n1\n", code=64)


class TargetTests(Statement):
    def test_each_target_currency_has_its_own_columns(self):
        self.convert("date,amount,currency\n2026-10-30,100,EUR\n2026-10-30,5,XXQ\n", "--to", "USD,CHF", code=65)
        rows = list(csv.DictReader(io.StringIO(self.said)))
        self.assertEqual((rows[0]["value_USD"], rows[0]["value_CHF"]), ("111.72", "91.94"))
        self.assertEqual({rows[0][f"observed_{code}"] for code in ("USD", "CHF")}, {"2026-10-30"})
        self.assertEqual((rows[1]["value_USD"], bool(rows[1]["error"])), ("", True))
        self.convert("date,amount,currency\n2026-10-30,100,EUR\n", "--to", "USD")
        self.assertIn("value", self.head)
        one = self.convert("date,amount,currency\n1999-01-05,100,EUR\n", "--to", "USD,INR", code=65)
        rows = list(csv.DictReader(io.StringIO(self.said)))
        self.assertTrue(rows[0]["value_USD"] and not rows[0]["value_INR"] and "INR" in rows[0]["error"], (one, rows))


    def test_targets_in_the_text_and_in_an_option_all_get_a_result(self):
        said = self.kurs("calc", "100 EUR in USD", "--in", "GBP,USD", "--on", "2026-10-30")
        self.assertIn("111.72 USD", said)
        self.assertIn("83.38 GBP", said)
        self.assertEqual(said.count("111.72 USD"), 1)


class ReportTests(Statement):
    def test_recognised_columns_are_printed_and_written_to_the_report_file(self):
        file = self.home / "report.json"
        self.convert(COMDIRECT, "--to", "USD", "--report", str(file), code=65)
        for said in ('"Umsatz in EUR"', '"Buchungstag"', "EUR", "row 5"):
            self.assertIn(said, self.complaint)
        report = json.loads(file.read_text())
        self.assertEqual(report["amount"], {"columns": [5], "names": ["Umsatz in EUR"], "numbers": "1.234,56"})
        self.assertEqual((report["heading"], report["encoding"], report["separator"]), (5, "UTF-8", ";"))
        self.assertEqual(report["currency"]["code"], "EUR")
        self.assertEqual(report["rows"], {"all": 2, "failed": 1, "skipped": [2, 3, 9], "not_booked": []})
        self.assertEqual((report["errors"][0]["row"], report["errors"][0]["column"]), (6, "Buchungstag"))

    def test_the_option_quiet_hides_notes_and_the_option_strict_refuses_ambiguity(self):
        self.convert("date,amount,currency\n2026-10-30,1.5,EUR\n", "--to", "USD", "--quiet")
        self.assertEqual(self.complaint, "")
        doubtful = 'date,amount,currency\n2026-10-30,"1,234",EUR\n'
        self.convert(doubtful, "--to", "USD", "--strict", code=65)
        self.assertEqual(self.said, "")
        self.assertIn("1,234", self.complaint)
        self.convert(doubtful, "--to", "USD", "--strict", "--numbers", "en_US")
        self.convert("date,amount,currency\n03/04/2026,1,EUR\n", "--to", "USD", "--strict", code=65)

    def test_an_error_in_a_table_names_row_and_column(self):
        self.convert("Datum;Betrag;Währung\n30.10.2026;abc;EUR\n", "--to", "USD", code=65)
        self.assertIn('row 2, column "Betrag":', self.complaint)


def xlsx(*sheets):
    """Returns a workbook of sheets: name, state, and rows of cells. A cell is a number, a text, or (number, style)."""
    def cell(column, row, value):
        place = f"{chr(65 + column)}{row}"
        if value is None:
            return ""
        if isinstance(value, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
        number, style = value if isinstance(value, tuple) else (value, 0)
        return f'<c r="{place}" s="{style}"><v>{number}</v></c>'

    def sheet(rows, hidden):
        lines = "".join(
            f'<row r="{number}"{" hidden=" + chr(34) + "1" + chr(34) if number in hidden else ""}>'
            + "".join(cell(column, number, value) for column, value in enumerate(row)) + "</row>"
            for number, row in enumerate(rows, 1) if row)
        return f'<worksheet xmlns="a"><sheetData>{lines}</sheetData></worksheet>'

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        names = "".join(f'<sheet name="{name}" state="{state}" r:id="r{index}"/>' for index, (name, state, *_) in enumerate(sheets))
        file.writestr("xl/workbook.xml", f'<workbook xmlns:r="r"><sheets>{names}</sheets></workbook>')
        targets = "".join(f'<Relationship Id="r{index}" Target="worksheets/sheet{index}.xml"/>' for index in range(len(sheets)))
        file.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{targets}</Relationships>")
        file.writestr("xl/styles.xml", '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00\\ [$CHF-807]"/>'
                      '<numFmt numFmtId="171" formatCode="dd/mm/yy"/><numFmt numFmtId="172" formatCode="#,##0.0,"/></numFmts>'
                      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/>'
                      "</cellXfs></styleSheet>")
        for index, (_, _, rows, *hidden) in enumerate(sheets):
            file.writestr(f"xl/worksheets/sheet{index}.xml", sheet(rows, hidden))
    return archive.getvalue()


ROWS = [["Account statement"], [], ["Date", "Amount", "Currency"], [(46325, 1), 1234.5678, "EUR"], [(46325, 3), (1234567.891, 4), "EUR"],
        [(46324, 1), 1.1499999999999999, "EUR"], [(46325, 1), 1.234, "EUR"]]
FODS = """<?xml version="1.0"?><office:document xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
<table:table table:name="A"><table:table-row><table:table-cell><text:p>Date</text:p></table:table-cell>
<table:table-cell><text:p>Amount</text:p></table:table-cell><table:table-cell table:number-columns-repeated="9"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date" office:date-value="2026-10-30"><text:p>30.10.26</text:p>
</table:table-cell><table:table-cell office:value-type="currency" office:currency="CHF" office:value="1234.5678"><text:p>1.234,57 CHF</text:p>
</table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/>
</table:table-row></table:table></office:spreadsheet></office:body></office:document>"""


class SpreadsheetTests(Statement):
    def test_a_spreadsheet_is_read_with_its_stored_values(self):
        for locale in (AMERICAN, GERMAN):
            values = self.convert(xlsx(("Rows", "visible", ROWS)), "--to", "EUR", file="a.xlsx", locale=locale)
            self.assertEqual(values, ["1234.57", "1234567.89", "1.15", "1.23"])
            self.convert(xlsx(("Rows", "visible", ROWS)), "--to", "USD", file="a.xlsx", locale=locale)
            self.assertEqual(self.observed(), ["2026-10-30", "2026-10-30", "2026-10-29", "2026-10-30"])
            self.assertIn("1234.5678", self.said)
        values = self.convert(xlsx(("Rows", "visible", [["Date", "Amount"], [(46325, 1), (5.5, 2)]])), "--to", "CHF", file="b.xlsx")
        self.assertEqual(values, ["5.50"])
        self.assertEqual(self.convert(FODS, "--to", "CHF", file="c.fods"), ["1234.57"] * 2)
        self.convert(FODS, "--to", "EUR", file="c.fods")
        self.assertEqual(self.observed(), ["2026-10-30"] * 2)
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("content.xml", FODS)
        self.assertEqual(self.convert(archive.getvalue(), "--to", "CHF", file="d.ods"), ["1234.57"] * 2)

    def test_other_sheets_and_hidden_rows_of_a_spreadsheet_are_reported(self):
        book = xlsx(("Old", "hidden", [["Date", "Amount", "Currency"], [(46325, 1), 9, "EUR"]]), ("Rows", "visible", ROWS, 5),
                    ("More", "visible", [["Date", "Amount", "Currency"], [(46325, 1), 7, "EUR"]]))
        self.assertEqual(len(self.convert(book, "--to", "EUR", file="a.xlsx")), 4)
        for said in ('"Rows"', '"More"', '"Old"', "--sheet", "hides", "5"):
            self.assertIn(said, self.complaint)
        self.assertEqual(self.convert(book, "--to", "EUR", "--sheet", "more", file="a.xlsx"), ["7.00"])
        self.assertEqual(self.convert(book, "--to", "EUR", "--sheet", "1", file="a.xlsx"), ["9.00"])
        self.convert(book, "--to", "EUR", "--sheet", "None", file="a.xlsx", code=65)
        self.assertIn('"More"', self.complaint)

    def test_an_unreadable_spreadsheet_gives_a_readable_error(self):
        locked = b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)
        for content, name, said in ((locked, "a.xlsx", "password"), (b"\xd0\xcf\x11\xe0" + bytes(600), "a.xls", ".xlsx"),
                                    (b"PK\x03\x04", "a.xlsx", "damaged"), (xlsx(("A", "visible", [])), "a.xlsx", "empty"),
                                    (b"hello", "a.ods", ".xlsx")):
            self.convert(content, "--to", "EUR", file=name, code=65)
            self.assertEqual(self.said, "")
            self.assertIn(said, self.complaint.splitlines()[-1])


# Exports of banks and brokers in published formats (bank2ynab, hledger, ofxstatement, beancount, Actual, Firefly III).
BANKS = [
    ("Monzo", "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Money Out,Money In\n"
     "tx_1,30/10/2026,12:00:00,Card payment,A,,Eating out,-10.00,GBP,-11.17,EUR,,-10.00,\n"
     "tx_2,30/10/2026,12:00:00,Faster payment,B,,Income,20.00,GBP,20.00,GBP,,,20.00\n", "--to~GBP", ["-10.00", "20.00"]),
    ("KBC", "Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet\n"
     "BE1;;A;EUR;1;30/10/2026;X;30/10/2026;-1.010,00;5,00;;-1.010,00\nBE1;;A;EUR;1;30/10/2026;X;30/10/2026;20,00;5,00;20,00;\n",
     "--to~EUR", ["-1010,00", "20,00"]),
    ("ING of the Netherlands", '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","MutatieSoort"\n'
     '"20261030","A","NL1","","BA","Af","10,00","Betaalautomaat"\n"20261030","B","NL1","","OV","Bij","1020,00","Overschrijving"\n',
     "--to~EUR", ["-10,00", "1020,00"]),
    ("DKB", '"Konto";"Girokonto DE12"\n""\n"Kontostand vom 30.10.2026:";"1.000,00\u00a0€"\n""\n'
     '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)"\n'
     '"30.10.26";"30.10.26";"Gebucht";"A";"B";"X";"Ausgang";"DE2";"-10,5"\n"29.10.26";"29.10.26";"Gebucht";"B";"A";"Y";"Eingang";"DE2";"1.020"\n',
     "--to~EUR", ["-10,50", "1020,00"]),
    ("N26", '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"\n'
     '2026-10-30,2026-10-30,A,,Presentment,,Main,-10.0,-900,JPY,90\n', "--to~USD", ["-11.17"]),
    ("PostFinance", "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n"
     "30.10.2026;Kauf;A;;-10.00;;\n30.10.2026;Gutschrift;B;20.00;;;\n", "--to~CHF", ["-10.00", "20.00"]),
    ("Raiffeisen", "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\nCH1;2026-10-30 00:00:00.0;A;-10.00;5.00;2026-10-30 00:00:00.0\n",
     "--from~CHF~--to~CHF", ["-10.00"]),
    ("UBS", "Account number:;1\nIBAN:;CH1\nValued in:;CHF\n\nTrade date;Trade time;Booking date;Value date;Currency;Debit;Credit;Individual amount;Balance;Transaction no.\n"
     "2026-10-30;;2026-10-30;2026-10-30;CHF;-10.00;;;5.00;1\n2026-10-30;;2026-10-30;2026-10-30;CHF;;20.00;;5.00;2\n", "--to~CHF", ["-10.00", "20.00"]),
    ("Crédit Agricole", "Date;Libellé;Débit euros;Crédit euros;\n30/10/2026;A;10,00;;\n30/10/2026;B;;1 020,00;\n", "--to~EUR", ["-10,00", "1020,00"]),
    ("Boursorama", 'dateOp;dateVal;label;category;amount;comment;accountNum;accountbalance\n2026-10-30;2026-10-31;"A";"B";-10,00;;"1";5.00\n',
     "--from~EUR~--to~EUR", ["-10,00"]),
    ("BBVA", "Fecha;F.Valor;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones\n30/10/2026;31/10/2026;A;B;-10,00;EUR;5,00;EUR;C\n",
     "--to~EUR", ["-10,00"]),
    ("Nordea", "Bogføringsdato;Beløb;Afsender;Modtager;Navn;Beskrivelse;Saldo;Valuta;Afstemt\n2026/10/30;-10,00;1;;A;B;5,00;DKK;\n", "--to~DKK",
     ["-10,00"]),
    ("Swedbank", "* Transaktioner Period 2026-10-01 - 2026-10-30\nRadnr,Clnr,Kontonr,Produkt,Valuta,Bokfdag,Transdag,Valutadag,Referens,Beskrivning,Belopp,Saldo\n"
     '1,8327,123,"Privatkonto",SEK,2026-10-30,2026-10-29,2026-10-30,"A","B",-10.00,5.00\n', "--to~SEK", ["-10.00"]),
    ("PKO", '"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji"\n'
     '"2026-10-30","2026-10-30","Karta","-10.00","PLN","+5.00","A"\n', "--to~PLN", ["-10.00"]),
    ("Fio", 'accountId;1\ncurrency;CZK\ndateStart;01.10.2026\n\n"ID pohybu";"Datum";"Objem";"Měna";"Protiúčet"\n"1";"30.10.2026";"-10,00";"CZK";"2"\n',
     "--to~CZK", ["-10,00"]),
    ("Lloyds", "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n"
     "30/10/2026,DEB,'11-22-33,12345678,A,10.00,,5.00\n30/10/2026,FPI,'11-22-33,12345678,B,,20.00,5.00\n", "--from~GBP~--to~GBP", ["-10.00", "20.00"]),
    ("Starling", "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n30/10/2026,A,B,ONLINE PAYMENT,-10.00,5.00,X,\n",
     "--to~GBP", ["-10.00"]),
    ("Chase", "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nDEBIT,10/30/2026,A,-10.00,DEBIT_CARD,5.00,,\n"
     "CREDIT,10/30/2026,B,20.00,ACH_CREDIT,5.00,,\n", "--from~USD~--to~USD", ["-10.00", "20.00"]),
    ("Schwab", '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n'
     '"10/30/2026 as of 10/29/2026","Buy","A","B","1","$10.00","","-$10.00"\n"10/30/2026","Sell","A","B","1","$10.00","","$1,020.00"\n', "--to~USD",
     ["-10.00", "1020.00"]),
    ("Trade Republic", "datetime,date,account_type,category,type,name,shares,price,amount,fee,tax,currency,original_amount,original_currency,fx_rate\n"
     "2026-10-30T10:00:00Z,2026-10-30,DEFAULT,TRADING,BUY,A,1,10.00,-10.00,-1.00,,EUR,,,\n", "--to~EUR", ["-10.00"]),
    ("Belfius", "Boekingsdatum vanaf;01/10/2026\n;\nRekening;Boekingsdatum;Rekeninguittrekselnummer;Transactienummer;Naam tegenpartij bevat;Valutadatum;Bedrag;Devies;Mededelingen\n"
     "BE1;30/10/2026;1;2;A;30/10/2026;-10,00;EUR;B\n", "--to~EUR", ["-10,00"]),
    ("bunq", '"Date";"Amount";"Account";"Counterparty";"Name";"Description"\n"2026-10-30";"-1.010,00";"NL1";"NL2";"A";"B"\n', "--from~EUR~--to~EUR",
     ["-1010,00"]),
]


class BankTests(Statement):
    def test_the_export_of_each_bank_is_read_without_naming_columns(self):
        self.check(BANKS)


class RowKindTests(Statement):
    def test_rows_with_balances_and_totals_are_not_converted(self):
        swedbank = ('"Kuupäev";"Saaja/Maksja";"Selgitus";"Summa";"Valuuta";"Deebet/Kreedit"\n'
                    '"30.10.2026";"";"Algsaldo";"100,00";"EUR";"K"\n"30.10.2026";"Pood";"x";"12,50";"EUR";"D"\n'
                    '"29.10.2026";"Töö";"x";"1500,00";"EUR";"K"\n"30.10.2026";"";"Käive";"12,50";"EUR";"D"\n'
                    '"30.10.2026";"";"lõppsaldo";"1587,50";"EUR";"K"\n')
        self.check([
            ("opening and closing", "Datum;Text;Betrag;Währung\n01.10.2026;Anfangssaldo;1.000,00;EUR\n29.10.2026;Miete;-850,00;EUR\n"
             "30.10.2026;Saldo Kreditkarte;-20,00;EUR\n30.10.2026;Endsaldo zum 30.10.2026;130,00;EUR\n", "--to~USD",
             ["-946,05", "-22,34"], {"said": ["2, 5"], "kept": ["01.10.2026;Anfangssaldo;1.000,00;EUR\n"]}),
            ("in Estonian, with directions", swedbank, "--to~USD", ["-13,97", "1669,50"], {"said": ["2, 5, 6"]}),
            ("without an amount", "Date,Description,Amount,Running Bal.\n10/01/2026,Beginning balance as of 10/01/2026,,\"1,000.00\"\n"
             '10/30/2026,"SHOP","-12.50","987.50"\n', "--from~USD~--to~EUR", ["-11.19"]),
            ("a total without a date", "Date,Description,Amount,Currency\n2026-10-30,a,12.5,USD\n,Total,12.5,USD\n", "--to~EUR", ["11.19"]),
            ("a total with a date at the end", "Date,Description,Amount,Currency\n2026-10-30,a,12.5,USD\n2026-10-30,TOTAL,12.5,USD\n",
             "--to~EUR", ["11.19"], {"said": ["3"]}),
            ("a shop of that name", "Date,Payee,Amount,Currency\n2026-10-29,TOTAL,-50.00,EUR\n2026-10-30,Total Energies,-20,EUR\n",
             "--to~USD", ["-55.65", "-22.34"]),
            ("of two columns", "Date,Text,Debit,Credit,Currency\n2026-10-30,x,12.5,,USD\nTotal,,12.5,100,\n", "--to~EUR", ["-11.19"]),
        ])

    def test_debit_rows_are_negative_even_if_the_first_credit_comes_late(self):
        rows = "2026-10-30,10,EUR,{}\n" * 450
        self.check([
            ("the other one late", "date,amount,currency,type\n" + rows.replace("{}", "Debit") + "2026-10-30,20,EUR,Credit\n", "--to~EUR",
             ["-10.00"] * 450 + ["20.00"]),
            ("letters without a name", "date,amount,currency,flag\n" + rows.replace("{}", "C") + "2026-10-30,20,EUR,D\n", "--to~EUR",
             ["10.00"] * 450 + ["-20.00"]),
            ("debits alone", "Date,Amount,Currency,Type\n2026-10-30,12.50,EUR,Debit\n2026-10-29,7.50,EUR,Debit\n", "--to~USD",
             ["-13.97", "-8.35"], {"said": ['"Type"']}),
            ("debits that have their signs", "Date,Amount,Currency,Type\n2026-10-30,-12.50,EUR,Debit\n2026-10-29,7.50,EUR,Debit\n",
             "--to~USD", ["-13.97", "8.35"]),
            ("the state of an invoice", "Date,Amount,Currency,Status\n2026-10-30,12.50,EUR,sent\n2026-10-29,7.50,EUR,sent\n", "--to~USD",
             ["13.97", "8.35"]),
            ("credits of a card that have a minus", "Status,Date,Description,Debit,Credit\nCleared,10/30/2026,SHOP,12.50,\n"
             "Cleared,10/05/2026,PAYMENT,,-500.00\n", "--from~USD~--to~EUR", ["-11.19", "446.27"], {"said": ['"Credit"', "minus"]}),
            ("in other languages", "Dato;Beskrivelse;Inn;Ut\n30.10.2026;Rema;;-154,5\n29.10.2026;Lønn;25000;\n", "--from~NOK~--to~EUR",
             ["-14,98", "2419,78"]),
            ("two letters", "Tran Date,PARTICULARS,DR,CR,BAL\n30-10-2026,UPI,1250.50, ,198749.50\n29-10-2026,NEFT, ,25000.00,200000.00\n",
             "--from~INR~--to~EUR", ["-11.79", "235.77"]),
        ])
        self.convert("Date,Debit,Credit\n10/30/2026,12.50,\n10/05/2026,,-500.00\n", "--from", "USD", "--to", "EUR", "--strict", code=65)
        self.assertEqual(self.said, "")


class OtherCurrencyTests(Statement):
    def test_a_currency_in_a_heading_or_amount_overrides_the_currency_column(self):
        self.check([
            ("a column of foreign amounts", '"Datum";"Text";"Whg";"Betrag Detail";"Belastung CHF";"Gutschrift CHF"\n'
             '"30.10.2026";"A";"";"";"12.35";""\n"29.10.2026";"B";"";"";"";"1\'500.00"\n"28.10.2026";"C";"USD";"10.00";"8.20";""\n',
             "--to~EUR", ["-13.43", "1626.55", "-8.87"]),
            ("the coin that was bought", "Timestamp,Asset,Quantity Transacted,Total\n2026-10-29 09:00:00 UTC,BTC,0.001,$66.00\n", "--to~EUR",
             ["59.30"], {"said": ['"$"', "USD"]}),
            ("the same in Polish", 'Symbol,Type,Quantity,Price,Value,Fees,Date\n'
             'BTC,Kupno,"0,00007079","65\u00a0404,72$","4,63$","0,00$","25 lut 2025, 12:52:14"\n', "--to~EUR~--amount~Price~--date~Date",
             ["62308,01"]),
            ("a currency behind each amount", "Id\tBokföringsdag\tTotal Avgift\tValuta\tBelopp\tValuta\tResultat\tValuta\n"
             "1\t2026-10-29\t1,00\tUSD\t-2 200,50\tSEK\t0\tSEK\n", "--to~EUR", ["-200,05"]),
            ("cents in the heading", "id,created,amount_cents,currency\n1,2026-10-30,1250,usd\n2,2026-10-30,100,jpy\n", "--to~USD",
             ["12.50", "0.64"], {"said": ["cents"]}),
            ("cents in brackets", "id,created,amount (in cents),currency\n1,2026-10-30,1250,usd\n", "--to~EUR", ["11.19"]),
            ("pence beside a column", "Date,Amount (p),Currency\n2026-10-30,1250,GBP\n", "--to~GBP", ["12.50"]),
            ("a sentence before the table", '"All amounts in EUR, unless specified"\n"date/time","type","total"\n'
             '"30.10.2026 10:11:12 UTC","Order","862,50"\n', "--to~USD", ["963,59"]),
        ])
        self.refused([("a heading and a column that contradict", "Date;Amount (EUR);Currency\n30.10.2026;-10,00;USD\n29.10.2026;5,00;EUR\n",
                       "--to~CHF", "--from", '"Currency"')])

    def test_the_currency_that_is_read_for_an_ambiguous_symbol_is_reported(self):
        text = 'Date,Amount\n2026-10-30,$12.50\n2026-10-30,"5,00 kr"\n'
        self.convert(text, "--to", "EUR")
        for said in ('"$" is read as USD', '"kr" is read as'):
            self.assertIn(said, self.complaint)
        self.convert(text, "--to", "EUR", "--strict", code=65)
        self.assertEqual(self.said, "")
        self.convert("Date,Amount\n2026-10-30,$12.50\n", "--from", "CAD", "--to", "EUR")
        self.assertNotIn("is read as", self.complaint)


class HeadingTests(Statement):
    def test_headings_that_end_in_a_number_are_recognised_as_headings(self):
        rabobank = ('"IBAN/BBAN","Munt","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Naam tegenpartij","Omschrijving-1",'
                    '"Omschrijving-2","Oorspr bedrag","Oorspr munt","Koers"\n'
                    '"NL1","EUR","0001","2026-10-30","2026-10-30","-12,50","+990,50","Shop","x"," ","-13,97","USD","1,1176"\n')
        self.check([
            ("Rabobank", rabobank, "--to~USD", ["-13,97"]),
            ("AIB", "Posted Account, Posted Transactions Date, Description1, Description2, Debit Amount, Credit Amount,Balance,Posted Currency,"
             'Transaction Type,Local Currency Amount,Local Currency\n"1","30/10/2026","SHOP","","12.50","","987.50","EUR","Debit"," 13.97","USD"\n'
             '"1","29/10/2026","JOB","","","1,500.00","1000.00","EUR","Credit"," 1,500.00","EUR"\n', "--to~USD", ["-13.97", "1669.50"]),
            ("DBS", "Account Details For:,DBS 120-0\nAvailable Balance:,987.50\n\nTransaction Date,Reference,Debit Amount,Credit Amount,"
             "Transaction Ref1,Transaction Ref2\n30 Oct 2026,POS,12.50, ,SHOP,X\n", "--from~EUR~--to~USD", ["-13.97"]),
            ("UBS in French", "Numéro de compte:;0234;\nIBAN:;CH29;\nÉvaluation en:;CHF;\n\nDate de transaction;Date de comptabilisation;"
             "Date de valeur;Monnaie;Débit;Crédit;Solde;Description1;Description2;\n2026-10-30;2026-10-30;2026-10-30;CHF;-12.35;;800.00;A;B;\n",
             "--to~EUR", ["-13.43"]),
            ("DNB", '"Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"\n"30.10.2026";"Rema";"30.10.2026";"154,50";""\n'.encode(
                "iso-8859-1"), "--from~NOK~--to~EUR", ["-14,98"]),
            ("Sbanken", '"BOKFØRINGSDATO";"RENTEDATO";"ARKIVREFERANSE";"TYPE";"TEKST";"UT FRA KONTO";"INN PÅ KONTO"\n'
             '"2026-10-30";"2026-10-30";"1";"Varekjøp";"A";"-154,50";""\n"2026-10-29";"2026-10-29";"2";"Lønn";"B";"";"25000,00"\n',
             "--from~NOK~--to~EUR", ["-14,98", "2419,78"]),
            ("Revolut in German", "Art,Produkt,Datum des Beginns,Datum des Abschlusses,Beschreibung,Betrag,Gebühr,Währung,Status\n"
             "Kartenzahlung,Aktuell,2026-10-29 17:52:23,2026-10-30 05:25:00,Shop,-12.50,0.00,EUR,ABGESCHLOSSEN\n"
             "Kartenzahlung,Aktuell,2026-10-30 18:00:00,,Cafe,-5.00,0.00,EUR,AUSSTEHEND\n", "--to~USD", ["-13.97", None]),
            ("Fidelity", "Run Date,Action,Amount ($),Settlement Date\n10/29/2026,BOUGHT,-12.50,10/30/2026\n10/28/2026,DIVIDEND,12.34,\n",
             "--to~EUR", ["-11.23", "11.08"]),
            ("a time behind a dash", "Tarih/Saat;Tutar*;Bakiye\n30/10/2026-10:11:12;-1.250,50;98.749,50\n", "--from~TRY~--to~EUR", ["-22,41"]),
            ("Romanian months", "Data,Detalii,Debit,Credit\n30 octombrie 2026,POS,\"12,50\",\n1 ian 2026,POS,,\"12,50\"\n", "--from~RON~--to~EUR",
             ["-2,34", "2,45"]),
            ("the year first, in two digits", "Date,Amount,Currency\n26/10/05,1,USD\n26/10/25,3,USD\n", "--to~EUR", ["0.89", "2.68"]),
            ("brackets that don't close", "Date,Amount,Currency\n2026-10-30,(5.00,USD\n2026-10-30,5.00),USD\n2026-10-30,(5.00),USD\n", "--to~USD",
             [None, None, "-5.00"]),
            ("n/a in one of two columns", "Date,Debit,Credit,Currency\n2026-10-30,12.50,n/a,USD\n2026-10-29,N/A,5,USD\n", "--to~USD",
             ["-12.50", "5.00"]),
            ("texts as formulas", 'Date,Amount,Currency\n="2026-10-30",="12.50",="USD"\n', "--to~EUR", ["11.19"]),
        ])
        self.assertIn("^11.19^", self.convert("Date^Amount^Currency\n2026-10-30^12.50^USD\n", "--to", "EUR"))
        self.refused([
            ("a value date beside an unknown date", "Booked date,Settlement Date,Amount,Currency\n2026-10-29,2026-10-30,5,USD\n", "--to~EUR",
             '"Booked date"', '"Settlement Date"', "--date"),
            ("a number beside amounts from an account", "Dato;Arkivnr;Penger fra konto;Penger til konto\n30.10.2026;1;-154,50;\n29.10.2026;2;;25,00\n",
             "--from~NOK~--to~EUR", "--amount", '"Penger fra konto"'),
            ("a file without columns", "%PDF-1.4\n1 0 obj\n", "--to~EUR", "PDF", "CSV"),
            ("another format", "OFXHEADER:100\n<OFX><TRNAMT>-12.50</OFX>\n", "--to~EUR", "OFX", "CSV"),
            ("a message of banks", ":20:STARTUMS\n:25:1/2\n:60F:C261030EUR1000,00\n", "--to~EUR", "MT940"),
        ])

    def test_an_ambiguous_date_that_may_have_the_year_first_is_reported(self):
        self.convert("Date,Amount,Currency\n26/10/05,1,USD\n", "--to", "EUR")
        self.assertIn("year first", self.complaint)
        self.convert("Date,Amount,Currency\n05/10/26,1,USD\n", "--to", "EUR")
        self.assertNotIn("year first", self.complaint)

    def test_another_sheet_is_offered_if_the_first_sheet_has_no_table(self):
        book = xlsx(("Summary", "visible", [["Total", "5"]]), ("Rows", "visible", [["Date", "Amount", "Currency"], [(46325, 1), 7, "EUR"]]))
        self.convert(book, "--to", "EUR", file="a.xlsx", code=65)
        for said in ('"Summary"', '"Rows"', "--sheet"):
            self.assertIn(said, self.complaint)


class OtherPeopleTests(Statement):
    """Statements in other languages, whose words for the same things differ."""

    def test_an_amount_never_gets_the_currency_of_another_amount(self):
        own = "Date,Text,Amount,{}\n2026-10-30,a,-12.50,USD\n2026-10-29,b,-1.50,\n"
        euros = "Date,Text,Amount (EUR),{}\n2026-10-30,a,-12.50,USD\n2026-10-29,b,-1.50,EUR\n"
        for name in ("Originalwährung", "Fremdwährung", "Devise d'origine", "Divisa extranjera", "Valuta estera", "Waluta obca",
                     "Vreemde valuta", "Původní měna", "Originalni mena", "Orijinal para birimi", "Merchant currency",
                     "Moeda estrangeira", "Utländsk valuta", "Eredeti devizanem", "Иностранная валюта", "العملة الأصلية"):
            with self.subTest(name):
                self.convert(own.format(name), "--to", "CHF", code=65)
                self.assertIn("--from", self.complaint.splitlines()[-1])
                self.assertEqual(self.convert(euros.format(name), "--to", "CHF"), ["-11.49", "-1.38"])
        komercni = ('MojeBanka, export;\nČíslo účtu;1;\nMěna účtu;CZK;\n\n"Datum splatnosti";"Protiucet";"Castka";'
                    '"Originalni castka";"Originalni mena"\n"30.10.2026";"1";"-1012,50";"-40,00";"EUR"\n')
        self.check([
            ("after the account's currency", komercni, "--to~EUR", ["-41,58"]),
            ("an amount in two currencies", "Transaktionsdatum,Währung,Betrag,Fremdwährung,Betrag in Fremdwährung\n"
             "30.10.2026,CHF,12.50,EUR,13.00\n29.10.2026,CHF,5.00,,\n", "--to~EUR", ["13.60", "5.42"]),
            ("the same in French", '"Date","Montant (EUR)","Montant (Devise étrangère)","Sélectionnez la devise étrangère"\n'
             '"2026-10-30","-12.5","-13.97","USD"\n', "--to~CHF", ["-11.49"]),
        ])
        self.refused([
            ("of an amount of that name", "Date,Amount,Transaction Amount,Transaction Currency\n2026-10-30,-12.50,-2000,JPY\n",
             "--to~USD", "--from"),
            ("against the account's", "Account currency:,EUR,\n\nDate,Amount,Card currency\n2026-10-30,-12.50,USD\n"
             "2026-10-29,-1.50,EUR\n", "--to~CHF", "--from", '"Card currency"'),
        ])

    def test_dates_with_eras_or_a_time_before_the_year_are_read(self):
        def table(*days):
            return "Date;Amount;Currency\n" + "".join(f'"{day}";12,50;USD\n' for day in days)

        self.check([
            ("eras", table("令和8年10月30日", "平成30年10月30日", "R8.10.30", "令和元年10月30日", "民國115年10月30日"), "--to~EUR",
             ["11,19", "10,99", "11,19", "11,26", "11,19"]),
            ("a time before the year", table("Fri Oct 30 10:11:12 2026", "Oct 30 10:11:12 2026"), "--to~EUR", ["11,19"] * 2),
            ("halves of the day and weekdays", table("2026/10/30 上午 10:11:12", "2026/10/30(金)", "2026-10-30 오전 10:11",
                                                     "30.10.2026 г."), "--to~EUR", ["11,19"] * 4),
        ])
        for day in ("30 Oct 10:11", "30.10. 10:11:12", "Oct 30 10:11:12"):
            with self.subTest(day):
                self.convert(table(day), "--to", "EUR", code=65)
                self.assertEqual(self.said, "")

    def test_account_numbers_are_not_read_as_amounts_nor_letters_as_currencies(self):
        self.check([
            ("a triangle", "日付,金額\n2026-10-30,\"△5,000円\"\n2026-10-30,\"▲1,234円\"\n2026-10-30,\"1,234円\"\n", "--to~JPY",
             ["-5000", "-1234", "1234"]),
            ("a letter behind an amount", "date,amount\n2026-10-30,5.50 S\n2026-10-30,5.50 D\n2026-10-30,5.50\n", "--from~EUR~--to~USD",
             [None, None, "6.14"]),
        ])
        said = self.convert("30.10.2026;Max;-12,50;;DE12500105170648489890;EUR\n29.10.2026;Job;1.500,00;;DE12500105170648489890;EUR\n",
                            "--to", "USD")
        self.assertIn("EUR;-13,97;", said)
        self.assertIn("EUR;1669,50;", said)

    def test_words_for_outgoing_money_make_amounts_negative_in_many_languages(self):
        rows = "Datum;{};Betrag;Währung\n30.10.2026;{};10,00;USD\n29.10.2026;{};5,00;USD\n"
        self.check([
            (f"{out}/{into}", rows.format(head, out, into), "--to~EUR", ["-8,95", "4,49"])
            for head, out, into in (
                ("Sens", "Sortie", "Entrée"), ("Tipo", "Gasto", "Ingreso"), ("Typ", "Wydatek", "Przychód"), ("Tip", "Gider", "Gelir"),
                ("Soort", "Uitgave", "Inkomst"), ("Tipo", "Saída", "Entrada"), ("类型", "转出", "转入"))])
        self.check([
            ("a third kind", "Date,Type,Amount,Currency\n2026-10-30,debit,10,USD\n2026-10-29,credit,5,USD\n2026-10-29,fee,7,USD\n",
             "--to~EUR", ["-8.95", "4.49", None]),
            ("a third kind beside signs", "Date,Type,Amount,Currency\n2026-10-30,debit,-10,USD\n2026-10-29,credit,5,USD\n"
             "2026-10-29,fee,-7,USD\n", "--to~EUR", ["-8.95", "4.49", "-6.29"]),
            ("balances", "Date,Text,Amount,Currency\n2026-10-01,BALANCE FORWARD,1000.00,USD\n2026-10-30,A,-10,USD\n", "--to~EUR",
             ["-8.95"], {"said": ["2"]}),
            ("balances in Japanese", "日付,摘要,金額,通貨\n2026/10/01,前月残高,1000,EUR\n2026/10/30,A,-10,EUR\n", "--to~USD", ["-11.17"]),
        ])

    def test_a_heading_with_thousands_or_cents_scales_the_amounts(self):
        rows = "Date;{}\n2026-10-30;12\n"
        self.check([
            (head, rows.format(head), "--to~EUR", [value], {"said": ["values are in units of 1."]}) for head, value in (
                ("Amount (USD thousands)", "10741.14"), ("Amount (USD '000)", "10741.14"), ("Amount (k USD)", "10741.14"),
                ("Amount (USD m)", "10741138.56"), ("Betrag (Tsd. USD)", "10741.14"), ("US$ million", "10741138.56"),
                ("Amount (bn USD)", "10741138560.69"))])
        self.check([
            ("before the table", "All amounts in thousands of USD\nDate;Amount\n2026-10-30;12\n", "--to~EUR", ["10741.14"],
             {"said": ["values are in units of 1."]}),
            ("one by one and in blocks", "created,amount_cents,currency\n" + "2026-10-30,1250,USD\n" * 60_000, "--to~EUR",
             ["11.19"] * 60_000),
        ])

    def test_the_order_of_dates_given_in_a_heading_is_used(self):
        self.check([
            ("month first", "Date (MM/DD/YYYY),Amount,Currency\n05/06/2026,100,USD\n", "--to~EUR", ["85.02"],
             {"locale": BRITISH, "observed": ["2026-05-06"]}),
            ("day first", "Date (DD/MM/YYYY),Amount,Currency\n05/06/2026,100,USD\n", "--to~EUR", ["85.91"],
             {"locale": AMERICAN, "observed": ["2026-06-05"]}),
        ])
        self.assertNotIn("swapped", self.complaint)
