# SPDX-License-Identifier: GPL-3.0-or-later
"""Statements with pending rows, scales, rare encodings and missing labels. Numbers are read correctly, or reported."""
from statements import REVOLUT, Statement

ROWS = "Date;{}\n2026-10-30;{}\n2026-10-30;{}\n"
HEADS = (
    ("Shift_JIS", "日付,摘要,金額,通貨", "コンビニ"), ("GB18030", "交易日期,摘要,金额,货币", "餐饮店"), ("Big5", "交易日期,摘要,金額,幣別", "餐飲店"),
    ("EUC-KR", "거래일자,내용,금액,통화", "편의점"), ("Windows-1253", "Ημερομηνία,Αιτιολογία,Ποσό,Νόμισμα", "Αγορά στο κατάστημα"),
    ("ISO-8859-9", "Tarih,Açıklama,Tutar,Döviz", "Şişli alışveriş ücreti"), ("Windows-1255", "תאריך,תיאור,סכום,מטבע", "קניה בחנות"),
    ("Windows-1256", "التاريخ,الوصف,المبلغ,العملة", "شراء من المتجر"), ("Windows-874", "วันที่,รายการ,amount,currency", "ซื้อสินค้าที่ร้าน"),
    ("Windows-1251", "Дата,Описание,Сумма,Валюта", "Покупка в магазине"),
    ("KOI8-R", "Дата,Описание,Сумма,Валюта", "Покупка в магазине"), ("IBM850", "Datum,Empfänger,Betrag,Währung", "Müller Café"),
    ("Macintosh", "Datum,Empfänger,Betrag,Währung", "Müller Bäckerei"), ("Windows-1257", "Data,Paskirtis,Suma,Valiuta", "Pirkinių mokėjimas už įrangą"))


class BookingTests(Statement):
    def test_an_unbooked_transaction_is_reported_and_not_converted(self):
        head = REVOLUT.format("Started Date", "Completed Date")
        row = "CARD_PAYMENT,Current,2021-12-01 18:00:00,2021-12-01 18:00:00,x,-7.00,0.00,EUR,{},\n"
        self.check([(state, head + row.format(state), "--to~USD", ["-47.53", None, None], {"said": [": 3, 4."]})
                    for state in ("DECLINED", "REVERTED", "FAILED", "PENDING")])
        self.check([("completed", head + row.format("COMPLETED"), "--to~USD", ["-47.53", None, "-7.92"], {"said": [": 3."]})])
        rows = "Datum;{};Betrag;Währung\n30.10.2026;{};10,00;USD\n29.10.2026;{};5,00;USD\n"
        self.check([(out, rows.format(head, out, done), "--to~EUR", [None, "4,49"]) for head, out, done in (
            ("Status", "Vorgemerkt", "Gebucht"), ("Status", "Denied", "Refunded"), ("State", "Declined - no funds", "Settled"),
            ("Statut", "Refusé", "Terminé"), ("Estado", "Rechazada", "Completada"), ("Stav", "ZRUSENO", "Dokončeno"),
            ("Transaction Status", "Canceled", "Completed"), ("الحالة", "مرفوضة", "مكتملة"), ("状态", "交易关闭", "交易成功"))])
        late = "Date,Amount,Currency,Status\n" + "2026-10-30,1,USD,Completed\n" * 2_000 + "2026-10-30,1,USD,Pending\n"
        self.check([("the last of many rows", late, "--to~EUR", ["0.90"] * 2_000 + [None], {"said": [": 2002."]})])
        info = "Buchungstag;Betrag;Waehrung;Info\n30.10.26;-12,50;EUR;Umsatz gebucht\n30.10.26;-5,00;EUR;Umsatz vorgemerkt\n"
        notes = "Date,Amount,Currency,Notes and #tags\n30/10/2026,-10,GBP,Declined\n30/10/2026,-10,GBP,Pending tickets for us\n"
        self.check([("Sparkasse", info, "--to~USD", ["-13,97", None]), ("Monzo", notes, "--to~USD", [None, "-13.40"])])
        self.convert("2026-10-30,A,10,USD,Completed\n2026-10-29,B,5,USD,Declined\n", "--to", "EUR", "--amount", "3", code=65)
        self.assertIn('B,5,USD,Declined,,,,,,"This transaction is not booked: ""Declined""."', self.said)

    def test_an_unclosed_quotation_mark_is_reported_with_row_and_column(self):
        self.refused([
            ("in the first row", 'Date,Note,Amount,Currency\n2026-10-30,"open,10,EUR\n2026-10-29,ok,5,EUR\n', "--to~USD", "row 2, column 2"),
            ("before the amount", 'Datum;Betrag;Währung\n30.10.2026;"10,00;EUR\n29.10.2026;5,00;EUR\n', "--to~USD", "row 2, column 2"),
            ("closed by a later row", 'Date,Note,Amount,Currency\n2026-10-30,"open,10,EUR\n2026-10-29,"ok",5,EUR\n', "--to~USD",
             "row 2, column 2"),
        ])

    def test_column_names_are_found_without_their_accents(self):
        self.check([
            (head, f"{head}\n30.10.2026;10,00;USD\n", "--to~EUR", ["8,95"]) for head in (
                "Datum zauctovani;Castka;Mena uctu", "Buchungsdatum;Betrag;Waehrung", "Buchungsdatum;Betrag;Wahrung",
                "Konyveles datuma;Osszeg;Penznem", "Islem Tarihi;Tutar;Doviz", "HMEPA;ΠΟΣΟ;ΝΟΜΙΣΜΑ", "تاريخ العمليه;المبلغ;العمله")])
        self.check([("debit and credit", "Date operation;Debit;Credit\n30/10/2026;10,00;\n", "--from~USD~--to~EUR", ["-8,95"])])


class DoubtTests(Statement):
    """Kinds of tables that were once converted to wrong values without a message."""

    def test_names_of_people_and_things_are_not_read_as_currencies(self):
        missing = "currency of the amounts is missing"
        self.refused([
            (name, text, "--to~EUR", missing) for name, text in (
                ("a payer", "Date,Payer,Amount\n2026-10-30,Ron,20\n2026-10-29,Bob,5\n"),
                ("without headings", "2026-10-30,Ron,20.00\n2026-10-29,Bob,5.00\n"),
                ("small letters", "Date,Name,Amount\n2026-10-30,ron,5\n2026-10-30,pen,6\n"),
                ("things", "Datum;Artikel;Betrag\n30.10.2026;Pen;5,00\n29.10.2026;Cup;6,00\n"),
                ("payer and payee", "Date,From,To,Amount\n2026-10-30,Ron,Bob,20\n2026-10-30,Pen,Cup,5\n"))])
        self.check([("codes", "Date,x,Amount\n2026-10-30,RON,20.00\n2026-10-29,USD,5.00\n", "--to~EUR", ["3.74", "4.49"])])

    def test_a_column_with_unreadable_dates_is_refused(self):
        self.refused([
            (cell, f"{head},Amount,Currency\n{cell},5,USD\n", "--to~EUR", f'"{head}": "{cell}" is not a date') for head, cell in (
                ("Posted", "30/Weinmond/26"), ("Booking", "2026W44"), ("Booked", "30 oktobr 26"), ("Erfasst am", "Vor 3 Tagen"),
                ("Gebucht", "30.Weinm.26"), ("Gebucht am", "letzte Woche"), ("Completed", "2026/303"), ("Created", "1793318400"),
                ("Comptabilisé le", "30 oct"), ("Bokförd", "30/10"), ("x", "2026W44"), ("x", "2026-W44"))])
        self.check([
            (cell, f"{head},Amount,Currency\n{cell},20,USD\n", "--to~EUR", ["17.90"], {"observed": ["2026-10-30"]})
            for head, cell in (("Posted", "30-X-2026"), ("Zaksięgowano", "30 X 2026"), ("Booking", "2026-W44-5"), ("Date", "2026W445"),
                               ("Erfasst am", "30.x.2026"))])
        self.refused([("a week too many", "Date,Amount,Currency\n2026-W54-1,5,USD\n", "--to~EUR", "2026-W54-1")])
        self.check([(text, f"{head},Amount,Currency\n{text},20,USD\n", "--to~EUR", ["17.90"], {"said": ["latest rates"]})
                    for head, text in (("Completed", "TRUE"), ("Booking", "H-1234"))])

    def test_a_debit_column_with_some_minus_signs_is_reported(self):
        said = {"said": ["debits in column", "have a minus"]}
        head = "Date,Debit,Credit,Currency\n"
        self.check([
            ("a reversal", head + "2026-10-30,-5.00,,USD\n2026-10-30,7.00,,USD\n2026-10-30,,3.00,USD\n", "--to~EUR",
             ["4.48", "-6.27", "2.69"], said),
            ("only debits", "Date,Debit,Currency\n2026-10-30,-5.00,USD\n2026-10-30,7.00,USD\n", "--to~EUR", ["4.48", "-6.27"], said),
            ("in German", "Datum;Soll;Haben;Währung\n30.10.2026;-5,00;;USD\n30.10.2026;7,00;;USD\n", "--to~EUR", ["4,48", "-6,27"], said),
            ("all with a minus", head + "2026-10-30,-5.00,,USD\n2026-10-30,-7.00,,USD\n", "--to~EUR", ["-4.48", "-6.27"])])
        self.assertNotIn("have a minus", self.complaint)
        self.refused([("strict", head + "2026-10-30,-5.00,,USD\n2026-10-30,7.00,,USD\n", "--to~EUR~--strict", "have a minus")])

    def test_the_currency_that_is_used_for_an_ambiguous_name_is_reported(self):
        self.check([
            (word, f"Date,Amount,Currency\n2026-10-30,5,USD\n2026-10-30,5,{word}\n", "--to~EUR", ["4.48", value],
             {"said": [f'"{word}" is read as {code}']}) for word, value, code in (
                ("kr", "0.46", "SEK"), ("$", "4.48", "USD"), ("pesos", "0.237", "MXN"), ("rupees", "0.047", "INR"), ("dollars", "4.48", "USD"))])
        late = "Date,Amount,Currency\n" + "2026-10-30,1,USD\n" * 1_000 + "2026-10-30,1,kr\n"
        self.check([("the last row", late, "--to~EUR", ["0.90"] * 1_000 + ["0.091"], {"said": ['"kr" is read as SEK']})])

    def test_a_currency_option_that_contradicts_the_table_is_reported(self):
        self.check([
            ("a column", "Date,Amount,Currency\n2026-10-30,5.00,USD\n2026-10-30,7.00,GBP\n", "--from~EUR~--to~EUR", ["5.00", "7.00"],
             {"said": ['"Currency" names other currencies']}),
            ("a heading", "Date,Amount (USD)\n2026-10-30,5.00\n", "--from~GBP~--to~EUR", ["6.00"], {"said": ["names other currencies"]}),
            ("the same", "Date,Amount,Currency\n2026-10-30,5.00,USD\n", "--from~USD~--to~EUR", ["4.48"])])
        self.assertNotIn("names other", self.complaint)

    def test_numbers_of_receipts_and_rows_are_not_read_as_amounts(self):
        self.refused([
            ("checks", "Date,Check,Currency\n2026-10-30,1001,USD\n2026-10-29,1005,USD\n", "--to~EUR", "--amount"),
            ("rows", "Date,x,Currency\n2026-10-30,1,USD\n2026-10-29,2,USD\n2026-10-28,3,USD\n", "--to~EUR", "--amount"),
            ("receipts", "Datum;Beleg;Währung\n30.10.2026;17;USD\n29.10.2026;19;USD\n", "--to~EUR", "--amount")])
        self.check([
            ("invoices", "Date,Invoice,Paid,Currency\n2026-10-30,1001,20.00,USD\n2026-10-30,1002,30.00,USD\n", "--to~EUR", ["17.90", "26.85"]),
            ("Swedish prices", "Datum;Belopp;Valuta\n2026-10-30;250:-;SEK\n2026-10-30;-100:-;SEK\n", "--to~EUR", ["22.77", "-9.11"])])

    def test_a_mistyped_column_or_option_gets_a_suggestion(self):
        self.refused([("a column", "Date,Amount,Currency\n2026-10-30,5,USD\n", "--to~EUR~--amount~Amuont", 'Perhaps you mean "Amount"')])
        for wrong, right in (("--frmo", "--from"), ("--amout", "--amount"), ("--remeber", "--remember"), ("--stirct", "--strict")):
            self.kurs("convert", "--csv", str(self.home / "statement.csv"), "--to", "EUR", wrong, "x", code=64)
            self.assertIn(f"Unknown option {wrong}. Perhaps you mean {right}.", self.complaint)


class ScaleTests(Statement):
    def test_a_unit_such_as_thousands_in_a_heading_is_used_and_reported(self):
        said = {"said": ["values are in units of 1."]}
        self.check([
            (head, ROWS.format(head, 10, 20), "--to~EUR", [value, twice], said)
            for power, heads in {
                3: ("Amount ($000)", "$000", "$'000", "Amount ($'000)", "USD k", "kUSD", "Amount (TUSD)", "k$"),
                6: ("$m", "US$m", "USD m", "Revenue $m", "Mio. USD", "Betrag in Mio. USD", "Amount (USD, millions)")}.items()
            for value, twice in [{3: ("8950.95", "17901.90"), 6: ("8950948.80", "17901897.60")}[power]]
            for head in heads])
        self.check([
            (head, ROWS.format(head, 10, 20), "--to~USD", [value, twice], said)
            for head, value, twice in (
                ("Betrag (TEUR)", "11172.00", "22344.00"), ("TEUR", "11172.00", "22344.00"), ("Betrag in T€", "11172.00", "22344.00"),
                ("k€", "11172.00", "22344.00"), ("€m", "11172000.00", "22344000.00"), ("Umsatz Mio. €", "11172000.00", "22344000.00"))])
        self.check([
            (head, ROWS.format(head, 10, 20), "--to~JPY", [value, twice], said)
            for head, value, twice in (("金額(千円)", "10000", "20000"), ("千円", "10000", "20000"), ("百万円", "10000000", "20000000"),
                                       ("金額（百万円）", "10000000", "20000000"))])
        self.check([
            ("before the table", "Angaben in TEUR\nDatum;Betrag\n30.10.2026;10\n", "--to~USD", ["11172.00"], said),
            *((line, line + "\nDate;Amount;Currency\n2026-10-30;1250;USD\n", "--to~EUR", ["11.19"])
              for line in ("Amounts in cents", "(All amounts in cents)", "Beträge in Cent", "All values in cts",
                           "Figures in minor units")),
            *((head, ROWS.format(head, 10, 20), "--to~EUR", values, said) for head, values in (
                ("INR crore", ["942649.22", "1885298.44"]), ("Amount INR crore", ["942649.22", "1885298.44"]),
                ("Amount (INR crores)", ["942649.22", "1885298.44"]), ("Amount (INR lakh)", ["9426.49", "18852.98"]),
                ("INR lakhs", ["9426.49", "18852.98"]), ("Amount in INR lacs", ["9426.49", "18852.98"]))),
            ("beside a column of currencies", "Date;Amount (TEUR);Currency\n2026-10-30;10;EUR\n", "--to~USD", ["11172.00"], said)])

    def test_a_unit_such_as_thousands_beside_an_amount_is_used_and_reported(self):
        self.check([
            (cell, ROWS.format("Amount", cell, cell), "--to~USD", [value, value], {"said": [said]})
            for cell, value, said in (
                ("10 TEUR", "11172.00", '"TEUR" is read as 1,000 EUR'), ("10 k€", "11172.00", "1,000 EUR"), ("10k€", "11172.00", "1,000 EUR"),
                ("10 T€", "11172.00", "1,000 EUR"), ("1,5 Mio. €", "1675800,00", "1.000.000 EUR"), ("€10m", "11172000.00", "1,000,000 EUR"),
                ("10 Tsd. €", "11172.00", "1,000 EUR"), ("10 Mrd. EUR", "11172000000.00", "1,000,000,000 EUR"),
                ("10 mn EUR", "11172000.00", "1,000,000 EUR"), ("$1.5bn", "1500000000.00", "1,000,000,000 USD"))])
        self.check([("yen", ROWS.format("金額", "10 千円", "10百万円"), "--to~JPY", ["10000", "10000000"], {"said": ["1,000 JPY"]})])


class SignTests(Statement):
    def test_signs_in_a_column_apply_to_amounts_and_unknown_signs_are_refused(self):
        greek = "Ημερομηνία;Αιτιολογία;Ποσό;Πρόσημο ποσού\n30/10/2026;Αγορά;12,50;Χ\n29/10/2026;Μισθός;1.050,00;Π\n"
        chinese = "交易日期,說明,支出,存入,餘額\n2026/10/30,刷卡,1250,,100000\n2026/10/29,薪資,,50000,101250\n"
        self.check([
            ("Greek", greek, "--from~EUR~--to~USD", ["-13,97", "1168,65"]),
            ("Taiwan", chinese, "--from~JPY~--to~EUR", ["-7.12", "284.22"]),
            ("unknown", "Date,Sign,Amount\n2026-10-30,X,10\n2026-10-29,Y,5\n", "--from~EUR~--to~USD", [None, None], {"said": ["negative"]}),
            ("millions", "Date,Amount\n2026-10-30,1.5M\n", "--from~EUR~--to~USD", [None], {"said": ["M"]})])


class EncodingTests(Statement):
    def test_an_old_encoding_of_a_table_is_read_and_reported(self):
        names = {"Shift_JIS": "cp932", "IBM850": "cp850", "Macintosh": "mac_roman", "Windows-874": "cp874", "Big5": "big5hkscs"}
        for encoding, head, text in HEADS:
            rows = "".join(f"2026-10-{day},{text},{day},USD\n" for day in (28, 29, 30))
            content = f"{head}\n{rows}".encode(names.get(encoding, encoding.replace("Windows-", "cp")))
            options = ("--amount", "3", "--from", "4", "--date", "1", "--to", "EUR")
            # KOI8-R is read as a Greek encoding without the option.
            for more in ((), ("--encoding", encoding))[encoding == "KOI8-R":]:
                with self.subTest(encoding, more=more):
                    found = self.convert(content, *options, *more)
                    self.assertEqual(found[2], "26.85", self.complaint)
                    self.assertIn(text, self.said)
                    self.assertIn(f"read as {encoding} ", self.complaint)

    def test_a_file_in_an_unknown_encoding_is_refused(self):
        self.refused([("noise", b"Date,Note,Amount,Currency\n2026-10-30," + bytes(range(0x80, 0xA0)) * 4 + b",10,EUR\n", "--to~USD", "not plain text")])
        self.kurs("convert", "--csv", "-", "--to", "USD", "--encoding", "EBCDIC-US", code=64, typed="x")


class UnlabelledTests(Statement):
    def test_two_amount_columns_without_names_are_read_as_debit_and_credit(self):
        rows = "2026-10-30,Rent,{},{},{}\n2026-10-29,Salary,{},{},{}\n2026-10-28,Shop,{},{},{}\n"
        plain = "30.10.2026;Miete;1200,00;\n29.10.2026;Gehalt;;3000,00\n"
        sure = rows.format("1200.00", "", "5000.00", "", "3000.00", "6200.00", "12.50", "", "3200.00")
        swapped = rows.format("1200.00", "", "5000.00", "", "3000.00", "3800.00", "12.50", "", "6800.00")
        for content, more, values in ((sure, ["--strict"], ["-1340.64", "3339.00", "-13.92"]),
                                      (swapped, ["--strict"], ["1340.64", "-3339.00", "13.92"]), (plain, [], ["-1340,64", "3339,00"])):
            self.convert(content, "--from", "EUR", "--to", "USD", *more)
            place, separator = (4, ";") if content == plain else (5, ",")
            self.assertEqual([row.split(separator)[place] for row in self.said.splitlines()], values)
        self.assertIn('Column "3" is read as debits', self.complaint)
        self.refused([("strict", plain, "--from~EUR~--to~USD~--strict", "debits")])

    def test_an_unlabelled_row_with_the_sum_is_reported_and_not_converted(self):
        self.check([
            ("an empty label", "Item,Amount,Currency\nA,10,EUR\nB,20,EUR\n,30,EUR\n", "--to~USD", ["11.17", "22.34"], {"said": ["unchanged: 4"]}),
            ("one column", "Amount\n10\n20\n5\n35\n", "--from~EUR~--to~USD", ["11.17", "22.34", "5.59"], {"said": ["unchanged: 5"]}),
            ("a label", "Item,Amount,Currency\nA,10,EUR\nB,20,EUR\nC,30,EUR\n", "--to~USD", ["11.17", "22.34", "33.52"]),
            ("two currencies", "Item,Amount,Currency\nA,10,EUR\nB,20,USD\n,30,EUR\n", "--to~USD", ["11.17", "20.00", "33.52"]),
            ("a subtotal", "Item,Amount,Currency\nA,10,EUR\nB,20,EUR\n,30,EUR\nC,5,EUR\nD,6,EUR\n,11,EUR\n,41,EUR\n", "--to~USD",
             ["11.17", "22.34", "5.59", "6.70"], {"said": ["unchanged: 4, 7, 8"]}),
            ("another number", "Amount\n10\n20\n5\n36\n", "--from~EUR~--to~USD", ["11.17", "22.34", "5.59", "40.22"]),
        ])

    def test_a_date_that_does_not_exist_is_reported(self):
        self.check([(day, f"Date,Amount,Currency\n{day},10,EUR\n2024-02-28,5,EUR\n", "--to~USD", [None, "5.40"],
                     {"said": [f'column "Date": The day {day} doesn\'t exist']}) for day in ("2024-02-30", "30.02.2024", "31/04/2024")])
        self.refused([("all", "Date,Amount,Currency\n2024-02-30,10,EUR\n", "--to~USD", 'Row 2, column "Date": the day 2024-02-30')])
        self.check([("Schwab", "Date,Amount\n10/30/2026 as of 10/29/2026,10\n", "--from~USD~--to~EUR", ["8.95"])])
        for text in ("2024-02-30", "100 EUR in USD in 2024-02-30", "31/04/2024", "100 EUR in USD 2024-02-30"):
            self.kurs("calc", text, code=64)
            self.assertIn("not a date", self.complaint)
        for text in ("100 EUR in USD in Q3", "100 EUR in USD, Q3", "100 EUR in USD Q3/24"):
            self.kurs("calc", text, code=64)
            self.assertIn("instead of a period", self.complaint)


class GuessTests(Statement):
    """Tables that could be read in a likely but wrong way. Each is read correctly, or refused with its cell."""

    def test_a_column_of_dates_without_a_year_is_refused(self):
        self.refused([
            (f"{head}: {first}", f"{head};Amount;Currency\n{first};100,00;USD\n{second};50,00;USD\n", "--to~EUR", f'"{first}"')
            for head, first, second in (
                ("日期", "10月30日", "10月28日"), ("Tanggal", "30/10", "28/10"), ("When", "30 Oct", "28 Oct"), ("Posted", "30/10", "28/10"),
                ("Trans", "10-30", "10-28"), ("Dt", "Oct-30", "Oct-28"), ("Booked", "today", "yesterday"), ("Zeit", "30.10. 10:11", "28.10. 09:00"),
                ("Wann", "Freitag", "Montag"), ("X", "1793318400", "1793232000"), ("X", "KW 44", "KW 43"), ("X", "30-Oct", "28-Oct"),
                ("日期", "115/10/30", "115/10/28"))])
        # Other numbers and words aren't dates.
        self.check([(text, f"X,Amount,Currency\n{text},100,USD\n{other},50,USD\n", "--to~EUR", ["89.51", "44.75"])
                    for text, other in (("Mark 3", "Anna 4"), ("A-17", "B-18"), ("1000000001-7", "x"), ("Size 10-12", "Size 8"))])

    def test_debits_and_credits_may_be_in_different_currencies(self):
        rows = "DATE;TYPE;DEBIT;DEBIT CURRENCY;CREDIT;CREDIT CURRENCY\n30/10/2026;CARD;12.5;CHF;;EUR\n28/10/2026;IN;;CHF;1000.00;EUR\n"
        self.check([
            ("columns", rows, "--to~CHF", ["-12.50", self.value("1000", "EUR", "CHF", "2026-10-28")]),
            ("headings", "Date;Debit (USD);Credit (GBP)\n30.10.2026;100,00;\n28.10.2026;;50,00\n", "--to~USD",
             ["-100,00", self.value("50", "GBP", "USD", "2026-10-28").replace(".", ",")]),
            ("beside", "Datum;Soll;Währung;Haben;Währung\n30.10.2026;100,00;USD;;GBP\n30.10.2026;;USD;50,00;GBP\n", "--to~USD",
             ["-100,00", self.value("50", "GBP", "USD", "2026-10-30").replace(".", ",")]),
            ("one", "Datum;Soll;Haben;Währung\n30.10.2026;100,00;;USD\n30.10.2026;;50,00;USD\n", "--to~USD", ["-100,00", "50,00"])])

    def value(self, amount, source, target, day):
        return self.kurs("convert", amount, source, target, "--on", day).splitlines()[0].split(" = ")[1].split()[0].replace(",", "")

    def test_a_row_whose_status_means_pending_or_failed_is_not_converted(self):
        rows = "Datum;{};Betrag;Währung\n30.10.2026;{};10,00;USD\n30.10.2026;{};5,00;USD\n"
        self.check([(f"{head}: {out}", rows.format(head, out, done), "--to~EUR", [None, "4,48"]) for head, out, done in (
            ("Status", "Not completed", "Completed"), ("Status", "Payment failed", "Payment received"), ("Status", "Awaiting approval", "Approved"),
            ("Status", "Uncleared", "Cleared"), ("Status", "Transfer cancelled", "Transferred"), ("Pending", "true", "false"),
            ("Booked", "no", "yes"), ("Type", "CARD_DECLINED", "CARD_PAYMENT"))])

    def test_codes_such_as_USDT_and_prices_per_unit_do_not_scale_amounts(self):
        self.check([(code, f"Date,Amount,Currency\n2026-10-30,5,{code}\n2026-10-30,5,USD\n", "--to~EUR", [None, "4.48"])
                    for code in ("USDT", "BUSD", "TUSD", "EURM", "USD m", "USD/t")])
        self.check([(cell, f"Date,Amount\n2026-10-30,{cell}\n2026-10-30,5 USD\n", "--to~EUR", [None, "4.48"]) for cell in ("5 USDT", "5 USD/m", "5 USD/t")])
        self.check([(head, f"Date,{head}\n2026-10-30,5\n", "--to~EUR", ["4.48"])
                    for head in ("Amount B (USD)", "Price/t (USD)", "Miles (USD)", "Betrag T (USD)")])

    def test_a_currency_in_the_file_overrides_the_usual_currency_of_the_bank(self):
        head = "Date,Description,Name,Account,Counterparty,Amount"
        self.check([
            ("a column", f"{head},Currency\n2026-10-30,X,Y,A,B,100,USD\n2026-10-30,X,Y,A,B,50,USD\n", "--to~EUR", ["89.51", "44.75"]),
            ("none", f"{head}\n2026-10-30,X,Y,A,B,100\n", "--to~USD", ["111.72"])])

    def test_headings_with_digits_are_recognised_as_headings(self):
        self.check([(name, f"Date,Amount,Currency,{name}\n2026-10-30,100,USD,a\n", "--to~EUR", ["89.51"]) for name in ("Ref1", "Q1", "Line 1", "2FA", "2025")])

    def test_a_heading_such_as_amountCents_scales_the_amounts(self):
        self.check([(head, f"Date,{head},Currency\n2026-10-30,10000,USD\n", "--to~EUR", ["89.51"]) for head in (
            "amountMinor", "amountCents", "AmountInCents", "Amount (smallest unit)")])
        self.check([(head, f"Date,{head}\n2026-10-30,100\n", "--to~EUR", ["89.51"]) for head in ("Minor repairs (USD)", "Penny stocks (USD)")])

    def test_words_for_sent_and_received_decide_the_sign(self):
        rows = "Date;Type;Amount;Currency\n2026-10-30;{};100,00;USD\n2026-10-30;{};50,00;USD\n"
        self.check([(out, rows.format(out, into), "--to~EUR", ["-89,51", "44,75"]) for out, into in (
            ("Send", "Receive"), ("Spent", "Received"), ("Dépense", "Revenu"), ("Giden", "Gelen"), ("Abbuchung", "Einzahlung"))])
        self.check([("payment", "Date,Payment Type,Amount,Currency\n2026-10-30,Debit,100,USD\n2026-10-30,Credit,50,USD\n", "--to~EUR", ["89.51", "44.75"])])

    def test_a_currency_option_equal_to_a_heading_is_read_as_a_currency(self):
        self.check([("to", "Date,Amount,Currency,EUR\n2026-10-30,100,USD,89.51\n", "--to~EUR~--amount~Amount", ["89.51"]),
                    ("from", "Date,USD\n2026-10-30,100\n", "--from~USD~--to~EUR", ["89.51"])])
