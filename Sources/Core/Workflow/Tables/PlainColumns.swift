// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// The columns that a plain row needs (see `PlainRows`). `line` finds their cells in the bytes of a row.
struct PlainColumns: Sendable {
  struct Line {
    var amount = 0..<0
    var day = 0..<0
    var from = 0..<0
    var count = 0
    /// The offset after the last field's last byte. `end`: the offset of the next line.
    var body = 0
    var end = 0
  }

  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  private static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var space: UInt8 { UInt8(ascii: " ") }

  let separator: UInt8
  let amount: Int
  /// The column of days, or -1 if all rows have the same day.
  let day: Int
  let from: Int

  /// Creates the columns. Nil if digits alone don't make a plain row, for example if a column determines the sign.
  init?(_ form: TableForm) {
    guard form.debit == nil, form.direction == nil, !form.hasOnlyDebits, form.section == nil else { return nil }
    if let names = form.names, names.indices.contains(form.amount), names[form.amount].contains(where: \.isNumber) {
      return nil
    }
    (separator, amount, day, from) = (form.separator, form.amount, form.column(.day) ?? -1, form.column(.from) ?? -1)
  }

  /// Finds the cells of the row at `start`, including quotation marks. The row ends at the next line feed.
  func line(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Line {
    var (line, begin, position) = (Line(), start, start)
    while true {
      let byte = bytes[position]
      guard byte == separator || byte == Self.lineFeed else {
        let isOpening = byte == Self.quote && bytes[begin..<position].allSatisfy { $0 == Self.space }
        position = isOpening ? RecordScanner.closing(bytes, after: position) ?? position + 1 : position + 1
        continue
      }
      let isLast = byte == Self.lineFeed
      let isReturned = isLast && position > begin && bytes[position - 1] == Self.carriageReturn
      let end = isReturned ? position - 1 : position
      if line.count == amount { line.amount = begin..<end }
      if line.count == day { line.day = begin..<end }
      if line.count == from { line.from = begin..<end }
      line.count += 1
      position += 1
      begin = position
      guard isLast else { continue }
      (line.body, line.end) = (end, position)
      return line
    }
  }

  static func unquoted(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: Range<Int>) -> Range<Int> {
    guard cell.count > 2, bytes[cell.lowerBound] == quote, bytes[cell.upperBound - 1] == quote else { return cell }
    return cell.lowerBound + 1..<cell.upperBound - 1
  }
}
