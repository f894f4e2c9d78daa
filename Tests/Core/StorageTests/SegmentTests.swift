// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import KursStorage
import Testing

@Suite struct SegmentTests {
  func observation(_ date: String, _ value: String, unit: UInt8 = 0, document: UInt32 = 1) throws -> Observation {
    Observation(
      day: try #require(Day(iso: date)), value: try #require(PublishedNumber(value)), unitExponent: unit,
      document: DocumentID(number: document))
  }

  @Test func whatGoesInComesOut() throws {
    let days = [
      try observation("2024-01-01", "1.1172"), try observation("2024-02-29", "0.000081", unit: 6, document: .max),
      try observation("2024-12-31", "1836200.000000000000"),
    ]
    let segment = Segment(year: 2024, observations: days)
    let bytes = segment.encoded
    #expect(bytes.count == 3 * Segment.recordSize)
    #expect(bytes.withUnsafeBytes { Segment(year: 2024, bytes: $0) } == segment)
  }

  @Test func aLaterFactOfTheSameDayReplacesAndTheSameFactChangesNothing() throws {
    var segment = Segment(year: 2026, observations: [try observation("2026-03-02", "1.1")])
    #expect(segment.merge([try observation("2026-03-02", "1.1", document: 2)]) == 0)
    #expect(segment.observations[0].document == DocumentID(number: 1))
    #expect(segment.merge([try observation("2026-03-02", "1.2", document: 2)]) == 1)
    #expect(segment.merge([try observation("2026-03-01", "1"), try observation("2026-03-03", "2")]) == 2)
    #expect(segment.observations.map(\.value.text) == ["1", "1.2", "2"])
  }

  @Test func everySingleFlippedBitChangesTheChecksum() throws {
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

  @Test func bytesThatAreNoRecordsAreRefused() {
    let day = [UInt8](repeating: 0xFF, count: 16)
    #expect(day.withUnsafeBytes { Segment(year: 2026, bytes: $0) } == nil)
    #expect(day.dropLast().withUnsafeBytes { Segment(year: 2026, bytes: $0) } == nil)
  }
}
