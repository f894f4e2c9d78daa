// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Why a table can't be read further. Rows and columns are counted from 1.
public enum TableFault: Error, Hashable, Sendable {
  case unreadable(path: String)
  case empty
  /// Zeros among the letters, as in files that are no text.
  case notText
  case rowTooLong(row: Int, column: Int, limit: Int)
  case openQuote(row: Int, column: Int)
  case noColumn(String, among: [String])
  /// Several columns could have them.
  case unclear(TableColumn, among: [String])
  /// A column of days of which not one can be read.
  case noDay(row: Int, column: String, text: String)
  /// More cells than the columns have names, as a comma inside of numbers makes them.
  case tooManyCells(row: Int, count: Int, expected: Int)
  /// A file of several tables, of which more than one has amounts.
  case severalTables([String])
  case noTable(String, among: [String])
  case noCurrency
  case noTarget
}

/// The content of a table's column.
public enum TableColumn: Hashable, Sendable, CaseIterable { case amount, day, rule, from, to }

/// Reads the records of a table one after the other, in the memory of the longest.
public struct TableInput {
  /// The most bytes of one record.
  public static let longest = 1 << 20

  private let read: () throws -> [UInt8]
  private var decoder: TableDecoder
  private var scanner: RecordScanner
  private var isAtEnd = false
  private var next = 0
  /// Contains the record, at `record`, and the bytes read ahead.
  public private(set) var bytes: [UInt8] = []
  public private(set) var record = 0..<0
  /// The record's number, counted from 1.
  public private(set) var row = 0

  /// `read`: the next bytes, none at the end.
  ///
  /// Throws what `read` throws, and `.empty`.
  public init(_ encoding: TableEncoding = .utf8, _ read: @escaping () throws -> [UInt8]) throws {
    self.read = read
    decoder = TableDecoder(encoding)
    scanner = RecordScanner(separator: UInt8(ascii: ","))
    // At least one whole line.
    while !isAtEnd, bytes.count < 1 << 16 || bytes.count <= Self.longest && sample.isEmpty { try fill() }
    if sample.isEmpty, !isAtEnd { throw TableFault.rowTooLong(row: 1, column: 1, limit: Self.longest) }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw TableFault.empty }
  }

  /// Its first lines, complete.
  public var sample: ArraySlice<UInt8> {
    isAtEnd ? bytes[...] : bytes[..<(bytes.lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? 0)]
  }

  public var fields: [Range<Int>] { scanner.fields }

  public mutating func separate(by separator: UInt8) { scanner = RecordScanner(separator: separator) }

  /// Whether the record is empty, like an empty row of a spreadsheet, which has separators.
  public var isBlank: Bool { fields.allSatisfy { bytes[$0].allSatisfy { $0 == UInt8(ascii: " ") } } }

  /// The text in a column; nil if the record is shorter.
  public func text(_ column: Int) -> String? {
    fields.indices.contains(column) ? RecordScanner.text(bytes[fields[column]]) : nil
  }

  /// The texts of the record, without white space around them.
  public var texts: [String] { fields.map { RecordScanner.text(bytes[$0]).trimmed() } }

  /// Moves to the next record. False after the last.
  public mutating func advance() throws -> Bool {
    row += 1
    while true {
      if let end = scanner.scan(bytes, from: next, isLast: isAtEnd) {
        if scanner.isOpen { throw TableFault.openQuote(row: row, column: fields.count) }
        (record, next) = (next..<end, end)
        return true
      }
      if isAtEnd { return false }
      guard bytes.count - next <= Self.longest else {
        throw TableFault.rowTooLong(row: row, column: fields.count, limit: Self.longest)
      }
      bytes.removeFirst(next)
      next = 0
      try fill()
    }
  }

  private mutating func fill() throws {
    let more = try read()
    if more.isEmpty { isAtEnd = true }
    bytes += decoder.decode(more, isLast: more.isEmpty)
  }
}
