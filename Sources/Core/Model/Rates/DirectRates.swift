// SPDX-License-Identifier: GPL-3.0-or-later

/// One provider's middle rates on many days. Use a `Resolver` instead if a custom rate or another provider could apply.
public struct DirectRates: Sendable {
  public let provider: Provider
  private let catalogue: CurrencyCatalogue
  private let own: [CustomRate]
  private let now: Timestamp
  /// The publication days. Nil until a rule needs them.
  public var days: PublishedDays?
  /// The loaded series. The value is nil for a currency that only a `Resolver` can convert.
  private var series: [Currency: QuoteSeries?] = [:]
  /// Whether a currency has quotes in both directions. A `Resolver` must then decide which quote or legal rate counts.
  private var hasSeveral = false

  /// Creates direct rates. `provider` must be the first provider with stored rates, and `own` has today's custom rates.
  /// Returns nil if the provider quotes arbitrary pairs.
  public init?(_ provider: Provider, own: [CustomRate], catalogue: CurrencyCatalogue, now: Timestamp) {
    guard provider.direction != .statedPerRow else { return nil }
    self.provider = provider
    self.own = own
    self.catalogue = catalogue
    self.now = now
  }

  /// Returns the currencies whose series must be loaded to convert between two currencies.
  public func missing(_ from: Currency, _ to: Currency) -> [Currency] {
    // Load the euro or dollar too. The series of that currency shows the days on which the provider has rates.
    var next = [from, to] + (series.isEmpty ? [provider.home == .usd ? Currency.eur : .usd] : [])
    var found: [Currency] = []
    while let currency = next.popLast() {
      guard currency != provider.home, series[currency] == nil, !found.contains(currency) else { continue }
      found.append(currency)
      // A law may lead to another currency, so the series of related currencies are loaded together.
      next += catalogue.quotable(for: currency, home: provider.home)
    }
    return found
  }

  /// Adds the series of a currency. `published` has a series for each direction in which the provider quoted it.
  public mutating func load(_ currency: Currency, _ published: [QuoteSeries]) {
    series[currency] = .some(published.count == 1 ? published.first : nil)
    hasSeveral = hasSeveral || published.count > 1
  }

  /// Returns the same path as a `Resolver` for the day that `rule` selects. Nil if only a `Resolver` can find the path.
  public func route(from: Currency, to: Currency, on asked: Day, by rule: NamedRule? = nil) -> ConversionPath? {
    if from == to {
      // The provider must have rates of that day, even if the conversion needs no rate. A resolver works the same way.
      guard let day = day(asked, by: rule), newestQuote(on: day) != nil else { return nil }
      return ConversionPath(from: from, to: to, day: day, legs: [], exact: .one)
    }
    guard let (day, start, end) = homePaths(from: from, to: to, on: asked, by: rule), let value = start.value(to: end)
    else {
      return nil
    }
    let legs = [ConversionPath.Leg].joining(start.legs, end.legs)
    return ConversionPath(from: from, to: to, day: day, legs: legs, exact: value)
  }

  /// Returns the exact value of the path from `route`, and the days of its quotes. Nil if a step is a legal rate.
  public func rate(
    from: Currency, to: Currency, on asked: Day, by rule: NamedRule? = nil
  ) -> (value: Rational, oldest: Day, newest: Day)? {
    guard let (_, start, end) = homePaths(from: from, to: to, on: asked, by: rule), start.laws.isEmpty,
      end.laws.isEmpty,
      let value = start.value(to: end), let one = (start.quote ?? end.quote)?.observation.day
    else { return nil }
    let other = (end.quote ?? start.quote)?.observation.day ?? one
    return (value.reduced, min(one, other), max(one, other))
  }

  /// The path from a currency to the provider's home currency: first its legal rates, then a quote if needed.
  private struct HomePath {
    /// The number of units of the home currency for one unit of the currency.
    let toHome: Rational
    let laws: [LegalRate]
    let quote: Quote?

    var legs: [ConversionPath.Leg] { laws.map { .law($0) } + (quote.map { [.quote($0)] } ?? []) }

    func value(to end: HomePath) -> Rational? { Rational.one.divided(by: end.toHome).map { toHome * $0 } }
  }

  private func homePaths(
    from: Currency, to: Currency, on asked: Day, by rule: NamedRule?
  ) -> (day: Day, start: HomePath, end: HomePath)? {
    let own = rule?.isLaw == true ? [] : own
    guard let day = day(asked, by: rule), from != to, !own.contains(where: { $0.isFor(from, to) }),
      let start = homePath(of: from, on: day), let end = homePath(of: to, on: day)
    else { return nil }
    // Return nil if the newer quote is late. Only a resolver knows whether other currencies have newer quotes.
    let days = (start.quote?.observation.day, end.quote?.observation.day)
    // Return nil, because only a resolver knows whether a currency had no rate on the selected day.
    if rule?.isStrict == true, (days.0 ?? day) < day || (days.1 ?? day) < day { return nil }
    guard let newest = days.0.map({ max($0, days.1 ?? $0) }) ?? days.1 ?? newestQuote(on: day),
      !provider.isLate(newest: newest, now: Timestamp.due(on: day, now: now))
    else { return nil }
    return (day, start, end)
  }

  private func day(_ asked: Day, by rule: NamedRule?) -> Day? {
    guard let rule, rule.isStrict else { return asked }
    return selected(by: rule, for: asked)
  }

  private func newestQuote(on day: Day) -> Day? {
    series.keys.compactMap { quote(of: $0, on: day)?.observation.day }.max()
  }

  /// Returns the publication day that a rule selects. Nil if only a `Resolver` can find it, as with missing rates.
  private func selected(by rule: NamedRule, for day: Day) -> Day? {
    guard let days, provider.validity == nil, provider.rarePublication == nil,
      rule.preset.map({ $0.provider == provider.id }) ?? true
    else { return nil }
    switch rule.rule {
    case .on: return last(upTo: day, days)
    case .before: return last(upTo: day - 1, days)
    case .monthEnd: return last(upTo: ClosedRange<Day>.month(of: day).upperBound, days)
    case .customsMonth: return last(upTo: DayRule.secondLastWednesday(before: day), days)
    case .after: return first(from: day + 1, days)
    case .onOrAfter: return first(from: day, days)
    case .monthClose: return first(from: ClosedRange<Day>.month(of: day).upperBound, days)
    case .quarterClose: return first(from: ClosedRange<Day>.quarter(of: day).upperBound, days)
    case .monthAverage: return nil
    }
  }

  private func last(upTo day: Day, _ days: PublishedDays) -> Day? {
    guard let last = days.last(upTo: day), day <= provider.lastDay(of: last),
      !provider.isLate(newest: last, now: Timestamp.due(on: day, now: now)),
      last == day || isKnown((last + 1)...day, days)
    else { return nil }
    return last
  }

  private func first(from day: Day, _ days: PublishedDays) -> Day? {
    guard days.leads, let first = days.first(from: day),
      first <= day + provider.carryLimit, first == day || isKnown(day...(first - 1), days)
    else { return nil }
    return first
  }

  /// Whether all published rates of a range are stored. Days on which no rates were due don't matter.
  private func isKnown(_ range: ClosedRange<Day>, _ days: PublishedDays) -> Bool {
    guard provider.hasTimetable, range.upperBound >= provider.firstDay else { return true }
    var day = max(range.lowerBound, provider.firstDay)
    while day <= range.upperBound {
      if provider.isDue(dated: day), !days.isCovered(day) { return false }
      day = day + 1
    }
    return true
  }

  /// Returns the path to the home currency. Nil if only a `Resolver` can find the path.
  private func homePath(of currency: Currency, on day: Day) -> HomePath? {
    guard currency == provider.home || series[currency] != nil else { return nil }
    if catalogue.legalRate(retiring: currency, on: day) == nil, let quote = quote(of: currency, on: day) {
      return HomePath(toHome: quote.base == currency ? quote.rate : quote.rate.inverse, laws: [], quote: quote)
    }
    if hasSeveral { return nil }
    let path = catalogue.legalPath(from: currency, on: day, home: provider.home) { quote(of: $0, on: day) != nil }
    if path.end == provider.home { return HomePath(toHome: path.factor, laws: path.laws, quote: nil) }
    return quote(of: path.end, on: day).map { quote in
      HomePath(
        toHome: path.factor * (quote.base == path.end ? quote.rate : quote.rate.inverse), laws: path.laws,
        quote: quote)
    }
  }

  private func quote(of currency: Currency, on day: Day) -> Quote? {
    guard let quote = series[currency]??.last(upTo: day), day <= provider.lastDay(of: quote.observation.day) else {
      return nil
    }
    return quote
  }
}

public struct PublishedDays: Sendable {
  private let days: [Day]
  private let covered: CoveredDays
  /// Whether the days are of the user's first provider with rates. Only these days decide the next publication day.
  let leads: Bool

  /// Creates the list from `days`, in any order. `covered` has the days whose published rates are all stored.
  public init(_ days: Set<Day>, covered: CoveredDays, leads: Bool) {
    self.days = days.sorted()
    (self.covered, self.leads) = (covered, leads)
  }

  func isCovered(_ day: Day) -> Bool { covered.contains(day) }

  func last(upTo day: Day) -> Day? {
    let after = days.partitioningIndex { $0 > day }
    return after > 0 ? days[after - 1] : nil
  }

  func first(from day: Day) -> Day? {
    let index = days.partitioningIndex { $0 >= day }
    return index < days.count ? days[index] : nil
  }
}

extension Timestamp {
  /// Returns the time by which rates must have been published: now, or the end of `day` if that day is over.
  public static func due(on day: Day?, now: Timestamp) -> Timestamp {
    guard let day, day < now.day else { return now }
    return Timestamp(milliseconds: Int64(day.number + 1) * 86_400_000 - 1)
  }
}

/// The days on which the rates of all given pairs are stored.
public struct CoveredDays: Sendable {
  private let pairs: Set<[ClosedRange<Day>]>

  /// Creates the set. `pairs` has the covered ranges of each pair. Without pairs, no day is covered.
  public init(_ pairs: some Sequence<[ClosedRange<Day>]>) { self.pairs = Set(pairs) }

  public func contains(_ day: Day) -> Bool {
    !pairs.isEmpty && pairs.allSatisfy { $0.contains { $0.contains(day) } }
  }
}
