// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes numbers as a locale does: its digits, separators and minus.
public struct NumberFormat: Sendable {
  public let symbols: NumberSymbols
  private let digits: [[UInt8]]
  private let group: [UInt8]
  private let decimal: [UInt8]
  private let minus: [UInt8]

  public init(_ symbols: NumberSymbols) {
    self.symbols = symbols
    digits = (0..<10).map { Self.utf8(Unicode.Scalar(symbols.zero.value + $0) ?? symbols.zero) }
    group = Self.utf8(symbols.group)
    decimal = Self.utf8(symbols.decimal)
    minus = Array(symbols.minus.utf8)
  }

  /// A plain decimal literal (`-1234.50`) in the locale's symbols: `-1.234,50`.
  public func text(literal: some StringProtocol, grouped: Bool = true) -> String {
    let source = Array(literal.utf8)
    let start = source.first == UInt8(ascii: "-") ? 1 : 0
    let point = source.firstIndex(of: UInt8(ascii: ".")) ?? source.count
    let whole = point - start
    let groups = grouped && whole >= 3 + symbols.leastBeforeGroup
    var out: [UInt8] = []
    out.reserveCapacity(source.count * 2 + 16)
    if start == 1 { out += minus }
    for index in start..<source.count {
      let rest = point - index
      if index == point {
        out += decimal
        continue
      }
      if groups, rest < whole, rest >= 3, (rest - 3) % symbols.secondaryGroup == 0 { out += group }
      let digit = Int(source[index]) - 48
      if digits.indices.contains(digit) { out += digits[digit] } else { out.append(source[index]) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Rounded half away from zero to `places` decimals.
  public func text(_ number: Rational, places: Int, grouped: Bool = true) -> String {
    text(literal: number.text(places: places), grouped: grouped)
  }

  /// All decimals where they end, else `significant` digits.
  public func exactText(_ number: Rational, significant: Int = 28, grouped: Bool = true) -> String {
    text(literal: number.exactText(significant: significant), grouped: grouped)
  }

  private static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] { Array(String(Character(scalar)).utf8) }
}

extension NumberFormat {
  /// The amount alone, with the currency's decimals or more where those would hide over 1 % of it.
  public func amountText(_ money: Money, minorUnit: Int) -> String {
    text(money.amount, places: money.shownPlaces(minorUnit: minorUnit))
  }

  /// Amount and code, on the side where the locale has it: `CHF 1’234.50`, `1.234,50 CHF`.
  public func text(_ money: Money, minorUnit: Int) -> String {
    let amount = amountText(money, minorUnit: minorUnit)
    return switch symbols.codePosition {
    case .before: "\(money.currency.code)\u{A0}\(amount)"
    case .after: "\(amount)\u{A0}\(money.currency.code)"
    }
  }
}
