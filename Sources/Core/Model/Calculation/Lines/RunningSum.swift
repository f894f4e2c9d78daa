// SPDX-License-Identifier: GPL-3.0-or-later

/// The sum of the lines so far, by currency and day, so that each is converted once.
struct RunningSum {
  /// Lines whose amounts share a rate; those that the law rounds one by one count in the result currency.
  private struct Group: Hashable {
    let currency: Currency?
    let day: Day?
  }

  private var amounts: [Group: Rational] = [:]
  private var rates: [Group: Route] = [:]
  private var parts: [Rational] = []
  private let knowsAbove: Bool
  private var hasFailed = false
  private(set) var isEmpty = true

  /// `knowsAbove`: whether a line will ask what those above it come to.
  init(knowsAbove: Bool) {
    self.knowsAbove = knowsAbove
  }

  /// `share`: the percentage that the line is of those above; scaling the sums keeps their denominators short.
  mutating func add(
    _ outcome: Result<Evaluation.Amounts, CalculationError>, scaling share: Rational?, on day: Day?
  ) {
    isEmpty = false
    switch outcome {
    case .failure: hasFailed = true
    case .success(let line):
      if let share, let above {
        parts = [above.unreducedProduct(with: .one + share)]
        amounts = amounts.mapValues { $0.unreducedProduct(with: .one + share) }
      } else {
        if knowsAbove { parts.append(line.inResult) }
        add(line, on: day)
      }
    }
  }

  private mutating func add(_ line: Evaluation.Amounts, on day: Day?) {
    let own = line.rate?.isProportional ?? true
    let group = Group(currency: own ? line.own.money?.currency : nil, day: day)
    let amount = own ? line.own.amount : line.inResult
    if let before = amounts[group] {
      amounts[group] = before.unreducedSum(with: amount)
    } else {
      amounts[group] = amount
      if own { rates[group] = line.rate }
    }
  }

  /// Nil when a line failed.
  var above: Rational? {
    mutating get {
      guard !hasFailed else { return nil }
      if parts.count > 1 { parts = [parts.exactSum] }
      return parts.first ?? .zero
    }
  }

  /// The sum of each day's lines in the result currency; nil if there are none, or one failed.
  var byDay: [Day?: Rational]? {
    guard !isEmpty, !hasFailed else { return nil }
    let converted = amounts.map { group, amount in
      (group.day, rates[group]?.convertUnreduced(amount) ?? amount)
    }
    return Dictionary(grouping: converted, by: \.0).mapValues { $0.map(\.1).exactSum }
  }
}
