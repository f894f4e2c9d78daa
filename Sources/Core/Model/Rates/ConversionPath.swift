// SPDX-License-Identifier: GPL-3.0-or-later

/// The path from one currency to another on a day: its legs in order, and their exact rate.
public struct ConversionPath: Hashable, Sendable {
  /// One step of the path.
  public enum Leg: Hashable, Sendable {
    case quote(Quote)
    /// A rate fixed by law, or a peg.
    case law(LegalRate)
    case own(CustomRate)
  }

  public let from: Currency
  public let to: Currency
  /// The requested day, or the newest day of its rates.
  public let day: Day
  /// In the order of the path. Empty between a currency and itself.
  public let legs: [Leg]
  /// Units of `to` for one of `from`, unrounded.
  public let value: Rational
  private let roundsInEuro: Bool

  init(from: Currency, to: Currency, day: Day, legs: [Leg], exact value: Rational) {
    self.from = from
    self.to = to
    self.day = day
    self.legs = legs
    self.value = value.reduced
    roundsInEuro = legs.count == 2 && legs.allSatisfy { $0.law?.kind == .euroChangeover }
  }

  /// A stored path; nil unless `value` is positive.
  public init?(from: Currency, to: Currency, day: Day, legs: [Leg], value: Rational) {
    guard value.signum > 0 else { return nil }
    self.init(from: from, to: to, day: day, legs: legs, exact: value)
  }

  /// The user's custom rate of a pair, in either direction.
  public init(_ own: CustomRate, from: Currency, to: Currency, day: Day) {
    self.init(
      from: from, to: to, day: day, legs: [.own(own)], exact: own.from == from ? own.value : own.value.inverse)
  }

  /// `amount` of `from` in `to`, unrounded except for the step that the law rounds.
  ///
  /// Council Regulation (EC) No 1103/97, article 4(4): between two old currencies of the euro the amount in euro is
  /// rounded to not less than three decimals on the way.
  public func convert(_ amount: Rational) -> Rational {
    guard roundsInEuro, let old = legs[0].law, let new = legs[1].law else { return amount * value }
    return (amount * old.factor.inverse).rounded(places: 3) * new.factor
  }

  /// Like `convert`, without reducing long fractions, because that costs more than it saves in a sum.
  func convertUnreduced(_ amount: Rational) -> Rational {
    isProportional ? amount.unreducedProduct(with: value) : convert(amount)
  }

  /// Whether twice the amount gives twice the value: always, unless the law rounds on the way.
  public var isProportional: Bool { !roundsInEuro }
}

extension ConversionPath {
  /// The custom rate, if it is the whole path.
  public var own: CustomRate? { if case .own(let own)? = legs.first { own } else { nil } }

  public var isOwn: Bool { own != nil }

  /// The quotes on the path, in order.
  public var quotes: [Quote] { legs.compactMap(\.quote) }

  /// The oldest observation on the path; nil if there is none.
  public var observed: Day? { quotes.lazy.map(\.observation.day).min() }

  /// Whether a value of an earlier day is used for the requested day.
  public var isCarried: Bool { means.isEmpty && observed.map { $0 < day } ?? false }

  /// The provider of the first quote; nil if there is none.
  public var provider: ProviderID? { quotes.first?.provider }

  /// The providers of its quotes, in order. Several if no single one has both ends.
  public var providers: [ProviderID] {
    quotes.reduce(into: []) { if !$0.contains($1.provider) { $0.append($1.provider) } }
  }

  /// The quote itself if the path is one quote in its own direction, so that its published digits count.
  public var published: PublishedNumber? {
    guard legs.count == 1, let quote = legs[0].quote, quote.base == from, quote.observation.unit == .one,
      quote.mean == nil
    else {
      return nil
    }
    return quote.observation.value
  }

  func reversed() -> ConversionPath {
    ConversionPath(from: to, to: from, day: day, legs: legs.reversed(), exact: value.inverse)
  }

  /// This path followed by another. `day`: of the whole.
  func followed(by next: ConversionPath, day: Day) -> ConversionPath {
    ConversionPath(from: from, to: next.to, day: day, legs: legs + next.legs, exact: value * next.value)
  }
}

extension [ConversionPath.Leg] {
  /// One path from two to the same place: there by the first, and back along the second.
  ///
  /// Paths that meet earlier end there (TRL and TRY, 1,000,000 to 1), because the shared part cancels out. Two old
  /// currencies of the euro meet in it by two different laws.
  static func joining(_ one: [ConversionPath.Leg], _ other: [ConversionPath.Leg]) -> [ConversionPath.Leg] {
    var (there, back) = (one[...], other[...])
    while let shared = there.last, let other = back.last, shared.isSameStep(as: other) {
      (there, back) = (there.dropLast(), back.dropLast())
    }
    return there + back.reversed()
  }
}

extension ConversionPath.Leg {
  /// The kind of a leg in one word.
  public enum Basis: String, Hashable, Sendable { case observed, mean, law, peg, own }

  public var basis: Basis {
    switch self {
    case .quote(let quote): quote.mean == nil ? .observed : .mean
    case .law(let law): law.kind == .peg ? .peg : .law
    case .own: .own
    }
  }

  public var quote: Quote? { if case .quote(let quote) = self { quote } else { nil } }

  public var law: LegalRate? { if case .law(let law) = self { law } else { nil } }

  /// The currencies in their published direction, with the amounts of both.
  public var statement: (base: Currency, counter: Currency, unit: Rational, value: Rational) {
    switch self {
    case .quote(let quote):
      (
        quote.base, quote.counter, quote.observation.unit.rational,
        quote.mean?.value ?? quote.observation.value.rational
      )
    case .law(let law): (law.successor, law.retired, .one, law.factor)
    case .own(let own): (own.from, own.to, .one, own.value)
    }
  }
}

/// The mean of a provider's published values of a pair in a period. Each day counts once, closed days don't.
public struct Mean: Hashable, Sendable {
  /// The first and the last publication day.
  public let days: ClosedRange<Day>
  public let count: Int
  /// Units of the counter currency for one of the base, unrounded.
  public let value: Rational

  public init(days: ClosedRange<Day>, count: Int, value: Rational) {
    (self.days, self.count, self.value) = (days, count, value)
  }
}

extension Quote {
  /// The mean of `observations`, ascending; nil if there are none.
  ///
  /// Its observation has the last day and the mean rounded to 12 digits. `rate` is exact.
  public init?(meanOf observations: [Observation], provider: ProviderID, pair: PairKey) {
    guard let first = observations.first, let last = observations.last else { return nil }
    let sum = observations.reduce(Rational.zero) { $0 + $1.rate }
    let value = (sum * Rational(Int64(observations.count)).reciprocal).reduced
    guard let rounded = PublishedNumber(value.text(significant: 12)) else { return nil }
    self.init(
      provider: provider, pair: pair,
      observation: Observation(day: last.day, value: rounded, document: last.document))
    mean = Mean(days: first.day...last.day, count: observations.count, value: value)
  }
}

extension ConversionPath {
  /// The means on the path, in order. Empty for the rates of a day.
  public var means: [Mean] { quotes.compactMap(\.mean) }
}

// Names for programs.
extension ConversionPath {
  /// Short names of its sources, for programs: `ecb`, `nbp+ecb`, `own`, `law`, `peg`.
  public var source: String {
    if !providers.isEmpty { return providers.map(\.name).joined(separator: "+") }
    return legs.contains { $0.basis == .peg } ? "peg" : legs.first?.basis.rawValue ?? "same"
  }

  /// The kinds of its legs, each once: `observed`, `observed+peg`, `own`.
  public var bases: String {
    let each = legs.map(\.basis.rawValue).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return each.isEmpty ? "same" : each.joined(separator: "+")
  }
}
