// SPDX-License-Identifier: GPL-3.0-or-later

/// How tightly an operation binds: what is listed later binds tighter.
public enum Precedence: Int, Comparable, Sendable {
  case sum, product

  public static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
}

/// The sign a line has in its list.
public enum LineSign: Hashable, Sendable {
  case plus, minus

  /// The sign that is written so; nil for any other character.
  public init?(_ character: Character) {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return nil }
    if scalar.isPlus { self = .plus } else if scalar.isMinus { self = .minus } else { return nil }
  }
}

/// Something done with two values: one file each, and one entry in `OperationList`.
public protocol Operation: Sendable {
  /// How it is written; the first is how Kurs writes it. Longer ones are words, in lower case.
  var symbols: [String] { get }
  var precedence: Precedence { get }
  /// The sign of the line it begins where it stands between two terms of a list; nil where it begins none.
  var lineSign: LineSign? { get }

  func apply(_ left: CalculationValue, _ right: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
}

extension Operation {
  public var lineSign: LineSign? { nil }
}

/// Something done with one value.
public protocol UnaryOperation: Sendable {
  var symbols: [String] { get }

  func apply(_ operand: CalculationValue, in context: inout EvaluationContext)
    throws(CalculationError.Reason) -> CalculationValue
}
