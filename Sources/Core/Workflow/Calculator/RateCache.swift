// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Synchronization

/// Holds the loaded rates for the days of the list. The user's custom rates take precedence.
struct RateCache: Sendable {
  struct DayKey: Hashable, Sendable {
    let day: Day?
    let rule: NamedRule?
  }

  var provider: ProviderID { didSet { if provider != oldValue { known = nil } } }
  var today: Day { didSet { if today != oldValue { known = nil } } }
  var own: [CustomRate] = [] { didSet { if own != oldValue { known = nil } } }
  var rule: NamedRule? { didSet { if rule != oldValue { known = nil } } }
  private let catalogue: CurrencyCatalogue
  private var resolvers: [DayKey: Resolver] = [:]
  private var failures: [DayKey: RatesFailure] = [:]
  private var requested: Set<DayKey> = []
  /// The last value of `source`. Nil after rates, custom rates, the rule or the day have changed.
  private var known: KnownRates?

  init(provider: ProviderID, today: Day, catalogue: CurrencyCatalogue) {
    self.provider = provider
    self.today = today
    self.catalogue = catalogue
  }

  subscript(day: Day?) -> Resolver? { resolvers[dayKey(day)] }

  func isPending(_ day: Day?) -> Bool { self[day] == nil && failures[dayKey(day)] == nil }

  func error(on day: Day?) -> RateError? {
    guard self[day] == nil, case .rate(let error)? = failures[dayKey(day)] else { return nil }
    return error
  }

  func belongsToOtherDay(_ failure: RatesFailure, than day: Day?) -> Bool {
    failures[dayKey(day)] != failure && failures.values.contains(failure)
  }

  private func dayKey(_ day: Day?) -> DayKey { DayKey(day: day, rule: rule) }

  /// The rates of all days. The source caches conversion paths until rates, custom rates, the rule or the day change.
  var source: any RateSource {
    mutating get {
      if let known { return known }
      let source = KnownRates(resolved)
      known = source
      return source
    }
  }

  private var resolved: ResolvedRates {
    let valid = own.holding(on: today)
    return ResolvedRates { [resolvers, failures, provider, today, catalogue, rule] day in
      let dayKey = DayKey(day: day, rule: rule)
      var resolver: Resolver
      if let known = resolvers[dayKey] {
        resolver = known
      } else {
        var error = RateError.noRates(provider: provider)
        if case .rate(let known)? = failures[dayKey] { error = known }
        resolver = Resolver(day: day, today: today, lacking: error, catalogue: catalogue)
      }
      resolver.use(valid)
      return resolver
    }
  }

  /// Returns the days whose rates must be loaded, and marks these days as requested.
  mutating func request(for days: Set<Day?>) -> [Day?] {
    let missing = days.filter { isPending($0) && !requested.contains(dayKey($0)) }
    requested.formUnion(missing.map(dayKey))
    return newestFirst(missing)
  }

  /// Marks all `days` as requested again, because rates changed. The old rates are used until new rates are loaded.
  mutating func requestAgain(for days: Set<Day?>) -> [Day?] {
    requested = Set(days.map(dayKey))
    resolvers = resolvers.filter { requested.contains($0.key) }
    failures = [:]
    known = nil
    return newestFirst(days)
  }

  mutating func loaded(_ resolver: Resolver, for dayKey: DayKey) {
    resolvers[dayKey] = resolver
    failures[dayKey] = nil
    known = nil
    requested.remove(dayKey)
  }

  mutating func failed(_ failure: RatesFailure, for dayKey: DayKey) {
    requested.remove(dayKey)
    guard resolvers[dayKey] == nil else { return }
    failures[dayKey] = failure
    known = nil
  }

  private func newestFirst(_ days: Set<Day?>) -> [Day?] {
    days.sorted { ($0?.number ?? .max) > ($1?.number ?? .max) }
  }
}

/// Caches conversion paths between key presses, because finding a path takes longer than using it.
private final class KnownRates: RateSource {
  private struct Key: Hashable {
    let from: Currency
    let to: Currency
    let day: Day?
  }

  private let rates: ResolvedRates
  private let known = Mutex<[Key: Result<ConversionPath, RateError>]>([:])

  init(_ rates: ResolvedRates) {
    self.rates = rates
  }

  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    let key = Key(from: from, to: to, day: day)
    if let path = known.withLock({ $0[key] }) { return try path.get() }
    let path = Result { () throws(RateError) in try rates.rate(from: from, to: to, on: day) }
    known.withLock { $0[key] = path }
    return try path.get()
  }
}

struct LoadedRates: Sendable {
  let day: Day?
  let rule: NamedRule?
  let rates: Result<RatesInUse, RatesFailure>
}
