// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Why an amount has no value.
func sentence(for reason: CalculationError.Reason, _ words: Words) -> String {
  sentence(
    for: reason, noAmount: tr("Type an amount."),
    notANumber: tr("This is not a number in the form of your language."),
    textTooLong: { _ in tr("The text is too long. Nothing was added.") },
    tooManyLines: {
      trn("The text has more than {n} line. Nothing was added.", "The text has more than {n} lines. Nothing was added.", $0)
    },
    quoted: { $0 }, rate: { sentence(for: $0, words) })
}

/// The same in a word or two, where a number would stand.
func word(for reason: CalculationError.Reason) -> String {
  switch reason {
  case .rate: tr("no rate")
  case .missingOperand, .missingOperator, .unclosedBracket, .missingTarget, .noAmount: tr("unfinished")
  case .linesAboveFailed, .percentOfNothing: tr("of nothing")
  case .numberTooLarge, .textTooLong, .tooManyLines: tr("too long")
  case .currencyMissing: tr("no currency")
  case .unopenedBracket, .malformedNumber, .unexpectedCharacter, .unknownWord, .undecidedCurrency, .secondCurrency,
    .invalidDate,
    .unknownNumberForm, .dateForAmount, .phoneNumber, .amountRange, .severalAmounts,
    .unexpectedTarget, .unclearRate, .divisionByZero, .moneyTimesMoney, .numberDividedByMoney, .numberWithMoney,
    .currencyOnPercent:
    tr("error")
  }
}

extension CalculationError.Reason {
  /// Whether its sentence names what is wrong; of any other, where it stands says more.
  var saysEnough: Bool {
    switch self {
    case .divisionByZero, .moneyTimesMoney, .numberDividedByMoney, .numberWithMoney, .percentOfNothing,
      .currencyOnPercent, .currencyMissing, .linesAboveFailed, .rate, .secondCurrency, .numberTooLarge,
      .unclosedBracket, .unopenedBracket, .unknownWord, .undecidedCurrency, .invalidDate,
      .dateForAmount, .phoneNumber, .amountRange, .severalAmounts, .unexpectedTarget, .unclearRate, .unknownNumberForm:
      true
    case .missingOperand, .missingOperator, .malformedNumber, .unexpectedCharacter, .missingTarget, .noAmount,
      .textTooLong, .tooManyLines:
      false
    }
  }
}
