// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
import KursStorage

/// The day or period whose rates are asked for.
public enum DayChoice: Hashable, Sendable {
  case newest
  case day(Day, NamedRule)
  /// The means of a period.
  case mean(ClosedRange<Day>)

  /// The meaning of a day or period by a rule; nil if the rule is for single days.
  public init?(_ period: ClosedRange<Day>, _ rule: NamedRule?) {
    switch (rule, rule?.rule) {
    case (let rule?, .monthAverage) where period == .month(of: period.lowerBound):
      self = .day(period.upperBound, rule)
    case (nil, _), (_, .monthAverage): self = .mean(period)
    case (let rule?, .monthEnd): self = .day(period.upperBound, rule)
    default: return nil
    }
  }
}

/// How much has to be known of the days before the one whose rates count.
enum RatesDemand: Sendable {
  /// The last stored rates stand for a day, and the answer says so.
  case carried
  /// The last rates that were published: all that were due since are stored, or the bank has none.
  case published
  /// As `published`, and the bank's average rates, as a law names them.
  case lawful

  var side: QuoteSide? { self == .lawful ? .middle : nil }
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
    return try await ratesInUse(by: named, on: day ?? clock().localDay)
  }

  /// The resolver for a day by a named rule; `named`: other providers than the one that its law names.
  public func ratesInUse(
    by rule: NamedRule, on day: Day, of named: [ProviderID]? = nil
  ) async throws(RatesFailure) -> RatesInUse {
    let demand = rule.isLaw ? RatesDemand.lawful : rule.isStrict ? .published : .carried
    var inUse = try await ratesInUse(
      by: rule.rule, on: day, of: named ?? rule.preset.map { [$0.provider] }, demand)
    if rule.isLaw { inUse.resolver = inUse.resolver.lawful }
    return inUse
  }

  /// The same for a rule by its own name.
  public func ratesInUse(
    by rule: DayRule, on day: Day, of named: [ProviderID]? = nil
  ) async throws(RatesFailure) -> RatesInUse {
    try await ratesInUse(by: rule, on: day, of: named, rule == .on ? .carried : .published)
  }

  /// The resolver for a day by a rule, using the days that the leading provider published.
  ///
  /// Throws `.rate(.notStored)` where rates that were due are not stored, `.rate(.notPublished)` where they aren't out.
  private func ratesInUse(
    by rule: DayRule, on day: Day, of named: [ProviderID]?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    switch rule {
    case .on where demand == .carried: return try await ratesInUse(on: day, of: named)
    case .on: return try await ratesInUse(onOrBefore: day, of: named, demand)
    case .before: return try await ratesInUse(onOrBefore: day - 1, of: named, demand)
    case .after: return try await ratesInUse(onOrAfter: day + 1, of: named, demand)
    case .onOrAfter: return try await ratesInUse(onOrAfter: day, of: named, demand)
    case .monthAverage:
      let month = ClosedRange<Day>.month(of: day)
      return try await ratesInUse(on: month.upperBound, over: month, of: named, demand: demand)
    case .monthEnd:
      return try await ratesInUse(onOrBefore: ClosedRange<Day>.month(of: day).upperBound, of: named, demand)
    case .customsMonth:
      return try await ratesInUse(onOrBefore: DayRule.secondLastWednesday(before: day), of: named, demand)
    case .monthClose:
      return try await ratesInUse(onOrAfter: ClosedRange<Day>.month(of: day).upperBound, of: named, demand)
    case .quarterClose:
      return try await ratesInUse(onOrAfter: ClosedRange<Day>.quarter(of: day).upperBound, of: named, demand)
    }
  }

  private func ratesInUse(
    onOrBefore day: Day, of named: [ProviderID]?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    let found = try await ratesInUse(on: day, of: named, demand: demand).leading
    // What an authority prescribes holds on the day itself.
    if found.provider.isPrescribed { return try await ratesInUse(on: day, of: named, demand: demand) }
    return try await ratesInUse(on: found.newest, of: named, demand: demand)
  }

  private func ratesInUse(
    onOrAfter day: Day, of named: [ProviderID]?, _ demand: RatesDemand
  ) async throws(RatesFailure) -> RatesInUse {
    let leading = try await ratesInUse(on: nil, of: named, demand: demand).leading
    let (provider, last) = (leading.provider, day + leading.provider.carryLimit)
    if provider.id == bundle?.provider { try await takeUpHistory() }
    var next = day
    while next <= last {
      if let table = try await tableIfAny(of: provider.id, on: next, demand.side), table.newest == next {
        return try await ratesInUse(on: next, of: named, demand: demand)
      }
      if let error = try await wanting(of: provider, in: day...next, until: last, demand.side) { throw .rate(error) }
      next = next + 1
    }
    throw .rate(.outsideHistory(day, provider: provider.id, first: provider.firstDay, newest: leading.newest))
  }

  /// Nil for a day of which nothing is stored that may be carried to it.
  private func tableIfAny(
    of id: ProviderID, on day: Day, _ side: QuoteSide?
  ) async throws(RatesFailure) -> RateTable? {
    do {
      return try await table(of: id, on: day, side)
    } catch {
      guard case .rate = error else { throw error }
      return nil
    }
  }

  /// Why the first rates in `days` cannot be told; nil where nothing was due in them. `last`: how far to look for more.
  private func wanting(
    of provider: Provider, in days: ClosedRange<Day>, until last: Day, _ side: QuoteSide?
  ) async throws(RatesFailure) -> RateError? {
    guard let first = try await missingDays(of: provider, in: days).first else { return nil }
    // Up to the next day that is stored, or to today.
    var until = first
    while until < min(last, clock().day) {
      if let table = try await tableIfAny(of: provider.id, on: until + 1, side), table.newest == until + 1 { break }
      until = until + 1
    }
    return lack(of: try await missingDays(of: provider, in: first...until), provider)
  }
}

extension RatesWorkflow {
  /// The days whose rates were due, or will be, and of which nothing is known, not even that the bank published none.
  func missingDays(
    of provider: Provider, in days: ClosedRange<Day>, but stored: Set<Day> = []
  ) async throws(RatesFailure) -> [Day] {
    guard provider.hasTimetable, days.upperBound >= provider.firstDay else { return [] }
    let known: [ClosedRange<Day>]
    do { known = try await database.coveredDays(of: provider.id) } catch { throw .storage(error) }
    return (max(days.lowerBound, provider.firstDay).number...days.upperBound.number).lazy.map { Day(number: $0) }
      .filter { day in
        provider.isDue(dated: day) && !stored.contains(day) && !known.contains { $0.contains(day) }
      }
  }

  /// What to say of missing days; nil for none.
  func lack(of missing: [Day], _ provider: Provider) -> RateError? {
    guard let first = missing.first, let last = missing.last else { return nil }
    let now = clock()
    // Of several days the last one decides: without it the others are of no use.
    if !provider.isOut(dated: last, now: now) {
      let day = provider.isOut(dated: first, now: now) ? last : first
      return .notPublished(day, provider: provider.id)
    }
    return .notStored(first...last, count: missing.count, provider: provider.id)
  }
}
