// SPDX-License-Identifier: GPL-3.0-or-later

extension Rational {
  /// Every digit of it, in lowest terms: `-7/3`.
  public var fraction: String {
    let number = reduced
    return "\(number.numerator)/\(number.denominator)"
  }

  /// Reads `7/3`; nil for anything else.
  public init?(fraction text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) } }),
      let numerator = Rational(text: parts[0]), let denominator = Rational(text: parts[1]),
      denominator.signum > 0, let value = numerator.divided(by: denominator)
    else { return nil }
    self = value
  }
}
