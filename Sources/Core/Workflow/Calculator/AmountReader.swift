// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// How amounts are read from and written into the amount field, in the person's number form.
public struct AmountReader: Sendable {
  public let read: @Sendable (String) -> Result<Rational, AmountFailure>
  /// A number rounded to so many decimals, as it would be typed.
  public let write: @Sendable (Rational, Int) -> String

  public typealias AmountFailure = AmountProblem

  public init(
    read: @escaping @Sendable (String) -> Result<Rational, AmountFailure>,
    write: @escaping @Sendable (Rational, Int) -> String
  ) {
    self.read = read
    self.write = write
  }
}

extension AmountProblem: Error {}
