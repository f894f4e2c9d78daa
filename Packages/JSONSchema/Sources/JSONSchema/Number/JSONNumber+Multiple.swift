// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONNumber {
  /// Whether division by the other number leaves no remainder. Exact for any length.
  public func isMultiple(of other: JSONNumber) -> Bool {
    let (dividend, divisor) = (DecimalForm(self), DecimalForm(other))
    if dividend.digits.isEmpty { return true }
    // Both end in a nonzero digit, so a divisor with a higher power of ten can't divide the dividend.
    guard !divisor.digits.isEmpty, dividend.exponent >= divisor.exponent else { return false }
    // Powers of ten only cancel twos and fives of the divisor, which has under four per digit.
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
