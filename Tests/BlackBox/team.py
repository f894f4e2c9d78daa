# SPDX-License-Identifier: GPL-3.0-or-later
"""Team rates from outside: a CSV file, the real server over TLS, and the members' real terminal program.

Run by accounts.py. Uses the computers and server of account.py.
"""
import json
import subprocess

import account
import syncs

USAGE = 64
UNAVAILABLE = 69
RATES = """date,base,quote,value,unit
2026-01-02,EUR,USD,1.0700,1
2026-01-02,EUR,CHF,0.9300,1
2026-03-02,EUR,USD,1.1100,1
2026-01-02,CHF,JPY,17512.5,100
2026-01-02,NOK,SEK,0.97,1
2026-01-02,DKK,SEK,19.4,12
2026-01-02,XAF,EUR,0.03,20
"""


class TeamTest(syncs.SyncTest):
    def setUp(self):
        super().setUp()
        self.upload(RATES)

    def upload(self, rates):
        file = self.folder / "rates.csv"
        file.write_text(rates)
        subprocess.run(
            [account.SERVER, "import-rates", str(file), "--database", str(self.folder / "accounts.sqlite")], check=True,
            stdout=subprocess.DEVNULL)

    def converted(self, desk, *arguments):
        return json.loads(self.done(desk.run("convert", *arguments, "--json")))["results"][0]

    def files_with(self, word, desk):
        return [
            path.name for path in desk.folder.rglob("*")
            if path.is_file() and path.suffix != ".log" and word in path.read_bytes()]

    def test_a_member_on_another_computer_converts_at_the_team_rate(self):
        _, other = self.sign_in()
        self.done(other.run("refresh", "--provider", "team"))
        january = self.converted(other, "100", "EUR", "USD", "--on", "2026-01-31", "--provider", "team")
        self.assertEqual((january["exact"], january["observed"], january["carried"]), ("107", "2026-01-02", True))
        self.assertTrue(january["provider"].startswith("team-"))
        march = self.converted(other, "100", "EUR", "USD", "--on", "2026-03-02", "--provider", "team")
        self.assertEqual((march["exact"], march["observed"]), ("111", "2026-03-02"))
        # The rate is calculated exactly through the franc. A pair that no rates connect has no rate.
        self.assertEqual(
            self.converted(other, "100", "EUR", "JPY", "--on", "2026-01-02", "--provider", "team")["exact"],
            "16286.625")
        self.assertEqual(other.run("convert", "1", "EUR", "NOK", "--provider", "team").returncode, UNAVAILABLE)
        self.assertEqual(self.converted(other, "100", "NOK", "SEK", "--provider", "team")["exact"], "97")
        # Units of twelve and twenty: 0.97 / (19.4 / 12) and 0.03 / 20, to the last digit.
        self.assertEqual(self.converted(other, "100", "NOK", "DKK", "--provider", "team")["exact"], "60")
        self.assertEqual(self.converted(other, "1000", "XAF", "EUR", "--provider", "team")["exact"], "1.5")
        self.assertIn("Team rates of localhost", self.done(other.run("convert", "1", "EUR", "USD", "--provider", "team")))

    def test_team_rates_without_the_home_currency_appear_in_lists_and_charts(self):
        one, _ = self.sign_in()
        self.done(one.run("refresh", "--provider", "team"))

        def listed(base):
            said = json.loads(self.done(one.run("rates", base, "--provider", "team", "--json")))
            return {rate["to"]: rate["rate"] for rate in said["rates"]}

        self.assertEqual(listed("NOK"), {"DKK": "0.6", "SEK": "0.97"})
        self.assertLessEqual({"USD", "CHF", "JPY", "XAF"}, set(listed("EUR")))
        self.assertFalse({"NOK", "SEK", "DKK"} & set(listed("EUR")))
        picture = one.folder / "rates.csv"
        drawn = one.run(
            "chart", "NOK", "DKK", "--provider", "team", "--range", "all", "--output", str(picture))
        self.done(drawn)
        self.assertIn("2026-01-02", picture.read_text())
        self.assertIn("0.6", picture.read_text())

    def test_importing_team_rates_from_a_file_is_refused(self):
        one, _ = self.sign_in()
        said = one.run("import", str(self.folder / "rates.csv"), "--provider", "team")
        self.assertEqual(said.returncode, USAGE)
        self.assertIn("team rates from a file", said.stderr)
        self.assertEqual(len(said.stderr.strip().splitlines()), 1, said.stderr)

    def test_a_rate_that_the_team_does_not_have_comes_from_the_next_provider(self):
        one, _ = self.sign_in()
        self.done(one.run("settings", "set", "providers", "team,ecb"))
        self.done(one.run("refresh", "--provider", "team"))
        # The bank alone has both currencies, so it isn't combined with the team, which has no zloty.
        other = self.converted(one, "1", "USD", "PLN", "--on", "2026-01-02")
        self.assertEqual(other["providers"], ["ecb"])
        self.assertEqual(self.converted(one, "100", "EUR", "USD", "--on", "2026-01-02")["exact"], "107")
        self.upload(RATES.replace("1.0700", "1.0800"))
        self.done(one.run("refresh", "--provider", "team"))
        self.assertEqual(self.converted(one, "100", "EUR", "USD", "--on", "2026-01-02")["exact"], "108")

    def test_team_rates_are_available_to_members_only_and_deleted_at_sign_out(self):
        one, other = self.desks
        self.done(one.account("register", account.EMAIL, "--server", self.server.address))
        self.assertEqual(other.run("convert", "1", "EUR", "USD", "--provider", "team").returncode, USAGE)
        self.assertEqual(other.run("refresh", "--provider", "team").returncode, USAGE)
        self.assertNotIn("Team rates", self.done(other.run("providers")))
        self.done(one.run("settings", "set", "providers", "team,ecb"))
        self.done(one.run("refresh", "--provider", "team"))
        self.assertIn("Team rates", self.done(one.run("providers")))
        self.assertNotEqual(self.files_with(b"17512.5", one), [])
        self.done(one.account("sign-out"))
        self.assertEqual(self.files_with(b"17512.5", one), [])
        self.assertEqual(one.run("convert", "1", "EUR", "USD", "--provider", "team").returncode, USAGE)
        # Without team rates, the next provider in the order is used.
        self.assertEqual(self.converted(one, "1", "EUR", "USD")["provider"], "ecb")
