// SPDX-License-Identifier: GPL-3.0-or-later

/// Why there is no rate.
public enum RateError: Error, Hashable, Sendable {
  /// `lastSeen`: the last observation, when there was one too long ago to be carried.
  /// `elsewhere`: a provider that has the currency and is not asked.
  case missing(Currency, provider: ProviderID, day: Day, lastSeen: Day?, elsewhere: ProviderID? = nil)
  /// The day lies before the provider's first or after its newest by more than may be carried.
  case outsideHistory(Day, provider: ProviderID, first: Day, newest: Day)
  /// The authority's last rates before the day hold for an earlier period alone.
  case notPrescribed(Day, provider: ProviderID, last: ClosedRange<Day>)
  case noRates(provider: ProviderID)
  case unknownCurrency(String)
}
