// SPDX-License-Identifier: GPL-3.0-or-later

/// A saved calculation at its own rates, beside the same lines at the newest rates.
public struct CalculationComparison: Hashable, Sendable {
  /// The value of a line or the total in one currency, then and today, unrounded; nil if there is none.
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
  /// In the result currency, then in each target.
  public let totals: [Amounts]

  /// `calculation`: the record's lines, read again. Today's rates apply to all of them, whatever their days.
  public init(_ record: CalculationRecord, _ calculation: Calculation, today rates: any RateSource) {
    var undated = calculation
    undated.day = nil
    for index in undated.lines.indices { undated.lines[index].day = nil }
    let kept = SavedRates(record.rates)
    let (then, today) = (
      calculation.evaluate(rates: kept, result: record.result), undated.evaluate(rates: rates, result: record.result)
    )
    self.calculation = calculation
    self.then = then
    self.today = today
    let others = record.targets.filter { $0 != record.result }
    totals = ([record.result] + others).map { currency in
      Amounts(
        currency: currency, then: then.total(in: currency, by: kept, on: calculation.day),
        today: today.total(in: currency, by: rates, on: nil))
    }
  }
}

extension CalculationComparison {
  /// Each line with an amount, with its old and current value in the result currency.
  public var lines: [(line: CalculationLine, amounts: Amounts)] {
    zip(calculation.lines, zip(then.lines, today.lines)).filter { !$0.0.isEmpty }.map { line, sides in
      let (before, now) = (try? sides.0.outcome.get().inResult, try? sides.1.outcome.get().inResult)
      return (line, Amounts(currency: then.result, then: before, today: now))
    }
  }
}

extension Evaluation {
  /// The total converted, unrounded; nil without a total, and for a plain number in another currency.
  fileprivate func total(in currency: Currency, by rates: any RateSource, on day: Day?) -> Rational? {
    switch total {
    case .money(let money) where money.currency != currency:
      try? rates.rate(from: money.currency, to: currency, on: day).convert(money.amount)
    case .number where currency != result: nil
    default: total?.amount
    }
  }
}
