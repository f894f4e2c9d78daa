// SPDX-License-Identifier: GPL-3.0-or-later

/// A saved calculation at its original rates and at the newest rates.
public struct CalculationComparison: Hashable, Sendable {
  /// The old and current value, unrounded. Nil without a value.
  public struct Amounts: Hashable, Sendable {
    public let currency: Currency
    public let then: Rational?
    public let today: Rational?

    public var difference: Rational? {
      if let then, let today { today - then } else { nil }
    }
    /// The difference as a fraction of the old value; nil if that was zero.
    public var change: Rational? {
      if let difference, let then { difference.divided(by: then.magnitude) } else { nil }
    }
  }

  public let calculation: Calculation
  public let then: Evaluation
  public let today: Evaluation
  public let totals: [Amounts]
  public let ratesToday: [UsedRate]

  /// Today's rates apply to all lines, whatever their days.
  public init(_ record: CalculationRecord, _ calculation: Calculation, today rates: any RateSource) {
    var undated = calculation
    undated.day = nil
    for index in undated.lines.indices { undated.lines[index].day = nil }
    let kept = SavedRates(record.rates)
    let then = calculation.evaluate(rates: kept, result: record.result)
    let (today, used) = undated.evaluate(noting: rates, result: record.result, targets: record.targets)
    ratesToday = used
    self.calculation = calculation
    self.then = then
    self.today = today
    let others = record.targets.filter { $0 != record.result }
    totals = ([record.result] + others).map { currency in
      Amounts(
        currency: currency, then: then.amount(in: currency, by: kept), today: today.amount(in: currency, by: rates))
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

extension Evaluation {
  /// Nil without a total, and for a plain number in another currency.
  fileprivate func amount(in currency: Currency, by rates: any RateSource) -> Rational? {
    switch total {
    case .money(let money) where money.currency != currency:
      (try? total(in: currency, rates: rates))?.money.amount
    case .number where currency != result: nil
    default: total?.amount
    }
  }
}
