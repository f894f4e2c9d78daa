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
    var (low, high) = (0, observations.count)
    while low < high {
      let middle = (low + high) / 2
      if observations[middle].day > day { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? Quote(provider: provider, pair: pair, observation: observations[low - 1]) : nil
  }
}
