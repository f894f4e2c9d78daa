// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct ECBRow {
  let day: Day
  let values: [(column: Int, value: PublishedNumber)]

  /// Reads a row such as `2026-10-30,1.1172,…,`. Nil for an empty line. Skips columns that aren't currencies.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, columns: [PairKey?], line: Int
  ) -> Result<ECBRow?, ItemError> {
    guard !bytes.isEmpty else { return .success(nil) }
    guard bytes.count > 10, bytes[10] == UInt8(ascii: ","), let day = Day(isoBytes: bytes[..<10]) else {
      return .failure(unreadable(bytes.prefix(10), line: line, column: 0))
    }
    var values: [(column: Int, value: PublishedNumber)] = []
    values.reserveCapacity(columns.count)
    var (start, column) = (11, 0)
    while start <= bytes.count, column < columns.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: ",") { end += 1 }
      let field = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if columns[column] != nil, !isMissing(field) {
        guard let value = PublishedNumber(ascii: field) ?? negative(field) else {
          return .failure(unreadable(field[...], line: line, column: column + 1))
        }
        values.append((column, value))
      }
      (start, column) = (end + 1, column + 1)
    }
    // Each row ends with a comma, so fewer fields mean a truncated row.
    guard column == columns.count else { return .failure(.truncated) }
    return .success(ECBRow(day: day, values: values))
  }

  private static func negative(_ field: UnsafeBufferPointer<UInt8>) -> PublishedNumber? {
    PublishedNumber(quoted: String(decoding: field, as: UTF8.self))
  }

  private static func isMissing(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    field.isEmpty
      || (field.count == 3 && field[0] == UInt8(ascii: "N") && field[1] == UInt8(ascii: "/")
        && field[2] == UInt8(ascii: "A"))
  }

  private static func unreadable(
    _ field: Slice<UnsafeBufferPointer<UInt8>>, line: Int, column: Int
  ) -> ItemError {
    .unreadable(
      place: "\(line):\(column + 1)", found: String(decoding: field.prefix(40), as: UTF8.self),
      expected: column == 0 ? .day : .rate)
  }
}
