// SPDX-License-Identifier: GPL-3.0-or-later

/// How a currency appears in a result row.
public struct CurrencyLook: Hashable, Sendable {
  /// The picture before a currency.
  public enum Mark: String, Hashable, Sendable, CaseIterable {
    case none
    /// Its sign, in a circle.
    case sign
    case flag
  }

  /// The name by which a currency is shown.
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
  /// The flag of the currency's country, as two regional indicators; nil if it belongs to several.
  ///
  /// ISO 4217 codes begin with the country's code (ISO 3166), or with an X if there is none.
  public var flag: String? {
    guard kind == .money, until == nil, !currency.code.hasPrefix("X") else { return nil }
    var flag = ""
    for letter in currency.code.unicodeScalars.prefix(2) {
      Unicode.Scalar(0x1F1E6 + letter.value - 0x41).map { flag.unicodeScalars.append($0) }
    }
    return flag
  }

  /// The sign printed with amounts, or the code's first two letters if the sign is longer than three characters.
  public var sign: String {
    symbols.first { $0.count <= 3 } ?? String(currency.code.prefix(2))
  }
}
