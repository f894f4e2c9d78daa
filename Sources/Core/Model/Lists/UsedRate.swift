// SPDX-License-Identifier: GPL-3.0-or-later

public struct UsedRate: Hashable, Sendable {
  public let from: Currency
  public let to: Currency
  /// The day for which a rate was requested. Nil for the newest rate.
  public let requestedDay: Day?
  public let rate: ConversionPath

  public init(from: Currency, to: Currency, requestedDay: Day?, rate: ConversionPath) {
    self.from = from
    self.to = to
    self.requestedDay = requestedDay
    self.rate = rate
  }

  public var value: Rational { rate.value }

  public var isOwn: Bool { rate.isOwn }

  /// The provider of the rate. Nil for custom and legal rates.
  public var provider: ProviderID? { rate.provider }

  public var observed: Day? { rate.observed }
}

public struct SavedRates: RateSource {
  private let rates: [Key: ConversionPath]

  public init(_ rates: [UsedRate]) {
    self.rates = Dictionary(
      rates.map { (Key(from: $0.from, to: $0.to, day: $0.requestedDay), $0.rate) },
      uniquingKeysWith: { first, _ in first })
  }

  public func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    guard let rate = rates[Key(from: from, to: to, day: day)] else { throw .unknownCurrency(from.code) }
    return rate
  }

  private struct Key: Hashable {
    let from: Currency
    let to: Currency
    let day: Day?
  }
}
