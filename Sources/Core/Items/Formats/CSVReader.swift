// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// Reads CSV (RFC 4180), with an optional BOM. Throws if the last line has no line end, because it may be truncated.
struct CSVReader {
  static let limit = 32 << 20

  private let bytes: [UInt8]
  private let separator: UInt8
  private var position: Int
  /// The number of the current line, counted from 1.
  private(set) var line = 0
  private var nextLine = 1

  init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) throws(ItemError) {
    guard bytes.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard position < bytes.count else { throw .foreign }
    self.bytes = bytes
    self.separator = separator
  }

  /// Returns the next record, or nil at the end. A blank line is a record with one empty field.
  mutating func next() throws(ItemError) -> [String]? {
    guard position < bytes.count else { return nil }
    line = nextLine
    var fields: [String] = []
    while true {
      let field = try readField()
      guard let text = String(validating: field, as: UTF8.self) else { throw unreadable("") }
      fields.append(text)
      guard position < bytes.count else { throw .truncated }
      let byte = bytes[position]
      position += 1
      if byte == separator { continue }
      if byte == UInt8(ascii: "\r") {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else { throw unreadable("\\r") }
        position += 1
      }
      nextLine += 1
      return fields
    }
  }

  private mutating func readField() throws(ItemError) -> [UInt8] {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return try readPlain() }
    var field: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      guard byte == UInt8(ascii: "\"") else {
        field.append(byte)
        continue
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        guard position == bytes.count || isEnd(bytes[position]) else { throw unreadable("\"") }
        return field
      }
      field.append(byte)
      position += 1
    }
    throw .truncated
  }

  private mutating func readPlain() throws(ItemError) -> [UInt8] {
    let start = position
    while position < bytes.count, !isEnd(bytes[position]) {
      if bytes[position] == UInt8(ascii: "\"") || bytes[position] == 0 { throw unreadable("\"") }
      position += 1
    }
    return Array(bytes[start..<position])
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private func unreadable(_ found: String) -> ItemError { .unreadable(place: "line \(line)", found: found, expected: .table) }
}

struct CSVTable {
  private var reader: CSVReader
  private let columns: [String: Int]
  private let width: Int
  private var fields: [String] = []

  /// Reads the column names. Throws `.foreign` unless each required column exists exactly once.
  init(_ bytes: [UInt8], requiring required: [String]) throws(ItemError) {
    let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
    // SDMX servers use a semicolon or a comma, depending on their language.
    let separator = header.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
    reader = try CSVReader(bytes, separator: separator)
    let names: [String]?
    do { names = try reader.next() } catch { throw .foreign }
    guard let names, required.allSatisfy(names.contains), Set(names).count == names.count else { throw .foreign }
    columns = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    width = names.count
  }

  var place: String { "line \(reader.line)" }

  /// Goes to the next row. Returns false at the end. Throws if the number of fields differs, as in a truncated row.
  mutating func advance() throws(ItemError) -> Bool {
    while let next = try reader.next() {
      if next == [""] { continue }
      guard next.count == width else { throw .truncated }
      fields = next
      return true
    }
    return false
  }

  subscript(column: String) -> String? { columns[column].map { fields[$0] } }
}

/// Reads SDMX as CSV: `10^UNIT_MULT base = OBS_VALUE counter`. Finds the columns by name.
struct SDMXTable {
  let base: String
  let counter: String
  let home: String

  func read(_ bytes: [UInt8], into rows: inout QuoteRows) throws(ItemError) {
    var table = try CSVTable(bytes, requiring: [base, counter, "UNIT_MULT", "TIME_PERIOD", "OBS_VALUE"])
    while try table.advance() {
      let (code, value) = (table[base] ?? "", table["OBS_VALUE"] ?? "")
      let (multiplier, time) = (table["UNIT_MULT"] ?? "", table["TIME_PERIOD"] ?? "")
      if value.isEmpty || value == "NaN" || OtherCodes.all.contains(code) { continue }
      guard table[counter] == home else {
        throw .unreadable(place: table.place, found: table[counter] ?? "", expected: .home)
      }
      guard let day = Day(iso: time) else { throw .unreadable(place: table.place, found: time, expected: .day) }
      guard let exponent = UInt8(multiplier), String(exponent) == multiplier, let unit = QuoteUnit(exponent: exponent)
      else { throw .unreadable(place: table.place, found: multiplier, expected: .unit) }
      guard let other = Currency(code), let against = Currency(home) else {
        throw .unreadable(place: table.place, found: code, expected: .currency)
      }
      let pair = PairKey(base: other, counter: against)
      try rows.add(value, unit: unit, of: pair, on: day, at: table.place)
    }
  }
}
