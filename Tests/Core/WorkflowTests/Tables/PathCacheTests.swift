// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct PathCacheTests {
  private func isKnown(_ book: inout PathCache, _ day: Int, _ code: Currency = .usd) -> Bool {
    let key = PathCache.Key(from: code, to: .eur, day: Day(number: Int32(day)))
    guard book.entry(key) == nil else { return true }
    book.enter(key, PathCache.Entry(way: .rate(.one), minorUnit: 2, tail: [], end: []))
    return false
  }

  @Test("a full cache keeps conversion paths that are in use")
  func aFullCacheKeepsConversionPathsThatAreInUse() {
    var book = PathCache(most: 100)
    var misses = 0
    for day in 0..<1_000 {
      if !isKnown(&book, day) { misses += 1 }
      if !isKnown(&book, 0) { misses += 1 }
    }
    #expect(misses == 1_000)
  }

  @Test("each day of twenty pairs over twenty years is looked up once")
  func eachDayOfTwentyPairsOverTwentyYearsIsLookedUpOnce() {
    let codes = Currency.mostTraded.prefix(20)
    var (book, misses) = (PathCache(), 0)
    for _ in 1...2 {
      for code in codes {
        for day in 0..<7_300 where !isKnown(&book, day, code) { misses += 1 }
      }
    }
    #expect(misses == 20 * 7_300)
  }

  @Test("days without rates are requested once, not once for each pair")
  func daysWithoutRatesAreRequestedOnceNotOnceForEachPair() {
    let codes = "USD JPY GBP CHF AUD CAD SEK NOK DKK PLN CZK HUF TRY".split(separator: " ").map { currency(String($0)) }
    var (book, asked) = (PathCache(), 0)
    for _ in 1...2 {
      for number in 0..<3600 {
        for code in codes {
          let key = PathCache.Key(from: code, to: .eur, day: Day(number: Int32(number)))
          guard book.entry(key) == nil else { continue }
          asked += 1
          book.enter(key, .failure(.noRates(provider: .ecb))) { _ in
            .init(way: .rate(.one), minorUnit: 2, tail: [], end: [])
          }
        }
      }
    }
    // On the first day, each pair is requested. After that, each day is requested only once.
    #expect(asked < 3600 + codes.count)
  }
}
