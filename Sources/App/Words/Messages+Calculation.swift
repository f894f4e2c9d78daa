// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Why an amount has no value.
func sentence(for reason: CalculationError.Reason, _ words: Words) -> String {
  switch reason {
  case .missingOperand: tr("An amount is missing.")
  case .missingOperator: tr("Something is missing between two amounts, such as a plus.")
  case .unclosedBracket: tr("A bracket is not closed.")
  case .unopenedBracket: tr("A bracket was not opened.")
  case .malformedNumber: tr("This is not a number in the form of your language.")
  case .unexpectedCharacter(let character): tr("{text} means nothing here.", ["text": String(character)])
  case .unknownWord(let word): tr("Kurs doesn't know the currency {text}.", ["text": word])
  case .secondCurrency: tr("An amount can have one currency.")
  case .invalidDate: tr("This is not a date. Write it as year-month-day, such as 2026-10-30.")
  case .missingTarget: tr("The currency to convert to is missing.")
  case .unexpectedTarget: tr("The currencies to convert to come at the end.")
  case .noAmount: tr("Type an amount.")
  case .textTooLong: tr("The text is too long; its end was left out.")
  case .tooManyLines(let limit):
    trn("More than {n} line: the rest was left out.", "More than {n} lines: the rest was left out.", limit)
  case .numberTooLarge: tr("The number is too large.")
  case .divisionByZero: tr("Nothing can be divided by zero.")
  case .moneyTimesMoney: tr("Money cannot be multiplied by money.")
  case .numberDividedByMoney: tr("A number cannot be divided by money.")
  case .numberWithMoney: tr("A plain number cannot be added to money.")
  case .percentOfNothing: tr("There is nothing above to take the percentage of.")
  case .currencyOnPercent: tr("A percentage has no currency.")
  case .currencyMissing: tr("The currency is missing.")
  case .linesAboveFailed: tr("A line above has no value.")
  case .rate(let error): sentence(for: error, words)
  }
}

/// The same in a word or two, where a number would stand.
func word(for reason: CalculationError.Reason) -> String {
  switch reason {
  case .rate: tr("no rate")
  case .missingOperand, .missingOperator, .unclosedBracket, .missingTarget, .noAmount: tr("unfinished")
  case .linesAboveFailed, .percentOfNothing: tr("of nothing")
  case .numberTooLarge, .textTooLong, .tooManyLines: tr("too long")
  case .currencyMissing: tr("no currency")
  case .unopenedBracket, .malformedNumber, .unexpectedCharacter, .unknownWord, .secondCurrency, .invalidDate,
    .unexpectedTarget, .divisionByZero, .moneyTimesMoney, .numberDividedByMoney, .numberWithMoney,
    .currencyOnPercent:
    tr("error")
  }
}

extension CalculationError.Reason {
  /// Whether each part can be read and the whole means nothing; where it stands then says little.
  var isAboutMeaning: Bool {
    switch self {
    case .divisionByZero, .moneyTimesMoney, .numberDividedByMoney, .numberWithMoney, .percentOfNothing,
      .currencyOnPercent, .currencyMissing, .linesAboveFailed, .rate, .secondCurrency, .numberTooLarge:
      true
    case .missingOperand, .missingOperator, .unclosedBracket, .unopenedBracket, .malformedNumber,
      .unexpectedCharacter, .unknownWord, .invalidDate, .missingTarget, .unexpectedTarget, .noAmount, .textTooLong,
      .tooManyLines:
      false
    }
  }
}
