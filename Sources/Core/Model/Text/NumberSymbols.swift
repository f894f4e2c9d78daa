// SPDX-License-Identifier: GPL-3.0-or-later

/// How one locale writes numbers.
public struct NumberSymbols: Hashable, Sendable {
  /// On which side of its amount a currency code stands.
  public enum CodePosition: Hashable, Sendable { case before, after }

  public let decimal: Unicode.Scalar
  public let group: Unicode.Scalar
  /// Digits in each group but the last, which has three: 2 in India (12,34,567).
  public let secondaryGroup: Int
  /// How many digits must stand before the last group: 2 where 1234 is written without a separator.
  public let leastBeforeGroup: Int
  /// The digit zero; the other nine follow it in Unicode.
  public let zero: Unicode.Scalar
  /// With the direction marks that keep it before its number in right-to-left text.
  public private(set) var minus: String
  public let codePosition: CodePosition
  public let isRightToLeft: Bool
  /// Whether digits and one point are all that is read, as programs write numbers.
  public private(set) var isPlain = false

  /// As programs write them in every locale: 1234.56 and 1e-5, and no separator but the point.
  public static let plain: NumberSymbols = {
    var symbols = english
    symbols.isPlain = true
    return symbols
  }()

  /// As in `C` and `POSIX`, which Kurs takes for English.
  public static let english = NumberSymbols(
    decimal: ".", group: ",", secondaryGroup: 3, leastBeforeGroup: 1, zero: "0", minus: "-",
    codePosition: .before, isRightToLeft: false)
}

extension NumberSymbols {
  /// The number form as text, stored beside each amount: decimal sign, group sign, zero, sizes of groups.
  public var form: String { "\(decimal)\(group)\(zero)\(secondaryGroup)\(leastBeforeGroup)" }

  /// The symbols of a POSIX locale name such as `de_CH.UTF-8@euro`; English where none is known.
  public init(posix name: String) {
    self.init(locale: LocaleName(posix: name))
  }

  /// Those of a locale that Kurs has the symbols of; nil for any other.
  public init?(known locale: LocaleName) {
    guard let symbols = NumberSymbolsTable.symbols(for: locale) else { return nil }
    self = symbols
  }

  /// The symbols of the region's variant of the language, else of the language, else English.
  public init(locale: LocaleName) {
    self = NumberSymbolsTable.symbols(for: locale) ?? .english
  }

  /// For a text in this language: among words from right to left a minus without a mark would stand behind its number.
  public func shown(in language: String) -> NumberSymbols {
    guard mark == nil, NumberSymbols(posix: language).isRightToLeft else { return self }
    var symbols = self
    symbols.minus = "\u{200E}" + minus
    return symbols
  }

  /// The direction mark that the minus begins with.
  public var mark: Unicode.Scalar? {
    minus.unicodeScalars.first.flatMap { ["\u{200E}", "\u{200F}", "\u{061C}"].contains($0) ? $0 : nil }
  }
}
