// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides the path from one currency to another on a day (see docs/RATES.md).
public struct Resolver: Sendable {
  /// The requested day. Nil for the newest rates.
  public let day: Day?
  public let today: Day
  /// The tables in the user's order of providers.
  public let tables: [RateTable]
  /// The providers' earlier tables. Paths through two providers with rates of different days use these tables.
  let earlier: [Day: [RateTable]]
  /// The providers whose rates are older than their timetable allows.
  public let late: Set<ProviderID>
  public var own: [CustomRate] = []
  /// The most days between a rate's day and the day for which it is used. Nil if only the provider's limit applies.
  public let maxAge: Int?
  /// Whether a law prescribes the rates. Then custom rates aren't used.
  public private(set) var isLawful = false
  let elsewhere: [ProviderID: Set<Currency>]
  let suggestions: ProviderSuggestions
  let catalogue: CurrencyCatalogue
  /// The error to throw if `tables` is empty.
  let failure: RateError

  /// Creates a resolver. `tables` are for the requested day, in the user's order of providers. In strict mode, only the
  /// first table is used. `earlier` has tables of the same providers on earlier days, for paths through two providers.
  public init(
    day: Day?, today: Day, tables: [RateTable], earlier: [RateTable] = [], late: Set<ProviderID> = [],
    isStrict: Bool = false, elsewhere: [ProviderID: Set<Currency>] = [:],
    suggestions: ProviderSuggestions = ProviderSuggestions(), maxAge: Int? = nil, catalogue: CurrencyCatalogue,
    failure: RateError
  ) {
    self.maxAge = maxAge
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

  public init(day: Day?, today: Day, lacking failure: RateError, catalogue: CurrencyCatalogue) {
    self.init(day: day, today: today, tables: [], catalogue: catalogue, failure: failure)
  }

  public init(_ table: RateTable, day: Day? = nil, today: Day? = nil) {
    self.init(
      day: day, today: today ?? table.day, tables: [table], catalogue: table.catalogue,
      failure: .noRates(provider: table.provider.id))
  }

  public var leading: RateTable? { tables.first { !late.contains($0.provider.id) } ?? tables.first }

  public var side: QuoteSide { tables.first?.side ?? .middle }

  public mutating func use(_ own: [CustomRate]) { self.own = isLawful ? [] : own }

  /// A resolver for rates that a law prescribes. It uses only middle rates, and no custom rates.
  public var legal: Resolver {
    var resolver = atMiddle
    resolver.isLawful = true
    return resolver
  }

  /// This resolver, but with only middle rates and without custom rates.
  public var atMiddle: Resolver {
    Resolver(
      day: day, today: today, tables: tables.map(\.atMiddle), earlier: earlier.values.flatMap { $0.map(\.atMiddle) },
      late: late, elsewhere: elsewhere, suggestions: suggestions, maxAge: maxAge, catalogue: catalogue,
      failure: failure)
  }

  public func provider(_ id: ProviderID) -> Provider? { tables.first { $0.provider.id == id }?.provider }

  public func route(from: Currency, to: Currency) throws(RateError) -> ConversionPath {
    guard
      let path = fixedPath(from: from, to: to) ?? pathOfOneProvider(from: from, to: to)
        ?? pathOfTwoProviders(from: from, to: to)
    else {
      throw reason(from: from, to: to)
    }
    if let maxAge, let (quote, age) = oldest(path), age > maxAge {
      throw .tooOld(quote.observation.day, provider: quote.provider, age: age, limit: maxAge)
    }
    return path
  }

  /// Returns the oldest published rate of a path and its age in days. Nil if the path has no rate of a single day.
  public func oldest(_ path: ConversionPath) -> (quote: Quote, age: Int)? {
    let target = day ?? today
    return path.quotes.filter { $0.mean == nil }.map { quote in
      let observed = quote.observation.day
      let holds = provider(quote.provider)?.validity?.period(of: observed).contains(target) ?? false
      return (quote: quote, age: holds ? 0 : max(target - observed, 0))
    }.max { $0.age < $1.age }
  }

  public var currencies: [Currency] {
    Set(tables.flatMap(\.currencies)).union(own.flatMap { [$0.from, $0.to] }).sorted()
  }

  public func routes(from base: Currency) throws(RateError) -> [ConversionPath] {
    var tooOld = 0
    return try routes(from: base, tooOld: &tooOld)
  }

  /// Returns paths from `base` to all currencies. Adds the count of old rates to `tooOld`. Throws if no path exists.
  public func routes(from base: Currency, tooOld: inout Int) throws(RateError) -> [ConversionPath] {
    var (routes, old) = ([ConversionPath](), RateError?.none)
    for currency in currencies where currency != base {
      do throws(RateError) { routes.append(try route(from: base, to: currency)) } catch {
        guard case .tooOld = error else { continue }
        (old, tooOld) = (error, tooOld + 1)
      }
    }
    if routes.isEmpty { throw old ?? reason(from: base, to: leading?.provider.home ?? base) }
    return routes
  }

  /// Returns a disabled provider for a currency that no enabled provider has. Nil if no provider is needed or known.
  public func disabledProvider(for currency: Currency) -> ProviderID? {
    guard let home = leading?.provider.home, !tables.contains(where: { $0.serves(currency) }),
      fixedPath(from: currency, to: home) == nil,
      case .missing(currency, _, _, _, let helper) = reason(from: currency, to: home)
    else { return nil }
    return helper
  }

  /// Returns a path that needs no provider: between equal currencies, by a custom rate, or by law.
  private func fixedPath(from: Currency, to: Currency) -> ConversionPath? {
    let day = day ?? leading?.day ?? today
    if from == to { return ConversionPath(from: from, to: to, day: day, legs: [], exact: .one) }
    if let own = own.first(where: { $0.isFor(from, to) }) { return ConversionPath(own, from: from, to: to, day: day) }
    // If no day was requested, use today's laws, even if the newest rates are older.
    return catalogue.legalPath(from: from, to: to, on: self.day ?? today)
  }

  private func pathOfOneProvider(from: Currency, to: Currency) -> ConversionPath? {
    let inTime = tables.filter { !late.contains($0.provider.id) }
    let others = tables.filter { late.contains($0.provider.id) }
    return (inTime + others).lazy.compactMap { try? $0.route(from: from, to: to) }.first
  }

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

extension Resolver {
  /// Returns the age in days of a path's oldest rate. Nil if no newer rates are overdue.
  public func overdueAge(of path: ConversionPath) -> Int? {
    guard day == nil, path.providers.contains(where: late.contains), let (_, age) = oldest(path), age > 0 else {
      return nil
    }
    return age
  }
}

extension RateError {
  /// Returns the error `missing` with a provider that has the currency: `other`, or else `suggested`. Leaves out
  /// `suggested` if the currency has an old rate, because the day of that rate is more useful.
  fileprivate func helped(by other: ProviderID?, suggested: ProviderID?) -> RateError {
    guard case .missing(let currency, let provider, let day, let lastSeen, nil) = self else { return self }
    let helper = other ?? (lastSeen == nil ? suggested : nil)
    return .missing(currency, provider: provider, day: day, lastSeen: lastSeen, elsewhere: helper)
  }
}

public struct SkippedProvider: Hashable, Sendable {
  public let provider: Provider
  public let observed: Day
}

extension Resolver {
  /// Returns the providers that were skipped because they are late, in the user's order (rule 4 of docs/RATES.md).
  public func skippedProviders(for route: ConversionPath) -> [SkippedProvider] {
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

/// The reason why a provider's rates are of an earlier day, and the time of its next rates.
public struct StaleReason: Hashable, Sendable {
  public let provider: Provider
  public let observed: Day
  public let day: Day
  /// The reason why no newer rates were due. Nil if due rates are missing.
  public let closure: Publication.Closure?
  /// The time of the next rates. Nil if the requested day is past, or if the provider has no timetable.
  public let next: Publication.Appointment?
}

extension Resolver {
  /// Says for each provider with old rates on a path why they are old. Skips authorities that prescribe rates.
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
  /// Returns the reason why rates are missing between `observed` and `day`. Nil if rates were due in between.
  fileprivate func closure(from observed: Day, to day: Day) -> Publication.Closure? {
    var between = observed - daysAhead + 1
    while between < day {
      if publication.isDue(on: between) { return nil }
      between = between + 1
    }
    return publication.closure(on: day)
  }
}

public struct Explanation: Hashable, Sendable {
  public let amount: Money
  public let route: ConversionPath
  public let providers: [ProviderID: Provider]
  public let staleReasons: [StaleReason]
  public let skippedProviders: [SkippedProvider]
  public var side = QuoteSide.middle
  /// The rule that chose the day of the rates. Nil if the rates of the requested day itself are used.
  public var rule: NamedRule.Applied?

  public var value: Money { Money(route.convert(amount.amount), route.to) }
}

extension Resolver {
  public func explanation(of amount: Money, by route: ConversionPath, now: Timestamp) -> Explanation {
    var providers: [ProviderID: Provider] = [:]
    for id in route.providers { providers[id] = provider(id) }
    return Explanation(
      amount: amount, route: route, providers: providers, staleReasons: staleReasons(on: route, now: now),
      skippedProviders: skippedProviders(for: route), side: side)
  }
}

public enum RateError: Error, Hashable, Sendable {
  /// `lastSeen` is the day of a rate that is too old. `elsewhere` is a disabled provider that has the currency.
  case missing(Currency, provider: ProviderID, day: Day, lastSeen: Day?, elsewhere: ProviderID? = nil)
  /// The day is before the provider's first day, too long after its newest day, or in a range that wasn't requested.
  case outsideHistory(Day, provider: ProviderID, first: Day, newest: Day)
  /// The authority's last rates apply only to an earlier period.
  case notPrescribed(Day, provider: ProviderID, last: ClosedRange<Day>)
  /// Rates of `count` days in the range should exist, but Kurs never requested them.
  case notStored(ClosedRange<Day>, count: Int, provider: ProviderID)
  case notPublished(Day, provider: ProviderID)
  case noRates(provider: ProviderID)
  case unknownCurrency(String)
  case tooOld(Day, provider: ProviderID, age: Int, limit: Int)
}

extension RateError {
  public var isOfDaysNeverFetched: Bool {
    guard case .outsideHistory(let day, _, let first, let newest) = self else { return false }
    return first <= day && day <= newest
  }

  /// Returns the provider and range that may have the missing rates. Nil if no provider has them. A nil `day` is today.
  public func possibleSource(about day: Day?, today: Day) -> (provider: ProviderID, days: ClosedRange<Day>)? {
    switch self {
    case .noRates(let provider): Self.about(day ?? today, provider, today)
    case .outsideHistory(let day, let provider, let first, _): day < first ? nil : Self.about(day, provider, today)
    case .notPrescribed(let day, let provider, _): Self.about(day, provider, today)
    case .notStored(let days, _, let provider): (provider, days)
    case .missing, .unknownCurrency, .notPublished, .tooOld: nil
    }
  }

  /// Returns the days to request: 14 days before (the longest holidays) to a month after (for rules about month ends).
  private static func about(_ day: Day, _ provider: ProviderID, _ today: Day) -> (ProviderID, ClosedRange<Day>)? {
    day <= today ? (provider, (day - Day.longestHolidays)...min(day + 31, today)) : nil
  }
}

extension Resolver {
  /// Returns the shortest path through two providers, on their newest common day. Both directions have the same path.
  func pathOfTwoProviders(from: Currency, to: Currency) -> ConversionPath? {
    let (first, last) = (min(from, to), max(from, to))
    // The search starts at the alphabetically first currency. From the other currency, the bank's side is the opposite.
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

  private func onCommonDay(_ one: RateTable, _ two: RateTable) -> (Day, RateTable, RateTable)? {
    // Combine two means, because they are of the same period even if their last days differ.
    if one.isOfMeans, two.isOfMeans { return (min(one.day, two.day), one, two) }
    let day = min(one.newest, two.newest)
    guard let first = table(one, on: day), let second = table(two, on: day) else { return nil }
    return (day, first, second)
  }

  private func table(_ table: RateTable, on day: Day) -> RateTable? {
    if table.newest == day { return table }
    return earlier[day]?.first { $0.provider.id == table.provider.id }
  }

  /// Returns the shared currencies: the two home currencies first, then the most traded, then by code.
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
      // Skip a path in which one provider adds no quote. That provider's newer day would make an old rate look current.
      guard let there = try? one.route(from: from, to: middle, side: side),
        let onward = try? two.route(from: middle, to: to, side: side), !there.quotes.isEmpty,
        !onward.quotes.isEmpty
      else { continue }
      let count = there.legs.count + onward.legs.count
      if best.map({ count < $0.legs.count }) ?? true { best = there.followed(by: onward, day: day) }
      // Stop at a path of two steps, which is the shortest, because each provider adds at least one step.
      if count == 2 { break }
    }
    return best
  }
}

extension RateTable {
  fileprivate func currencies(reach currency: Currency) -> Bool {
    serves(currency) || pairedCurrencies.contains(currency)
  }
}
