// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension ChartLine {
  /// The line of a series as the options ask for it.
  init(_ source: ChartSource, options: ChartOptions, carryLimit: Int) {
    var daily = ChartLine(
      currency: source.currency, days: source.days, rates: source.rates, weights: source.weights,
      carryLimit: carryLimit,
      end: source.end,
      lawStart: source.lawStart)
    daily.laws = source.laws
    daily.peg = source.peg
    self = options.period == .daily ? daily : daily.reduced(options, carryLimit: carryLimit)
  }

  /// One point for each week (Monday to Sunday) or month; none spans a gap.
  private func reduced(_ options: ChartOptions, carryLimit: Int) -> ChartLine {
    var (newDays, newRates, newWeights, newLawStart) = ([Day](), [Rational](), [Rational](), Int?.none)
    for run in runs {
      var start = run.lowerBound
      for index in run
      where index + 1 == run.upperBound || key(of: index + 1, options) != key(of: index, options) {
        if index >= lawStart, newLawStart == nil { newLawStart = newDays.count }
        newDays.append(days[index])
        newRates.append(options.reduction == .last ? rate(at: index) : mean(of: start..<(index + 1)))
        newWeights.append(weight(of: options.reduction == .last ? index..<(index + 1) : start..<(index + 1)))
        start = index + 1
      }
    }
    // A month's points lie up to 62 days apart, a week's up to 13.
    let slack = options.period == .weekly ? 13 : 62
    var line = ChartLine(
      currency: currency, days: newDays, rates: newRates,
      weights: newWeights.allSatisfy { $0 == .one } ? nil : newWeights, carryLimit: max(carryLimit, slack), end: end,
      lawStart: newLawStart)
    (line.laws, line.peg) = (laws, peg)
    return line
  }

  private func key(of index: Int, _ options: ChartOptions) -> Int {
    if options.period == .weekly { return (Int(days[index].number) + 3) / 7 }
    let (year, month, _) = days[index].civil
    return year * 12 + month
  }
}

/// The values of one line by storage and law, day by day, before any option.
struct ChartSource: Equatable, Sendable {
  let currency: Currency
  var days: [Day]
  var rates: [Rational]
  /// The weight of each in a mean; nil where all count alike.
  var weights: [Rational]?
  var end: ChartLine.End?
  var lawStart: Int?
  /// The redenominations within it.
  var laws: [LegalRate] = []
  /// The currency that one of the two is pegged to on the last day.
  var peg: LegalRate?
}
