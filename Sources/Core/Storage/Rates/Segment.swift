// SPDX-License-Identifier: GPL-3.0-or-later
package import Foundation
package import KursModel

/// The observations of one pair in one calendar year, as the 16-byte records they are stored in.
///
/// A row a year instead of a row an observation: taking up 27 years writes 900 rows and not 221,702, and a
/// series comes back in 28 reads (docs/STORAGE.md has the figures). The record, little-endian:
/// day of the year since 1 January (2 bytes), scale (1), unit exponent (1), document (4), coefficient (8).
package struct Segment: Sendable, Equatable {
  package static let recordSize = 16

  package let year: Int
  /// Ascending by day, one a day.
  package private(set) var observations: [Observation]

  package init(year: Int, observations: [Observation] = []) {
    self.year = year
    self.observations = observations
  }

  /// Takes in new observations; the same day's later fact replaces the former. Returns how many days changed.
  package mutating func merge(_ incoming: [Observation]) -> Int {
    guard !observations.isEmpty else {
      observations = incoming
      return incoming.count
    }
    var (merged, changed, i, j) = ([Observation](), 0, 0, 0)
    merged.reserveCapacity(observations.count + incoming.count)
    while i < observations.count || j < incoming.count {
      if j == incoming.count || (i < observations.count && observations[i].day < incoming[j].day) {
        merged.append(observations[i])
        i += 1
      } else if i == observations.count || incoming[j].day < observations[i].day {
        merged.append(incoming[j])
        (j, changed) = (j + 1, changed + 1)
      } else {
        let (old, new) = (observations[i], incoming[j])
        let same = old.value == new.value && old.unitExponent == new.unitExponent
        merged.append(same ? old : new)
        (i, j, changed) = (i + 1, j + 1, changed + (same ? 0 : 1))
      }
    }
    observations = merged
    return changed
  }

  package var encoded: Data {
    let start = Self.firstDay(of: year)
    var bytes = [UInt8]()
    bytes.reserveCapacity(observations.count * Self.recordSize)
    for observation in observations {
      let head =
        UInt64(UInt16(observation.day - start)) | UInt64(observation.value.scale) << 16
        | UInt64(observation.unitExponent) << 24 | UInt64(observation.document.number) << 32
      withUnsafeBytes(of: head.littleEndian) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: observation.value.coefficient.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return Data(bytes)
  }

  /// Nil when the bytes are no whole number of records, or a day leaves the year.
  package init?(year: Int, bytes: UnsafeRawBufferPointer) {
    guard bytes.count % Self.recordSize == 0 else { return nil }
    self.year = year
    let start = Self.firstDay(of: year)
    var observations = [Observation]()
    observations.reserveCapacity(bytes.count / Self.recordSize)
    for offset in stride(from: 0, to: bytes.count, by: Self.recordSize) {
      let head = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let coefficient = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      let dayOfYear = Int(head & 0xFFFF)
      guard dayOfYear < 366 else { return nil }
      observations.append(
        Observation(
          day: start + dayOfYear,
          value: PublishedNumber(coefficient: coefficient, scale: UInt8(truncatingIfNeeded: head >> 16)),
          unitExponent: UInt8(truncatingIfNeeded: head >> 24),
          document: DocumentID(number: UInt32(truncatingIfNeeded: head >> 32))))
    }
    self.observations = observations
  }

  /// Changes with every changed bit: SQLite's own check misses most damage inside a row.
  ///
  /// FNV-1a over 64-bit words; each step is a bijection, so one flipped bit cannot cancel out.
  package static func checksum(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for offset in stride(from: 0, to: bytes.count - bytes.count % 8, by: 8) {
      hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash ^ UInt64(bytes.count))
  }

  private static func firstDay(of year: Int) -> Day {
    Day(year: year, month: 1, day: 1) ?? Day(number: 0)
  }
}
