// SPDX-License-Identifier: GPL-3.0-or-later

/// The exact rate between two currencies on a day, and every fact it was made from.
public struct CrossRate: Hashable, Sendable {
  /// One fact on the way from the first currency to the second.
  public enum Step: Hashable, Sendable {
    case quote(Quote)
    case law(LegalRate)
  }

  public let from: Currency
  public let to: Currency
  /// The day asked for.
  public let day: Day
  public let steps: [Step]
  /// Units of `to` for one of `from`, unrounded.
  public let value: Rational
  private let crossesTheEuroByLaw: Bool
  private let homeward: Rational
  private let outward: Rational

  init(from: Currency, to: Currency, day: Day, legs: [Step], homeward: Rational, outward: Rational) {
    self.from = from
    self.to = to
    self.day = day
    steps = legs
    crossesTheEuroByLaw = Self.crossesTheEuroByLaw(legs)
    self.homeward = homeward
    self.outward = outward
    value = (homeward * outward).reduced
  }

  /// Two ways that meet before the home currency go no further: what both would pass through says nothing.
  ///
  /// Two names of the same money (TRL and TRY, 5,000,000 to 5), or two currencies of a provider that stands in.
  init?(meeting start: RateTable.Leg, _ end: RateTable.Leg, from: Currency, to: Currency, day: Day) {
    var (there, back) = (start.steps[...], end.steps[...])
    while let shared = there.last, shared == back.last, case .quote = shared {
      (there, back) = (there.dropLast(), back.dropLast())
    }
    guard there.count < start.steps.count, let factor = Rational.one.divided(by: end.toHome) else { return nil }
    let steps = Array(there + back.reversed())
    // Where the law rounds on the way, the two halves meet in the euro.
    if Self.crossesTheEuroByLaw(steps), case .law(let old) = steps[0], case .law(let new) = steps[1] {
      self.init(
        from: from, to: to, day: day, legs: steps, homeward: old.factor.inverse, outward: new.factor)
    } else {
      self.init(from: from, to: to, day: day, legs: steps, homeward: start.toHome * factor, outward: .one)
    }
  }

  /// `amount` of `from` in `to`, unrounded but for the one step that the law rounds.
  ///
  /// Council Regulation (EC) No 1103/97, article 4(4): between two old currencies of the euro the amount in
  /// euro is rounded to not less than three decimals on the way.
  public func convert(_ amount: Rational) -> Rational {
    guard crossesTheEuroByLaw else { return amount * value }
    return (amount * homeward).rounded(places: 3) * outward
  }

  /// Whether twice the amount gives twice the value: everywhere but where the law rounds on the way.
  var isProportional: Bool { !crossesTheEuroByLaw }

  private static func crossesTheEuroByLaw(_ steps: [Step]) -> Bool {
    steps.count == 2
      && steps.allSatisfy {
        if case .law(let law) = $0 { law.kind == .euroChangeover } else { false }
      }
  }

  /// The oldest observation it rests on; nil when the law alone decides.
  public var observed: Day? {
    steps.compactMap { if case .quote(let quote) = $0 { quote.observation.day } else { nil } }.min()
  }

  /// Whether a value of an earlier day stands in for the day asked for.
  public var isCarried: Bool { observed.map { $0 < day } ?? false }

  /// The provider of the quotes it rests on; nil when the law alone decides.
  public var provider: ProviderID? {
    steps.lazy.compactMap { if case .quote(let quote) = $0 { quote.provider } else { nil } }.first
  }

  /// Whose quotes it rests on, in the order of the way; several where one stands in for another.
  public var providers: [ProviderID] {
    steps.reduce(into: []) { providers, step in
      if case .quote(let quote) = step, !providers.contains(quote.provider) { providers.append(quote.provider) }
    }
  }

  /// The quote itself when the rate is nothing but one quote in its own direction: its printed digits count.
  public var published: PublishedNumber? {
    guard steps.count == 1, case .quote(let quote) = steps[0], quote.base == from,
      quote.observation.unit == .one
    else { return nil }
    return quote.observation.value
  }
}
