// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct RouteBookTests {
  @Test("ten years of thirteen pairs resolve each day once") func tenYearsOfThirteenPairsInAnyOrderAskForEachDayOnce() {
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
