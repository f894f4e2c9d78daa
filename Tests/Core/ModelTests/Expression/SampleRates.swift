// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Made-up currencies and rates, with results that are easy to check by mental arithmetic.
enum Sample {
  static let catalogue = CurrencyCatalogue(
    records: [
      record("EUR", "Euro", 2, ["€"], ["DE", "FR"]), record("USD", "US Dollar", 2, ["$", "US$"], ["US"]),
      record("CAD", "Canadian Dollar", 2, ["$", "CA$"], ["CA"]),
      record("GBP", "Pound Sterling", 2, ["£"], ["GB"]),
      record("EGP", "Egyptian Pound", 2, ["£", "ج.م"], ["EG"]), record("JPY", "Yen", 0, ["¥", "円"], ["JP"]),
      record("CNY", "Yuan Renminbi", 2, ["¥", "元"], ["CN"]),
      record("CHF", "Swiss Franc", 2, ["Fr."], ["CH"], cash: 5),
      record("SEK", "Swedish Krona", 2, ["kr"], ["SE"], cash: 100),
      record("NOK", "Norwegian Krone", 2, ["kr"], ["NO"]),
      record("DKK", "Danish Krone", 2, ["kr."], ["DK"], cash: 50),
      record("INR", "Indian Rupee", 2, ["₹"], ["IN"]),
      record("RUB", "Russian Ruble", 2, ["₽"], ["RU"]), record("TRY", "Turkish Lira", 2, ["₺"], ["TR"]),
      record("KWD", "Kuwaiti Dinar", 3, ["د.ك"], ["KW"]), record("PLN", "Zloty", 2, ["zł"], ["PL"]),
      record("PEN", "Sol", 2, ["S/"], ["PE"]), record("XAU", "Gold", 0, [], [], kind: .metal),
      record("HTG", "Gourde", 2, ["G"], ["HT"]), record("IRR", "Iranian Rial", 2, ["﷼"], ["IR"]),
    ],
    legalRates: [])

  /// Names in lower case, as in the iso-codes translations.
  static let names: [String: [String: Currency]] = [
    "de": ["schweizer franken": .chf, "us-dollar": .usd, "pfund sterling": .gbp, "yen": .jpy],
    "fr": ["franc suisse": .chf, "livre sterling": .gbp, "dollar américain": .usd],
    "ru": ["доллар сша": .usd, "евро": .eur, "швейцарский франк": .chf],
    "ja": ["ユーロ": .eur, "米ドル": .usd, "スイスフラン": .chf],
    "ar": ["يورو": .eur, "دولار أمريكي": .usd],
    "en": [
      "us dollar": .usd, "swiss franc": .chf, "pound sterling": .gbp, "indian rupee": Currency("INR") ?? .eur,
    ],
  ]

  static func reader(_ locale: String, chosen: [String: Currency] = [:]) -> CalculationReader {
    let name = LocaleName(posix: locale)
    return CalculationReader(
      symbols: NumberSymbols(locale: name),
      preferences: SymbolPreferences(region: name.region, chosen: chosen),
      names: names[name.language] ?? [:], catalogue: catalogue, words: words[name.language] ?? .english)
  }

  private static let words: [String: ReaderWords] = [
    "de": ReaderWords(into: ["nach"], on: ["am"], of: ["von"], language: "de"),
    "ar": ReaderWords(language: "ar"),
    "fr": ReaderWords(into: ["en"], on: ["le"], of: ["de"]),
    "ru": ReaderWords(into: ["в"], on: ["на"], of: ["от"]),
  ]

  /// 1 EUR = 1.25 USD = 160 JPY = 0.8 GBP = 50 TRY …. On 2008-09-15, 1 EUR was 1.6 USD and 150 JPY.
  static let rates = rates(own: [], today: Day(number: 0))

  /// Returns the sample rates together with custom rates. `own`: the custom rates, which take precedence over the
  /// sample rates. `today`: the day on which the custom rates must be valid.
  static func rates(own: [CustomRate], today: Day = Day(number: 0)) -> ResolvedRates {
    ResolvedRates { day in
      var resolver = resolver(on: day)
      resolver.own = own.holding(on: today)
      return resolver
    }
  }

  private static func resolver(on day: Day?) -> Resolver {
    if let day, day < first {
      return Resolver(
        day: day, today: newest, lacking: .outsideHistory(day, provider: .ecb, first: first, newest: newest),
        catalogue: catalogue)
    }
    return Resolver(day.map { $0 < changed } ?? false ? early : late, day: day)
  }

  private static let first = Day(iso: "1999-01-04") ?? Day(number: 0)
  private static let changed = Day(iso: "2010-01-01") ?? Day(number: 0)
  private static let newest = Day(iso: "2026-10-30") ?? Day(number: 0)
  private static let provider = Provider(
    id: .ecb, publisher: "Made up", home: .eur, firstDay: first, carryLimit: 10, terms: "", attribution: "")
  private static let early = table("2008-09-15", ["USD": "1.6", "JPY": "150", "GBP": "0.8", "CHF": "1.6"])
  private static let late = table(
    "2026-10-30",
    [
      "USD": "1.25", "JPY": "160", "GBP": "0.8", "CHF": "0.96", "TRY": "50", "INR": "100", "CAD": "1.6",
      "SEK": "11",
      "NOK": "11.5", "DKK": "7.45", "RUB": "80", "EGP": "60", "CNY": "8", "KWD": "0.384", "PLN": "4.25",
    ])

  private static func table(_ day: String, _ values: [String: String]) -> RateTable {
    let day = Day(iso: day) ?? Day(number: 0)
    let quotes = values.compactMap { code, value -> Quote? in
      guard let counter = Currency(code), let value = PublishedNumber(value) else { return nil }
      return Quote(
        provider: .ecb, base: .eur, counter: counter, observation: Observation(day: day, value: value))
    }
    return RateTable(provider: provider, day: day, quotes: quotes, catalogue: catalogue)
  }

  private static func record(
    _ code: String, _ name: String, _ minor: Int, _ symbols: [String], _ countries: [String],
    kind: CurrencyRecord.Kind = .money, cash: Int64? = nil
  ) -> CurrencyRecord {
    CurrencyRecord(
      currency: Currency(code) ?? .eur, kind: kind, name: name, minorUnit: minor, symbols: symbols, countries: countries,
      cashStep: cash.flatMap { Rational($0).divided(by: Rational(100)) })
  }
}
