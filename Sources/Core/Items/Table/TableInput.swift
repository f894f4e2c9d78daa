// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a table can't be read further. Rows and columns are counted from 1.
public enum TableFault: Error, Hashable, Sendable {
  case unreadable(path: String)
  case empty
  /// Zero bytes between letters, as in UTF-16 and in files that aren't text.
  case notText
  case rowTooLong(row: Int, column: Int, limit: Int)
  case openQuote(row: Int, column: Int)
  case noColumn(String, among: [String])
  /// Several columns could have them.
  case unclear(TableColumn, among: [String])
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
  private var scanner: RecordScanner
  private var isAtEnd = false
  private var isLatin = false
  private var next = 0
  /// Contains the record, at `record`, and the bytes read ahead.
  public private(set) var bytes: [UInt8] = []
  public private(set) var record = 0..<0
  /// The record's number, counted from 1.
  public private(set) var row = 0

  /// `read`: the next bytes, empty at the end.
  ///
  /// Throws the errors of `read`, `.empty` and `.notText`.
  public init(_ read: @escaping () throws -> [UInt8]) throws {
    self.read = read
    scanner = RecordScanner(separator: UInt8(ascii: ","))
    // At least one whole line.
    while !isAtEnd, bytes.count < 1 << 16 || bytes.count <= Self.longest && sample.isEmpty { try fill() }
    if sample.isEmpty, !isAtEnd { throw TableFault.rowTooLong(row: 1, column: 1, limit: Self.longest) }
    guard !bytes.prefix(4096).contains(0), !bytes.starts(with: [0xFF, 0xFE]) else { throw TableFault.notText }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    isLatin = String(validating: sample, as: UTF8.self) == nil
    if isLatin { bytes = bytes.inUTF8 }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw TableFault.empty }
  }

  /// Its first lines, complete.
  public var sample: ArraySlice<UInt8> {
    isAtEnd ? bytes[...] : bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0)]
  }

  /// Whether it was read as Windows-1252, because it isn't UTF-8. Its records are UTF-8 then.
  public var isTranscoded: Bool { isLatin }

  public var fields: [Range<Int>] { scanner.fields }

  public mutating func separate(by separator: UInt8) { scanner = RecordScanner(separator: separator) }

  /// Whether the record is empty, like an empty row of a spreadsheet, which has separators.
  public var isBlank: Bool { fields.allSatisfy { bytes[$0].allSatisfy { $0 == UInt8(ascii: " ") } } }

  /// The text in a column; nil if the record is shorter.
  public func text(_ column: Int) -> String? {
    fields.indices.contains(column) ? RecordScanner.text(bytes[fields[column]]) : nil
  }

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
    bytes += isLatin ? more.inUTF8 : more
  }
}

extension [UInt8] {
  /// Bytes of Windows-1252 in UTF-8; of what that has beyond ISO 8859-1 the euro sign alone is in statements.
  fileprivate var inUTF8: [UInt8] {
    flatMap { byte -> [UInt8] in
      byte < 0x80 ? [byte] : byte == 0x80 ? [0xE2, 0x82, 0xAC] : [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
    }
  }
}
