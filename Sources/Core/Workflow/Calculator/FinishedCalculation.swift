// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A list with all that it came to: what a history keeps and a file shows.
public struct FinishedCalculation: Sendable {
  public let calculation: Calculation
  /// The currency of the total.
  public let result: Currency
  /// The other currencies that the total was shown in.
  public let targets: [Currency]
  public let fee: Fee?
  public let isRoundedToCash: Bool
  public let evaluation: Evaluation
  /// What it was evaluated with.
  public let rates: any RateSource
}

extension CalculatorMachine {
  /// The list as it stands; nil while it has no total.
  var finished: FinishedCalculation? {
    var calculation = shown.calculation
    calculation.lines.removeAll(where: \.isEmpty)
    let evaluation = calculation.evaluate(rates: rates, result: shown.totalCurrency)
    guard evaluation.total != nil else { return nil }
    return FinishedCalculation(
      calculation: calculation, result: shown.totalCurrency, targets: shown.results, fee: shown.fee,
      isRoundedToCash: shown.roundsCash, evaluation: evaluation, rates: rates)
  }
}
