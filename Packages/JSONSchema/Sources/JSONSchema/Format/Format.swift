// SPDX-License-Identifier: GPL-3.0-or-later

/// The formats that can be asserted. All others are annotations.
enum Format: String, Sendable {
  case dateTime = "date-time"
  case date
  case time
  case uri
  case uuid
  case email
  case ipv4
  case regex

  func accepts(_ text: String) -> Bool {
    var scanner = FormatScanner(text)
    switch self {
    case .dateTime: return scanner.takeDateTime() && scanner.isAtEnd
    case .date: return scanner.takeDate() && scanner.isAtEnd
    case .time: return scanner.takeTime() && scanner.isAtEnd
    case .uri: return scanner.takeURI() && scanner.isAtEnd
    case .uuid: return scanner.takeUUID() && scanner.isAtEnd
    case .email: return scanner.takeMailbox() && scanner.isAtEnd
    case .ipv4: return scanner.takeIPv4() && scanner.isAtEnd
    case .regex: return Pattern.isWellFormed(text)
    }
  }
}

/// Each `take…` function moves past an element, or returns false or nil if the text doesn't continue with it.
struct FormatScanner {
  let bytes: [UInt8]
  var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { place == bytes.count }
  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  mutating func takeAll(where fits: (UInt8) -> Bool) -> Int {
    let start = place
    while let next, fits(next) { place += 1 }
    return place - start
  }

  mutating func takeNumber(digits: Int, _ range: ClosedRange<Int>) -> Int? {
    guard place + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[place..<(place + digits)] {
      guard Self.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    guard range.contains(value) else { return nil }
    place += digits
    return value
  }

  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
  static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || 0x61...0x66 ~= byte | 0x20 }
  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
}
