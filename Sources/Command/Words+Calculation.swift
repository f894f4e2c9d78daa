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
    self.init(
      code: .usage,
      description: "\(Self.sentence(for: error.reason)) (at character \(before.count + 1) of \"\(text.prefix(80))\").")
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
    case .missingOperand: "an amount is missing"
    case .missingOperator: "an operator is missing"
    case .unclosedBracket: "a bracket is not closed"
    case .unopenedBracket: "a bracket was not opened"
    case .malformedNumber(.tooLong): "the number has more than 300 digits"
    case .malformedNumber: "this is not a number in your locale's form (or that of --numbers)"
    case .unexpectedCharacter(let character): "\"\(character)\" means nothing here"
    case .unknownWord(let word): "\"\(word)\" is neither a currency nor a word that Kurs knows"
    case .secondCurrency: "an amount can have one currency"
    case .invalidDate: "this is no date; write it as YYYY-MM-DD"
    case .missingTarget: "the currency to convert to is missing"
    case .unexpectedTarget: "the currencies to convert to come at the end"
    case .noAmount: "there is no amount"
    case .textTooLong(let limit): "the text is longer than \(limit) bytes"
    case .tooManyLines(let limit): "there are more than \(limit) lines"
    case .numberTooLarge: "the number is too large"
    case .divisionByZero: "nothing can be divided by zero"
    case .moneyTimesMoney: "money cannot be multiplied by money"
    case .numberDividedByMoney: "a number cannot be divided by money"
    case .numberWithMoney: "a plain number cannot be added to money"
    case .percentOfNothing: "there is nothing to take the percentage of"
    case .currencyOnPercent: "a percentage has no currency"
    case .currencyMissing: "the currency is missing"
    case .linesAboveFailed: "a line above has no value"
    case .rate: "there is no rate"
    }
  }
}
