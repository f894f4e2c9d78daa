// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursItems
import KursModel
import TestSupport
import Testing

/// The ECB's history that is installed with the program.
let bundledHistory: [UInt8] = {
  let root = URL(filePath: #filePath).appending(path: "../../../../data/rates/eurofxref-hist.zip")
  return (try? Data(contentsOf: root.standardizedFileURL)).map { Array($0) } ?? []
}()

@Suite struct ECBHistoryTests {
  @Test("the bundled history is read completely") func theBundledHistoryIsReadCompletely() throws {
    var reader = try ECBHistory(archive: bundledHistory)
    var (rates, days, batches, oldest) = (0, Set<Day>(), 0, Day(number: .max))
    while let batch = try reader.next() {
      batches += 1
      rates += batch.count
      for observations in batch.pairs.values {
        days.formUnion(observations.map(\.day))
        #expect(observations.map(\.day) == observations.map(\.day).sorted())
      }
      let newest = try #require(batch.newestDay)
      #expect(newest < oldest)
      oldest = try #require(batch.oldestDay)
    }
    #expect(rates == 221_702)
    #expect(days.count == 7126)
    #expect(batches == 29)
    #expect(oldest == Day(iso: "1999-01-04"))
    #expect(reader.permille == 1000)
  }

  @Test("the first batch of the bundled history has only the newest day")
  func theFirstBatchOfTheBundledHistoryHasOnlyTheNewestDay() throws {
    var reader = try ECBHistory(archive: bundledHistory)
    let first = try #require(try reader.next())
    #expect(first.newestDay == Day(iso: "2026-10-30"))
    #expect(first.oldestDay == first.newestDay)
    let dollar = try #require(Currency("USD"))
    #expect(first.pairs[PairKey(base: .eur, counter: dollar)]?.first?.value.text == "1.1172")
    #expect(reader.permille < 100)
  }

  @Test("a truncated ECB history is refused", arguments: [0, 3, 21, 30, 1000, 100_000, 500_000])
  func aTruncatedECBHistoryIsRefused(length: Int) {
    #expect(throws: ItemError.self) {
      var reader = try ECBHistory(archive: Array(bundledHistory.prefix(length)))
      while try reader.next() != nil {}
    }
  }

  @Test("an ECB history with a flipped bit is refused") func anECBHistoryWithAFlippedBitIsRefused() {
    var damaged = bundledHistory
    damaged[damaged.count / 2] ^= 0x10
    #expect(throws: ItemError.self) {
      var reader = try ECBHistory(archive: damaged)
      while try reader.next() != nil {}
    }
  }

  @Test("a web page instead of the history is refused") func aWebPageInsteadOfTheHistoryIsRefused() {
    #expect(throws: ItemError.foreign) {
      _ = try ECBHistory(archive: Array("<!DOCTYPE html><title>404</title>".utf8))
    }
  }

  @Test("a malformed history table is refused", arguments: [
    ("Date,USD,\n2026-10-30,--1,\n", ItemError.unreadable(place: "2:2", found: "--1", expected: .rate)),
    ("Date,USD,JPY,\n2026-10-30,1.1,\n", .truncated),
    ("Date,USD,\n30.10.2026,1.1,\n", .unreadable(place: "2:1", found: "30.10.2026", expected: .day)),
    ("Date,USD,\n2026-10-29,1.1,\n2026-10-30,1.1,\n", .unreadable(place: "line 3", found: "2026-10-30", expected: .earlierDay)),
    ("Datum,USD,\n2026-10-30,1.1,\n", .foreign),
    ("Date,USD,\n", .empty),
  ])
  func aMalformedHistoryTableIsRefused(table: String, error: ItemError) {
    #expect(throws: error) {
      var reader = try ECBHistory(archive: storedZip(name: "eurofxref-hist.csv", Array(table.utf8)))
      while try reader.next() != nil {}
    }
  }

  @Test("a missing rate is not read as zero") func aMissingRateIsNotReadAsZero() throws {
    let table = "Date,USD,BGN,\n2026-10-30,1.1172,N/A,\n"
    var reader = try ECBHistory(archive: storedZip(name: "x.csv", Array(table.utf8)))
    let batch = try #require(try reader.next())
    #expect(batch.pairs.keys.map(\.counter.code) == ["USD"])
  }
}
