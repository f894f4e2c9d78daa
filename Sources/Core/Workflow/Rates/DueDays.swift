// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursModel
import KursStorage

struct DueDays: Sendable {
  let database: RatesDatabase
  let clock: @Sendable () -> Timestamp

  /// Returns the days in `days` on which the provider publishes rates and that aren't in `known`.
  func missing(of provider: Provider, in days: ClosedRange<Day>, but known: CoveredDays) -> [Day] {
    self.days(days, at: provider).filter { !known.contains($0) }
  }

  /// Returns the days on which the provider publishes. `isSeldom`: only the days of the table that appears less often.
  func days(_ days: ClosedRange<Day>, at provider: Provider, isSeldom: Bool = false) -> [Day] {
    guard provider.hasTimetable, days.upperBound >= provider.firstDay else { return [] }
    let seldom = isSeldom ? provider.rarePublication : nil
    return (max(days.lowerBound, provider.firstDay).number...days.upperBound.number).lazy.map { Day(number: $0) }
      .filter { seldom?.isDue(on: $0) ?? provider.isDue(dated: $0) }
  }

  /// Returns a bank's usual publication days up to today, judged by `points`. Empty if the bank doesn't publish daily.
  func usualDays(_ days: ClosedRange<Day>, like points: [RateSeries.Point]) -> [Day] {
    let gaps = zip(points.dropFirst(), points).map { $0.day - $1.day }.sorted()
    let last = min(days.upperBound, clock().localDay)
    guard !gaps.isEmpty, gaps[gaps.count / 2] <= 3, days.lowerBound <= last else { return [] }
    let hasWeekends = points.contains { $0.day.weekday > 5 }
    return (days.lowerBound.number...last.number).map { Day(number: $0) }.filter { hasWeekends || $0.weekday < 6 }
  }

  func coveredDays(of table: RateTable) async throws(RatesFailure) -> CoveredDays {
    let covered = try await covered(table.provider.id)
    let newest = table.middles.map(\.observation.day).max()
    return CoveredDays(table.middles.filter { $0.observation.day == newest }.map { covered[$0.pair] ?? [] })
  }

  func covered(_ id: ProviderID) async throws(RatesFailure) -> [PairKey: [ClosedRange<Day>]] {
    do { return try await database.coveredDays(of: id) } catch { throw .storage(error) }
  }

  /// Returns the error for missing days. It is `notPublished` if the last day is too recent. Nil if `missing` is empty.
  func missingReason(of missing: [Day], _ provider: Provider) -> RateError? {
    guard let first = missing.first, let last = missing.last else { return nil }
    let now = clock()
    if !provider.mayBePublished(dated: last, now: now) { return .notPublished(last, provider: provider.id) }
    return .notStored(first...last, count: missing.count, provider: provider.id)
  }

  /// Returns the newest gap in the stored days. The range 3...5 means three to five days ago. Nil if no gap exists.
  func gap(
    of provider: Provider, _ endpoints: ProviderEndpoints, beside stored: StoredQuotes?, today: Day
  ) async throws(RatesFailure) -> ClosedRange<Int>? {
    guard endpoints.span != nil, !provider.isPrescribed, let pair = stored?.usualPair else { return nil }
    let days = try await days(of: pair, at: provider.id, since: today - 3660)
    let known = CoveredDays([try await covered(provider.id)[pair] ?? []])
    for (older, newer) in zip(days, days.dropFirst()).reversed() where newer - older > 1 {
      let between = (older + 1)...(newer - 1)
      // If the provider has no timetable, a gap counts only if it is longer than any holidays.
      let isLong = !provider.hasTimetable && newer - older - 1 > ProviderEndpoints.longestHoliday
      let open = missing(of: provider, in: between, but: known)
      guard isLong || !open.isEmpty else { continue }
      let (first, last) = (open.first ?? between.lowerBound, open.last ?? between.upperBound)
      return (today - last)...(today - first)
    }
    return nil
  }

  func days(of pair: PairKey, at id: ProviderID, since first: Day) async throws(RatesFailure) -> [Day] {
    do {
      return try await database.observations(
        of: id, base: pair.base, counter: pair.counter, side: pair.side, from: first, to: Day(number: .max)
      ).map(\.day)
    } catch { throw .storage(error) }
  }
}
