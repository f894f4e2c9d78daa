// SPDX-License-Identifier: GPL-3.0-or-later

/// One provider's middle rates on many days, from series in memory.
/// It decides only if no law, custom rate or other provider could change the result. A `Resolver` decides the rest.
public struct DirectRates: Sendable {
  public let provider: Provider
  private let catalogue: CurrencyCatalogue
  private let own: [CustomRate]
  private let now: Timestamp
  /// Nil until a rule needs them.
  public var days: PublishedDays?
  /// Nil for a currency that a resolver has to decide.
  private var series: [Currency: QuoteSeries?] = [:]

  /// `provider`: the first enabled one with stored rates. `own`: the custom rates of today. Nil for arbitrary pairs.
  public init?(_ provider: Provider, own: [CustomRate], catalogue: CurrencyCatalogue, now: Timestamp) {
    guard provider.direction != .statedPerRow else { return nil }
    self.provider = provider
    self.own = own
    self.catalogue = catalogue
    self.now = now
  }

  /// The currencies whose series must be loaded to convert between two currencies.
  public func missing(_ from: Currency, _ to: Currency) -> [Currency] {
    // Each series contains the days on which the provider has rates.
    if from == provider.home, to == from, series.isEmpty { return [from == .usd ? .eur : .usd] }
    return [from, to].filter { $0 != provider.home && series[$0] == nil }
  }

  /// `published`: the series of a currency and home, in each direction that has observations.
  public mutating func load(_ currency: Currency, _ published: [QuoteSeries]) {
    series[currency] = .some(published.count == 1 ? published.first : nil)
  }

  /// Returns the path that a resolver would find for the day that `rule` selects; nil if only a resolver can decide.
  public func route(from: Currency, to: Currency, on asked: Day, by rule: NamedRule? = nil) -> ConversionPath? {
    if from == to {
      // The provider must have rates of that day even if none is needed, as in a resolver.
      guard let day = day(asked, by: rule), hasQuotes(on: day) else { return nil }
      return ConversionPath(from: from, to: to, day: day, legs: [], exact: .one)
    }
    guard let (day, start, end) = quotes(from: from, to: to, on: asked, by: rule),
      let value = value(from, start, to, end)
    else { return nil }
    return ConversionPath(
      from: from, to: to, day: day, legs: [start, end].compactMap { $0.map { .quote($0) } }, exact: value)
  }

  /// Returns the exact value of that path, and the oldest and newest days of its quotes.
  public func rate(
    from: Currency, to: Currency, on asked: Day, by rule: NamedRule? = nil
  ) -> (value: Rational, oldest: Day, newest: Day)? {
    guard let (_, start, end) = quotes(from: from, to: to, on: asked, by: rule),
      let value = value(from, start, to, end), let one = (start ?? end)?.observation.day
    else { return nil }
    let other = (end ?? start)?.observation.day ?? one
    return (value.reduced, min(one, other), max(one, other))
  }

  private func value(_ from: Currency, _ start: Quote?, _ to: Currency, _ end: Quote?) -> Rational? {
    Rational.one.divided(by: worth(of: to, end)).map { worth(of: from, start) * $0 }
  }

  /// The day whose rates count, and the quotes of both currencies, nil for home.
  private func quotes(
    from: Currency, to: Currency, on asked: Day, by rule: NamedRule?
  ) -> (day: Day, start: Quote?, end: Quote?)? {
    let own = rule?.isLaw == true ? [] : own
    guard let day = day(asked, by: rule), from != to, !own.contains(where: { $0.isFor(from, to) }),
      let start = quote(of: from, on: day), let end = quote(of: to, on: day)
    else { return nil }
    // Other currencies may have newer quotes in the table, so it isn't late.
    let days = (start?.observation.day, end?.observation.day)
    // Only a resolver knows whether a currency had no rate on the day that a rule selects.
    if rule?.isStrict == true, (days.0 ?? day) < day || (days.1 ?? day) < day { return nil }
    guard let newest = days.0.map({ max($0, days.1 ?? $0) }) ?? days.1,
      !provider.isLate(newest: newest, now: Timestamp.due(on: day, now: now))
    else { return nil }
    return (day, start, end)
  }

  private func day(_ asked: Day, by rule: NamedRule?) -> Day? {
    guard let rule, rule.isStrict else { return asked }
    return selected(by: rule, for: asked)
  }

  private func hasQuotes(on day: Day) -> Bool {
    series.values.contains { $0?.last(upTo: day).map { day <= provider.lastDay(of: $0.observation.day) } ?? false }
  }

  /// The published day that a rule selects; nil if only a resolver can decide, for example because rates are missing.
  private func selected(by rule: NamedRule, for day: Day) -> Day? {
    guard let days, provider.validity == nil, provider.seldom == nil,
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

  /// Whether each day of a range has its rates, or is known to have had none due.
  private func isKnown(_ range: ClosedRange<Day>, _ days: PublishedDays) -> Bool {
    guard provider.hasTimetable, range.upperBound >= provider.firstDay else { return true }
    var day = max(range.lowerBound, provider.firstDay)
    while day <= range.upperBound {
      if provider.isDue(dated: day), !days.isCovered(day) { return false }
      day = day + 1
    }
    return true
  }

  /// Nil if only a resolver can decide. The inner nil is the home currency, which needs no quote.
  private func quote(of currency: Currency, on day: Day) -> Quote?? {
    guard catalogue.legalRate(retiring: currency, on: day) == nil else { return nil }
    if currency == provider.home { return .some(nil) }
    guard let quote = series[currency]??.last(upTo: day), day <= provider.lastDay(of: quote.observation.day) else {
      return nil
    }
    return quote
  }

  /// Units of home for one of the currency.
  private func worth(of currency: Currency, _ quote: Quote?) -> Rational {
    guard let quote else { return .one }
    return quote.base == currency ? quote.rate : quote.rate.inverse
  }
}

public struct PublishedDays: Sendable {
  private let days: [Day]
  private let covered: CoveredDays
  /// Whether this is the leading provider, whose days decide which one is the first after another.
  let leads: Bool

  /// `days`: in any order. `covered`: the days on which every published rate is stored.
  public init(_ days: Set<Day>, covered: CoveredDays, leads: Bool) {
    self.days = days.sorted()
    (self.covered, self.leads) = (covered, leads)
  }

  func isCovered(_ day: Day) -> Bool { covered.contains(day) }

  func last(upTo day: Day) -> Day? {
    let after = index(after: day)
    return after > 0 ? days[after - 1] : nil
  }

  func first(from day: Day) -> Day? {
    let index = index(after: day - 1)
    return index < days.count ? days[index] : nil
  }

  private func index(after day: Day) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle] > day { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Timestamp {
  /// The time by which a provider must have published the rates of a day: now, or the end of a past day.
  public static func due(on day: Day?, now: Timestamp) -> Timestamp {
    guard let day, day < now.day else { return now }
    return Timestamp(milliseconds: Int64(day.number + 1) * 86_400_000 - 1)
  }
}
