// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

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
