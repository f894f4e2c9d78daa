// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The rates that a table needs and that are not stored: whose, and between which days.
public struct WantedRates: Equatable, Sendable {
  public private(set) var days: [ProviderID: ClosedRange<Day>] = [:]

  mutating func note(_ provider: ProviderID, _ more: ClosedRange<Day>) {
    let known = days[provider] ?? more
    days[provider] = min(known.lowerBound, more.lowerBound)...max(known.upperBound, more.upperBound)
  }

  /// The days of all providers together.
  var count: Int { days.values.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) + 1 } }

  func without(_ providers: Set<ProviderID>) -> WantedRates {
    var rest = self
    rest.days = days.filter { !providers.contains($0.key) }
    return rest
  }
}
