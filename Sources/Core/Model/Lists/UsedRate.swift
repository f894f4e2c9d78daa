// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

public struct UsedRate: Hashable, Sendable {
  public let from: Currency
  public let to: Currency
  /// The requested day. Nil for the newest rates.
  public let asked: Day?
  public let rate: ConversionPath

  public init(from: Currency, to: Currency, asked: Day?, rate: ConversionPath) {
    self.from = from
    self.to = to
    self.asked = asked
    self.rate = rate
  }

  /// Units of `to` for one of `from`, unrounded.
  public var value: Rational { rate.value }

  public var isOwn: Bool { rate.isOwn }

  /// Nil for custom and legal rates.
  public var provider: ProviderID? { rate.provider }

  /// The day of the oldest observation. Nil for custom and legal rates.
  public var observed: Day? { rate.observed }
}

final class RateRecorder: RateSource {
  private let source: any RateSource
  private let used = Mutex<[UsedRate]>([])

  init(_ source: any RateSource) {
    self.source = source
  }

  var rates: [UsedRate] { used.withLock { $0 } }

  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    let rate = try source.rate(from: from, to: to, on: day)
    used.withLock { used in
      guard !used.contains(where: { $0.from == from && $0.to == to && $0.asked == day }) else { return }
      used.append(UsedRate(from: from, to: to, asked: day, rate: rate))
    }
    return rate
  }
}

extension Calculation {
  public func evaluate(
    noting rates: any RateSource, result: Currency, targets: [Currency]
  ) -> (evaluation: Evaluation, rates: [UsedRate]) {
    let recorder = RateRecorder(rates)
    let evaluation = evaluate(rates: recorder, result: result)
    for target in targets where target != result && evaluation.total?.money != nil {
      // Converts each day's part, which records the rates.
      _ = try? evaluation.total(in: target, rates: recorder)
    }
    return (evaluation, recorder.rates)
  }
}

public struct SavedRates: RateSource {
  private let rates: [Key: ConversionPath]

  public init(_ rates: [UsedRate]) {
    self.rates = Dictionary(
      rates.map { (Key(from: $0.from, to: $0.to, day: $0.asked), $0.rate) }, uniquingKeysWith: { first, _ in first })
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
