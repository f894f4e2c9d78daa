// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursModel
import KursStorage

struct DueDays: Sendable {
  let database: RatesDatabase
  let clock: @Sendable () -> Timestamp

  /// Returns the days whose rates were or will be due, and about which nothing is known.
  func missing(of provider: Provider, in days: ClosedRange<Day>, but known: CoveredDays) -> [Day] {
    self.days(days, at: provider).filter { !known.contains($0) }
  }

  /// `isSeldom`: by the timetable of the rarer table, if the provider has one.
  func days(_ days: ClosedRange<Day>, at provider: Provider, isSeldom: Bool = false) -> [Day] {
    guard provider.hasTimetable, days.upperBound >= provider.firstDay else { return [] }
    let seldom = isSeldom ? provider.rarePublication : nil
    return (max(days.lowerBound, provider.firstDay).number...days.upperBound.number).lazy.map { Day(number: $0) }
      .filter { seldom?.isDue(on: $0) ?? provider.isDue(dated: $0) }
  }

  func coveredDays(of table: RateTable) async throws(RatesFailure) -> CoveredDays {
    let covered = try await covered(table.provider.id)
    let newest = table.middles.map(\.observation.day).max()
    return CoveredDays(table.middles.filter { $0.observation.day == newest }.map { covered[$0.pair] ?? [] })
  }

  func covered(_ id: ProviderID) async throws(RatesFailure) -> [PairKey: [ClosedRange<Day>]] {
    do { return try await database.coveredDays(of: id) } catch { throw .storage(error) }
  }

  /// Returns the error for missing days. The last day decides, because the others are useless without it.
  func missingReason(of missing: [Day], _ provider: Provider) -> RateError? {
    guard let first = missing.first, let last = missing.last else { return nil }
    let now = clock()
    if !provider.mayBePublished(dated: last, now: now) { return .notPublished(last, provider: provider.id) }
    return .notStored(first...last, count: missing.count, provider: provider.id)
  }

  /// Returns the newest days between two days with rates that are due and not known, in days before today; nil if none.
  func gap(
    of provider: Provider, _ endpoints: ProviderEndpoints, beside stored: StoredQuotes?, today: Day
  ) async throws(RatesFailure) -> ClosedRange<Int>? {
    guard endpoints.span != nil, !provider.isPrescribed, let pair = stored?.usualPair else { return nil }
    let days = try await days(of: pair, at: provider.id, since: today - 3660)
    let known = CoveredDays([try await covered(provider.id)[pair] ?? []])
    for (older, newer) in zip(days, days.dropFirst()).reversed() where newer - older > 1 {
      let between = (older + 1)...(newer - 1)
      // Without a timetable, a shorter time may be holidays.
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
