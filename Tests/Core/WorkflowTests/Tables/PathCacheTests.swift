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

  @Test("a full cache keeps paths that are in use")
  func aFullCacheKeepsPathsThatAreInUse() {
    var book = PathCache(most: 100)
    var misses = 0
    for day in 0..<1_000 {
      if !isKnown(&book, day) { misses += 1 }
      if !isKnown(&book, 0) { misses += 1 }
    }
    #expect(misses == 1_000)
  }

  @Test("twenty years of twenty pairs in any order are resolved once")
  func twentyYearsOfTwentyPairsInAnyOrderAreResolvedOnce() {
    let codes = Currency.mostTraded.prefix(20)
    var (book, misses) = (PathCache(), 0)
    for _ in 1...2 {
      for code in codes {
        for day in 0..<7_300 where !isKnown(&book, day, code) { misses += 1 }
      }
    }
    #expect(misses == 20 * 7_300)
  }

  @Test("ten years of thirteen pairs request each day once")
  func tenYearsOfThirteenPairsRequestEachDayOnce() {
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
    // The pairs are learned on the first day.
    #expect(asked < 3600 + codes.count)
  }
}
