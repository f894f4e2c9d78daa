// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the records of a person's table in bytes that come piece by piece, without a copy of any field.
///
/// Quoted fields as RFC 4180 has them. More lenient than `CSVReader`, which reads banks: the last line may do without
/// its end, and a quotation mark inside a field is a character like any other.
public struct RecordScanner: Sendable {
  private static let (quote, lineFeed, carriageReturn) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  public let separator: UInt8
  /// The ranges of the last record's fields, including quotation marks.
  public private(set) var fields: [Range<Int>] = []
  /// Whether the bytes ended inside quotation marks.
  public private(set) var isOpen = false

  public init(separator: UInt8) {
    self.separator = separator
  }

  /// The start of the record after the one at `start`; nil if these bytes end before it.
  ///
  /// `isLast`: whether no bytes follow.
  public mutating func scan(_ bytes: [UInt8], from start: Int, isLast: Bool) -> Int? {
    fields.removeAll(keepingCapacity: true)
    let (separator, count) = (separator, bytes.count)
    var (position, begin) = (start, start)
    return bytes.withUnsafeBufferPointer { bytes in
      while position < count {
        let byte = bytes[position]
        if byte == separator {
          fields.append(begin..<position)
          position += 1
          begin = position
        } else if byte == Self.lineFeed {
          let isPair = position > begin && bytes[position - 1] == Self.carriageReturn
          fields.append(begin..<(isPair ? position - 1 : position))
          return position + 1
        } else if byte == Self.quote, position == begin {
          guard let end = Self.closing(bytes, after: position) else {
            isOpen = isLast
            fields.append(begin..<count)
            return isLast ? count : nil
          }
          position = end
        } else {
          position += 1
        }
      }
      fields.append(begin..<count)
      return isLast && start < count ? count : nil
    }
  }

  /// The offset after the closing quotation mark; nil if it isn't there yet.
  private static func closing(_ bytes: UnsafeBufferPointer<UInt8>, after open: Int) -> Int? {
    var position = open + 1
    while position < bytes.count {
      if bytes[position] == quote {
        if position + 1 < bytes.count, bytes[position + 1] == quote { position += 1 } else { return position + 1 }
      }
      position += 1
    }
    return nil
  }

  /// A field's text without its quotation marks.
  public static func text(_ field: ArraySlice<UInt8>) -> String {
    guard field.count > 1, field.first == quote, field.last == quote else {
      return String(decoding: field, as: UTF8.self)
    }
    return String(decoding: field.dropFirst().dropLast(), as: UTF8.self).replacing("\"\"", with: "\"")
  }
}
