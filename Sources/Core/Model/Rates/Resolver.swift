// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides the path from one currency to another on a day, in this one place.
///
/// `docs/RATES.md` has the rules, with worked examples.
public struct Resolver: Sendable {
  /// The requested day; nil for the newest rates.
  public let day: Day?
  public let today: Day
  /// The rate tables for the day, in the user's order of providers.
  public let tables: [RateTable]
  /// Their tables of earlier days on which another of them is the newest.
  let earlier: [Day: [RateTable]]
  /// The providers whose rates are older than their timetable says.
  public let late: Set<ProviderID>
  /// The person's own rates that hold today.
  public var own: [CustomRate] = []
  /// Whether a law names the rates: the user's own rates don't count.
  public private(set) var isLawful = false
  let elsewhere: [ProviderID: Set<Currency>]
  /// The disabled providers for currencies that no stored provider has.
  let suggestions: ProviderSuggestions
  let catalogue: CurrencyCatalogue
  /// Why no provider has rates for the day.
  let failure: RateError

  /// `tables`: in the user's order, each for the requested day. In strict mode only the first counts. `earlier`: the
  /// same providers on other days, for paths that two of them share. `failure`: the error if there are no tables.
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

  /// A resolver without rates, before a day's rates are loaded or if nobody has any.
  public init(day: Day?, today: Day, lacking failure: RateError, catalogue: CurrencyCatalogue) {
    self.init(day: day, today: today, tables: [], catalogue: catalogue, failure: failure)
  }

  /// Uses one provider only.
  public init(_ table: RateTable, day: Day? = nil, today: Day? = nil) {
    self.init(
      day: day, today: today ?? table.day, tables: [table], catalogue: table.catalogue,
      failure: .noRates(provider: table.provider.id))
  }

  /// The leading provider: the first that isn't late, else the first.
  public var leading: RateTable? { tables.first { !late.contains($0.provider.id) } ?? tables.first }

  /// Whether the buying, middle or selling rate of the converted currency counts.
  public var side: QuoteSide { tables.first?.side ?? .middle }

  /// Uses the user's own rates from now on, unless a law names the rates.
  public mutating func use(_ own: [CustomRate]) { self.own = isLawful ? [] : own }

  /// The resolver of the rates that a law names: the banks' average rates, without sides and own rates.
  public var legal: Resolver {
    var resolver = atMiddle
    resolver.isLawful = true
    return resolver
  }

  /// The resolver of the banks' middle rates, without sides and custom rates.
  public var atMiddle: Resolver {
    Resolver(
      day: day, today: today, tables: tables.map(\.atMiddle), earlier: earlier.values.flatMap { $0.map(\.atMiddle) },
      late: late, elsewhere: elsewhere, suggestions: suggestions, catalogue: catalogue, failure: failure)
  }

  public func provider(_ id: ProviderID) -> Provider? { tables.first { $0.provider.id == id }?.provider }

  /// The path from one currency to another. Throws why there is none.
  public func route(from: Currency, to: Currency) throws(RateError) -> ConversionPath {
    if let decided = decided(from: from, to: to) { return decided }
    if let alone = alone(from: from, to: to) ?? mixed(from: from, to: to) { return alone }
    throw reason(from: from, to: to)
  }

  /// The currencies with a rate, alphabetical.
  public var currencies: [Currency] {
    Set(tables.flatMap(\.currencies)).union(own.flatMap { [$0.from, $0.to] }).sorted()
  }

  /// All paths from a currency, by code. Throws why there is none at all.
  public func routes(from base: Currency) throws(RateError) -> [ConversionPath] {
    let routes = currencies.filter { $0 != base }.compactMap { try? route(from: base, to: $0) }
    if routes.isEmpty { throw reason(from: base, to: leading?.provider.home ?? base) }
    return routes
  }

  /// A disabled provider for a currency that no enabled one has; nil if an enabled one has it, or none would.
  public func elsewhere(for currency: Currency) -> ProviderID? {
    guard let home = leading?.provider.home, !tables.contains(where: { $0.serves(currency) }),
      decided(from: currency, to: home) == nil,
      case .missing(currency, _, _, _, let helper) = reason(from: currency, to: home)
    else { return nil }
    return helper
  }

  /// A path without a provider: the same currency, a custom rate, or the law.
  private func decided(from: Currency, to: Currency) -> ConversionPath? {
    let day = day ?? leading?.day ?? today
    if from == to { return ConversionPath(from: from, to: to, day: day, legs: [], exact: .one) }
    if let own = own.first(where: { $0.isFor(from, to) }) { return ConversionPath(own, from: from, to: to, day: day) }
    // The law of today counts, even if the newest rates are of a day before it.
    return catalogue.legalPath(from: from, to: to, on: self.day ?? today)
  }

  /// A path by one provider that has both. Those that aren't late come first.
  private func alone(from: Currency, to: Currency) -> ConversionPath? {
    let inTime = tables.filter { !late.contains($0.provider.id) }
    let others = tables.filter { late.contains($0.provider.id) }
    return (inTime + others).lazy.compactMap { try? $0.route(from: from, to: to) }.first
  }

  /// The first provider's reason for a missing currency, and the provider that would have it.
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
  /// For a rate that once existed, its end date is more useful than another provider.
  fileprivate func helped(by other: ProviderID?, suggested: ProviderID?) -> RateError {
    guard case .missing(let currency, let provider, let day, let lastSeen, nil) = self else { return self }
    let helper = other ?? (lastSeen == nil ? suggested : nil)
    return .missing(currency, provider: provider, day: day, lastSeen: lastSeen, elsewhere: helper)
  }
}

/// A preferred provider with an old rate, which was skipped in favour of a current one.
public struct SkippedProvider: Hashable, Sendable {
  public let provider: Provider
  /// The day of the rate that it would have given.
  public let observed: Day
}

extension Resolver {
  /// The providers skipped for a path, in the user's order: rule 4 of `docs/RATES.md`.
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

/// Why a provider's rates on a path are of an earlier day, and when the next ones come.
public struct StaleReason: Hashable, Sendable {
  public let provider: Provider
  /// Its newest observation on the path.
  public let observed: Day
  /// The day for which it is used.
  public let day: Day
  /// Why nothing was published since; nil if due rates are missing here.
  public let closure: Publication.Closure?
  /// When newer ones come; nil for a past day, and without a timetable.
  public let next: Publication.Appointment?
}

extension Resolver {
  /// One per provider, except authorities, whose rates were carried to the requested day, or to now.
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
  /// Why the rates of `observed` are the newest on `day`. A closing day explains it only if nothing was due before it.
  fileprivate func closure(from observed: Day, to day: Day) -> Publication.Closure? {
    var between = observed - lead + 1
    while between < day {
      if publication.isDue(on: between) { return nil }
      between = between + 1
    }
    return publication.closure(on: day)
  }
}

/// How an amount was calculated, for someone who wants to check it.
public struct Explanation: Hashable, Sendable {
  public let amount: Money
  public let route: ConversionPath
  /// The providers of the quotes on the path.
  public let providers: [ProviderID: Provider]
  public let staleReasons: [StaleReason]
  public let passedOver: [SkippedProvider]
  /// Whether the buying, middle or selling rate of the amount's currency counts.
  public var side = QuoteSide.middle
  /// The rule that selected the day; nil if the rates of the day itself count.
  public var rule: NamedRule.Applied?

  /// The converted amount, unrounded.
  public var value: Money { Money(route.convert(amount.amount), route.to) }
}

extension Resolver {
  /// Explains the conversion of `amount` by a path.
  public func explanation(of amount: Money, by route: ConversionPath, now: Timestamp) -> Explanation {
    var providers: [ProviderID: Provider] = [:]
    for id in route.providers { providers[id] = provider(id) }
    return Explanation(
      amount: amount, route: route, providers: providers, staleReasons: staleReasons(on: route, now: now),
      passedOver: passedOver(for: route), side: side)
  }
}

public enum RateError: Error, Hashable, Sendable {
  /// `lastSeen`: the last observation, if there was one too long ago to be carried. `elsewhere`: a disabled provider
  /// that has the currency.
  case missing(Currency, provider: ProviderID, day: Day, lastSeen: Day?, elsewhere: ProviderID? = nil)
  /// The day is before the provider's first, too far after its newest, or in a range that was never fetched.
  case outsideHistory(Day, provider: ProviderID, first: Day, newest: Day)
  /// The authority's last rates before the day apply to an earlier period only.
  case notPrescribed(Day, provider: ProviderID, last: ClosedRange<Day>)
  /// Rates were due on days before the one that counts, and they were never fetched; `count` of them between two days.
  case notStored(ClosedRange<Day>, count: Int, provider: ProviderID)
  /// The rule needs rates that come out on a day that is still to come.
  case notPublished(Day, provider: ProviderID)
  case noRates(provider: ProviderID)
  case unknownCurrency(String)
}

extension RateError {
  /// Whether the day is in a range that was never fetched, between stored days.
  public var isOfDaysNeverFetched: Bool {
    guard case .outsideHistory(let day, _, let first, let newest) = self else { return false }
    return first <= day && day <= newest
  }

  /// The provider that may have the missing rates, and the range that contains the right day; nil if no provider has
  /// them by today.
  ///
  /// `day`: the requested day; nil for today.
  public func askable(about day: Day?, today: Day) -> (provider: ProviderID, days: ClosedRange<Day>)? {
    switch self {
    case .noRates(let provider): Self.about(day ?? today, provider, today)
    case .outsideHistory(let day, let provider, let first, _): day < first ? nil : Self.about(day, provider, today)
    case .notPrescribed(let day, let provider, _): Self.about(day, provider, today)
    case .notStored(let days, _, let provider): (provider, days)
    case .missing, .unknownCurrency, .notPublished: nil
    }
  }

  /// From the longest holidays before to a month after, for a rule that uses a whole month.
  private static func about(_ day: Day, _ provider: ProviderID, _ today: Day) -> (ProviderID, ClosedRange<Day>)? {
    day <= today ? (provider, (day - Day.longestHolidays)...min(day + 31, today)) : nil
  }
}

extension Resolver {
  /// A path by two providers if no single one has both: on their newest common day, with the fewest legs.
  ///
  /// Searched from the first currency by code, so that it is the same in both directions.
  func mixed(from: Currency, to: Currency) -> ConversionPath? {
    let (first, last) = (min(from, to), max(from, to))
    // On a path through two banks, one buys the currency that the other sells.
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

  /// Both tables on the newest common day up to the requested one.
  private func onCommonDay(_ one: RateTable, _ two: RateTable) -> (Day, RateTable, RateTable)? {
    // Means of one period belong together, whatever the last publication day of each.
    if one.isOfMeans, two.isOfMeans { return (min(one.day, two.day), one, two) }
    let day = min(one.newest, two.newest)
    guard let first = table(one, on: day), let second = table(two, on: day) else { return nil }
    return (day, first, second)
  }

  private func table(_ table: RateTable, on day: Day) -> RateTable? {
    if table.newest == day { return table }
    return earlier[day]?.first { $0.provider.id == table.provider.id }
  }

  /// In order of preference: the two homes, the most traded, then by code.
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
      // A provider that gives no quote isn't part of the path: the law belongs to none, and its older day would only
      // renew a rate that is too old to be carried.
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
  /// Whether any path leads from a currency, to home or among pairs.
  fileprivate func currencies(reach currency: Currency) -> Bool {
    serves(currency) || pairedCurrencies.contains(currency)
  }
}
