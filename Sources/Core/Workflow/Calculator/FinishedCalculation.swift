// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A list with its results, as stored in the history and files.
public struct FinishedCalculation: Equatable, Sendable {
  public let calculation: Calculation
  public let result: Currency
  public let evaluation: Evaluation
  public let results: [CalculatorResult]
  public var fee: Fee?
  public var roundsCash = false
  public var usedRates: [UsedRate] = []

  public var targets: [Currency] { results.map(\.currency) }
}

extension CalculatorMachine {
  var finishedCalculation: FinishedCalculation? {
    let list = currentAmounts
    return list.evaluation.total == nil ? nil : list
  }

  /// The current list, finished or not, including lines without an amount but with a note, day or sign.
  var openList: FinishedCalculation { list(without: \.isBlank) }

  /// The current list, only with lines that have an amount.
  var currentAmounts: FinishedCalculation { list(without: \.isEmpty) }

  private func list(without isLeftOut: (CalculationLine) -> Bool) -> FinishedCalculation {
    var calculation = shown.calculation
    calculation.lines.removeAll(where: isLeftOut)
    let used = calculation.evaluate(
      noting: rates, result: shown.totalCurrency, targets: state.results.map(\.currency))
    return FinishedCalculation(
      calculation: calculation, result: shown.totalCurrency, evaluation: used.evaluation, results: state.results,
      fee: shown.fee, roundsCash: shown.roundsCash, usedRates: used.rates)
  }
}
