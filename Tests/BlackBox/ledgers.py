# SPDX-License-Identifier: GPL-3.0-or-later
"""Histories as prices for plain-text accounting, read by the real accounting programs. Run by terminal.py."""
import pathlib
import re
import subprocess
import sys
from decimal import ROUND_HALF_UP, Decimal

from terminal import Terminal

BOOKED = "2026-10-30 opening\n  assets:a  10000 EUR\n  equity:b\n"
# The rate of a pound in yen on 1 October, by beancount's price map.
ASKED = """
import datetime, sys
from beancount import loader
from beancount.core import prices
entries, errors, _ = loader.load_file(sys.argv[1])
assert not errors, errors
print(prices.get_price(prices.build_price_map(entries), ("GBP", "JPY"), datetime.date(2026, 10, 1))[1])
"""


class LedgerTests(Terminal):
    def prices(self, form, first="EUR", second="USD"):
        return self.kurs("history", first, second, "--from", "2026-10-01", "--to", "2026-10-30", "--format", form)

    def answered(self, text, *command):
        """Returns a program's output for a file with this text."""
        file = pathlib.Path(self.home / "book")
        file.write_text(text)
        done = subprocess.run(
            [file if word == "FILE" else word for word in command], capture_output=True, text=True,
            env=self.environment | {"LC_ALL": "C.UTF-8", "TERM": "dumb"})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def amount(self, said):
        """Returns the only amount. Each program writes decimals and currency in its own way."""
        self.assertIn("USD", said)
        return Decimal(re.search(r"[\d.]+", said).group())

    def test_hledger_and_ledger_can_value_a_balance_with_exported_prices(self):
        said = self.answered(f"{self.prices('hledger')}\n\n{BOOKED}", "hledger", "-f", "FILE", "balance", "assets:a",
                             "--value=2026-10-31,USD", "--no-total")
        self.assertEqual(self.amount(said), 11172)
        said = self.answered(f"{self.prices('ledger')}\n\n{BOOKED}", "ledger", "-f", "FILE", "balance", "assets:a",
                             "--exchange", "USD", "--now", "2026-10-31", "--no-total")
        self.assertEqual(self.amount(said), 11172)

    def test_beancount_reads_exported_prices_with_all_digits(self):
        book = self.prices("beancount", "GBP", "JPY")
        rows = dict(line.split(",")[0::3] for line in self.prices("csv", "GBP", "JPY").splitlines()[1:])
        self.assertEqual(len(book.splitlines()), len(rows) + 1)
        said = self.answered(book + "\n", sys.executable, "-c", ASKED, "FILE")
        self.assertEqual(said.strip(), rows["2026-10-01"])

    def test_exported_prices_begin_with_a_comment_that_names_their_source(self):
        lines = self.kurs("history", "EUR", "HRK", "--from", "2022-12-28", "--format", "hledger").splitlines()
        self.assertEqual(lines[0], "; ecb, middle")
        self.assertIn("; law, middle", lines)
        self.assertLess("P 2022-12-30", lines[lines.index("; law, middle") - 1])
        self.assertTrue(lines[lines.index("; law, middle") + 1].startswith("P 2023-01-02 EUR 7.5345"), lines)

    def test_gnucash_csv_has_the_column_names_of_the_import_assistant(self):
        lines = self.prices("gnucash").splitlines()
        self.assertEqual(lines[0], "Date,Amount,From Namespace,From Symbol,Currency To")
        self.assertEqual(lines[-1], "2026-10-30,1.1172,CURRENCY,EUR,USD")

    def test_exported_prices_for_gnucash_are_rounded_and_lost_digits_reported(self):
        lines = self.prices("gnucash", "GBP", "JPY").splitlines()
        exact = [line.split(",")[3] for line in self.prices("csv", "GBP", "JPY").splitlines()[1:]]
        self.assertTrue(any(len(rate) > 20 for rate in exact), exact)
        said = [line.split(",")[1] for line in lines[1:]]
        self.assertEqual(said, [str(Decimal(rate).quantize(Decimal("1e-4"), ROUND_HALF_UP).normalize()) for rate in exact])
        self.assertEqual(self.complaint, "")
        lines = self.prices("gnucash", "IDR", "EUR").splitlines()
        self.assertTrue(all(re.fullmatch(r"2026-10-\d\d,0\.0000\d\d?,CURRENCY,IDR,EUR", line) for line in lines[1:]), lines)
        self.assertIn("GnuCash stores a price in EUR with only 6 decimals, too few for IDR. "
                      "Print prices of EUR in IDR instead.", self.complaint)

    def test_only_one_output_format_can_be_chosen(self):
        self.kurs("history", "EUR", "USD", "--csv", "--format", "ledger", code=64)
        self.assertIn("Use one of --csv, --json and --format", self.complaint)
        self.kurs("history", "EUR", "USD", "--format", "quicken", code=64)
