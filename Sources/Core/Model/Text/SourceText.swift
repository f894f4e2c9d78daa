// SPDX-License-Identifier: GPL-3.0-or-later

/// A text as its UTF-8 bytes: positions are byte offsets, scalars are decoded where they are looked at.
struct SourceText {
  let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var count: Int { bytes.count }

  /// The scalar that begins at `offset` and its length in bytes; nil at or past `end`.
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

  /// `range` without white space and direction marks at its ends.
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
  /// White space, and the marks of direction and joining that come along with pasted text.
  var isSkipped: Bool {
    switch value {
    case 0x20, 0x09...0x0D, 0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F, 0x2060, 0x2066...0x2069,
      0x3000, 0xFEFF, 0x061C:
      true
    default:
      false
    }
  }

  /// The value of a decimal digit of any script, and the zero of that script.
  var digit: (value: Int, zero: UInt32)? {
    if value >= 0x30, value <= 0x39 { return (Int(value) - 0x30, 0x30) }
    guard value >= 0x660, properties.numericType == .decimal, let number = properties.numericValue else {
      return nil
    }
    // Unicode's own property is a Double; of a decimal digit it is one of 0…9, exactly.
    let digit = Int(number)
    return (digit, value - UInt32(digit))
  }
}
