// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

/// Compares two ways to find a day's rate: directly in the time series, and with a resolver for that day.
@Suite struct DirectRatesTests {
  private static let codes = ["USD", "JPY", "TRY", "TRL", "DEM", "AED", "FRF", "EUR"].compactMap { Currency($0) }
  private static let publication = Publication(.workingDays, hours: 14...16, holidays: .target)

  /// Returns a bank with rates from 1998 to 2005, when legal rates changed. Random gaps between the rates are longer
  /// than the number of days for which an older rate may be used.
  private func bank(_ direction: Provider.Direction, _ random: inout SplitMix64) -> (Provider, [QuoteSeries]) {
    let provider = Provider(
      id: ProviderID("bank"), publisher: "", home: .eur, firstDay: day("1998-01-01"), carryLimit: 10, terms: "",
      attribution: "", direction: direction, publication: Self.publication)
    let series = Self.codes.filter { $0 != .eur && $0.code != "AED" }.map { code -> QuoteSeries in
      let pair =
        direction == .othersPerHome ? PairKey(base: .eur, counter: code) : PairKey(base: code, counter: .eur)
      var (next, observations) = (day("1998-06-01"), [Observation]())
      while next < day("2005-03-01") {
        let unit = QuoteUnit(exponent: UInt8.random(in: 0...2, using: &random)) ?? .one
        let value = PublishedNumber(coefficient: .random(in: 1...99_999_999, using: &random), scale: 4)
        if next.weekday < 6 { observations.append(Observation(day: next, value: value, unit: unit)) }
        next = next + (Int.random(in: 0..<60, using: &random) == 0 ? 25 : 1)
      }
      return QuoteSeries(provider: provider.id, pair: pair, observations: observations)
    }
    return (provider, series)
  }

  @Test("the fast and the general search find the same conversion paths", arguments: [
      Provider.Direction.othersPerHome, .homePerOther,
    ])
  func theFastAndTheGeneralSearchFindTheSameConversionPaths(direction: Provider.Direction) throws {
    var random = SplitMix64(seed: 37)
    let (provider, series) = bank(direction, &random)
    let (now, catalogue) = (Timestamp(startOf: day("2005-02-20")), ResolverTests.catalogue)
    let own = try [#require(CustomRate(from: .eur, to: .usd, value: Rational(2)))]
    var direct = try #require(DirectRates(provider, own: own, catalogue: catalogue, now: now))
    for code in Self.codes {
      direct.load(code, series.filter { $0.pair.base == code || $0.pair.counter == code && code != .eur })
    }
    var (wrong, answered) = ([String](), 0)
    for _ in 0..<5_000 {
      let asked = day("1998-06-01") + Int.random(in: 0..<2_480, using: &random)
      let from = try #require(Self.codes.randomElement(using: &random))
      let to = try #require(Self.codes.randomElement(using: &random))
      guard let found = direct.route(from: from, to: to, on: asked) else { continue }
      answered += 1
      let quotes = series.compactMap { $0.last(upTo: asked) }
      let table = RateTable(provider: provider, day: asked, quotes: quotes, catalogue: catalogue)
      let isLate = provider.isLate(newest: table.newest, now: Timestamp.due(on: asked, now: now))
      var resolver = Resolver(
        day: asked, today: now.day, tables: [table], late: isLate ? [provider.id] : [], catalogue: catalogue,
        failure: .noRates(provider: provider.id))
      resolver.use(own)
      let expected = try? resolver.route(from: from, to: to)
      if found != expected || isLate && from != to { wrong.append("\(from) \(to) \(asked)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count), \(wrong.prefix(5))")
    #expect(answered > 1_000)
  }

  @Test("for a provider that quotes arbitrary pairs, the fast search is unavailable")
  func forAProviderThatQuotesArbitraryPairsTheFastSearchIsUnavailable() {
    var random = SplitMix64(seed: 37)
    let (provider, _) = bank(.statedPerRow, &random)
    #expect(DirectRates(provider, own: [], catalogue: ResolverTests.catalogue, now: Timestamp(milliseconds: 0)) == nil)
  }
}
