// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension Failure {
  /// `text`: what the error's positions count in.
  init(_ error: CalculationError, in text: String) {
    if case .rate(let rate) = error.reason {
      self.init(rate)
      return
    }
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<min(error.range.lowerBound, bytes.count)], as: UTF8.self)
    let parts = [
      "reason": Self.sentence(for: error.reason), "n": String(before.count + 1), "text": String(text.prefix(80)),
    ]
    // Translators: where something that was typed means nothing, and why, as in "Character 2 of "5+": An amount is missing."
    self.init(code: .usage, description: tr("Character {n} of \"{text}\": {reason}", parts))
  }

  /// `text`: the argument that should be a number.
  init(amount error: CalculationError, _ text: String) {
    guard case .noAmount = error.reason else {
      self.init(error, in: text)
      return
    }
    self.init(CommandFailure.emptyArgument)
  }

  private static func sentence(for reason: CalculationError.Reason) -> String {
    switch reason {
    case .missingOperand, .noAmount: tr("An amount is missing.")
    case .missingOperator: tr("Something is missing between two amounts, such as a plus.")
    case .unclosedBracket: tr("A bracket is not closed.")
    case .unopenedBracket: tr("A bracket was not opened.")
    case .malformedNumber(.tooLong): tr("The number has more than 300 digits.")
    case .malformedNumber: tr("This is not a number in your locale's form, or that of --numbers.")
    case .unexpectedCharacter(let character): tr("{text} means nothing here.", ["text": String(character)])
    case .unknownWord(let word): tr("Kurs doesn't know the currency {text}.", ["text": "\"\(word)\""])
    case .secondCurrency: tr("An amount can have one currency.")
    case .invalidDate: tr("This is not a date. Write it as year-month-day, such as 2026-10-30.")
    case .missingTarget: tr("The currency to convert to is missing.")
    case .unexpectedTarget: tr("The currencies to convert to come at the end.")
    case .textTooLong(let limit): tr("The text is longer than {n} bytes.", ["n": String(limit)])
    case .tooManyLines(let limit): tr("There are more than {n} lines.", ["n": String(limit)])
    case .numberTooLarge: tr("The number is too large.")
    case .divisionByZero: tr("Nothing can be divided by zero.")
    case .moneyTimesMoney: tr("Money cannot be multiplied by money.")
    case .numberDividedByMoney: tr("A number cannot be divided by money.")
    case .numberWithMoney: tr("A plain number cannot be added to money.")
    case .percentOfNothing: tr("There is nothing above to take the percentage of.")
    case .currencyOnPercent: tr("A percentage has no currency.")
    case .currencyMissing: tr("The currency is missing.")
    case .linesAboveFailed: tr("A line above has no value.")
    case .rate(let error): Failure(error).description
    }
  }
}
