// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Finds CSV records (RFC 4180) in pieces of a file. Accepts an unfinished last line and quotation marks in a field.
public struct RecordScanner: Sendable {
  // These properties are computed, because each read of a stored static property checks whether it is initialised.
  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  private static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  public let separator: UInt8
  /// The ranges of the fields, including quotation marks.
  public private(set) var fields: [Range<Int>] = []
  /// Whether the record's quotation marks are wrong: one isn't closed, or text follows a closing mark on a later line.
  public private(set) var isOpen = false

  public init(separator: UInt8) {
    self.separator = separator
  }

  /// Reads a record and returns its end; nil if the bytes end first. `isLast`: no bytes follow.
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
          fields.append(begin..<position)
          return position + 1
        } else if byte == Self.carriageReturn {
          // After a CR as the last byte, the next piece may begin with LF, so the end of the line isn't known yet.
          if position + 1 == count, !isLast { return nil }
          fields.append(begin..<position)
          return position + (position + 1 < count && bytes[position + 1] == Self.lineFeed ? 2 : 1)
        } else if byte == Self.quote, bytes[begin..<position].allSatisfy({ $0 == UInt8(ascii: " ") }) {
          guard let end = Self.closing(bytes, after: position) else {
            isOpen = isLast
            fields.append(begin..<count)
            return isLast ? count : nil
          }
          if end < count, !Self.mayFollow(bytes[end], separator), bytes[position..<end].contains(Self.lineFeed) {
            isOpen = true
            fields.append(begin..<count)
            return count
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

  private static func mayFollow(_ byte: UInt8, _ separator: UInt8) -> Bool {
    byte == separator || byte == lineFeed || byte == carriageReturn || byte == UInt8(ascii: " ")
  }

  /// Returns the offset after the complete one-line records with which the bytes begin. They end with LF or CRLF.
  func linesEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    func offset(of byte: UInt8, in range: Range<Int>) -> Int? {
      memchr(base + range.lowerBound, Int32(byte), range.count).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
    }
    func lineStart(of place: Int) -> Int { (bytes[..<place].lastIndex(of: Self.lineFeed) ?? -1) + 1 }
    var (end, place) = (bytes.count, 0)
    while let found = offset(of: Self.quote, in: place..<end) {
      guard let feed = offset(of: Self.lineFeed, in: found..<end), isRecord(bytes, lineStart(of: found)..<feed) else {
        end = lineStart(of: found)
        break
      }
      place = feed + 1
    }
    place = 0
    while let found = offset(of: Self.carriageReturn, in: place..<end) {
      guard found + 1 < end, bytes[found + 1] == Self.lineFeed else {
        end = found
        break
      }
      place = found + 2
    }
    return lineStart(of: end)
  }

  private func isRecord(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    let line = UnsafeBufferPointer(rebasing: bytes[line])
    var (position, begin) = (0, 0)
    while position < line.count {
      if line[position] == separator {
        begin = position + 1
      } else if line[position] == Self.quote, line[begin..<position].allSatisfy({ $0 == UInt8(ascii: " ") }) {
        guard let end = Self.closing(line, after: position) else { return false }
        position = end
        continue
      }
      position += 1
    }
    return true
  }

  /// Returns the offset after the closing quotation mark; nil if these bytes don't contain it.
  public static func closing(_ bytes: UnsafeBufferPointer<UInt8>, after open: Int) -> Int? {
    var position = open + 1
    while position < bytes.count {
      if bytes[position] == quote {
        if position + 1 < bytes.count, bytes[position + 1] == quote { position += 1 } else { return position + 1 }
      }
      position += 1
    }
    return nil
  }

  public static func text(_ field: ArraySlice<UInt8>) -> String {
    let field = field.first == UInt8(ascii: " ") ? trimmed(field) : field
    guard field.count > 1, field.first == quote, field.last == quote else {
      return String(decoding: formula(field), as: UTF8.self)
    }
    let inside = String(decoding: field.dropFirst().dropLast(), as: UTF8.self).replacing("\"\"", with: "\"")
    return inside.hasPrefix("=\"") ? String(decoding: formula(Array(inside.utf8)[...]), as: UTF8.self) : inside
  }

  /// Returns the text in a formula such as `="0012"`, which exports use so that spreadsheets don't change the text.
  private static func formula(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard field.count > 2, field.first == UInt8(ascii: "="), field[field.startIndex + 1] == quote, field.last == quote
    else { return field }
    return field.dropFirst(2).dropLast()
  }

  private static func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let inside = field.drop { $0 == UInt8(ascii: " ") }
    guard inside.first == quote, let end = inside.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return field }
    return inside[...end]
  }
}
