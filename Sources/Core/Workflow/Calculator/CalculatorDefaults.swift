// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

public struct CalculatorDefaults: Sendable {
  public let amount: Rational
  public let source: Currency
  public let results: [Currency]

  /// Converts from the currency of `country` (ISO 3166 alpha-2) or from the euro. The results are three of the most
  /// traded currencies (BIS Triennial Survey 2022). If only a disabled provider has the country's currency, converts
  /// from the euro, and the country's currency becomes the first result.
  public init(
    country: String?, catalogue: CurrencyCatalogue, rates: RatesInUse, results chosen: [Currency] = []
  ) {
    let money = catalogue.sorted.filter {
      $0.kind == .money && $0.until == nil && $0.countries.contains(country ?? "")
    }.map(\.currency)
    let home = money.first { (try? rates.resolver.route(from: $0, to: rates.leading.provider.home)) != nil }
    let source = home ?? .eur
    let offered = home == nil ? money.first { rates.resolver.disabledProvider(for: $0) != nil } : nil
    amount = Rational(100)
    self.source = source
    let own = chosen.filter { $0 != source }
    let usual = [Currency.eur, .usd, .gbp, .jpy, .chf].filter { $0 != source }.prefix(3)
    results = !own.isEmpty ? own : [offered].compactMap { $0 } + usual
  }
}

/// Reads and writes amounts in the user's number format and language.
public struct AmountReader: Sendable {
  public let symbols: NumberSymbols
  public let words: ReaderWords
  /// Maps lower-case names in the user's language to currencies. It is called only when a text contains words.
  public let names: @Sendable (CurrencyCatalogue) -> [String: Currency]
  public var preferences: SymbolPreferences
  private let format: NumberFormat

  public init(
    symbols: NumberSymbols, preferences: SymbolPreferences = SymbolPreferences(), words: ReaderWords = .english,
    names: @escaping @Sendable (CurrencyCatalogue) -> [String: Currency] = { _ in [:] }
  ) {
    self.symbols = symbols
    self.preferences = preferences
    self.words = words
    self.names = names
    format = NumberFormat(symbols)
  }

  public func write(_ number: Rational, _ places: Int) -> String {
    format.text(number, places: places, grouped: false)
  }

  public func number(_ text: String) -> Rational? { try? numbersOnly.number(text).value }

  /// A reader of numbers and sums only. Creating it is fast.
  var numbersOnly: CalculationReader {
    CalculationReader(symbols: symbols, catalogue: CurrencyCatalogue(records: [], legalRates: []), words: words)
  }

  func reader(_ catalogue: CurrencyCatalogue) -> CalculationReader {
    CalculationReader(
      symbols: symbols, preferences: preferences, names: names(catalogue), catalogue: catalogue, words: words)
  }
}
