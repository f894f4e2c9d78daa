# SPDX-License-Identifier: GPL-3.0-or-later
"""Amounts as other programs and people write them, in the terminal: brackets, subunits, names, rows and dates."""
import json

from terminal import Terminal


class PastedTests(Terminal):
    def total(self, text, *options):
        return json.loads(self.kurs("calc", text, "--json", *options))["totals"][0]["exact"]

    def rows(self, *lines, code=0):
        return self.kurs("calc", "-", typed="".join(f"{line}\n" for line in lines), code=code).split("\n")

    def test_an_amount_in_brackets_is_negative(self):
        for text in ("($1,234.50)", "$(1,234.50)", "(1,234.50 USD)", "USD (1,234.50)", "Refund: ($1,234.50)"):
            self.assertEqual(self.total(text), "-1234.5", text)
        self.assertEqual(self.rows("Refund\t($12.00)", "Fee\t(3.50 USD)"), ["-12.00 USD", "-3.50 USD"])
        self.assertIn("brackets", self.complaint)
        self.assertEqual(self.total("(3+4)*1.5"), "10.5")
        self.assertTrue(self.kurs("convert", "(100)", "EUR", "USD").startswith("-100.00 EUR"))

    def test_brackets_make_one_amount_with_a_currency_negative_and_otherwise_group_terms(self):
        for text, exact in (
                ("$(12.00) + $20", "8"), ("$20 + $(12.00)", "8"), ("20 EUR + EUR (12.00)", "8"), ("$(100.00) + 10%", "-110")):
            self.assertEqual(self.total(text), exact, text)
            self.assertIn("brackets are read as minus", self.kurs("calc", text))
        for text, exact in (("(12.00 USD) + 20 USD", "8"), ("€5 + €7 + (3 EUR)", "9"), ("(12 EUR) - 20 EUR", "-32")):
            self.assertEqual(self.total(text), exact, text)
            self.assertIn("brackets are read as minus", self.kurs("calc", text))
        for text, exact in (("$20 - $(12.00)", "8"), ("20 USD + (12.00)", "32"), ("20 EUR - (12 EUR)", "8")):
            self.assertEqual(self.total(text), exact, text)
            self.assertIn("brackets are not read as minus", self.kurs("calc", text))
        for text, exact in (("(5) + 3", "8"), ("2 * $(3)", "6"), ("(5 USD + 3 USD) * 2", "16"), ("2 * (3 USD) + 1 USD", "7")):
            self.assertEqual(self.total(text), exact, text)
            self.assertNotIn("brackets", self.kurs("calc", text))

    def test_the_currency_chosen_for_an_ambiguous_currency_name_is_reported(self):
        for name, reading in (
                ("rubles", "RUB, not BYN"), ("roubles", "RUB, not BYN"), ("won", "KRW, not KPW"), ("som", "KGS, not UZS"),
                ("pesos", "MXN, not ARS"), ("krona", "SEK, not ISK"), ("krone", "NOK, not DKK"), ("dinars", "KWD, not RSD"),
                ("francs", "CHF, not XOF"), ("lira", "TRY, not SYP"), ("shillings", "KES, not TZS"), ("kwacha", "ZMW, not MWK"),
                ("rupees", "INR, not PKR"), ("manat", "AZN, not TMT"), ("lei", "RON, not MDL"), ("元", "CNY, not TWD"),
                ("рублей", "RUB, not BYN"), ("Rubel", "RUB, not BYN"), ("colon", "CRC, not SVC")):
            self.assertIn(f"read as {reading}", self.kurs("calc", f"100 {name}"), name)
        for name in ("Russian rubles", "Belarusian rubles", "North Korean won", "South Korean won", "Mexican pesos", "zloty", "yen"):
            self.assertNotIn("read as", self.kurs("calc", f"100 {name}"), name)

    def test_numbers_and_percentages_in_words_are_calculated(self):
        for text, exact in (
                ("two thousand million USD", "2000000000"), ("five hundred thousand million USD", "500000000000"),
                ("two million three thousand USD", "2003000"), ("one thousand million two thousand USD", "1000002000"),
                ("add 10% to 50 USD", "55"), ("Tip 10% 50 USD", "55"), ("subtract 10% from 50 USD", "45"),
                ("take 10% off 50 USD", "45"), ("tip 10% on 50 USD", "5"), ("10% tip on 50 USD", "5")):
            self.assertEqual(self.total(text), exact, text)
        self.kurs("calc", "two thousand three million USD", code=64)
        for text in ("Discount 10% 50 EUR", "VAT 20% 50 EUR", "pourboire 10% 50 EUR"):
            self.assertIn("10 was left out" if "10" in text else "20 was left out", self.kurs("calc", text))
        self.assertEqual(self.kurs("eur", "in", "usd", "today"), self.kurs("eur", "in", "usd"))
        self.assertIn("2026-10-28", self.kurs("calc", "eur in usd on 2026-10-28"))

    def test_months_such_as_10_2026_and_ranges_are_not_calculated(self):
        for text in ("2026/10", "10/2026", "10-2026", "2026-10"):
            self.kurs("calc", text, code=64)
            self.assertIn("This is a date", self.complaint)
        self.assertEqual((self.total("2026 / 10"), self.total("2026/13"), self.total("100/20")), ("202.6", "155.8461538461538461538461538", "5"))
        for text in ("de 5 à 10 EUR", "od 5 do 10 EUR", "between 5 and 10 EUR", "5 to 10 EUR"):
            self.kurs("calc", text, code=64)
            self.assertIn("range of amounts", self.complaint)

    def test_words_such_as_pen_and_cup_in_rows_are_not_currencies(self):
        for rows in (("pen\t3.50", "cup\t4.00"), ("Pen\t3.50", "Cup\t4.00")):
            self.assertEqual(json.loads(self.kurs("calc", "\n".join(rows), "--json"))["lines"][0]["currency"], None, rows)
        self.kurs("calc", "Shirt S 14.00", code=64)
        self.assertEqual(self.total("Taxi R 50.00 in ZAR"), "50")
        said = self.kurs("calc", "Name\tDebit\tCredit\nA\t-5.00\t\nB\t7.00\t\nC\t\t3.00")
        self.assertIn("row 2 was left out", said)
        self.assertIn("-4", said)

    def test_saving_a_calculation_and_refusing_a_setting_print_a_message(self):
        self.assertIn("“trip” is saved", self.kurs("calc", "5 EUR in USD", "--save", "trip"))
        json.loads(self.kurs("calc", "5 EUR in USD", "--save", "trip 2", "--json"))
        for name, value, listed in (("side", "x", "middle, buying, selling"), ("offline", "perhaps", "true, false"),
                                    ("refresh-interval", "x", "daily"), ("providers", "x", "ecb, frankfurter")):
            self.kurs("settings", "set", name, value, code=64)
            self.assertIn(listed, self.complaint)
        self.kurs("settings", "set", "sied", "buying", code=64)
        self.assertIn("Perhaps you mean side", self.complaint)

    def test_subunits_are_read_as_parts_of_their_currency(self):
        for amount, unit, first in (
                ("6459", "GBp", "64.59 GBP"), ("6459", "GBX", "64.59 GBP"), ("6459", "gbp", "6459.00 GBP"),
                ("250", "ZAc", "2.50 ZAR"), ("50", "pence", "0.50 GBP"), ("20", "cents", "0.20 USD"),
                ("50", "Rappen", "0.50 CHF"), ("300", "ILA", "3.00 ILS"), ("99", "groszy", "0.99 PLN")):
            said = self.kurs("convert", amount, unit, "EUR")
            self.assertTrue(said.startswith(f"{first} = "), said)
            self.assertEqual("counted in units of" in said, unit != "gbp", said)
        self.assertEqual(self.total("50p"), "0.5")
        self.kurs("settings", "set", "symbols", "$=CAD")
        self.assertTrue(self.kurs("convert", "20", "cents", "EUR").startswith("0.20 CAD"))
        self.kurs("own-rates", "set", "GBp", "EUR", "0.011", code=64)
        self.assertIn("GBP", self.complaint)

    def test_an_amount_in_crowns_is_refused_with_a_list_of_possible_currencies(self):
        for arguments in (("convert", "5", "crowns", "EUR"), ("calc", "5 crowns in EUR"), ("convert", "5", "EUR", "crowns")):
            self.kurs(*arguments, code=64)
            for code in ("SEK", "NOK", "DKK", "ISK", "CZK"):
                self.assertIn(code, self.complaint)

    def test_a_conversion_without_a_source_currency_is_refused(self):
        for text in ("100 to usd", "1.50 in USD", "100 in eur and gbp"):
            self.kurs("calc", text, code=64)
            self.assertIn("The currency is missing.", self.complaint)
        self.kurs("calc", "2 + 3", "--in", "USD", code=64)
        self.assertIn("10.00 ILS", self.kurs("calc", "10 NIS"))
        self.assertIn("10.00 CNY", self.kurs("calc", "10 人民币"))
        self.kurs("calc", "10 CNH in EUR", code=64)
        self.assertIn("use CNY", self.complaint)

    def test_a_currency_before_a_colon_applies_to_the_amount_after_it(self):
        for text, exact in (("Rent USD: 1200", "1200"), ("Taxi (CHF): 30", "30"), ("USD: 5", "5")):
            said = json.loads(self.kurs("calc", text, "--json"))
            self.assertEqual((said["totals"][0]["exact"], said["lines"][0]["currency"] != None), (exact, True), said)
        said = json.loads(self.kurs("calc", "Hotel CHF: 120\nTaxi USD: 30\nin EUR", "--json"))
        self.assertEqual([line["currency"] for line in said["lines"]], ["CHF", "USD"])

    def test_hexadecimal_numbers_are_refused(self):
        for text in ("0x10", "0x10 EUR", "5 EUR + 0xff"):
            self.kurs("calc", text, code=64)
        self.kurs("convert", "0x10", "EUR", "USD", code=64)

    def test_dates_and_phone_numbers_and_ranges_are_not_calculated(self):
        for text in ("2026-10-30", "10/30/2026", "03/03/2020", "3/4/2020", "98765-43210", "+49 171 1234567", "$10–$20",
                     "$1.5M-2M", "5-10 EUR"):
            self.kurs("calc", text, code=64)
        for text in ("Hotel $10–$20", "Room 10–20 EUR", "Zimmer 80–120 €", "Trip 2025–2026 EUR", "Rent 80-120 EUR", "Taxi 5–7 USD"):
            self.kurs("calc", text, code=64)
            self.assertIn("range", self.complaint, text)
        self.assertEqual(self.total("500-200"), "300")
        self.assertEqual(self.total("100 / 4 / 5"), "5")
        self.assertEqual(self.rows("2026/10/30\tHotel\t240", code=0), ["240"])

    def test_a_sum_after_words_includes_all_its_amounts(self):
        for text, total in (("Taxi 5 USD + 10 USD", "15"), ("Rent 100 EUR + 20 EUR", "120"),
                            ("Food 20 + 5 EUR", "25"), ("Taxi 5 USD - 2 USD", "3"),
                            ("Essen 10 EUR + 5 EUR - 3 EUR", "12"), ("Room 12 - 120.00 EUR", "120")):
            self.assertEqual(self.total(text), total, text)

    def test_a_row_with_two_amounts_and_currency_codes_is_refused(self):
        for text in ("Food\t20.00 USD\t980.00 USD", "Pens\t3.00 EUR\t7.00 EUR", "Pens\t4.50 CHF\t9.00 CHF"):
            self.kurs("calc", text, code=64)
            self.assertIn("could be the amount", self.complaint, text)

    def test_words_after_an_amount_are_its_label(self):
        for text, exact in (
                ("450 EUR Flight", "450"), ("240.50 USD Hotel", "240.5"), ("12,50 € Mittagessen", "12.5"), ("$12.00 Lunch", "12"),
                ("450 يورو تذكرة", "450"), ("Kaffee 4,00- EUR", "-4"), ("4,00- EUR Kaffee", "-4"), ("1.234,56-", "-1234.56"),
                ("Flight 450 EUR\nInvoice No. 1234\nHotel 360 EUR", "810"), ("(in thousands)\nItem\tAmount EUR\nRent\t12", "12000"),
                ("Hat $50\nWas $50\nNow $40", "90"), ("Shirt $40\nWas $50", "40"), ("Rent 12 EUR\nItems: 2", "12"),
                ("Beträge in Tausend Euro\nMiete\t12", "12000"), ("Amounts in cents\nA\t1250\tEUR", "12.5"),
                ("Item\tAmount (EUR '000)\nRent\t12", "12000"), ("Tea\t4.50\nBun\t3.00\nAll amounts in EUR", "7.5")):
            self.assertEqual(self.total(text), exact, text)
        self.assertIn("row 2 was left out, because it is an old price: Was $50", self.kurs("calc", "Hat $50\nWas $50\nNow $40"))
        for text in ("450 EUR Flight 20 USD", "450 EUR Flight USD", "100 EUR dolars", "5.00 USD DR", "100 EUR each",
                     "5,00- 6,00 EUR", "5- EUR + 3 EUR"):
            self.kurs("calc", text, code=64)

    def test_the_error_for_a_row_without_an_amount_gives_the_reason(self):
        for text, reason in (("Hotel\t10-20 EUR", "range"), ("Hotel\tn/a", "no amount"), ("Taxi\t12 34 EUR", "12 34")):
            self.kurs("calc", "-", code=65, typed=text + "\n")
            self.assertIn(reason, self.complaint, text)
            self.assertNotIn("empty", self.complaint, text)

    def test_words_in_cells_beside_the_amount_are_not_read_as_currencies(self):
        self.assertEqual(
            self.rows("Rand\t4.00\tEUR", "Ron\t20.00\tEUR", "Cup\t4.00\tEUR"), ["4.00 EUR", "20.00 EUR", "4.00 EUR"])
        self.assertEqual(self.rows("Shirt\tS\t14.00", "Pen\t3.50", "Bob\t12.00"), ["14", "3.5", "12"])

    def test_pasted_rows_with_tabs_or_bullets_or_bars_are_read(self):
        self.assertEqual(
            self.rows("Taxi\t1 234,50 EUR", "Total 119.00 EUR", "• Hotel 240.50 EUR", "| Hotel | $240.50 |", "Fee\t$-",
                      "₹1,23,456.50"),
            ["1234.50 EUR", "119.00 EUR", "240.50 EUR", "240.50 USD", "0.00 USD", "123456.50 INR"])
        self.assertIn('Line 1: "1 234,50" is read as 1234.5', self.complaint)

    def test_html_rows_are_read_as_their_cells_are_displayed(self):
        page = ('<meta charset="utf-8"><table><tr><td>Hotel</td><td sdval="1234.56" sdnum="1033;">1,235 €</td></tr>'
                '<tr><td>Taxi</td><td><s>$35</s> $30<sup>99</sup></td></tr><tr><td>Tea</td><td>€4.50<sup>2</sup></td></tr></table>')
        self.assertEqual(self.rows(page), ["1234.56 EUR", "30.99 USD", "4.50 EUR"])
        said = self.kurs("calc", "-", "--numbers", "de_DE", typed="<html>\n<table>\n<tr>\n<td>Taxi\n<td>19<sup>99</sup>\n€")
        self.assertEqual(said, "19.99 EUR")
        self.kurs("calc", "-", typed="<html>" + "<b>" * 1000 + "5 EUR", code=65)
        self.assertIn("HTML", self.complaint)

    def test_a_minus_after_an_amount_is_read_and_a_footnote_is_ignored(self):
        for text, exact in (
                ("12.50- EUR", "-12.5"), ("EUR 12.50-", "-12.5"), ("12,-- €", "12"), ("CHF 5.--", "5"), ("Fr. 12.-", "12"),
                ("Rs 1,00,000/-", "100000"), ("20 EUR*", "20"), ("20 EUR¹", "20"), ("€20.50²", "20.5"), ("20.50 EUR [1]", "20.5"),
                ("$-", "0")):
            self.assertEqual(self.total(text), exact, text)
        self.assertEqual(self.total("20 EUR - 5"), "15")
        self.kurs("calc", "20 EUR*", "--numbers", "plain")
        self.kurs("calc", "20*", code=64)

    def test_a_range_in_words_is_refused(self):
        for text in ("between 5 and 10 EUR", "5 to 10 EUR", "from 5 to 10 EUR", "between 5 and 10 EUR in USD",
                     "between $5 and $10", "rooms from 20 to 30 EUR"):
            self.kurs("calc", text, code=64)
            self.assertIn("range", self.complaint, text)
        self.kurs("calc", "zwischen 5 und 10 EUR", code=64, language="de")

    def test_a_line_with_a_date_or_tax_rate_keeps_its_amount(self):
        rows = self.rows("12 Oct 2026 Hotel 240.50 EUR", "Oct 12, 2026 Hotel $240.50", "VAT 20% 4.00 GBP", "10/12/2026 Bus 3.50 EUR")
        self.assertEqual(rows, ["240.50 EUR", "240.50 USD", "4.00 GBP", "3.50 EUR"])
        said = json.loads(self.kurs("calc", "12/10/2024 Hotel 240.50 EUR in USD", "--json"))
        self.assertEqual(said["lines"][0]["on"], "2024-12-10")
        self.assertTrue([note for note in said["notes"] if "not 2024-10-12" in note], said["notes"])
        self.rows("Room 12 120.00 EUR")
        self.assertIn("not 120", self.complaint)

    def test_a_symbol_of_several_currencies_is_refused_or_read_with_a_note(self):
        for text in ("20 F", "L. 20", "20 F in EUR"):
            self.kurs("calc", text, code=64)
            self.assertIn("can be", self.complaint, text)
        self.assertEqual(self.rows("20.000đ", "₫20.000"), ["20 VND", "20 VND"])
        for text, code in (("20 FCFA", "XAF, not XOF"), ("100 escudos", "CVE, not PTE"), ("100 marks", "DEM, not BAM")):
            self.assertIn(f"read as {code}", self.kurs("calc", text))
        self.assertEqual(self.rows("CAD$20", "20 USD$", "20 $US"), ["20.00 CAD", "20.00 USD", "20.00 USD"])

    def test_a_total_is_not_added_to_its_parts(self):
        for text in ("Net 100 EUR\nVAT 19 EUR\nTotal 119 EUR", "Netto\t100,00 EUR\nMwSt.\t19,00 EUR\nGesamt\t119,00 EUR",
                     "100 EUR\n19 EUR\n119 EUR", "Miete: 100 EUR\nStrom: 19 EUR\nSumme: 119 EUR",
                     "إيجار\t100 EUR\nكهرباء\t19 EUR\nالمجموع\t119 EUR"):
            said = json.loads(self.kurs("calc", text, "--json"))
            self.assertEqual(said["totals"][0]["exact"], "119", text)
            self.assertTrue([note for note in said["notes"] if "is a total" in note], said["notes"])

    def test_net_tax_and_cash_on_a_receipt_are_not_added_to_its_items(self):
        for text, exact in (
                ("Hosting 12.50 EUR\nDomain 1.99 EUR\nNet 14.49 EUR\nVAT 19% 2.75 EUR\nTotal 17.24 EUR", "17.24"),
                ("Item 100 EUR\nNet 100 EUR\nVAT 19 EUR\nTotal 119 EUR", "119"),
                ("Milk 1.19 EUR\nBread 2.49 EUR\nTotal 3.68 EUR\nCash 5.00 EUR\nChange 1.32 EUR", "3.68"),
                ("Milch 1,19 EUR\nBrot 2,49 EUR\nSUMME 3,68 EUR\nBar 5,00 EUR\nRückgeld 1,32 EUR", "3.68"),
                ("Flight 100 EUR\nHotel 200 EUR\nTo pay 300 EUR\nPaid 300 EUR", "300"),
                ("Hotel 119,00 EUR\ndavon MwSt. 19,00 EUR", "119"), ("Hotel 119 EUR\nincl. VAT 19 EUR", "119")):
            said = json.loads(self.kurs("calc", text, "--json"))
            self.assertEqual(said["totals"][0]["exact"], exact, text)
            self.assertTrue([note for note in said["notes"] if "repeats" in note], said["notes"])
        for text, exact in (("Cash 5 EUR\nBread 2 EUR", "7"), ("Net 5 EUR\nBread 2 EUR", "7"), ("Bread 2 EUR\nVisa 5 EUR", "7"),
                            ("incl. breakfast 5 EUR\nBread 2 EUR", "7")):
            self.assertEqual(self.total(text), exact, text)

    def test_taxes_inside_a_total_are_not_added(self):
        for text, exact in (
                ("Milch 1,19 EUR\nBrot 2,49 EUR\nSUMME 3,68 EUR\nNetto 3,44 EUR\nMwSt 7% 0,24 EUR", "3.68"),
                ("Milk 50.00 EUR\nBread 50.00 EUR\nTotal 100.00 EUR\nVAT 19% 15.97 EUR", "100"),
                ("Café 1,50 €\nTostada 2,30 €\nBase imponible 3,45 €\nIVA 10% 0,35 €\nTotal 3,80 €", "3.8"),
                ("Kaffe 35,00 SEK\nBulle 28,00 SEK\nTotalt 63,00 SEK\nVarav moms 12% 6,75 SEK", "63"),
                ("Chleb 4,50 zł\nMleko 6,40 zł\nSUMA 10,90 zł\nw tym VAT 0,80 zł", "10.9"),
                ("Caffè 1,20\nCornetto 1,50\nTOTALE 2,70\ndi cui IVA 0,25\nContanti 5,00\nResto 2,30", "2.7"),
                ("Koffie 2,75\nTaart 4,25\nTotaal 7,00\nPIN 7,00\nBTW 9% 0,58", "7")):
            self.assertEqual(self.total(text, "--numbers", "de_DE"), exact, text)
            self.assertIn("repeats amounts above", self.kurs("calc", text, "--numbers", "de_DE"))
        for text, exact in (("A1 50.00 EUR\nA2 50.00 EUR\nTotal 100.00 EUR\nVAT 19% 19.00 EUR\nGrand total 119.00 EUR", "119"),
                            ("Bed 50.00 EUR\nTea 50.00 EUR\nSubtotal 100.00 EUR\nVAT 19% 19.00 EUR", "119"),
                            ("Bed 50.00 EUR\nTea 50.00 EUR\nTotal 100.00 EUR\nTax 8.00 EUR\nVisa 108.00 EUR", "108"),
                            ("Net 100 EUR\nVAT 19 EUR\nTotal 119 EUR", "119")):
            self.assertEqual(self.total(text), exact, text)

    def test_rows_without_an_amount_are_left_out_and_row_numbers_are_ignored(self):
        said = self.kurs("calc", "REWE Markt\nMilk 1.19 EUR\nBread 2.49 EUR\nThank you!")
        self.assertIn("= 3.68 EUR", said)
        for row in ("row 1 was left out, because it has no amount: REWE Markt", "row 4 was left out, because it has no amount: Thank you!"):
            self.assertIn(row, said)
        for text in ("hello\nworld", "hello"):
            self.kurs("calc", text, code=64)
        for text in ("1. Flight 450 EUR\n2. Hotel 360 EUR\n3) Taxi 35 EUR", "1) Flight 450 EUR\n2) Hotel and taxi 395 EUR"):
            self.assertEqual(self.total(text), "845", text)
        self.kurs("calc", "1. 5 EUR\n2. 7 EUR", code=64)

    def test_rows_with_semicolons_are_read_as_a_table(self):
        for text, exact in (("Datum;Text;Betrag\n30.10.2026;A;-12,50\n29.10.2026;B;7,50", "-5"),
                            ('"Datum";"Text";"Betrag";"Währung"\n"30.10.2026";"A";"-12,50";"EUR"\n"29.10.2026";"B";"7,50";"EUR"', "-5"),
                            ("A;12,50 EUR\nB;7,50 EUR", "20"), ("Hotel;EUR;12,50", "12.5"), ("12,50;EUR;Hotel", "12.5")):
            self.assertEqual(self.total(text, "--numbers", "de_DE"), exact, text)
        self.kurs("calc", "10 EUR; 20 EUR", code=64)

    def test_a_column_of_currency_codes_decides_the_meaning_of_an_ambiguous_sign(self):
        for text, exact, code in (
                ("Tea\t2500 fils\tAED\nCup\t100 fils\tAED", "26", "AED"), ("Tea\t50 cents\tCAD", "0.5", "CAD"),
                ("Tea\t$5.00\tCAD\nCup\t$2.50\tCAD", "7.5", "CAD"), ("Tea\t($5.00)\tAUD", "-5", "AUD"), ("Tea\t5 kr\tDKK", "5", "DKK")):
            total = json.loads(self.kurs("calc", text, "--json"))["totals"][0]
            self.assertEqual((total["exact"], total["currency"]), (exact, code), text)
            self.assertNotIn("read as USD", self.kurs("calc", text))
        for text in ("Tea\t€5.00\tUSD", "Tea\t5.00 CHF\tEUR"):
            self.kurs("calc", "-", typed=text + "\n", code=65)
            self.assertIn("row 1 was left out" if "row 1" in self.complaint else "Line 1", self.complaint)

    def test_an_amount_with_a_sign_and_a_code_keeps_its_minus_and_currency(self):
        for text, exact, code in (
                ("Shop -$25.00 USD", "-25", "USD"), ("Payment to Shop -$25.00 USD\nRefund from Ben $10.00 USD", "-15", "USD"),
                ("CAD $25.00", "25", "CAD"), ("CAD -$25.00", "-25", "CAD"), ("Shop CAD $25.00", "25", "CAD"),
                ("Shop\tAUD -$25.00", "-25", "AUD"), ("Shop EUR -25.00", "-25", "EUR"), ("Shop -€25.00 EUR", "-25", "EUR"),
                ("Pen $18.00\nBook $2.00", "20", "USD"), ("Sum 63,00 kr", "63", "SEK"), ("Shop - $25.00 USD", "25", "USD"), ("3万円", "30000", "JPY")):
            total = json.loads(self.kurs("calc", text, "--json", *(["--numbers", "sv_SE"] if "," in text else [])))["totals"][0]
            self.assertEqual((total["exact"], total["currency"]), (exact, code), text)
        self.kurs("calc", "Bread 2 Euro 50", code=64)
        self.assertEqual(self.total("Invoice 4711 EUR 120.00"), "120")
        said = self.kurs("calc", "30/10/2026\nMilk 1.00 EUR\nBread 2.00 EUR")
        self.assertIn("= 3.00 EUR", said)
        self.assertIn("row 1 was left out", said)

    def test_billions_are_read_after_a_currency_sign(self):
        self.assertEqual(self.total("$1.2B"), "1200000000")
        said = self.kurs("calc", "Company\tRevenue\tProfit\nA\t$1.2B\t$200M\nB\t$3.4B\t$500M")
        self.assertIn("$200M was left out", said)
        self.kurs("calc", "Bread 2.49B", code=64)

    def test_several_amounts_in_a_sentence_are_refused(self):
        for text in ("average of 10 EUR and 20 EUR", "what percent of 50 EUR is 5 EUR", "Room 100 EUR deposit 50 EUR"):
            self.kurs("calc", text, code=64)
            self.assertIn("could be the amount", self.complaint, text)

    def test_debits_of_a_pasted_statement_are_negative(self):
        for head, out, into in (("D/C", "D", "C"), ("S/H", "S", "H"), ("Af Bij", "Af", "Bij"), ("Type", "Debit", "Credit")):
            text = f"Date\tText\tAmount\t{head}\n2026-10-30\tShop\t12.50 EUR\t{out}\n2026-10-29\tJob\t1500.00 EUR\t{into}"
            self.assertEqual(self.total(text), "1487.5", text)
            self.assertEqual(self.total(text.replace("12.50", "-12.50")), "1487.5", text)
        for text in ("30.10.2026\tShop\t12.50 DR\n29.10.2026\tJob\t1500.00 CR", "30.10.2026\tShop\t12.50 S\n29.10.2026\tJob\t1500.00 H",
                     "Date\tDébit\tCrédit\n30.10.2026\t12.50\t\n29.10.2026\t\t1500.00",
                     "Data\tUscite\tEntrate\n30.10.2026\t12.50\t\n29.10.2026\t\t1500.00"):
            self.assertEqual(self.total(text), "1487.5", text)
        self.kurs("calc", "30.10.2026\tShop\t12.50 S", code=64)
        self.assertEqual(self.total("Date\tAmount (p)\n2026-10-30\t6459"), "64.59")

    def test_a_single_letter_is_not_a_target_currency(self):
        for text in ("12.50 EUR S", "12.50 EUR in R", "12.50 EUR D", "100 EUR in L"):
            self.kurs("calc", text, code=64)
        for text, code in (("12.50 D", "GMD"), ("R 12.50", "ZAR")):
            self.assertIn(f"read as {code}", self.kurs("calc", text))
        for text in ("100 EUR in USD in Q3", "100 EUR in USD in Q3 2024", "100 EUR in USD in H1 2024", "100 EUR in USD in W12",
                     "100 EUR in USD 10/2024"):
            self.kurs("calc", text, code=64)
            self.assertIn("one day", self.complaint, text)

    def test_text_with_more_than_10000_lines_is_refused(self):
        self.assertEqual(self.total("\n".join(["1 EUR"] * 1001)), "1001")
        self.kurs("calc", "\n".join(["1 EUR"] * 10001), code=64)
        self.assertIn("10000", self.complaint)

    def test_each_ambiguous_amount_is_reported_with_its_line(self):
        self.rows("1,234 EUR", "(5 EUR)", "20 cents", "Shop\t$4.50\t100.00")
        for said in ('Line 1: "1,234" is read as 1234, not 1.234', "Line 2: brackets", 'Line 3: "cents" is counted', "Line 4: 100.00 was left out"):
            self.assertIn(said, self.complaint)
        said = self.kurs("calc", "-", "--json", typed="1,234 EUR\n")
        self.assertIn('"1,234" is read as 1234, not 1.234', json.loads(said)["notes"])
        self.rows("Pens\t4.50\t9.00", code=65)
        self.assertIn("columns", self.complaint)
        self.assertEqual(self.rows("1\tPens\t2\t3\t6"), ["6"])


class SpokenTests(Terminal):
    def test_questions_in_everyday_language_are_read(self):
        for words in (("usd/eur",), ("USDEUR",), ("usd", "in", "eur"), ("1 usd eur",), (" 1 USD EUR",),
                      ("1\u00a0USD in EUR",), ("what is 1 dollar in euros",), ("one dollar in eur",)):
            self.assertRegex(self.kurs(*words), r"(?m)^= [0-9.]+ EUR$", words)
        self.assertEqual(self.kurs("convert", "100", "usd", "to", "eur"), self.kurs("convert", "100", "usd", "eur"))
        self.assertEqual(self.kurs("convert", "usd", "eur"), self.kurs("convert", "1", "usd", "eur"))
        self.assertEqual(self.kurs("calc", "100", "EUR", "to", "USD"), self.kurs("calc", "100 EUR to USD"))
        for words, first in ((("½", "EUR"), "0.50 EUR"), (("1 000 000 jpy",), "1000000 JPY"), (("1", "000", "000", "jpy"), "1000000 JPY"),
                             (("15% tip on 48.50 EUR",), "7.28 EUR"), (("fifty dollars",), "50.00 USD"),
                             (("100 EUR plus 50 EUR",), "150.00 EUR"), (("half a million yen",), "500000 JPY")):
            self.assertIn(f"= {first}", self.kurs(*words), words)

    def test_shares_and_tips_and_taxes_in_typed_sentences_are_calculated(self):
        for words, first in (
                ("20 percent of 50 EUR", "10.00"), ("20 per cent of 50 EUR", "10.00"), ("50 EUR minus 20 percent", "40.00"),
                ("20% off 50 EUR", "40.00"), ("50 EUR with 20% tip", "60.00"), ("50 EUR plus 20% tip", "60.00"),
                ("tip 20% on 50 EUR", "10.00"), ("tip of 15% on 80 EUR", "12.00"), ("19% VAT on 100 EUR", "19.00"),
                ("half of 50 EUR", "25.00"), ("two thirds of 90 EUR", "60.00"), ("a quarter of 100 EUR", "25.00"),
                ("1/2 EUR", "0.50"), ("1 1/2 EUR", "1.50"), ("split 90 EUR by 3", "30.00"), ("90 EUR split 3 ways", "30.00"),
                ("three and a half euros", "3.50"), ("a dozen euros", "12.00"), ("two and a half million euros", "2500000.00"),
                ("half a euro", "0.50"), ("hundred euros", "100.00"), ("5 euros and 20 cents", "5.20"), ("3 euros 50 cents", "3.50")):
            self.assertIn(f"= {first} EUR", self.kurs(words), words)
        self.assertIn("= 5.50 GBP", self.kurs("5 pounds 50 pence"))
        for words, first in (
                ("increase 50 EUR by 10%", "55.00"), ("reduce 50 EUR by 10%", "45.00"), ("10% more than 50 EUR", "55.00"),
                ("sum of 10 EUR and 20 EUR", "30.00"), ("the total of 10 EUR, 20 EUR and 30 EUR", "60.00"),
                ("120 EUR / 4 people", "30.00"), ("5 and a half euros", "5.50")):
            self.assertIn(f"= {first} EUR", self.kurs(words), words)
        for words, first in (("Summe aus 10 Euro und 20 Euro", "30.00"), ("120 Euro durch 4 Personen", "30.00"),
                             ("das Doppelte von 50 Euro", "100.00"), ("10 % mehr als 50 Euro", "55.00")):
            self.assertIn(f"= {first} EUR", self.kurs(words, language="de"), words)
        for words, first in (("خمسة يورو ونصف", "5.50"), ("مئتا يورو", "200.00")):
            self.assertIn(f"= {first} EUR", self.kurs(words, language="ar"), words)
        for words, first in (
                ("10 Prozent von 50 Euro", "5.00"), ("10% Trinkgeld auf 48,50 Euro", "4.85"), ("die Hälfte von 50 Euro", "25.00"),
                ("100 EUR zuzüglich 19 % MwSt.", "119.00"), ("100 EUR abzgl. 3 % Skonto", "97.00"),
                ("anderthalb Euro", "1.50"), ("zweihundertfünfzig Euro", "250.00"), ("eineinhalb Millionen Euro", "1500000.00"),
                ("3 Euro und 50 Cent", "3.50"), ("ein Drittel von 90 Euro", "30.00"), ("zwei hundert Euro", "200.00")):
            self.assertIn(f"= {first} EUR", self.kurs(words, language="de"), words)
        for words, first in (("15 بالمئة من 100 يورو", "15.00"), ("خمسة وعشرون يورو", "25.00"), ("مئتان وخمسون يورو", "250.00")):
            self.assertIn(f"= {first} EUR", self.kurs(words, language="ar"), words)

    def test_the_question_how_many_USD_is_20_EUR_gives_the_converted_amount(self):
        dollars = self.kurs("20 EUR in USD")
        for words in ("how many USD is 20 EUR", "how many USD in 20 EUR", "convert 20 EUR to USD please", "20 EUR worth in USD",
                      "exchange 20 EUR for USD", "20 EUR -> USD", "20 EUR = ? USD", "price of 20 EUR in USD", "value of 20 EUR in USD",
                      "20 EUR in 美元", "EURUSD 20", "EUR/USD 20", "20 EUR-USD", "20 EUR against USD"):
            self.assertEqual(self.kurs(words), dollars, words)
        rate = self.kurs("USD in EUR")
        for words in ("exchange rate USD EUR", "USD to EUR exchange rate", "what is the exchange rate of USD to EUR", "usd-eur"):
            self.assertEqual(self.kurs(words), rate, words)
        for words in ("Kurs USD EUR", "Wechselkurs von USD zu EUR", "USD gegen EUR"):
            self.assertEqual(self.kurs(words, language="de"), rate, words)
        self.assertEqual(self.kurs("wie viele USD sind 20 EUR", language="de"), dollars)
        self.assertEqual(self.kurs("50p", "in", "GBP").splitlines()[0], "= 0.50 GBP")

    def test_dates_in_everyday_notations_are_read(self):
        for day in ("10/30/2024", "30/10/2024", "2024/10/30", "30 Oct 2024", "the 30th of October 2024", "Oct 30, 2024"):
            self.assertEqual(json.loads(self.kurs("calc", f"100 EUR in USD on {day}", "--json"))["lines"][0]["on"], "2024-10-30", day)
        self.assertEqual(
            json.loads(self.kurs("calc", "on 2024-10-30 100 EUR in USD", "--json"))["lines"][0]["on"], "2024-10-30")
        for day in ("in 2020", "in October 2024", "last month", "on 2020"):
            self.kurs("calc", f"100 EUR in USD {day}", code=64)
            self.assertIn("one day", self.complaint, day)
        self.kurs("calc", "100 EUR in 2020 in USD", code=64)
        self.kurs("calc", "100 EUR in USD on 2/3/2024", code=64)
        self.kurs("calc", "100 EUR in USD on tomorrow", code=69)
        self.assertIn("future", self.complaint)

    def test_old_currencies_are_found_by_name(self):
        for words, code in (("Dutch guilders", "NLG"), ("Italian lire", "ITL"), ("Spanish pesetas", "ESP"), ("Irish pounds", "IEP")):
            self.assertRegex(self.kurs("convert", "1", words, "EUR"), rf"^1(\.00)? {code} = ", words)
        for words, code in (("österreichische Schilling", "ATS"), ("holländische Gulden", "NLG"), ("französische Francs", "FRF")):
            self.assertIn(code, self.kurs("convert", "1", words, "EUR", language="de").splitlines()[0])
        self.kurs("calc", "100 Kronen in EUR", code=64, language="de")
        self.assertIn("NOK", self.complaint)
        self.assertIn("NOK, not DKK", self.kurs("calc", "100 kroner"))
        self.assertNotIn("not", self.kurs("calc", "100 kronor"))

    def test_the_age_of_an_old_rate_is_printed_and_max_age_refuses_it(self):
        self.assertRegex(self.kurs("convert", "1", "EUR", "USD"), r"\d+ days old")
        self.assertRegex(self.kurs("calc", "1 EUR in USD"), r"\d+ days old")
        self.assertNotIn("old", self.kurs("convert", "1", "EUR", "DEM"))
        self.assertNotIn("old", self.kurs("convert", "1", "EUR", "USD", "--on", "2026-10-29"))
        for command in (("convert", "1", "EUR", "USD"), ("calc", "1 EUR in USD"), ("paid", "1", "EUR", "1", "USD")):
            self.kurs(*command, "--max-age", "5", code=69)
            self.assertIn("refresh", self.complaint)
            self.kurs(*command, "--max-age", "3000")
        self.kurs("convert", "1", "EUR", "USD", "--on", "2026-10-25", "--max-age", "1", code=69)
        self.kurs("convert", "1", "EUR", "USD", "--on", "2026-10-25", "--max-age", "2")
        self.kurs("convert", "1", "EUR", "USD", "--max-age", "-1", code=64)
        self.kurs("settings", "set", "max-age", "5")
        self.kurs("convert", "1", "EUR", "USD", code=69)
        self.kurs("convert", "1", "DEM", "EUR")
        listed = self.kurs("rates", "EUR")
        self.assertIn("DEM", listed)
        self.assertNotIn("USD", listed)
        self.assertRegex(self.complaint, r"\d+ rates are too old")
        self.kurs("rates", "EUR", "--on", "2026-10-25")
        self.assertNotIn("too old", self.complaint)
        table = "date,amount,currency\n2026-10-25,1,EUR\n2026-10-23,1,EUR\n"
        said = self.kurs("convert", "--csv", "--to", "USD", "--max-age", "1", "--quiet", typed=table, code=65)
        self.assertIn("2 days old", said.splitlines()[1])
        self.assertNotIn("old", said.splitlines()[2])

    def test_error_messages_in_the_terminal_suggest_a_solution(self):
        self.kurs("convert", "abc", "EUR", "USD", code=64)
        self.assertIn("not an amount", self.complaint)
        self.kurs("convert", "1", "EUR", "USD", "--provider", "ebc", code=64)
        self.assertIn("mean ecb", self.complaint)
        self.kurs("convert", "1", "EUR", "USD", "--source", "ecb", code=64)
        self.assertIn("--provider", self.complaint)
        self.kurs("history", "EUR", "USD", "--from", "2026-10-30", "--to", "2026-10-28", code=64)
        self.assertIn("after the last day", self.complaint)
        self.kurs("usd", "eur", "at", "5", "foo", code=64)
        self.kurs("convert", "1", "EUR", "USD and GBP")
        for noun in ("saved", "alerts", "own-rates"):
            self.assertNotIn("USAGE", self.kurs(noun))

    def test_everyday_currency_names_are_read(self):
        for name, code in (("British pounds", "GBP"), ("Chinese yuan", "CNY"), ("Japanese yen", "JPY"), ("sterling", "GBP"),
                           ("South African rand", "ZAR"), ("Polish zloty", "PLN"), ("ringgit", "MYR"), ("Swedish kronor", "SEK")):
            self.assertIn(f" {code}", self.kurs("convert", "1", "EUR", name).splitlines()[0])

    def test_a_mistyped_command_gets_a_suggestion(self):
        for words, meant in ((("hstory", "EUR", "USD"), "history"), (("convrt", "1", "EUR", "USD"), "convert"),
                             (("provders",), "providers"), (("settings", "lst"), "settings list"), (("alrts",), "alerts")):
            self.kurs(*words, code=64)
            self.assertIn(meant, self.complaint)
        self.kurs("convert", "1", "EUR", "USD", "--provider", "ECB")

    def test_the_date_today_gives_the_same_result_as_no_date(self):
        self.assertEqual(self.kurs("calc", "100 EUR in USD today"), self.kurs("calc", "100 EUR in USD"))
        self.assertEqual(self.kurs("convert", "1", "EUR", "USD", "--on", "today"), self.kurs("convert", "1", "EUR", "USD"))
