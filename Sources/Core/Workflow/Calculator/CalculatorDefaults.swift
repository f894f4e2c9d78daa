// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// The currencies that the calculator shows before the person has chosen any.
public struct CalculatorDefaults: Sendable {
  public let amount: Rational
  public let source: Currency
  public let results: [Currency]

  /// The currency of the country first, then the three most traded others (BIS Triennial Survey 2022).
  ///
  /// `country`: ISO 3166 alpha-2; the euro opens where it is nil, unknown, or has a currency without a rate.
  /// Money that nobody in use has a rate of is the first result, where somebody else has one: its row offers that.
  ///
  /// `results`: what the person chose to convert to; empty where they did not.
  public init(
    country: String?, catalogue: CurrencyCatalogue, rates: RatesInUse, results chosen: [Currency] = []
  ) {
    let money = catalogue.sorted.filter {
      $0.kind == .money && $0.until == nil && $0.countries.contains(country ?? "")
    }.map(\.currency)
    let home = money.first { (try? rates.resolver.route(from: $0, to: rates.leading.provider.home)) != nil }
    let source = home ?? .eur
    let offered = home == nil ? money.first { rates.resolver.elsewhere(for: $0) != nil } : nil
    amount = Rational(100)
    self.source = source
    let own = chosen.filter { $0 != source }
    let usual = [Currency.eur, .usd, .gbp, .jpy, .chf].filter { $0 != source }.prefix(3)
    results = !own.isEmpty ? own : [offered].compactMap { $0 } + usual
  }
}

/// How amounts are read from and written into the calculator, in the person's number form and language.
public struct AmountReader: Sendable {
  public let symbols: NumberSymbols
  public let words: ReaderWords
  /// Currencies by their names in the person's language, lower case; asked for when a text first has words in it.
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

  /// A number rounded to so many decimals, as it would be typed.
  public func write(_ number: Rational, _ places: Int) -> String {
    format.text(number, places: places, grouped: false)
  }

  /// A number or a sum of numbers such as `2*19,90`; nil for anything else.
  public func number(_ text: String) -> Rational? { try? numbersOnly.number(text).value }

  /// Reads numbers and sums alone; costs next to nothing to make.
  var numbersOnly: CalculationReader {
    CalculationReader(symbols: symbols, catalogue: CurrencyCatalogue(records: [], legalRates: []), words: words)
  }

  /// Reads currencies too, by code, symbol and name.
  func reader(_ catalogue: CurrencyCatalogue) -> CalculationReader {
    CalculationReader(
      symbols: symbols, preferences: preferences, names: names(catalogue), catalogue: catalogue, words: words)
  }
}
