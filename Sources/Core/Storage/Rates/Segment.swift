// SPDX-License-Identifier: GPL-3.0-or-later
package import Foundation
package import KursModel

/// The observations of a pair in one year. They are stored as one row of 16-byte records (see docs/STORAGE.md).
package struct Segment: Sendable, Equatable {
  package static let recordSize = 16
  private static let unitFollows: UInt8 = 255

  package let year: Int
  /// The observations in ascending order, one per day.
  package private(set) var observations: [Observation]

  package init(year: Int, observations: [Observation] = []) {
    self.year = year
    self.observations = observations
  }

  /// Merges observations, which replace earlier observations of the same day. Returns the number of changed days.
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
        let same = old.value == new.value && old.unit == new.unit
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
      let exponent = observation.unit.exponent
      let head =
        UInt64(UInt16(observation.day - start)) | UInt64(observation.value.scale) << 16
        | UInt64(exponent ?? Self.unitFollows) << 24 | UInt64(observation.document.number) << 32
      withUnsafeBytes(of: head.littleEndian) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: observation.value.coefficient.littleEndian) { bytes.append(contentsOf: $0) }
      guard exponent == nil else { continue }
      withUnsafeBytes(of: UInt64(observation.unit.number).littleEndian) { bytes.append(contentsOf: $0) }
    }
    return Data(bytes)
  }

  /// Reads a segment, or only the last observation up to `lastUpTo`. Nil unless the bytes are whole records of `year`.
  package init?(year: Int, bytes: UnsafeRawBufferPointer, lastUpTo last: Day? = nil) {
    self.year = year
    let start = Self.firstDay(of: year)
    var (observations, kept) = ([Observation](), Observation?.none)
    observations.reserveCapacity(last == nil ? bytes.count / Self.recordSize : 1)
    var offset = 0
    while offset < bytes.count {
      guard offset + Self.recordSize <= bytes.count else { return nil }
      let head = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let coefficient = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      let dayOfYear = Int(head & 0xFFFF)
      let exponent = UInt8(truncatingIfNeeded: head >> 24)
      offset += Self.recordSize
      guard dayOfYear < 366, let unit = Self.unit(exponent, at: &offset, of: bytes) else { return nil }
      let observation = Observation(
        day: start + dayOfYear,
        value: PublishedNumber(coefficient: coefficient, scale: UInt8(truncatingIfNeeded: head >> 16)), unit: unit,
        document: DocumentID(number: UInt32(truncatingIfNeeded: head >> 32)))
      guard let last else {
        observations.append(observation)
        continue
      }
      if observation.day <= last { kept = observation }
    }
    if let kept { observations.append(kept) }
    self.observations = observations
  }

  private static func unit(
    _ exponent: UInt8, at offset: inout Int, of bytes: UnsafeRawBufferPointer
  ) -> QuoteUnit? {
    if exponent == 0 { return .one }
    guard exponent == unitFollows else { return QuoteUnit(exponent: exponent) }
    guard offset + 8 <= bytes.count else { return nil }
    defer { offset += 8 }
    let number = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    return UInt32(exactly: number).flatMap { QuoteUnit($0) }
  }

  /// Returns the FNV-1a hash over 64-bit words. It detects every flipped bit, which SQLite's own check doesn't.
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
