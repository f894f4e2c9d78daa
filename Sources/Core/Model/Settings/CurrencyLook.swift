// SPDX-License-Identifier: GPL-3.0-or-later

/// How a currency stands in a row of results.
public struct CurrencyLook: Hashable, Sendable {
  /// The picture that is shown before a currency.
  public enum Mark: String, Hashable, Sendable, CaseIterable {
    case none
    /// Its sign, in a circle.
    case sign
    case flag
  }

  /// The name that a currency is shown by.
  public enum Naming: String, Hashable, Sendable, CaseIterable {
    case both = "code-and-name"
    case code
    case name
  }

  public var mark = Mark.none
  public var naming = Naming.both

  public init() {}
}

extension CurrencyRecord {
  /// The flag of where the money is from, as two regional indicators; nil where it is nobody's alone.
  ///
  /// ISO 4217 begins a code with the country's (ISO 3166), and with an X where there is none.
  public var flag: String? {
    guard kind == .money, until == nil, !currency.code.hasPrefix("X") else { return nil }
    var flag = ""
    for letter in currency.code.unicodeScalars.prefix(2) {
      Unicode.Scalar(0x1F1E6 + letter.value - 0x41).map { flag.unicodeScalars.append($0) }
    }
    return flag
  }

  /// The sign printed with amounts; the code's first two letters where it has none of at most three characters.
  public var sign: String {
    symbols.first { $0.count <= 3 } ?? String(currency.code.prefix(2))
  }
}
