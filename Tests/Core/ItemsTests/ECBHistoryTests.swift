// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursItems
import KursModel
import Testing

/// The real history that ships with the program.
let bundledHistory: [UInt8] = {
  let root = URL(filePath: #filePath).appending(path: "../../../../data/rates/eurofxref-hist.zip")
  return (try? Data(contentsOf: root.standardizedFileURL)).map { Array($0) } ?? []
}()

@Suite struct ECBHistoryTests {
  @Test func theShippedHistoryIsReadWhole() throws {
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
    #expect(reader.progress == 1)
  }

  @Test func theFirstBatchIsTheNewestDayAlone() throws {
    var reader = try ECBHistory(archive: bundledHistory)
    let first = try #require(try reader.next())
    #expect(first.newestDay == Day(iso: "2026-10-30"))
    #expect(first.oldestDay == first.newestDay)
    let dollar = try #require(Currency("USD"))
    #expect(first.pairs[PairKey(base: .eur, counter: dollar)]?.first?.value.text == "1.1172")
    #expect(reader.progress < 0.1)
  }

  @Test(arguments: [0, 3, 21, 30, 1000, 100_000, 500_000])
  func aHistoryCutAnywhereIsRefused(length: Int) {
    #expect(throws: ItemError.self) {
      var reader = try ECBHistory(archive: Array(bundledHistory.prefix(length)))
      while try reader.next() != nil {}
    }
  }

  @Test func aFlippedBitInThePackedDataIsNoticed() {
    var damaged = bundledHistory
    damaged[damaged.count / 2] ^= 0x10
    #expect(throws: ItemError.self) {
      var reader = try ECBHistory(archive: damaged)
      while try reader.next() != nil {}
    }
  }

  @Test func aWebPageIsForeign() {
    #expect(throws: ItemError.foreign) {
      _ = try ECBHistory(archive: Array("<!DOCTYPE html><title>404</title>".utf8))
    }
  }

  @Test(arguments: [
    ("Date,USD,\n2026-10-30,0,\n", ItemError.notPositive(.usd, Day(number: 20756))),
    ("Date,USD,\n2026-10-30,-1,\n", .unreadable(place: "2:2", found: "-1")),
    ("Date,USD,JPY,\n2026-10-30,1.1,\n", .truncated),
    ("Date,USD,\n30.10.2026,1.1,\n", .unreadable(place: "2:1", found: "30.10.2026")),
    ("Date,USD,\n2026-10-29,1.1,\n2026-10-30,1.1,\n", .unreadable(place: "line 3", found: "2026-10-30")),
    ("Datum,USD,\n2026-10-30,1.1,\n", .foreign),
    ("Date,USD,\n", .empty),
  ])
  func aTableThatIsNoHistoryIsRefused(table: String, error: ItemError) {
    #expect(throws: error) {
      var reader = try ECBHistory(archive: storedZip(name: "eurofxref-hist.csv", Array(table.utf8)))
      while try reader.next() != nil {}
    }
  }

  @Test func missingIsMissingAndNotZero() throws {
    let table = "Date,USD,BGN,\n2026-10-30,1.1172,N/A,\n"
    var reader = try ECBHistory(archive: storedZip(name: "x.csv", Array(table.utf8)))
    let batch = try #require(try reader.next())
    #expect(batch.pairs.keys.map(\.counter.code) == ["USD"])
  }
}

/// A zip archive with one stored (uncompressed) file, made by hand after APPNOTE.TXT.
func storedZip(name: String, _ bytes: [UInt8]) -> [UInt8] {
  func le(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  let crc = bytes.reduce(UInt32.max) { crc, byte in
    (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  } ^ UInt32.max
  let sizes = le(Int(crc), 4) + le(bytes.count, 4) + le(bytes.count, 4) + le(name.utf8.count, 2)
  let local = le(0x0403_4B50, 4) + le(20, 2) + le(0, 2) + le(0, 2) + le(0, 4) + sizes + le(0, 2) + Array(name.utf8) + bytes
  let central =
    le(0x0201_4B50, 4) + le(20, 2) + le(20, 2) + le(0, 2) + le(0, 2) + le(0, 4) + sizes + le(0, 2) + le(0, 2)
    + le(0, 2) + le(0, 2) + le(0, 4) + le(0, 4) + Array(name.utf8)
  let end = le(0x0605_4B50, 4) + le(0, 4) + le(1, 2) + le(1, 2) + le(central.count, 4) + le(local.count, 4) + le(0, 2)
  return local + central + end
}
