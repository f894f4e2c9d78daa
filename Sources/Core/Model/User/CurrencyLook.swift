// SPDX-License-Identifier: GPL-3.0-or-later

public struct CurrencyLook: Hashable, Sendable {
  public enum Mark: String, Hashable, Sendable, CaseIterable {
    case none
    case sign
    case flag
  }

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
  /// The emoji flag of the code's first two letters (ISO 3166). Nil if several countries use the currency.
  public var flag: String? {
    guard kind == .money, until == nil, !currency.code.hasPrefix("X") else { return nil }
    var flag = ""
    for letter in currency.code.unicodeScalars.prefix(2) {
      Unicode.Scalar(0x1F1E6 + letter.value - 0x41).map { flag.unicodeScalars.append($0) }
    }
    return flag
  }

  public var sign: String {
    symbols.first { $0.count <= 3 } ?? String(currency.code.prefix(2))
  }
}
