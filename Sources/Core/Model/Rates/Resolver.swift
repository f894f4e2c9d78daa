// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides by which route one currency becomes another on a day: the one place where that is decided.
///
/// `docs/RATES.md` states the rules, with worked numbers.
public struct Resolver: Sendable {
  /// The day asked for; nil for the newest rates.
  public let day: Day?
  public let today: Day
  /// The rate tables for the day, in the person's order of providers.
  public let tables: [RateTable]
  /// Their tables of earlier days on which another of them is the newest.
  let earlier: [Day: [RateTable]]
  /// The providers whose rates are older than their timetable says.
  public let late: Set<ProviderID>
  /// The person's own rates that hold today.
  public var own: [CustomRate] = []
  /// The currencies that providers not in use quote.
  let elsewhere: [ProviderID: Set<Currency>]
  /// The providers that would have a currency which nobody stored has.
  let suggestions: ProviderSuggestions
  let catalogue: CurrencyCatalogue
  /// Why nobody has rates for the day.
  let failure: RateError

  /// `tables`: in the person's order, each on the day asked for; of a strict person the first alone counts.
  /// `earlier`: the same providers on other days, for routes that two of them share.
  /// `failure`: what to say where there are no tables at all.
  public init(
    day: Day?, today: Day, tables: [RateTable], earlier: [RateTable] = [], late: Set<ProviderID> = [],
    isStrict: Bool = false, elsewhere: [ProviderID: Set<Currency>] = [:],
    suggestions: ProviderSuggestions = ProviderSuggestions(), catalogue: CurrencyCatalogue, failure: RateError
  ) {
    self.day = day
    self.today = today
    self.tables = isStrict ? Array(tables.prefix(1)) : tables
    self.earlier = Dictionary(grouping: isStrict ? [] : earlier, by: \.day)
    self.late = late
    self.elsewhere = elsewhere
    self.suggestions = suggestions
    self.catalogue = catalogue
    self.failure = failure
  }

  /// One without any rates: what a day has before its rates are in, or where nobody has any.
  public init(day: Day?, today: Day, lacking failure: RateError, catalogue: CurrencyCatalogue) {
    self.init(day: day, today: today, tables: [], catalogue: catalogue, failure: failure)
  }

  /// Uses one provider alone.
  public init(_ table: RateTable, day: Day? = nil, today: Day? = nil) {
    self.init(
      day: day, today: today ?? table.day, tables: [table], catalogue: table.catalogue,
      failure: .noRates(provider: table.provider.id))
  }

  /// The leading provider: the first that is not late, else the first.
  public var leading: RateTable? { tables.first { !late.contains($0.provider.id) } ?? tables.first }

  /// Whether the buying, middle or selling rate of the converted currency counts.
  public var side: QuoteSide { tables.first?.side ?? .middle }

  /// The resolver of the banks' middle rates: without buying and selling rates, and without the person's own.
  public var atMiddle: Resolver {
    Resolver(
      day: day, today: today, tables: tables.map(\.atMiddle), earlier: earlier.values.flatMap { $0.map(\.atMiddle) },
      late: late, elsewhere: elsewhere, suggestions: suggestions, catalogue: catalogue, failure: failure)
  }

  public func provider(_ id: ProviderID) -> Provider? { tables.first { $0.provider.id == id }?.provider }

  /// The route from one currency to another; throws why there is none.
  public func route(from: Currency, to: Currency) throws(RateError) -> ConversionPath {
    if let decided = decided(from: from, to: to) { return decided }
    if let alone = alone(from: from, to: to) ?? mixed(from: from, to: to) { return alone }
    throw reason(from: from, to: to)
  }

  /// The currencies that somebody has a rate of; alphabetical.
  public var currencies: [Currency] {
    Set(tables.flatMap(\.currencies)).union(own.flatMap { [$0.from, $0.to] }).sorted()
  }

  /// Every route there is from a currency, by code; throws why there is none at all.
  public func routes(from base: Currency) throws(RateError) -> [ConversionPath] {
    let routes = currencies.filter { $0 != base }.compactMap { try? route(from: base, to: $0) }
    if routes.isEmpty { throw reason(from: base, to: leading?.provider.home ?? base) }
    return routes
  }

  /// A provider that would have a currency which none in use has; nil if one in use has it, or none would.
  public func elsewhere(for currency: Currency) -> ProviderID? {
    guard let home = leading?.provider.home, !tables.contains(where: { $0.serves(currency) }),
      decided(from: currency, to: home) == nil,
      case .missing(currency, _, _, _, let helper) = reason(from: currency, to: home)
    else { return nil }
    return helper
  }

  /// A route without a provider: the same currency, the person's own rate, or the law.
  private func decided(from: Currency, to: Currency) -> ConversionPath? {
    let day = day ?? leading?.day ?? today
    if from == to { return ConversionPath(from: from, to: to, day: day, legs: [], exact: .one) }
    if let own = own.first(where: { $0.isFor(from, to) }) { return ConversionPath(own, from: from, to: to, day: day) }
    return catalogue.legalPath(from: from, to: to, on: day)
  }

  /// A route by one provider that has both: those that are not late come first.
  private func alone(from: Currency, to: Currency) -> ConversionPath? {
    let inTime = tables.filter { !late.contains($0.provider.id) }
    let others = tables.filter { late.contains($0.provider.id) }
    return (inTime + others).lazy.compactMap { try? $0.route(from: from, to: to) }.first
  }

  /// The first one's reason for a currency that nobody has, and who would have it.
  private func reason(from: Currency, to: Currency) -> RateError {
    guard let leading else { return failure }
    let unserved = [from, to].first { currency in !tables.contains { $0.serves(currency) } }
    do throws(RateError) {
      _ = try leading.route(from: unserved ?? from, to: unserved == nil ? to : leading.provider.home)
      return .missing(to, provider: leading.provider.id, day: leading.day, lastSeen: nil)
    } catch {
      let wanted = unserved ?? to
      return error.helped(by: helper(for: wanted), suggested: suggestions.provider(of: catalogue[wanted]))
    }
  }

  private func helper(for currency: Currency) -> ProviderID? {
    elsewhere.filter { $0.value.contains(currency) }.keys.min()
  }
}

extension RateError {
  /// For a rate that once existed, its end date says more than who might have one.
  fileprivate func helped(by other: ProviderID?, suggested: ProviderID?) -> RateError {
    guard case .missing(let currency, let provider, let day, let lastSeen, nil) = self else { return self }
    let helper = other ?? (lastSeen == nil ? suggested : nil)
    return .missing(currency, provider: provider, day: day, lastSeen: lastSeen, elsewhere: helper)
  }
}

/// A provider that the person prefers and that has the rate, but only an old one: another in time was asked instead.
public struct SkippedProvider: Hashable, Sendable {
  public let provider: Provider
  /// The day of the rate that it would have given.
  public let observed: Day
}

extension Resolver {
  /// The providers passed over for a route, in the person's order: rule 4 of `docs/RATES.md`.
  public func passedOver(for route: ConversionPath) -> [SkippedProvider] {
    guard route.providers.count == 1, let chosen = tables.firstIndex(where: { $0.provider.id == route.provider }) else {
      return []
    }
    return tables[..<chosen].compactMap { table in
      guard late.contains(table.provider.id), let old = try? table.route(from: route.from, to: route.to) else {
        return nil
      }
      return old.observed.map { SkippedProvider(provider: table.provider, observed: $0) }
    }
  }
}

/// Why a provider's rates on a route are of an earlier day than the one they stand for, and when the next come.
public struct StaleReason: Hashable, Sendable {
  public let provider: Provider
  /// The newest of its observations on the route.
  public let observed: Day
  /// The day that it stands for.
  public let day: Day
  /// Why nothing came out since; nil where rates were due that are not here.
  public let closure: Publication.Closure?
  /// When newer ones come; nil for a day that is over, and where there is no timetable.
  public let next: Publication.Appointment?
}

extension Resolver {
  /// One for each provider, but for authorities, on a route whose rates had to be carried to the day asked for, or to now where none was.
  public func staleReasons(on route: ConversionPath, now: Timestamp) -> [StaleReason] {
    let target = day ?? max(today, now.localDay)
    return route.providers.compactMap { id in
      let days = route.quotes.filter { $0.provider == id }.map(\.observation.day)
      guard let provider = provider(id), let observed = days.max(), observed < target, !provider.isPrescribed
      else { return nil }
      return StaleReason(
        provider: provider, observed: observed, day: target, closure: provider.closure(from: observed, to: target),
        next: target < now.localDay ? nil : provider.nextPublication(after: now, newest: observed))
    }
  }
}

extension Provider {
  /// Why the rates of `observed` are the newest on `day`: a day of rest explains it only if nothing was due before it.
  fileprivate func closure(from observed: Day, to day: Day) -> Publication.Closure? {
    var between = observed - lead + 1
    while between < day {
      if publication.isDue(on: between) { return nil }
      between = between + 1
    }
    return publication.closure(on: day)
  }
}

/// How an amount was calculated, for whoever wants to check it.
public struct Explanation: Hashable, Sendable {
  public let amount: Money
  public let route: ConversionPath
  /// The providers whose quotes are on the route.
  public let providers: [ProviderID: Provider]
  public let staleReasons: [StaleReason]
  public let passedOver: [SkippedProvider]
  /// Whether the buying, middle or selling rate of the amount's currency counts.
  public var side = QuoteSide.middle
  /// The rule that selected the day; nil where the rates of the day itself count.
  public var rule: NamedRule.Applied?

  /// The converted amount, unrounded.
  public var value: Money { Money(route.convert(amount.amount), route.to) }
}

extension Resolver {
  /// Converts `amount` by a route, with the route's sources.
  public func explanation(of amount: Money, by route: ConversionPath, now: Timestamp) -> Explanation {
    var providers: [ProviderID: Provider] = [:]
    for id in route.providers { providers[id] = provider(id) }
    return Explanation(
      amount: amount, route: route, providers: providers, staleReasons: staleReasons(on: route, now: now),
      passedOver: passedOver(for: route), side: side)
  }
}

/// Why there is no rate.
public enum RateError: Error, Hashable, Sendable {
  /// `lastSeen`: the last observation, when there was one too long ago to be carried.
  /// `elsewhere`: a provider that has the currency and is not asked.
  case missing(Currency, provider: ProviderID, day: Day, lastSeen: Day?, elsewhere: ProviderID? = nil)
  /// The day lies before the provider's first or after its newest by more than may be carried, or among days that were
  /// never fetched.
  case outsideHistory(Day, provider: ProviderID, first: Day, newest: Day)
  /// The authority's last rates before the day hold for an earlier period alone.
  case notPrescribed(Day, provider: ProviderID, last: ClosedRange<Day>)
  case noRates(provider: ProviderID)
  case unknownCurrency(String)
}

extension RateError {
  /// Whether the day lies among days that were never fetched, with stored ones before and after it.
  public var isOfDaysNeverFetched: Bool {
    guard case .outsideHistory(let day, _, let first, let newest) = self else { return false }
    return first <= day && day <= newest
  }

  /// The provider that may have the missing rates, and the days between which the one that counts is; nil where no
  /// provider has them by today.
  ///
  /// `day`: the day that was asked for; nil for today.
  public func askable(about day: Day?, today: Day) -> (provider: ProviderID, days: ClosedRange<Day>)? {
    switch self {
    case .noRates(let provider): Self.about(day ?? today, provider, today)
    case .outsideHistory(let day, let provider, let first, _): day < first ? nil : Self.about(day, provider, today)
    case .notPrescribed(let day, let provider, _): Self.about(day, provider, today)
    case .missing, .unknownCurrency: nil
    }
  }

  /// The longest holidays before, and a month after, for a rule that counts a whole one.
  private static func about(_ day: Day, _ provider: ProviderID, _ today: Day) -> (ProviderID, ClosedRange<Day>)? {
    day <= today ? (provider, (day - Day.longestHolidays)...min(day + 31, today)) : nil
  }
}

extension Resolver {
  /// A route by two providers if no single one has both: on their newest common day, with the fewest legs.
  ///
  /// Sought from the first currency by code, so that it is the same way there and back.
  func mixed(from: Currency, to: Currency) -> ConversionPath? {
    let (first, last) = (min(from, to), max(from, to))
    // On a route through two banks, one buys what the other sells.
    let side = from == first ? self.side : self.side.opposite
    var best: (day: Day, route: ConversionPath)?
    for index in tables.indices {
      for other in tables[(index + 1)...] {
        guard let (day, one, two) = onCommonDay(tables[index], other), best.map({ $0.day <= day }) ?? true else {
          continue
        }
        let shared = sharedCurrencies(one, two)
        for (start, end) in [(one, two), (two, one)] {
          let route = Self.route(
            from: first, by: start, to: last, by: end, through: shared, side: side, day: self.day ?? day)
          guard let route else { continue }
          if let known = best, known.day == day, known.route.legs.count <= route.legs.count { continue }
          best = (day, route)
        }
      }
    }
    return from == first ? best?.route : best?.route.reversed()
  }

  /// Both on the newest day that both have rates of or before the day asked for.
  private func onCommonDay(_ one: RateTable, _ two: RateTable) -> (Day, RateTable, RateTable)? {
    // Means of one period go together, whatever the last day was on which each published.
    if one.isOfMeans, two.isOfMeans { return (min(one.day, two.day), one, two) }
    let day = min(one.newest, two.newest)
    guard let first = table(one, on: day), let second = table(two, on: day) else { return nil }
    return (day, first, second)
  }

  private func table(_ table: RateTable, on day: Day) -> RateTable? {
    if table.newest == day { return table }
    return earlier[day]?.first { $0.provider.id == table.provider.id }
  }

  /// In the order in which they are preferred: the two homes, the most traded, then by code.
  private func sharedCurrencies(_ one: RateTable, _ two: RateTable) -> [Currency] {
    let both = Set(one.currencies).intersection(two.currencies)
    let preferred = [one.provider.home, two.provider.home, .usd, .eur, .gbp, .jpy, .chf].filter(both.contains)
    return preferred + both.subtracting(preferred).sorted()
  }

  private static func route(
    from: Currency, by one: RateTable, to: Currency, by two: RateTable, through shared: [Currency], side: QuoteSide,
    day: Day
  ) -> ConversionPath? {
    guard one.currencies(reach: from), two.currencies(reach: to) else { return nil }
    var best: ConversionPath?
    for middle in shared where middle != from && middle != to {
      // One that gives no quote takes no part: the law is everybody's, and its older day would only renew a rate that is
      // too old to be carried.
      guard let there = try? one.route(from: from, to: middle, side: side),
        let onward = try? two.route(from: middle, to: to, side: side), !there.quotes.isEmpty,
        !onward.quotes.isEmpty
      else { continue }
      let count = there.legs.count + onward.legs.count
      if best.map({ count < $0.legs.count }) ?? true { best = there.followed(by: onward, day: day) }
      // Each of the two gives at least one.
      if count == 2 { break }
    }
    return best
  }
}

extension RateTable {
  /// Whether any way leads from a currency, to home or among pairs.
  fileprivate func currencies(reach currency: Currency) -> Bool {
    serves(currency) || pairedCurrencies.contains(currency)
  }
}
