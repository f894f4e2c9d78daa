// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A list with all that it came to: what a history keeps and a file shows.
public struct FinishedCalculation: Equatable, Sendable {
  public let calculation: Calculation
  /// The currency of the total.
  public let result: Currency
  public let evaluation: Evaluation
  /// The total in the other currencies at that time.
  public let results: [CalculatorResult]
  public var fee: Fee?
  public var roundsCash = false
  /// Each rate that the lines, the total and the results needed.
  public var usedRates: [UsedRate] = []

  public var targets: [Currency] { results.map(\.currency) }
}

extension CalculatorMachine {
  /// The list as it stands; nil while it has no total.
  var finishedCalculation: FinishedCalculation? {
    let list = openList
    return list.evaluation.total == nil ? nil : list
  }

  /// The list as it stands, finished or not, also an empty one.
  var openList: FinishedCalculation {
    var calculation = shown.calculation
    calculation.lines.removeAll(where: \.isEmpty)
    let used = calculation.evaluate(
      noting: rates, result: shown.totalCurrency, targets: state.results.map(\.currency))
    return FinishedCalculation(
      calculation: calculation, result: shown.totalCurrency, evaluation: used.evaluation, results: state.results,
      fee: shown.fee, roundsCash: shown.roundsCash, usedRates: used.rates)
  }
}
