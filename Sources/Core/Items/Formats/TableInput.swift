// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// An error in a table. The numbers of rows and columns count from 1.
public enum TableFault: Error, Hashable, Sendable {
  case unreadable(path: String)
  case empty
  case notText
  /// The file has a format without columns, such as PDF or OFX.
  case foreign(String)
  case rowTooLong(row: Int, column: Int, limit: Int)
  case openQuote(row: Int, column: Int)
  case noColumn(String, among: [String])
  case unclear(TableColumn, among: [String])
  case noDay(row: Int, column: String, text: String)
  /// A row has more cells than there are column names. The usual cause is a comma in a number.
  case tooManyCells(row: Int, count: Int, expected: Int)
  /// Several tables in the file have amounts.
  case severalTables([String])
  case noTable(String, among: [String])
  case noCurrency
  /// The file has one column without amounts, so its separator is unknown.
  case noColumns
  case noTarget
}

public enum TableColumn: Hashable, Sendable, CaseIterable { case amount, day, rule, from, to }

/// Reads a table record by record. Needs memory only for the longest record.
public struct TableInput {
  public static let longest = 1 << 20

  private let read: () throws -> [UInt8]
  private var decoder: TableDecoder
  private var scanner: RecordScanner
  private var isAtEnd = false
  private var next = 0
  /// The end of the bytes that must be read record by record, because a record may extend over several lines.
  private var complexEnd = 0
  /// The bytes of the current record, in the range `record`, and bytes that were read ahead.
  public private(set) var bytes: [UInt8] = []
  public private(set) var record = 0..<0
  /// The number of the current record, counted from 1.
  public private(set) var row = 0

  /// Opens a table. `read` returns the next bytes, or no bytes at the end. Throws the errors of `read`, and `.empty`.
  public init(_ encoding: TableEncoding = .utf8, _ read: @escaping () throws -> [UInt8]) throws {
    self.read = read
    decoder = TableDecoder(encoding)
    scanner = RecordScanner(separator: UInt8(ascii: ","))
    // Reads at least 64 KiB, and more until there is a whole line or the limit of a line's length is exceeded.
    while !isAtEnd, bytes.count < 1 << 16 || bytes.count <= Self.longest && sample.isEmpty { try fill() }
    if sample.isEmpty, !isAtEnd { throw TableFault.rowTooLong(row: 1, column: 1, limit: Self.longest) }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw TableFault.empty }
    let start = String(decoding: bytes.prefix(300), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if let known = Self.foreign.first(where: { start.hasPrefix($0.start) }) { throw TableFault.foreign(known.name) }
  }

  private static let foreign: [(start: String, name: String)] = [
    ("%PDF", "PDF"), ("OFXHEADER", "OFX"), ("<OFX", "OFX"), ("<?OFX", "OFX"), ("<?xml", "XML"), ("<Document", "XML"),
    ("<!DOCTYPE", "HTML"), ("<!doctype", "HTML"), ("<html", "HTML"), ("<HTML", "HTML"), ("<table", "HTML"),
    (":20:", "MT940"), ("{1:F", "MT940"), ("!Type:", "QIF"), ("!Account", "QIF"), ("[{", "JSON"), ("{\"", "JSON"),
    ("{\n", "JSON"), ("{\r\n", "JSON"), ("[\n", "JSON"), ("{\\rtf", "RTF"),
  ]

  public var sample: ArraySlice<UInt8> {
    isAtEnd ? bytes[...] : bytes[..<(bytes.lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? 0)]
  }

  public var fields: [Range<Int>] { scanner.fields }

  public mutating func separate(by separator: UInt8) { scanner = RecordScanner(separator: separator) }

  public var isBlank: Bool { fields.allSatisfy { bytes[$0].allSatisfy { $0 == UInt8(ascii: " ") } } }

  public func text(_ column: Int) -> String? {
    fields.indices.contains(column) ? RecordScanner.text(bytes[fields[column]]) : nil
  }

  public var texts: [String] { fields.map { RecordScanner.text(bytes[$0]).trimmed() } }

  public mutating func advance() throws -> Bool {
    row += 1
    while true {
      if let end = scanner.scan(bytes, from: next, isLast: isAtEnd) {
        if scanner.isOpen {
          // After the error is thrown, the next call reads the same record again.
          defer { row -= 1 }
          throw TableFault.openQuote(row: row, column: fields.count)
        }
        (record, next) = (next..<end, end)
        return true
      }
      if isAtEnd { return false }
      guard bytes.count - next <= Self.longest else {
        throw TableFault.rowTooLong(row: row, column: fields.count, limit: Self.longest)
      }
      bytes.removeFirst(next)
      (next, complexEnd) = (0, complexEnd - next)
      try fill()
    }
  }

  /// Returns about `size` bytes of one-line records; nil if there are fewer than `least`. Doesn't move the position.
  public mutating func block(_ size: Int, least: Int) throws -> Range<Int>? {
    guard next >= complexEnd else { return nil }
    if bytes.count - next < size, !isAtEnd {
      bytes.removeFirst(next)
      (next, complexEnd) = (0, 0)
      while bytes.count < size, !isAtEnd { try fill() }
    }
    let end = min(next + size, bytes.count)
    guard end - next >= least else { return nil }
    let found = bytes.withUnsafeBufferPointer { scanner.linesEnd(UnsafeBufferPointer(rebasing: $0[next..<end])) }
    if found < least {
      complexEnd = min(next + max(found, least), end)
      return nil
    }
    return next..<next + found
  }

  /// Moves to the record that begins at `start`. `row` is the number of the previous record.
  public mutating func step(to start: Int, row: Int) { (next, self.row) = (start, row) }

  private mutating func fill() throws {
    let more = try read()
    if more.isEmpty { isAtEnd = true }
    bytes += decoder.decode(more, isLast: more.isEmpty)
  }
}
