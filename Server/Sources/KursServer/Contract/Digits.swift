// SPDX-License-Identifier: GPL-3.0-or-later

extension FixedWidthInteger {
  /// Divides and rounds towards minus infinity, so that days before 1970 are correct.
  func floorDivided(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Int {
  func padded(to width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }

  /// Parses 1 to 18 ASCII digits. Returns nil for any other text.
  init?(digits: ArraySlice<UInt8>) {
    guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
