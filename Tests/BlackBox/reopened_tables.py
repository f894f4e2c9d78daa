# SPDX-License-Identifier: GPL-3.0-or-later
"""Saved choices of columns for the next table with the same headings, and the reason for a refused table."""
import json

from terminal import Terminal

TABLE = "Day,Sum A,Sum B,Ccy\n2026-10-30,100.00,5.00,EUR\n"


class ReopenedTables(Terminal):
    def values(self, text, *arguments, code=0):
        said = self.kurs("convert", "--csv", "--to", "USD", *arguments, code=code, typed=text)
        return [line.split(",")[4] for line in said.splitlines()[1:]]

    def test_a_remembered_column_is_used_for_the_next_similar_table(self):
        self.values(TABLE, code=65)
        self.assertIn('"Sum A", "Sum B"', self.complaint)
        self.assertEqual(self.values(TABLE, "--amount", "Sum B"), ["5.59"])
        self.values(TABLE, code=65)
        self.assertEqual(self.values(TABLE, "--amount", "Sum B", "--remember"), ["5.59"])
        self.assertNotIn("earlier", self.complaint)
        self.assertEqual(self.values(TABLE), ["5.59"])
        self.assertIn('Your earlier choices are used: amounts from "Sum B". To forget them, use --forget.', self.complaint)
        self.assertEqual(self.values(TABLE, "--amount", "Sum A"), ["111.72"])
        self.assertEqual(self.values(TABLE), ["5.59"])
        self.assertEqual(self.values(TABLE, "--amount", "Sum A", "--remember"), ["111.72"])
        self.assertEqual(self.values(TABLE, "--quiet"), ["111.72"])
        self.values(TABLE, "--forget", code=65)
        self.values(TABLE, code=65)

    def test_the_chosen_currency_and_date_column_and_number_format_are_remembered(self):
        table = "Day,Due,Amount,Text\n2026-10-29,2026-10-30,1.234,a\n"
        self.values(table, "--from", "EUR", "--date", "Due", "--numbers", "de_DE", "--remember")
        self.assertEqual(self.values(table), ["\"1378"])
        for said in ("currency EUR", 'dates from "Due"', "numbers as in de_DE"):
            self.assertIn(said, self.complaint)
        file = self.home / "a.csv"
        file.write_bytes("Tag,Betrag,Währung,Text\n2026-10-30,5,EUR,\xa3\n".encode("latin-1"))
        self.kurs("convert", "--csv", str(file), "--to", "USD", "--encoding", "windows-1250", "--remember")
        said = self.kurs("convert", "--csv", str(file), "--to", "USD")
        self.assertIn("Ł", said)
        self.assertIn("Your earlier choices are used: encoding", self.complaint)

    def test_the_reason_for_a_refused_table_is_written_to_the_report_file(self):
        report = self.home / "report.json"
        report.write_text("old")
        self.values("Date,Amount\n2026-10-30,5\n", "--report", str(report), code=65)
        self.assertIn("currency", json.loads(report.read_text())["errors"][0]["error"])
        self.values("Date,Amount,Currency\n03/04/2026,5,EUR\n", "--report", str(report), "--strict", code=65)
        self.assertIn("day and month", json.loads(report.read_text())["errors"][0]["error"])
        self.values(TABLE, "--report", "-", code=64)

    def test_a_table_is_converted_with_a_warning_if_earlier_choices_cannot_be_read(self):
        (self.home / ".local/share/kurs/person.sqlite").mkdir(parents=True)
        self.assertEqual(self.values(TABLE, "--amount", "Sum B", "--no-own-rates"), ["5.59"])
        self.assertIn("person.sqlite", self.complaint)

    def test_options_that_do_not_apply_to_the_table_are_refused(self):
        self.values(TABLE, "--table", "Foo", code=65)
        self.assertIn("only one table", self.complaint)
        self.values(TABLE, "--sheet", "Foo", code=64)
        self.values(TABLE, "--remember", "--forget", code=64)
        self.kurs("convert", "1", "EUR", "USD", "--remember", code=64)

    def test_the_strict_option_refuses_a_table_with_dates_in_two_orders(self):
        table = "date,amount,currency\n31/12/2024,10,USD\n12/30/2024,10,USD\n"
        self.kurs("convert", "--csv", "--to", "EUR", "--strict", code=65, typed=table)
        self.assertIn("begin with the day", self.complaint)
