// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
  /// Returns the text as one safe line. Control characters become visible symbols, direction marks become U+FFFD, and
  /// line ends become ↵. The left-to-right mark stays, because Arabic sentences need it before options.
  public func harmless(limit: Int = .max) -> String {
    var (text, count) = ("", 0)
    for scalar in unicodeScalars {
      // The limit counts scalars, because one character can have any number of combining marks.
      guard count < limit else { return text + "…" }
      text.unicodeScalars.append(scalar.harmless)
      count += 1
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var harmless: Unicode.Scalar {
    switch value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: "\u{21B5}"
    case 0x09: " "
    case 0x00..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x061C, 0x200B...0x200D, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE0FFF:
      "\u{FFFD}"
    default: self
    }
  }
}

extension Unicode.Scalar {
  /// The plus signs. Kurs itself writes the first of them.
  static let pluses: [Unicode.Scalar] = ["+", "\u{FF0B}"]
  /// The minus signs: minus, hyphen, en dash and full-width hyphen. Kurs itself writes the first of them.
  static let minuses: [Unicode.Scalar] = ["\u{2212}", "-", "\u{2013}", "\u{FF0D}"]

  var isPlus: Bool { Self.pluses.contains(self) }
  var isMinus: Bool { Self.minuses.contains(self) }
}

/// A text as UTF-8 bytes. Positions are byte offsets, and scalars are decoded when needed.
struct SourceText {
  let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var count: Int { bytes.count }

  func scalar(at offset: Int, end: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset < end else { return nil }
    let lead = bytes[offset]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard offset + length <= end else { return nil }
    var value = UInt32(lead & (0xFF >> UInt8(length + 1)))
    for next in bytes[(offset + 1)..<(offset + length)] { value = value << 6 | UInt32(next & 0x3F) }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reads at most `most` decimal digits. `count` is 0 if `start` has no digit.
  func digits(at start: Int, end: Int, most: Int) -> (value: Int, count: Int, end: Int) {
    var (value, count, stop) = (0, 0, start)
    while count < most, let (scalar, length) = scalar(at: stop, end: end), let digit = scalar.digit {
      (value, count, stop) = (value * 10 + digit.value, count + 1, stop + length)
    }
    return (value, count, stop)
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while let (scalar, length) = scalar(at: start, end: end), scalar.isSkipped { start += length }
    while end > start {
      var last = end - 1
      while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
      guard let (scalar, _) = scalar(at: last, end: end), scalar.isSkipped else { break }
      end = last
    }
    return start..<end
  }
}

extension Unicode.Scalar {
  var isSkipped: Bool {
    switch value {
    case 0x20, 0x09...0x0D, 0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F, 0x2060, 0x2066...0x2069,
      0x3000, 0xFEFF, 0x061C:
      true
    default:
      false
    }
  }

  var digit: (value: Int, zero: UInt32)? {
    if value >= 0x30, value <= 0x39 { return (Int(value) - 0x30, 0x30) }
    guard value >= 0x660, properties.numericType == .decimal, let number = properties.numericValue else {
      return nil
    }
    // The numeric value of a scalar is a Double, which is exact for decimal digits.
    let digit = Int(number)
    return (digit, value - UInt32(digit))
  }
}

extension String {
  /// Replaces each `{name}` in the text by its value. Placeholders inside values aren't replaced.
  public func filled(with values: [String: String]) -> String {
    guard !values.isEmpty else { return self }
    var filled = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}"),
        let value = values[String(rest[rest.index(after: open)..<close])]
      else {
        filled += rest[...open]
        rest = rest[rest.index(after: open)...]
        continue
      }
      filled += rest[..<open] + value
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}

extension StringProtocol {
  public func trimmed(of isOutside: (Character) -> Bool = { $0.isWhitespace }) -> String {
    String(drop(while: isOutside).trimmingSuffix(while: isOutside))
  }

  public var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  public func trimmingSuffix(while predicate: (Character) -> Bool) -> SubSequence {
    self[..<(lastIndex { !predicate($0) }.map { index(after: $0) } ?? startIndex)]
  }
}

extension BinaryInteger {
  public func digits(_ width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
