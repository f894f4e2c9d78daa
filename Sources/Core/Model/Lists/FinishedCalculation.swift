// SPDX-License-Identifier: GPL-3.0-or-later

public struct FinishedCalculation: Equatable, Sendable {
  public private(set) var calculation: Calculation
  public private(set) var evaluation: Evaluation
  public let targets: [Currency]
  public var fee: Fee?
  public var roundsCash = false
  public var hasNoTargets = false

  public init(_ calculation: Calculation, _ evaluation: Evaluation, targets: [Currency]) {
    (self.calculation, self.evaluation, self.targets) = (calculation, evaluation, targets)
  }

  public init(_ calculation: Calculation, result: Currency, targets: [Currency] = [], rates: any RateSource) {
    self.init(calculation, calculation.evaluate(rates: rates, result: result, targets: targets), targets: targets)
  }

  public var result: Currency { evaluation.result }

  public mutating func remove(where isLeftOut: (CalculationLine) -> Bool) {
    let removed = Set(calculation.lines.filter(isLeftOut).map(\.id))
    guard !removed.isEmpty else { return }
    calculation.lines.removeAll { removed.contains($0.id) }
    evaluation.lines.removeAll { removed.contains($0.id) }
  }
}
