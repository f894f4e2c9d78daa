// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A list with its results, as the history stores it and a file shows it.
public struct FinishedCalculation: Equatable, Sendable {
  public let calculation: Calculation
  public let result: Currency
  public let evaluation: Evaluation
  /// The total in the other currencies at that time.
  public let results: [CalculatorResult]
  public var fee: Fee?
  public var roundsCash = false
  /// Every rate that the lines, the total and the results used.
  public var usedRates: [UsedRate] = []

  public var targets: [Currency] { results.map(\.currency) }
}

extension CalculatorMachine {
  /// The current list with its results; nil while it has no total.
  var finishedCalculation: FinishedCalculation? {
    let list = openList
    return list.evaluation.total == nil ? nil : list
  }

  /// The current list, finished or not. May be empty.
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
