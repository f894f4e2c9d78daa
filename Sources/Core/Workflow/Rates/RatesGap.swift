// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

extension RatesWorkflow {
  /// The newest run of days without rates between two days with some, in days before today; nil where there is none.
  ///
  /// A refresh after a long time away takes the newest days first, and leaves such a gap to those after it.
  func gapLeftOpen(
    of id: ProviderID, _ endpoints: ProviderEndpoints, beside stored: StoredQuotes?, today: Day
  ) async throws(RatesFailure) -> ClosedRange<Int>? {
    // Only a provider that is asked day by day can leave one: any other closes the longest gap in a few answers.
    guard endpoints.span?.days == 1, let stored else { return nil }
    let newest = stored.own.filter { $0.key.side == .middle && $0.value.day == stored.newest }.keys
    // A currency that is quoted for as long as the provider quotes any.
    let usual = newest.filter { [.eur, .usd].contains($0.base) || [.eur, .usd].contains($0.counter) }
    let quote = (usual.isEmpty ? Array(newest) : usual).min { ($0.base, $0.counter) < ($1.base, $1.counter) }
    guard let quote else { return nil }
    let days: [Day]
    do {
      days = try await database.observations(
        of: id, base: quote.base, counter: quote.counter, from: today - 3660, to: today
      ).map(\.day)
    } catch { throw .storage(error) }
    return Self.gap(in: days, today: today)
  }

  /// `days`: ascending.
  static func gap(in days: [Day], today: Day) -> ClosedRange<Int>? {
    for (older, newer) in zip(days, days.dropFirst()).reversed()
    where newer - older - 1 > ProviderEndpoints.longestHoliday {
      return (today - newer + 1)...(today - older - 1)
    }
    return nil
  }
}
