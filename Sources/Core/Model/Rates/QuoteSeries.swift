// SPDX-License-Identifier: GPL-3.0-or-later

public struct QuoteSeries: Sendable {
  public let provider: ProviderID
  public let pair: PairKey
  private let observations: [Observation]

  /// Creates a series. `observations` must be in the order of days, with at most one for each day.
  public init(provider: ProviderID, pair: PairKey, observations: [Observation]) {
    self.provider = provider
    self.pair = pair
    self.observations = observations
  }

  public func last(upTo day: Day) -> Quote? {
    let after = observations.partitioningIndex { $0.day > day }
    return after > 0 ? Quote(provider: provider, pair: pair, observation: observations[after - 1]) : nil
  }
}
