// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The day or period whose rates are asked for.
public enum DayChoice: Hashable, Sendable {
  case newest
  case day(Day, DayRule)
  /// The means of a period.
  case mean(ClosedRange<Day>)

  /// The meaning of a day or period by a rule; nil if the rule is for single days.
  public init?(_ period: ClosedRange<Day>, _ rule: DayRule?) {
    switch rule {
    case nil, .monthAverage: self = .mean(period)
    case .monthEnd: self = .day(period.upperBound, .on)
    default: return nil
    }
  }
}

extension RatesWorkflow {
  /// The resolver for a choice.
  public func ratesInUse(
    _ choice: DayChoice, of named: [ProviderID]? = nil
  ) async throws(RatesFailure) -> RatesInUse {
    switch choice {
    case .newest: try await ratesInUse(on: nil, of: named)
    case .day(let day, let rule): try await ratesInUse(by: rule, on: day, of: named)
    case .mean(let period): try await ratesInUse(on: period.upperBound, over: period, of: named)
    }
  }

  /// The resolver for a day, or for today, by a rule of a list: of the bank that its law names.
  func ratesInUse(on day: Day?, by named: NamedRule?) async throws(RatesFailure) -> RatesInUse {
    guard let named else { return try await ratesInUse(on: day) }
    return try await ratesInUse(
      by: named.rule, on: day ?? clock().localDay, of: named.preset.map { [$0.provider] })
  }

  /// The resolver for a day by a rule, using the days that the leading provider published.
  ///
  /// Throws `.rate(.outsideHistory)` where the day that would count has not come yet.
  public func ratesInUse(
    by rule: DayRule, on day: Day, of named: [ProviderID]? = nil
  ) async throws(RatesFailure) -> RatesInUse {
    switch rule {
    case .on: return try await ratesInUse(on: day, of: named)
    case .before: return try await ratesInUse(onOrBefore: day - 1, of: named)
    case .after: return try await ratesInUse(onOrAfter: day + 1, of: named)
    case .onOrAfter: return try await ratesInUse(onOrAfter: day, of: named)
    case .monthAverage:
      let month = ClosedRange<Day>.month(of: day)
      return try await ratesInUse(on: month.upperBound, over: month, of: named)
    case .monthEnd:
      let month = ClosedRange<Day>.month(of: day)
      return try await ratesInUse(onOrBefore: month.upperBound, of: named)
    case .customsMonth:
      return try await ratesInUse(onOrBefore: DayRule.secondLastWednesday(before: day), of: named)
    }
  }

  private func ratesInUse(
    onOrBefore day: Day, of named: [ProviderID]?
  ) async throws(RatesFailure) -> RatesInUse {
    let newest = try await ratesInUse(on: day, of: named).leading.newest
    return try await ratesInUse(on: newest, of: named)
  }

  private func ratesInUse(onOrAfter day: Day, of named: [ProviderID]?) async throws(RatesFailure) -> RatesInUse {
    let provider = try await ratesInUse(on: day, of: named).leading.provider
    for next in 0...provider.carryLimit {
      let inUse = try await ratesInUse(on: day + next, of: named)
      if inUse.leading.newest == day + next { return inUse }
    }
    let newest = try await ratesInUse(on: nil, of: named).leading.newest
    throw .rate(.outsideHistory(day, provider: provider.id, first: provider.firstDay, newest: newest))
  }
}
