// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

@testable import KursWorkflow

/// Calculators for tests, with invented rates that give simple results.
enum CalculatorSample {
  static let today = day("2026-10-30")

  static let catalogue = CurrencyCatalogue(
    records: [
      record("EUR", 2, ["€"], ["DE"]), record("USD", 2, ["$"], ["US"]), record("CAD", 2, ["$"], ["CA"]),
      record("GBP", 2, ["£"], ["GB"]), record("JPY", 0, ["¥"], ["JP"]),
      record("CHF", 2, ["Fr."], ["CH"], cash: "0.05"), record("TRY", 2, ["₺"], ["TR"]),
      record("SEK", 2, ["kr"], ["SE"], cash: "1"), record("XAU", 0, [], []),
    ], legalRates: [])

  /// 1 EUR = 1.25 USD = 160 JPY = 0.8 GBP = 50 TRY = 0.96 CHF = 1.6 CAD = 11 SEK.
  static let newest = table(
    "2026-10-30",
    ["USD": "1.25", "JPY": "160", "GBP": "0.8", "TRY": "50", "CHF": "0.96", "CAD": "1.6", "SEK": "11"])
  /// On 15 September 2008: 1 EUR = 1.6 USD = 150 JPY.
  static let early = table("2008-09-15", ["USD": "1.6", "JPY": "150"])

  static let provider = Provider(
    id: .ecb, publisher: "Made up", home: .eur, firstDay: day("1999-01-04"), carryLimit: 10, terms: "",
    attribution: "")

  /// Returns a calculator as on a first start in Germany: 100 EUR in dollars, pounds and yen. `isBare`: without rates.
  static func machine(
    _ stored: [String: String] = [:], locale: String = "en_US", isBare: Bool = false
  ) -> CalculatorMachine {
    let name = LocaleName(posix: locale)
    let names = ["us dollar": Currency.usd, "swiss franc": .chf, "schweizer franken": .chf]
    var machine = CalculatorMachine(
      session: SessionValues(stored),
      defaults: CalculatorDefaults(country: "DE", catalogue: catalogue, rates: inUse(newest)),
      rates: RatesStatus(provider: provider, today: today), catalogue: catalogue,
      amounts: AmountReader(
        symbols: NumberSymbols(locale: name), preferences: SymbolPreferences(region: name.region),
        names: { _ in names }))
    if !isBare { _ = machine.ratesLoaded(Resolver(newest), on: nil, today: today) }
    return machine
  }

  static func inUse(_ table: RateTable) -> RatesInUse { RatesInUse(resolver: Resolver(table), leading: table) }

  static func table(_ day: String, _ values: [String: String]) -> RateTable {
    let day = Day(iso: day) ?? Day(number: 0)
    let quotes = values.compactMap { code, value -> Quote? in
      guard let counter = Currency(code), let value = PublishedNumber(value) else { return nil }
      return Quote(
        provider: .ecb, base: .eur, counter: counter, observation: Observation(day: day, value: value))
    }
    return RateTable(provider: provider, day: day, quotes: quotes, catalogue: catalogue)
  }

  private static func record(
    _ code: String, _ minorUnit: Int, _ symbols: [String], _ countries: [String], cash: String? = nil
  ) -> CurrencyRecord {
    CurrencyRecord(
      currency: currency(code), name: code, minorUnit: minorUnit, symbols: symbols, countries: countries,
      cashStep: cash.flatMap { Rational(text: $0) })
  }
}

extension CalculatorMachine {
  mutating func send(all events: [CalculatorEvent]) {
    for event in events { _ = send(event) }
  }

  /// Each line with its value in the total's currency, as in `+1000 TRY=20.00 -100 EUR=-100.00`.
  var linesText: String {
    let currency = state.total?.currency ?? state.source
    return state.lines.map { line in
      let value =
        switch line.outcome {
        case .value(_, let inTotal, _): inTotal.text(places: catalogue.minorUnit(of: currency))
        case .failed(let error): "\(error.reason)"
        case .empty: "empty"
        case .waiting: "waiting"
        }
      return "\(line.sign == .minus ? "-" : "+")\(line.text) \(line.currency)=\(value)"
    }.joined(separator: " ")
  }

  /// The total, as in `2120.00 EUR`. The text is `none` without a total, and `-` if the total has no value.
  var totalText: String {
    guard let total = state.total else { return "none" }
    guard let money = total.value?.money else { return total.value.map { $0.amount.text(places: 4) } ?? "-" }
    return "\(money.amount.text(places: catalogue.minorUnit(of: money.currency))) \(money.currency)"
  }

  /// The results as in `USD 125.00, GBP 80.00, JPY 16000`.
  var resultsText: String {
    state.results.map { result in
      switch result.outcome {
      case .value(let money, _):
        "\(money.currency) \(money.amount.text(places: catalogue.minorUnit(of: money.currency)))"
      case .unavailable: "\(result.currency) unavailable"
      case .waiting: "\(result.currency) waiting"
      }
    }.joined(separator: ", ")
  }
}

extension CalculatorMachine {
  mutating func ratesFailed(_ failure: RatesFailure, on day: Day?, by rule: NamedRule? = nil) -> [Action] {
    ratesLoaded([LoadedRates(day: day, rule: rule, rates: .failure(failure))], today: CalculatorSample.today)
  }
}
