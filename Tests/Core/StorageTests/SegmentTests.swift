// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import Testing

@testable import KursStorage

@Suite struct SegmentTests {
  func observation(_ date: String, _ value: String, unit: UInt32 = 1, document: UInt32 = 1) throws -> Observation {
    Observation(
      day: try #require(Day(iso: date)), value: try #require(PublishedNumber(value)), unit: try #require(QuoteUnit(unit)),
      document: DocumentID(number: document))
  }

  @Test("a stored year of rates is read back unchanged")
  func aStoredYearOfRatesIsReadBackUnchanged() throws {
    let days = [
      try observation("2024-01-01", "1.1172"), try observation("2024-02-29", "0.000081", unit: 1_000_000, document: .max),
      try observation("2024-12-31", "1836200.000000000000"),
    ]
    let segment = Segment(year: 2024, observations: days)
    let bytes = segment.encoded
    #expect(bytes.count == 3 * Segment.recordSize)
    #expect(bytes.withUnsafeBytes { Segment(year: 2024, bytes: $0) } == segment)
  }

  @Test("a rate per 12 or another unusual unit is read back unchanged")
  func aRatePer12OrAnotherUnusualUnitIsReadBackUnchanged() throws {
    let days = [
      try observation("2024-01-01", "1.1"), try observation("2024-01-02", "13", unit: 12),
      try observation("2024-01-03", "1.2", unit: 1_000_000_000), try observation("2024-12-31", "7", unit: .max),
    ]
    let segment = Segment(year: 2024, observations: days)
    let bytes = segment.encoded
    #expect(bytes.count == 4 * Segment.recordSize + 2 * 8)
    #expect(bytes.withUnsafeBytes { Segment(year: 2024, bytes: $0) } == segment)
    #expect(segment.observations[1].rate * Rational(12) == Rational(13))
    // A truncated segment is refused, or gives only its complete records.
    for length in 0..<bytes.count {
      let cut = bytes.prefix(length).withUnsafeBytes { Segment(year: 2024, bytes: $0) }
      #expect(cut == nil || cut?.observations == Array(days.prefix(cut?.observations.count ?? 0)))
    }
    var merging = segment
    #expect(merging.merge([try observation("2024-01-02", "13", unit: 20)]) == 1)
    #expect(merging.merge([try observation("2024-01-02", "13", unit: 20)]) == 0)
  }

  @Test("looking up a day returns only the last rate until that day")
  func lookingUpADayReturnsOnlyTheLastRateUntilThatDay() throws {
    let days = [
      try observation("2024-01-03", "1.1"), try observation("2024-01-04", "13", unit: 12),
      try observation("2024-12-30", "1.2"),
    ]
    let bytes = Segment(year: 2024, observations: days).encoded
    let first = try #require(Day(iso: "2023-12-31"))
    for day in (0...367).map({ first + $0 }) {
      let last = bytes.withUnsafeBytes { Segment(year: 2024, bytes: $0, lastUpTo: day) }
      #expect(last?.observations == days.last { $0.day <= day }.map { [$0] } ?? [])
    }
    #expect(bytes.dropLast().withUnsafeBytes { Segment(year: 2024, bytes: $0, lastUpTo: first) } == nil)
  }

  @Test("merging rates replaces different values and ignores equal values")
  func mergingRatesReplacesDifferentValuesAndIgnoresEqualValues() throws {
    var segment = Segment(year: 2026, observations: [try observation("2026-03-02", "1.1")])
    #expect(segment.merge([try observation("2026-03-02", "1.1", document: 2)]) == 0)
    #expect(segment.observations[0].document == DocumentID(number: 1))
    #expect(segment.merge([try observation("2026-03-02", "1.2", document: 2)]) == 1)
    #expect(segment.merge([try observation("2026-03-01", "1"), try observation("2026-03-03", "2")]) == 2)
    #expect(segment.observations.map(\.value.text) == ["1", "1.2", "2"])
  }

  @Test("flipping any bit of a stored year's rates changes the checksum")
  func flippingAnyBitOfAStoredYearsRatesChangesTheChecksum() throws {
    let bytes = Segment(
      year: 2026, observations: [try observation("2026-03-02", "1.1172"), try observation("2026-03-03", "1.12")]
    ).encoded
    let sum = bytes.withUnsafeBytes { Segment.checksum($0) }
    for bit in 0..<(bytes.count * 8) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(flipped.withUnsafeBytes { Segment.checksum($0) } != sum)
    }
  }

  @Test("bytes that are not a stored year of rates are refused") func bytesThatAreNotAStoredYearOfRatesAreRefused() {
    let day = [UInt8](repeating: 0xFF, count: 16)
    #expect(day.withUnsafeBytes { Segment(year: 2026, bytes: $0) } == nil)
    #expect(day.dropLast().withUnsafeBytes { Segment(year: 2026, bytes: $0) } == nil)
  }
}
