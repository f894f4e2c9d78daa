// SPDX-License-Identifier: GPL-3.0-or-later

public struct ConversionPath: Hashable, Sendable {
  public enum Leg: Hashable, Sendable {
    case quote(Quote)
    case law(LegalRate)
    case own(CustomRate)
  }

  public let from: Currency
  public let to: Currency
  /// The requested day. If no day was requested, the newest day of the path's rates.
  public let day: Day
  /// The steps of the conversion, in order. Empty if both currencies are the same.
  public let legs: [Leg]
  /// The unrounded number of units of `to` for one unit of `from`.
  public let value: Rational
  private let roundsInEuro: Bool

  init(from: Currency, to: Currency, day: Day, legs: [Leg], exact value: Rational) {
    self.from = from
    self.to = to
    self.day = day
    self.legs = legs
    self.value = value.reduced
    roundsInEuro =
      legs.count == 2 && legs.allSatisfy { $0.law?.kind == .euroChangeover && $0.law?.successor == .eur }
  }

  /// Restores a stored path. Returns nil unless `value` is positive.
  public init?(from: Currency, to: Currency, day: Day, legs: [Leg], value: Rational) {
    guard value.signum > 0 else { return nil }
    self.init(from: from, to: to, day: day, legs: legs, exact: value)
  }

  public init(_ own: CustomRate, from: Currency, to: Currency, day: Day) {
    self.init(
      from: from, to: to, day: day, legs: [.own(own)], exact: own.from == from ? own.value : own.value.inverse)
  }

  /// Converts without rounding, except between two currencies that the euro replaced. By Regulation (EC) No 1103/97,
  /// article 4(4), the amount in euro is rounded to at least three decimals.
  public func convert(_ amount: Rational) -> Rational {
    guard roundsInEuro, let old = legs[0].law, let new = legs[1].law else { return amount * value }
    return (amount * old.factor.inverse).rounded(places: 3) * new.factor
  }

  /// Returns the amount of `from` that converts to `value`. Uses the reversed path if a law requires rounding.
  public func amount(worth value: Rational) -> Rational {
    isProportional ? value * self.value.inverse : reversed().convert(value)
  }

  /// Converts without reducing the fraction, because reducing is slower in a sum.
  func convertUnreduced(_ amount: Rational) -> Rational {
    isProportional ? amount.unreducedProduct(with: value) : convert(amount)
  }

  /// Whether the result is always the amount times `value`. False if a law requires rounding on this path.
  public var isProportional: Bool { !roundsInEuro }
}

extension ConversionPath {
  public var own: CustomRate? { if case .own(let own)? = legs.first { own } else { nil } }

  public var isOwn: Bool { own != nil }

  public var quotes: [Quote] { legs.compactMap(\.quote) }

  /// The day of the oldest published rate on the path. Nil if the path uses no published rate.
  public var observed: Day? { quotes.lazy.map(\.observation.day).min() }

  public var isCarried: Bool { means.isEmpty && observed.map { $0 < day } ?? false }

  public var provider: ProviderID? { quotes.first?.provider }

  public var providers: [ProviderID] {
    quotes.reduce(into: []) { if !$0.contains($1.provider) { $0.append($1.provider) } }
  }

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

  func followed(by next: ConversionPath, day: Day) -> ConversionPath {
    ConversionPath(from: from, to: next.to, day: day, legs: legs + next.legs, exact: value * next.value)
  }
}

extension [ConversionPath.Leg] {
  /// Joins two paths that end in the same currency. Removes the steps that both share, so TRL to TRY avoids the euro.
  static func joining(_ one: [ConversionPath.Leg], _ other: [ConversionPath.Leg]) -> [ConversionPath.Leg] {
    var (there, back) = (one[...], other[...])
    while let shared = there.last, let other = back.last, shared.isSameStep(as: other) {
      (there, back) = (there.dropLast(), back.dropLast())
    }
    return there + back.reversed()
  }
}

extension ConversionPath.Leg {
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

/// The mean of a pair's published values in a period. Days without publication don't count.
public struct Mean: Hashable, Sendable {
  public let days: ClosedRange<Day>
  public let count: Int
  /// The unrounded number of units of the counter currency for one unit of the base.
  public let value: Rational
  /// The number of days whose rates Kurs lacks, because it didn't request them or the provider hasn't published them.
  public var missing = 0
  /// The published values, oldest first. Empty for a restored mean and for a mean weighted by days.
  public private(set) var points: [RateSeries.Point] = []

  public init(days: ClosedRange<Day>, count: Int, value: Rational) {
    (self.days, self.count, self.value) = (days, count, value)
  }

  /// Calculates the mean of `points`, which must be in the order of days. Nil without points.
  public init?(of points: [RateSeries.Point]) {
    guard let first = points.first, let last = points.last else { return nil }
    let sum = points.reduce(Rational.zero) { $0 + $1.rate }
    self.init(
      days: first.day...last.day, count: points.count,
      value: (sum * Rational(Int64(points.count)).reciprocal).reduced)
    self.points = points
  }

  public static func == (a: Mean, b: Mean) -> Bool {
    (a.days, a.count, a.value, a.missing) == (b.days, b.count, b.value, b.missing)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(days)
    hasher.combine(value)
  }
}

extension Quote {
  /// Creates a quote with the exact mean and the mean rounded to 12 digits. Nil if 12 digits can't express the mean.
  public init?(_ mean: Mean, provider: ProviderID, pair: PairKey, document: DocumentID = .none) {
    guard let rounded = PublishedNumber(mean.value.text(significant: 12)) else { return nil }
    self.init(
      provider: provider, pair: pair,
      observation: Observation(day: mean.days.upperBound, value: rounded, document: document))
    self.mean = mean
  }
}

extension [ConversionPath.Leg] {
  /// The steps with means over only the days that all steps have, as in a chart. Nil if no day is in all steps.
  var overCommonDays: [ConversionPath.Leg]? {
    let days = compactMap { $0.quote?.mean?.points.map(\.day) }
    guard days.count > 1, let first = days.first, days.contains(where: { $0 != first }), !days.contains([]) else {
      return self
    }
    let common = days.dropFirst().reduce(Set(first)) { $0.intersection($1) }
    var legs: [ConversionPath.Leg] = []
    for leg in self {
      guard let quote = leg.quote, let mean = quote.mean else {
        legs.append(leg)
        continue
      }
      guard var shared = Mean(of: mean.points.filter { common.contains($0.day) }) else { return nil }
      shared.missing = mean.missing + mean.points.count - shared.count
      guard let new = Quote(shared, provider: quote.provider, pair: quote.pair, document: quote.observation.document)
      else { return nil }
      legs.append(.quote(new))
    }
    return legs
  }
}

extension ConversionPath {
  public var means: [Mean] { quotes.compactMap(\.mean) }
}

extension ConversionPath {
  public static let same = "same"

  /// The source of the rate: providers such as `ecb` or `nbp+ecb`. Without a provider, it is `own`, `law` or `peg`.
  public var source: String {
    if !providers.isEmpty { return providers.map(\.name).joined(separator: "+") }
    return legs.contains { $0.basis == .peg } ? "peg" : legs.first?.basis.rawValue ?? Self.same
  }

  /// The names of all sources, with laws and pegs, such as `ecb+peg`.
  public var wholeSource: String {
    let fixed = legs.map(\.basis).filter { $0 == .peg || $0 == .law }.map(\.rawValue)
    let names = (isOwn ? ["own"] : providers.map(\.name)) + fixed
    return names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: "+")
  }

  public var bases: String {
    let each = legs.map(\.basis.rawValue).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return each.isEmpty ? Self.same : each.joined(separator: "+")
  }
}
