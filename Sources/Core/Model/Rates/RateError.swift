// SPDX-License-Identifier: GPL-3.0-or-later

/// Why there is no rate.
public enum RateError: Error, Hashable, Sendable {
  /// `lastSeen`: the last observation, when there was one too long ago to be carried.
  /// `elsewhere`: a provider that has the currency and is not asked.
  case missing(Currency, provider: ProviderID, day: Day, lastSeen: Day?, elsewhere: ProviderID? = nil)
  /// The day lies before the provider's first or after its newest by more than may be carried, or among days that were
  /// never fetched.
  case outsideHistory(Day, provider: ProviderID, first: Day, newest: Day)
  /// The authority's last rates before the day hold for an earlier period alone.
  case notPrescribed(Day, provider: ProviderID, last: ClosedRange<Day>)
  /// Rates were due on days before the one that counts, and they were never fetched; `count` of them between two days.
  case notStored(ClosedRange<Day>, count: Int, provider: ProviderID)
  /// The rule needs rates that come out on a day that is still to come.
  case notPublished(Day, provider: ProviderID)
  case noRates(provider: ProviderID)
  case unknownCurrency(String)
}

extension RateError {
  /// Whether the day lies among days that were never fetched, with stored ones before and after it.
  public var isOfDaysNeverFetched: Bool {
    guard case .outsideHistory(let day, _, let first, let newest) = self else { return false }
    return first <= day && day <= newest
  }

  /// The provider that may have the missing rates, and the days between which the one that counts is; nil where no
  /// provider has them by today.
  ///
  /// `day`: the day that was asked for; nil for today.
  public func askable(about day: Day?, today: Day) -> (provider: ProviderID, days: ClosedRange<Day>)? {
    switch self {
    case .noRates(let provider): Self.about(day ?? today, provider, today)
    case .outsideHistory(let day, let provider, let first, _): day < first ? nil : Self.about(day, provider, today)
    case .notPrescribed(let day, let provider, _): Self.about(day, provider, today)
    case .notStored(let days, _, let provider): (provider, days)
    case .missing, .unknownCurrency, .notPublished: nil
    }
  }

  /// The longest holidays before, and a month after, for a rule that counts a whole one.
  private static func about(_ day: Day, _ provider: ProviderID, _ today: Day) -> (ProviderID, ClosedRange<Day>)? {
    day <= today ? (provider, (day - Day.longestHolidays)...min(day + 31, today)) : nil
  }
}
