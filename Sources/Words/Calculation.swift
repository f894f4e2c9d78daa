// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

/// Why an amount has no value; the arguments are what a window and a terminal say each in their own way.
public func sentence(
  for reason: CalculationError.Reason, noAmount: @autoclosure () -> String, notANumber: @autoclosure () -> String,
  textTooLong: (_ limit: Int) -> String, tooManyLines: (_ limit: Int) -> String,
  quoted: (String) -> String, rate: (RateError) -> String
) -> String {
  switch reason {
  case .noAmount: noAmount()
  case .missingOperand: tr("An amount is missing.")
  case .missingOperator: tr("Something is missing between two amounts, such as a plus.")
  case .unclosedBracket: tr("A bracket is not closed.")
  case .unopenedBracket: tr("A bracket was not opened.")
  case .malformedNumber(.tooLong): tr("The number has more than 300 digits.")
  case .malformedNumber: notANumber()
  case .unknownNumberForm: tr("This amount was saved in another number form. Type it again.")
  case .unexpectedCharacter(let character): tr("{text} means nothing here.", ["text": String(character)])
  case .unknownWord(let word): tr("Kurs doesn't know the currency {text}.", ["text": quoted(word)])
  case .undecidedCurrency(let word, let currencies):
    tr(
      "{text} can be {list}. Type one of these codes.",
      ["text": quoted(word), "list": currencies.map(\.code).joined(separator: ", ")])
  case .secondCurrency: tr("An amount can have one currency.")
  case .invalidDate: tr("This is not a date. Write it as 30 October 2026 or 2026-10-30.")
  case .dateForAmount: tr("This is a date and not an amount.")
  case .phoneNumber: tr("This looks like a phone number. Put spaces around the minus to subtract.")
  case .amountRange: tr("This looks like a range of amounts. Type one of them, or put spaces around a - to subtract.")
  case .severalAmounts: tr("Several columns could be the amount. Keep one of them.")
  case .missingTarget: tr("The currency to convert to is missing.")
  case .unexpectedTarget: tr("The currencies to convert to come at the end.")
  case .unclearRate: tr("A rate is a number after the one currency that an amount is converted to.")
  case .textTooLong(let limit): textTooLong(limit)
  case .tooManyLines(let limit): tooManyLines(limit)
  case .numberTooLarge: tr("The number is too large.")
  case .divisionByZero: tr("Nothing can be divided by zero.")
  case .moneyTimesMoney: tr("Money cannot be multiplied by money.")
  case .numberDividedByMoney: tr("A number cannot be divided by money.")
  case .numberWithMoney: tr("A plain number cannot be added to money.")
  case .percentOfNothing: tr("There is nothing above to take the percentage of.")
  case .currencyOnPercent: tr("A percentage has no currency.")
  case .currencyMissing: tr("The currency is missing.")
  case .linesAboveFailed: tr("A line above has no value.")
  case .rate(let error): rate(error)
  }
}
