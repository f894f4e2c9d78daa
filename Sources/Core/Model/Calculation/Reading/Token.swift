// SPDX-License-Identifier: GPL-3.0-or-later

/// The smallest piece of a text that means something.
struct Token: Equatable {
  enum Kind: Equatable {
    case number(NumberReading)
    case currency(CurrencyMention)
    /// A weight of the metal that is named next: how much of the metal's own unit it is.
    case weight(Rational)
    case sign(OperationSign)
    case open
    case close
    case comma
    case colon
    /// "in", "to", an arrow or an equals sign.
    case into
    case on
    /// Before a rate of the calculation's own.
    case at
    case day(Day)
    case invalid(CalculationError.Reason)
  }

  let kind: Kind
  let range: Range<Int>

  /// Whether an amount may begin behind it.
  var beginsOperand: Bool {
    switch kind {
    case .sign, .open, .colon, .into: true
    default: false
    }
  }
  /// Whether it can end an operand, behind which a plus or minus is an operator.
  var isOperand: Bool {
    switch kind {
    case .number, .close, .currency, .day, .weight: true
    default: false
    }
  }
  var isNumber: Bool { if case .number = kind { true } else { false } }
  var isInvalid: Bool { if case .invalid = kind { true } else { false } }
  var isCurrency: Bool { if case .currency = kind { true } else { false } }
}

/// The operators a sign can be in each position; indices into the `OperationList`.
struct OperationSign: Equatable, Sendable {
  var infix: Int?
  var prefix: Int?
  var postfix: Int?
}

/// A currency as it was named, with the others that the same name can mean.
struct CurrencyMention: Equatable, Sendable {
  let currency: Currency
  /// All meanings of a shared symbol, `currency` among them; empty for a code or a name of its own.
  var candidates: [Currency] = []
  /// Grams to its unit, for a metal.
  var grams: Rational?
  /// The part of the currency that one subunit is worth, such as 0.01 for pence; nil for the currency itself.
  var share: Rational?

  var action: AmountExpression.Action { share.map { .subunit(currency, share: $0) } ?? .currency(currency) }

  /// The note about a name that several currencies share, or of a subunit.
  func note(at range: Range<Int>) -> ReadingNote? {
    if let share {
      return ReadingNote(.subunitRead(as: currency, share: share, candidates: candidates), at: range)
    }
    return candidates.isEmpty ? nil : ReadingNote(.symbolRead(as: currency, candidates: candidates), at: range)
  }
}
