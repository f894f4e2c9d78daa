// SPDX-License-Identifier: GPL-3.0-or-later

/// A number exactly as written, compared by value: `1`, `1.0` and `1e0` are equal.
public struct JSONNumber: Sendable {
  public let text: String

  init(accepted text: String) {
    self.text = text
  }

  /// Reads a number. Returns nil if the text isn't a JSON number within the default limits.
  public init?(_ text: String) {
    var text = text
    let scanned = text.withUTF8 { bytes in
      NumberGrammar(limits: JSONReader.Limits()).end(of: bytes, from: 0) == .success(bytes.count)
    }
    guard scanned else { return nil }
    self.text = text
  }

  public init(_ integer: Int) {
    text = String(integer)
  }

  public var isInteger: Bool {
    if text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }) { return true }
    return DecimalForm(self).exponent >= 0
  }

  /// The number as an integer. Nil if it isn't an integer, or doesn't fit in `Int`.
  public var integer: Int? {
    if let small = Int(text) { return small }
    return DecimalForm(self).integer
  }

  public var signum: Int {
    for byte in text.utf8 {
      if byte | 0x20 == UInt8(ascii: "e") { return 0 }
      if byte > UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        return text.utf8.first == UInt8(ascii: "-") ? -1 : 1
      }
    }
    return 0
  }
}

extension JSONNumber: Hashable, Comparable {
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || DecimalForm(left) == DecimalForm(right)
  }

  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    let signs = (left.signum, right.signum)
    if signs.0 != signs.1 { return signs.0 < signs.1 }
    return signs.0 != 0 && DecimalForm(left) < DecimalForm(right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(DecimalForm(self))
  }
}

extension JSONNumber {
  public func isMultiple(of other: JSONNumber) -> Bool {
    let (dividend, divisor) = (DecimalForm(self), DecimalForm(other))
    if dividend.digits.isEmpty { return true }
    // The digits have no trailing zeros, so a divisor with a higher power of ten can't divide the dividend.
    guard !divisor.digits.isEmpty, dividend.exponent >= divisor.exponent else { return false }
    // Tens in the dividend cancel only the factors 2 and 5 of the divisor. With n digits it has fewer than 4n of them.
    let tens = min(dividend.exponent - divisor.exponent, 4 * divisor.digits.count)
    let digits = dividend.digits + repeatElement(0, count: tens)
    if digits.count <= 18, divisor.digits.count <= 18 {
      return Self.machineWord(digits) % Self.machineWord(divisor.digits) == 0
    }
    return Magnitude(decimal: digits).isMultiple(of: Magnitude(decimal: divisor.digits))
  }

  private static func machineWord(_ digits: ArraySlice<UInt8>) -> UInt64 {
    digits.reduce(0) { $0 * 10 + UInt64($1) }
  }
}
