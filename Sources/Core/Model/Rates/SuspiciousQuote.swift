// SPDX-License-Identifier: GPL-3.0-or-later

public struct SuspiciousQuote: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case notPositive
    case unknownCode(Currency)
    case future
    /// The day is before any provider published rates.
    case past
    /// The day is before the currency's first day or after its last.
    case outsideLife(Currency)
    /// The value is too far from the last stored observation, even for the number of days since then.
    case jump(from: Observation)
    case contradicted(by: ProviderID)
    /// The value is another provider's rate multiplied by a power of ten.
    case scaled(by: ProviderID, times: Int)
  }

  public let quote: Quote
  public let reason: Reason

  public init(quote: Quote, reason: Reason) {
    self.quote = quote
    self.reason = reason
  }
}

extension SuspiciousQuote: Comparable {
  public static func < (a: SuspiciousQuote, b: SuspiciousQuote) -> Bool {
    let (x, y) = (a.quote, b.quote)
    if (x.base, x.counter) == (y.base, y.counter), x.observation.day == y.observation.day {
      return x.side.rawValue < y.side.rawValue
    }
    return (x.base, x.counter, x.observation.day) < (y.base, y.counter, y.observation.day)
  }
}
