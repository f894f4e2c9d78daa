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
  public var own: [OwnRate] = []
  /// Whether a law names the rates: the user's own rates don't count.
  public private(set) var isLawful = false
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

  /// Uses the user's own rates from now on, unless a law names the rates.
  public mutating func use(_ own: [OwnRate]) { self.own = isLawful ? [] : own }

  /// The resolver of the rates that a law names: the banks' average rates, without sides and own rates.
  public var lawful: Resolver {
    var resolver = atMiddle
    resolver.isLawful = true
    return resolver
  }

  /// The resolver of the banks' middle rates: without buying and selling rates, and without the person's own.
  public var atMiddle: Resolver {
    Resolver(
      day: day, today: today, tables: tables.map(\.atMiddle), earlier: earlier.values.flatMap { $0.map(\.atMiddle) },
      late: late, elsewhere: elsewhere, suggestions: suggestions, catalogue: catalogue, failure: failure)
  }

  public func provider(_ id: ProviderID) -> Provider? { tables.first { $0.provider.id == id }?.provider }

  /// The route from one currency to another; throws why there is none.
  public func route(from: Currency, to: Currency) throws(RateError) -> Route {
    if let decided = decided(from: from, to: to) { return decided }
    if let alone = alone(from: from, to: to) ?? mixed(from: from, to: to) { return alone }
    throw reason(from: from, to: to)
  }

  /// The currencies that somebody has a rate of; alphabetical.
  public var currencies: [Currency] {
    Set(tables.flatMap(\.currencies)).union(own.flatMap { [$0.from, $0.to] }).sorted()
  }

  /// Every route there is from a currency, by code; throws why there is none at all.
  public func routes(from base: Currency) throws(RateError) -> [Route] {
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
  private func decided(from: Currency, to: Currency) -> Route? {
    let day = day ?? leading?.day ?? today
    if from == to { return Route(from: from, to: to, day: day, legs: [], exact: .one) }
    if let own = own.first(where: { $0.isFor(from, to) }) { return Route(own, from: from, to: to, day: day) }
    return catalogue.lawfulRoute(from: from, to: to, on: day)
  }

  /// A route by one provider that has both: those that are not late come first.
  private func alone(from: Currency, to: Currency) -> Route? {
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
