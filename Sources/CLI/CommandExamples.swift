// SPDX-License-Identifier: GPL-3.0-or-later

enum CommandExamples {
  /// Returns the examples in a command's help. Empty for a command that only Kurs runs.
  static func lines(_ command: String) -> [String] { (all[command] ?? []).map { "kurs-cli \($0)" } }

  private static let all: [String: [String]] = [
    "convert": ["convert 100 EUR USD,GBP --on 2026-10-30", "convert --csv statement.csv --to EUR --output converted.csv"],
    "calc": ["calc \"100 EUR + 50 USD in GBP\"", "calc \"15% tip on 48.50 EUR\""],
    "paid": ["paid 100 USD 92.40 EUR --on 2026-10-25", "paid 100 USD EUR"],
    "history": ["history EUR USD --range 1m", "history EUR USD --from 2026-01-01 --csv"],
    "averages": ["averages EUR USD --year 2025 --by quarter", "averages EUR CHF --year 2025-Q3 --csv"],
    "chart": ["chart EUR USD --range 5y -o rate.svg", "chart EUR USD,GBP,CHF -o rates.png"],
    "currencies": ["currencies", "currencies dollar"],
    "rates": ["rates EUR", "rates USD --on 2026-10-30 --csv"],
    "import": ["import eurofxref-hist.zip", "import eurofxref.xml --provider ecb"],
    "refresh": ["refresh", "refresh --provider nbp --on 2026-10-01..2026-10-31"],
    "providers": ["providers", "settings set providers ecb,nbp"],
    "quarantine": ["quarantine", "quarantine accept 1"],
    "saved": ["saved", "calc \"100 EUR in USD\" --save Trip"],
    "own-rates": ["own-rates set EUR USD 1.1", "own-rates remove EUR USD"],
    "alerts": ["alerts add EUR USD --above 1.2", "alerts list"],
    "backup": ["backup export kurs.json", "backup import kurs.json"],
    "account": ["account", "account sign-out"],
    "sync": ["sync", "sync --data-dir ~/kurs"],
    "settings": ["settings", "settings set side selling"],
    "cache": ["cache", "cache clear"],
    "log": ["log", "log --lines 20"],
    "queue": ["queue", "queue list --json"],
    "analytics": ["analytics", "analytics show --json"],
  ]
}
