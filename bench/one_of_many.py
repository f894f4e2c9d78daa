# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures one operation among many data: saving a list among 10,000, and the history of a pair among 70 currencies."""
import datetime
import json
import os
import statistics
import subprocess
import uuid

import anchors

LISTS = 10_000
CURRENCIES = ("USD JPY BGN CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD"
              " PHP SGD THB ZAR AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BSD BTN BWP BZD"
              " CDF CLP COP CRC CUP CVE DJF DOP DZD EGP ERN ETB FJD FKP GEL GIP GMD GNF GTQ GYD").split()
DAYS = 7_260


def run(program, home, *arguments):
    subprocess.run([program, *arguments], env=home, check=True, stdin=subprocess.DEVNULL, capture_output=True)


class Saving:
    """Profiles with one list and with many. In each, `kurs-cli calc --save` saves another list."""

    def __init__(self, program, home, folder):
        self.program, self.home, self.profiles = program, home, {}
        for count in (1, LISTS):
            profile = self.profiles[count] = f"{folder}/lists-{count}"
            self.save(profile)
            path = f"{folder}/backup.json"
            run(program, home, "backup", "export", "--data-dir", profile, path)
            with open(path) as file:
                backup = json.load(file)
            one = backup["objects"][0]
            backup["objects"] = [one | {"id": str(uuid.UUID(int=number))} for number in range(2, count + 1)]
            os.remove(path)
            with open(path, "w") as file:
                json.dump(backup, file)
            if count > 1:
                run(program, home, "backup", "import", "--data-dir", profile, path)
            # The first save afterwards may read all lists.
            self.save(profile)

    def save(self, profile):
        return anchors.command([self.program, "calc", "100 EUR + 20 USD in JPY", "--save", "Trip", "--data-dir", profile],
                               self.home)

    def measure(self, count):
        return self.save(self.profiles[count])


class History:
    """A user's series in 70 currencies, and the same pair in the bundled history."""

    def __init__(self, program, home, folder):
        self.program, self.home, self.profile = program, home, f"{folder}/series"
        path, first = f"{folder}/series.csv", datetime.date(2006, 1, 2)
        with open(path, "w") as file:
            file.write("date,from,to,rate\n")
            for number in range(DAYS):
                day = first + datetime.timedelta(number)
                for index, code in enumerate(CURRENCIES):
                    file.write(f"{day},EUR,{code},{(index + 1) * 1.25 + number % 997 / 1000:.4f}\n")
        run(program, home, "import", "--as", "own", "--data-dir", self.profile, path)
        run(program, home, "history", "EUR", "USD", "--data-dir", self.profile)

    def measure(self, provider):
        return anchors.command([self.program, "history", "EUR", "USD", "--provider", provider, "--data-dir", self.profile],
                               self.home)


def in_turn(measure, names, runs):
    """Returns the median milliseconds and MiB of each measurement."""
    results = {name: [] for name in names}
    for _ in range(runs + 1):
        for name in names:
            results[name].append(measure(name))
    return {name: tuple(statistics.median(one[index] for one in all[1:]) for index in (0, 1))
            for name, all in results.items()}


def rows(program, home, folder, runs=5):
    """Returns each measurement's name, milliseconds and MiB, and those of its anchor."""
    lists = in_turn(Saving(program, home, folder).measure, (1, LISTS), runs)
    rates = in_turn(History(program, home, folder).measure, ("own", "ecb"), runs)
    return [
        (f"saving a list among {LISTS:,}", lists[LISTS], "among one", lists[1]),
        (f"history of a pair, own series of {DAYS * len(CURRENCIES):,} rates", rates["own"], "of the ECB", rates["ecb"]),
    ]
