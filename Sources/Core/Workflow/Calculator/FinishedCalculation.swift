// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

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

  /// The current list, finished or not. Includes lines without an amount that have a note, day or sign.
  var openList: FinishedCalculation { list(without: \.isBlank) }

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
