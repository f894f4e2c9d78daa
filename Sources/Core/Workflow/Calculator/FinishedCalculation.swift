// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A list with all that it came to: what a history keeps and a file shows.
public struct FinishedCalculation: Equatable, Sendable {
  public let calculation: Calculation
  /// The currency of the total.
  public let result: Currency
  /// The other currencies that the total was shown in.
  public let targets: [Currency]
  public let evaluation: Evaluation

  public init(calculation: Calculation, result: Currency, targets: [Currency], evaluation: Evaluation) {
    self.calculation = calculation
    self.result = result
    self.targets = targets
    self.evaluation = evaluation
  }
}

extension CalculatorMachine {
  /// The list as it stands; nil while it has no total.
  var finished: FinishedCalculation? {
    var calculation = shown.calculation
    calculation.lines.removeAll(where: \.isEmpty)
    let evaluation = calculation.evaluate(rates: rates, result: shown.totalCurrency)
    guard evaluation.total != nil else { return nil }
    return FinishedCalculation(
      calculation: calculation, result: shown.totalCurrency, targets: shown.results, evaluation: evaluation)
  }
}
