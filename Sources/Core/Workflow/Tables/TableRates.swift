// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
import KursStorage

/// Holds the rates of the provider that converts nearly all rows. A currency is loaded when a row first needs it.
public struct TableRates: Sendable {
  private let rates: RatesWorkflow
  private(set) var direct: DirectRates

  /// Finds the provider that converts nearly all rows. Nil if only a `Resolver` can convert the rows. `named`:
  /// providers instead of the enabled providers. `own`: today's custom rates. `hasRules`: whether rules select days.
  public init?(
    _ rates: RatesWorkflow, of named: [ProviderID]? = nil, own: [CustomRate], hasRules: Bool
  ) async throws(RatesFailure) {
    guard let provider = try await rates.firstProvider(of: named),
      let direct = DirectRates(provider, own: own, catalogue: rates.catalogue, now: rates.clock())
    else { return nil }
    self.rates = rates
    self.direct = direct
    if hasRules { self.direct.days = try await rates.publishedDays(of: provider, named) }
  }

  /// Loads the rates of two currencies unless they are already loaded. Returns false if nothing had to be loaded.
  mutating func load(_ from: Currency, _ to: Currency) async throws(RatesFailure) -> Bool {
    let missing = direct.missing(from, to)
    for currency in missing { direct.load(currency, try await rates.quotes(of: currency, at: direct.provider)) }
    return !missing.isEmpty
  }
}

extension RatesWorkflow {
  fileprivate func firstProvider(of named: [ProviderID]?) async throws(RatesFailure) -> Provider? {
    // With a maximum age, a `Resolver` must convert the rows, because only a `Resolver` refuses rates that are too old.
    guard side == .middle, maxAge == nil else { return nil }
    do { _ = try await ratesInUse(on: clock().localDay, of: named) } catch {
      guard case .rate = error else { throw error }
    }
    var known = (named ?? order).compactMap { directory[$0]?.provider }.countedTogether.map(\.id)
    if named == nil { known.removeAll(where: directory.damaged.contains) }
    let stored = try await reader.quoted(side)
    let isPrescribed = known.first.flatMap { directory[$0]?.provider.isPrescribed } ?? false
    let mayStandIn = named == nil && !isStrict && !isPrescribed
    let first = (isStrict ? Array(known.prefix(1)) : known).first { stored[$0] != nil }
    return (first ?? (mayStandIn ? replacement(beside: known, in: stored) : nil)).flatMap { directory[$0]?.provider }
  }

  fileprivate func publishedDays(
    of provider: Provider, _ named: [ProviderID]?
  ) async throws(RatesFailure) -> PublishedDays {
    let leading = try? await ratesInUse(on: nil, of: named).leading.provider.id
    return try await reader.mending(provider.id) { database throws(StorageError) in
      var days: Set<Day> = []
      let pairs = try await database.pairs(of: provider.id).filter { $0.side == .middle }
      for pair in pairs {
        let observations = try await database.observations(
          of: provider.id, base: pair.base, counter: pair.counter, from: Day(number: .min), to: Day(number: .max))
        days.formUnion(observations.lazy.map(\.day))
      }
      let covered = try await database.coveredDays(of: provider.id)
      return PublishedDays(days, covered: CoveredDays(pairs.map { covered[$0] ?? [] }), leads: leading == provider.id)
    }
  }

  /// Returns all published rates between a currency and the provider's home currency, in both directions.
  fileprivate func quotes(of currency: Currency, at provider: Provider) async throws(RatesFailure) -> [QuoteSeries] {
    try await reader.mending(provider.id) { database throws(StorageError) in
      var all: [QuoteSeries] = []
      for pair in [
        PairKey(base: provider.home, counter: currency), PairKey(base: currency, counter: provider.home),
      ] {
        let observations = try await database.observations(
          of: provider.id, base: pair.base, counter: pair.counter, from: Day(number: .min), to: Day(number: .max))
        if observations.isEmpty { continue }
        all.append(QuoteSeries(provider: provider.id, pair: pair, observations: observations))
      }
      return all
    }
  }
}

/// Caches a table's conversion paths for each day. A full cache discards only paths that weren't used recently.
struct PathCache {
  struct Key: Hashable {
    let from: Currency
    var to: Currency
    let day: Day?
    var rule: UInt8 = 0

    /// The whole key as one number, because hashing one number takes half the time of hashing the separate values.
    fileprivate var packed: UInt64 {
      // Years have at most four digits, so 24 bits are enough for a day.
      let day = day.map { UInt64(UInt32(bitPattern: $0.number) & 0xFF_FFFF) | 0x100_0000 } ?? 0
      return (UInt64(from.number) << 15 | UInt64(to.number)) << 33 | day << 8 | UInt64(rule)
    }
  }

  struct Entry {
    enum Way {
      case rate(Rational)
      /// A path on which a law requires rounding. It is stored indirectly, so that entries without rounding stay small.
      indirect case route(ConversionPath)
    }

    let way: Way
    let minorUnit: Int
    let tail: [UInt8]
    let end: [UInt8]

    func convert(_ amount: Rational) -> Rational {
      switch way {
      case .rate(let rate): amount * rate
      case .route(let route): route.convert(amount)
      }
    }
  }

  /// The errors of paths. They are separate from the entries, because an error is larger.
  private var faults = Generations<RateError>(most: 1 << 16)
  private var entries: Generations<Entry>
  private var pairs: [(from: Currency, to: Currency)] = []
  private let mostPairs = 64

  /// Creates a cache. `most`: the maximum entries in each half, by default enough for 20 currencies and 20 years.
  init(most: Int = 1 << 18) {
    entries = Generations(most: most)
  }

  mutating func entry(_ key: Key) -> Result<Entry, RateError>? {
    let packed = key.packed
    return entries.value(packed).map { .success($0) } ?? faults.value(packed).map { .failure($0) }
  }

  mutating func enter(_ key: Key, _ entry: Entry) { entries.set(key.packed, entry) }

  /// Resolves all earlier rows' pairs for the day of `key`, because later rows of this day usually need these pairs.
  mutating func enter(_ key: Key, _ resolver: Result<Resolver, RateError>, as entry: (ConversionPath) -> Entry) {
    if !pairs.contains(where: { $0 == (key.from, key.to) }) {
      if pairs.count == mostPairs { pairs.removeFirst() }
      pairs.append((key.from, key.to))
    }
    for (from, to) in pairs {
      let packed = Key(from: from, to: to, day: key.day, rule: key.rule).packed
      guard entries.value(packed) == nil, faults.value(packed) == nil else { continue }
      do throws(RateError) {
        entries.set(packed, entry(try resolver.get().route(from: from, to: to)))
      } catch {
        faults.set(packed, error)
      }
    }
  }
}

/// Stores values in two halves. A used value moves to the newer half. A full newer half replaces the older half.
private struct Generations<Value> {
  private var (newer, older): ([UInt64: Value], [UInt64: Value]) = ([:], [:])
  private let most: Int

  init(most: Int) {
    self.most = most
  }

  mutating func value(_ key: UInt64) -> Value? {
    if let value = newer[key] { return value }
    guard let value = older[key] else { return nil }
    set(key, value)
    return value
  }

  mutating func set(_ key: UInt64, _ value: Value) {
    if newer.count >= most { (older, newer) = (newer, [:]) }
    newer[key] = value
  }
}
