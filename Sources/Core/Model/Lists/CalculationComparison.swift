// SPDX-License-Identifier: GPL-3.0-or-later

/// A saved calculation at its original rates and at the newest rates.
public struct CalculationComparison: Hashable, Sendable {
  /// A total at the old and at the current rates, unrounded. Each total is nil if it can't be calculated.
  public struct Amounts: Hashable, Sendable {
    public let currency: Currency
    public let then: Rational?
    public let today: Rational?

    public var difference: Rational? {
      if let then, let today { today - then } else { nil }
    }
    /// The difference as a fraction of the old value. Nil if the old value was zero.
    public var change: Rational? {
      if let difference, let then { difference.divided(by: then.magnitude) } else { nil }
    }
  }

  public let calculation: Calculation
  public let then: Evaluation
  public let today: Evaluation
  public let totals: [Amounts]

  /// Calculates at the saved rates, and again at today's rates. Today's rates apply to all lines, whatever their days.
  public init(_ record: CalculationRecord, _ calculation: Calculation, today rates: any RateSource) {
    var undated = calculation
    undated.day = nil
    for index in undated.lines.indices { undated.lines[index].day = nil }
    let then = calculation.evaluate(
      rates: SavedRates(record.rates), result: record.result, targets: record.targets)
    let today = undated.evaluate(rates: rates, result: record.result, targets: record.targets)
    self.calculation = calculation
    self.then = then
    self.today = today
    let others = record.targets.filter { $0 != record.result }
    totals = ([record.result] + others).map {
      Amounts(currency: $0, then: then.amount(in: $0), today: today.amount(in: $0))
    }
  }
}

extension CalculationComparison {
  public var lines: [(line: CalculationLine, amounts: Amounts)] {
    zip(calculation.lines, zip(then.lines, today.lines)).filter { !$0.0.isEmpty }.map { line, sides in
      let (before, now) = (try? sides.0.outcome.get().inResult, try? sides.1.outcome.get().inResult)
      return (line, Amounts(currency: then.result, then: before, today: now))
    }
  }
}
