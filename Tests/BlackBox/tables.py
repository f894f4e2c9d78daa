# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables through `convert --csv`, and calculations from standard input, as scripts and bookkeepers use them."""
import csv
import json
import os
import signal
import subprocess
import sys
import threading
import time

from desktop import speaking
from terminal import PROGRAM, Terminal

STATEMENT = ('Datum;Betrag;Währung;Text\r\n30.10.2026;"1.234,50";EUR;"a;""b"""\r\n15.08.2026;12,00;chf;x\r\n'
             '31.02.2026;1;EUR;\r\n01.10.2026;abc;EUR;\r\n01.10.2026;5;XXQ;\r\n\r\n01.10.2026;(5,5);€\r\n')


class TableTests(Terminal):
    def table(self, text, *arguments, code=0):
        """Returns the resulting rows as dictionaries by column name."""
        self.said = self.kurs("convert", "--csv", *arguments, code=code, typed=text)
        return list(csv.DictReader(self.said.splitlines(), delimiter=";" if ";" in text else ","))

    def test_a_converted_statement_keeps_its_rows_and_gets_converted_values(self):
        rows = self.table(STATEMENT, "--to", "USD", code=65)
        self.assertEqual([row["value"] for row in rows], ["1379,18", "14,78", "", "", "", "-6,21"])
        self.assertEqual([row["observed"] for row in rows],
                         ["2026-10-30", "2026-08-14", "", "", "", "2026-10-01"])
        self.assertEqual((rows[0]["rate"], rows[0]["source"], rows[0]["basis"]), ("1,1172", "ecb", "observed"))
        self.assertEqual([bool(row["error"]) for row in rows], [False, False, True, True, True, False])
        self.assertIn("31.02.2026", rows[2]["error"])
        self.assertIn("XXQ", rows[4]["error"])
        self.assertTrue(self.said.splitlines()[1].startswith('30.10.2026;"1.234,50";EUR;"a;""b""";1379,18;'))
        for said in ('";"', '"Betrag"', "1.234,56", '"Währung"', '"Datum"', "30.10.2026", "3 of 6 rows", "row 4"):
            self.assertIn(said, self.complaint)

    def test_each_value_of_a_table_equals_a_single_conversion(self):
        rows = self.table("date,amount,currency\n2026-10-29,100,DEM\n2022-06-01,7,JPY\n2004-12-30,1000000,TRL\n",
                          "--to", "FRF")
        for row in rows:
            one = self.kurs("convert", row["amount"], row["currency"], "FRF", "--on", row["date"], "--numbers", "plain")
            self.assertTrue(one.splitlines()[0].endswith(f"= {row['value']} FRF"), (row, one))
        self.assertEqual(rows[0]["basis"], "law")

    def test_columns_are_chosen_by_name_or_number(self):
        for arguments in (("--amount", "x", "--from", "y", "--date", "z"), ("--amount", "2", "--from", "3", "--date", "1")):
            rows = self.table("z,x,y,w\n2026-10-29,10,CHF,5\n", *arguments, "--to", "EUR")
            self.assertEqual((rows[0]["value"], rows[0]["observed"]), ("10.84", "2026-10-29"))
        self.table("2026-01-02;1,50;USD\n2026-01-05;1,60;USD", "--to", "EUR")
        self.assertEqual([line.split(";")[3] for line in self.said.splitlines()], ["1,28", "1,37"])

    def test_a_row_may_name_its_target_currency_and_a_currency_in_the_amount_cell(self):
        rows = self.table("date,amount,to\n2026-10-30,12 EUR,GBP\n2026-10-29,$5,CHF\n2026-10-29,5,CHF\n", code=65)
        self.assertEqual([bool(row["value"]) for row in rows], [True, True, False])
        rows = self.table("amount,currency\n12 EUR,USD\n12 EUR,EUR\n", "--to", "GBP", "--on", "2026-10-30", code=65)
        self.assertEqual([bool(row["value"]) for row in rows], [False, True])
        self.assertIn("EUR", rows[0]["error"])

    def test_an_interrupted_conversion_leaves_no_file(self):
        table, result = self.home / "in.csv", self.home / "out" / "out.csv"
        table.write_text("date,amount,currency\n" + "2020-03-03,5,USD\n" * 300_000)
        result.parent.mkdir()
        self.kurs("convert", "1", "USD", "EUR")
        interrupted = 0
        for step in range(10):
            program = subprocess.Popen(
                [PROGRAM, "convert", "--csv", str(table), "--to", "EUR", "--output", str(result)], env=self.environment,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.1 + 0.1 * step)
            program.send_signal(signal.SIGINT)
            interrupted += program.wait(60) != 0
            self.assertIn([each.name for each in result.parent.iterdir()], [[], ["out.csv"]])
        self.assertGreater(interrupted, 2)

    def test_dates_and_numbers_are_read_in_the_format_of_their_column(self):
        rows = self.table("date,amount,currency\n10/30/2026,1,EUR\n1/2/2026,2,EUR\n", "--to", "USD")
        self.assertEqual([row["observed"] for row in rows], ["2026-10-30", "2026-01-02"])
        rows = self.table('date,amount,currency\n2026-10-30,"1,234",EUR\n2026-10-30,"1,5",EUR\n', "--to", "EUR")
        self.assertEqual([row["value"] for row in rows], ["1,23", "1,50"])
        rows = self.table('date,amount,currency\n2026-10-30,"1,234",EUR\n', "--to", "EUR")
        self.assertEqual(rows[0]["value"], "1234.00")
        self.assertIn("1.234", self.complaint)
        rows = self.table('date,amount,currency\n2026-10-30,"1,234",EUR\n2026-10-30,"2,50",EUR\n2026-10-30,2.50,EUR\n',
                          "--to", "EUR", code=65)
        self.assertEqual([row["value"] for row in rows[1:]], ["2.50", "2.50"])
        self.assertTrue(rows[0]["error"])

    def test_added_columns_get_names_that_the_table_does_not_have(self):
        rows = self.table("value,currency\n5,EUR\n", "--to", "EUR")
        self.assertEqual((rows[0]["value"], rows[0]["kurs_value"]), ("5", "5.00"))

    def test_a_faulty_table_is_reported_and_no_file_is_written(self):
        output = self.home / "out.csv"
        for code, text, arguments, said in (
                (65, "", (), "empty"), (65, "\n\n", (), "empty"), (65, "a\0\0b", (), "UTF-8"),
                (65, "a,b\n1,EUR\n", ("--amount", "c"), '"a", "b"'), (65, "a,b\n1,2\n", (), "--amount"),
                (65, "amount\n1\n", (), "--from"), (65, "date,day 2,amount\n", ("--from", "EUR", "--date", "x"), '"x"'),
                (65, 'amount,currency\n1,EUR\n2,"EUR\n', (), "row 3, column 2")):
            self.kurs("convert", "--csv", "--to", "USD", "--output", str(output), *arguments, code=code, typed=text)
            self.assertIn(said, self.complaint.splitlines()[-1], text)
            self.assertEqual(list(self.home.glob("out*")), [])
        self.kurs("convert", "--csv", code=64, typed="amount,currency\n1,EUR\n")
        self.assertIn("--to", self.complaint)
        self.kurs("convert", "--csv", "--to", "USD", str(self.home / "none.csv"), code=66)
        for wrong in (("1", "EUR", "USD", "--amount", "x"), ("--csv", "--json", "--to", "USD"), ("--csv", "a", "b")):
            self.kurs("convert", *wrong, code=64)

    def test_an_endless_row_is_refused_in_little_memory(self):
        def feed(pipe):
            try:
                pipe.write(b"amount,currency\n1,EUR\n")
                for _ in range(100):
                    pipe.write(b"x" * 1_000_000)
            except BrokenPipeError:
                pass
            finally:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass

        program = subprocess.Popen([PROGRAM, "convert", "--csv", "--to", "USD", "--output", str(self.home / "out.csv")],
                                   env=self.environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        threading.Thread(target=feed, args=(program.stdin,), daemon=True).start()
        said = program.stderr.read().decode()
        _, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        program.stderr.close()
        self.assertEqual(program.returncode, 65, said)
        self.assertIn("Row 3", said.splitlines()[-1])
        self.assertLess(used.ru_maxrss, 100_000)
        self.assertFalse((self.home / "out.csv").exists())

    def test_a_converted_table_may_replace_its_input_file(self):
        table = self.home / "in.csv"
        table.write_text("amount,currency\n" + "1,EUR\n" * 50_000)
        self.kurs("convert", "--csv", str(table), "--to", "USD", "--on", "2026-10-30", "--output", str(table))
        lines = table.read_text().splitlines()
        self.assertEqual((len(lines), set(lines[1:])), (50_001, {"1,EUR,1.12,1.1172,ecb,2026-10-30,observed,"}))
        self.assertEqual([each.name for each in self.home.glob("in.csv*")], ["in.csv"])

    def test_an_old_windows_encoding_is_read_and_reported(self):
        (self.home / "old.csv").write_bytes("Währung;Betrag\n€;1,50\n".encode("cp1252"))
        rows = self.kurs("convert", "--csv", str(self.home / "old.csv"), "--to", "EUR")
        self.assertTrue(rows.startswith("Währung;Betrag;value"), rows)
        self.assertIn("Windows-1252", self.complaint)

    def test_custom_rates_and_provider_order_apply_to_tables(self):
        self.kurs("own-rates", "set", "EUR", "USD", "2")
        rows = self.table("amount,currency\n5,EUR\n", "--to", "USD")
        self.assertEqual((rows[0]["value"], rows[0]["source"], rows[0]["basis"]), ("10.00", "own", "own"))
        rows = self.table("amount,currency\n5,EUR\n", "--to", "USD", "--no-own-rates")
        self.assertEqual(rows[0]["source"], "ecb")

    def test_recognised_columns_are_reported_in_the_language_of_the_user(self):
        said = {}
        for language in ("en", "de", "ar"):
            self.environment.update(speaking(self.environment, language))
            self.table(STATEMENT, "--to", "USD", code=65)
            said[language] = self.complaint.splitlines()
        for lines in zip(*said.values()):
            self.assertEqual(len(set(lines)), 3, lines)


class LineTests(Terminal):
    def test_each_line_of_standard_input_is_a_calculation(self):
        lines = self.kurs("calc", "-", "--on", "2026-10-30", code=65,
                          typed="100 EUR in USD\n\n2 + 3\n5 XXQ\n10 EUR in USD, CHF\n1 EUR + 1 USD").splitlines()
        self.assertEqual(lines, ["111.72 USD", "", "5", "", "11.17 USD, 9.19 CHF", "1.90 EUR"])
        self.assertIn("Line 4", self.complaint)
        self.assertIn("1 of 6 lines", self.complaint)

    def test_with_the_option_json_each_line_of_output_is_JSON(self):
        lines = self.kurs("calc", "-", "--json", "--in", "USD", code=65, typed="1 EUR\nx\n").splitlines()
        self.assertEqual([(json.loads(line) or {"totals": None})["totals"] is None for line in lines], [False, True])
        self.kurs("calc", "-", "--save", "x", code=64, typed="1 EUR\n")


class PeriodTests(Terminal):
    def test_converting_on_a_month_or_year_uses_and_explains_the_average(self):
        for period, count in (("2025-09", 22), ("2025-Q3", 66), ("2025", 255)):
            said = self.kurs("convert", "100", "EUR", "USD", "--on", period)
            self.assertIn(f"mean of {count} values", said)
        one = self.kurs("convert", "100", "USD", "EUR", "--on", "2025-09", "--json")
        leg = json.loads(one)["results"][0]["legs"][0]
        self.assertEqual((leg["basis"], leg["values"], leg["first"], leg["last"]), ("mean", 22, "2025-09-01", "2025-09-30"))
        self.assertIn("mean of 22 values", self.kurs("convert", "1", "USD", "EUR", "--on", "2025-09", "--explain"))
        for wrong in ("2025-13", "2025-Q5", "2025-09-30..2025-09-01"):
            self.kurs("convert", "1", "EUR", "USD", "--on", wrong, code=64)
        self.kurs("convert", "1", "EUR", "USD", "--on", "2025-09", "--rule", "before", code=64)
        self.kurs("convert", "1", "EUR", "USD", "--on", "2027", code=69)

    def test_a_date_rule_applies_to_a_conversion_and_to_each_table_row(self):
        self.assertIn("2026-04-02", self.kurs("convert", "1", "EUR", "USD", "--on", "2026-04-07", "--rule", "before"))
        said = self.kurs("convert", "1", "EUR", "USD", "--on", "2026-04-04", "--rule", "eu-oss")
        self.assertIn("2026-06-30", said)
        self.assertIn("2006/112/EC", said)
        table = "date,amount,currency\n2026-04-07,1,EUR\n2026-04-02,1,EUR\n"
        rows = list(csv.DictReader(self.kurs("convert", "--csv", "--to", "USD", "--rule", "before", typed=table).splitlines()))
        self.assertEqual([row["observed"] for row in rows], ["2026-04-02", "2026-04-01"])
        rows = list(csv.DictReader(
            self.kurs("convert", "--csv", "--to", "USD", "--rule", "month-average", typed=table).splitlines()))
        self.assertEqual([row["basis"] for row in rows], ["mean", "mean"])
        self.assertEqual([row["day_rule"] for row in rows], ["month-average"] * 2)
        self.kurs("convert", "1", "EUR", "USD", "--rule", "sometimes", code=64)
        self.kurs("convert", "1", "EUR", "USD", "--on", "2026-04-04", "--rule", "pl-vat", code=69)

    def test_a_table_row_uses_its_own_date_rule_and_reports_unknown_rules(self):
        rows = ("2026-04-04,1,EUR,before", "2026-04-04,1,EUR,", "2026-04-04,1,EUR,EU-OSS", "2026-04-04,1,EUR,never",
                "2026-04-04,1,EUR,pl-vat")

        def table(name, *arguments, code=65):
            text = f"date,amount,currency,{name}\n" + "\n".join(rows) + "\n"
            return list(csv.DictReader(
                self.kurs("convert", "--csv", "--to", "USD", *arguments, code=code, typed=text).splitlines()))

        for found in (table("rule"), table("how", "--rule-column", "how", "--rule", "on"), table("how", "--rule-column", "4")):
            self.assertEqual([row["observed"] for row in found], ["2026-04-02", "2026-04-02", "2026-06-30", "", ""])
            self.assertEqual([row["day_rule"] for row in found], ["before", "on", "eu-oss", "", ""])
            self.assertIn('"never"', found[3]["error"])
            self.assertIn("nbp", found[4]["error"].lower())
            self.assertIn("row 5", self.complaint)
        # The option --rule applies to every row. A column without known rules isn't used as a column of rules.
        self.assertEqual({row["day_rule"] for row in table("rule", "--rule", "after", code=0)}, {"after"})
        self.assertNotIn("day_rule", table("what", code=0)[0])
        self.kurs("convert", "--csv", "--to", "USD", "--rule-column", "x", typed="amount,currency\n1,EUR\n", code=65)
        self.kurs("convert", "--csv", "--to", "USD", "--rule-column", "1", "--on", "2026-03", typed="a\n1\n", code=64)
        self.kurs("convert", "1", "EUR", "USD", "--rule-column", "1", code=64)

    def test_calc_applies_a_date_rule_to_the_date_of_each_line(self):
        line = "100 EUR on 2026-04-07 in USD"
        plain = self.kurs("calc", "100 EUR on 2026-04-02 in USD").splitlines()[0]
        said = self.kurs("calc", line, "--rule", "before")
        self.assertEqual(said.splitlines()[0], plain)
        self.assertIn("rule before", said)
        for arguments in (("100 EUR in USD", "--on", "2026-04-04", "--rule", "eu-oss"), (line, "--rule", "eu-oss")):
            answer = json.loads(self.kurs("calc", *arguments, "--json"))
            self.assertEqual(answer["totals"][0]["observed"], "2026-06-30")
            self.assertTrue([note for note in answer["notes"] if "2006/112/EC" in note], answer["notes"])
        lines = self.kurs("calc", "-", "--rule", "before", typed=f"{line}\n100 EUR on 2026-04-02 in USD\n").splitlines()
        self.assertEqual(f"= {lines[0]}", plain)
        self.assertNotEqual(lines[1], lines[0])
        self.kurs("calc", line, "--rule", "sometimes", code=64)
        self.kurs("calc", line, "--rule", "pl-vat", code=69)

    def test_averages_are_printed_by_month_or_quarter_or_year(self):
        rows = list(csv.DictReader(self.kurs("averages", "EUR", "USD", "--year", "2025", "--csv").splitlines()))
        self.assertEqual([row["first"][:7] for row in rows], [f"2025-{month:02}" for month in range(1, 13)])
        self.assertEqual(len(self.kurs("averages", "EUR", "USD", "--year", "2025", "--by", "quarter").splitlines()), 4)
        for period, step, count in (("2022..2023", "year", 2), ("2022..2023-Q1", "quarter", 5), ("2022-11..2023-02-10", "month", 4)):
            self.assertEqual(len(self.kurs("averages", "EUR", "USD", "--year", period, "--by", step).splitlines()), count, period)
        self.kurs("averages", "EUR", "USD", "--year", "2023..2022", code=64)
        month = self.kurs("convert", "1", "EUR", "USD", "--on", "2025-03", "--json")
        self.assertEqual(json.loads(month)["results"][0]["rate"], rows[2]["mean"])
        self.assertEqual(len(json.loads(self.kurs("averages", "USD", "EUR", "--on", "2024", "--json"))["averages"]), 12)
