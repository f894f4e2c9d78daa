// SPDX-License-Identifier: GPL-3.0-or-later

/// Scans text. Each `take…` function moves past one element. It returns false or nil if the element is missing.
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

  // Moves past a date and time such as `2026-11-21T06:20:05Z` (RFC 3339, section 5.6).
  mutating func takeDateTime() -> Bool {
    takeDate() && (take("T") || take("t")) && takeTime()
  }

  mutating func takeDate() -> Bool {
    guard let year = takeNumber(digits: 4, 0...9999), take("-"), let month = takeNumber(digits: 2, 1...12),
      take("-"), let day = takeNumber(digits: 2, 1...31)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return day <= (isLeap ? 29 : 28)
    case 4, 6, 9, 11: return day <= 30
    default: return true
    }
  }

  mutating func takeTime() -> Bool {
    guard let hour = takeNumber(digits: 2, 0...23), take(":"), let minute = takeNumber(digits: 2, 0...59),
      take(":"), let second = takeNumber(digits: 2, 0...60)
    else { return false }
    if take("."), takeAll(where: Self.isDigit) == 0 { return false }
    guard let offset = takeOffset() else { return false }
    // RFC 3339 allows the second 60 only at the end of a day in UTC, whatever the local time.
    return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 == 1439
  }

  /// Moves past a time zone offset, and returns the minutes by which local time is ahead of UTC.
  private mutating func takeOffset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = takeNumber(digits: 2, 0...23), take(":"),
      let minutes = takeNumber(digits: 2, 0...59)
    else { return nil }
    return sign * (hours * 60 + minutes)
  }

  // Moves past an email address, by the rule `Mailbox` of RFC 5321, section 4.1.2.
  mutating func takeMailbox() -> Bool {
    let start = place
    guard next == UInt8(ascii: "\"") ? takeQuoted() : takeAtoms(), place - start <= 64, take("@") else {
      return false
    }
    return take("[") ? takeAddressLiteral() : takeDomain()
  }

  private mutating func takeAtoms() -> Bool {
    repeat {
      let taken = takeAll { Self.isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
      if taken == 0 { return false }
    } while take(".")
    return true
  }

  private mutating func takeQuoted() -> Bool {
    place += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { place += 1 }
      guard let byte = next, 0x20...0x7E ~= byte else { return false }
      place += 1
    }
    return take("\"")
  }

  private mutating func takeDomain() -> Bool {
    let whole = place
    repeat {
      let start = place
      let taken = takeAll { Self.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
      guard 1...63 ~= taken, bytes[start] != UInt8(ascii: "-"), bytes[place - 1] != UInt8(ascii: "-") else {
        return false
      }
    } while take(".")
    return place - whole <= 255
  }

  private mutating func takeAddressLiteral() -> Bool {
    if bytes[place...].starts(with: "IPv6:".utf8) {
      place += 5
      return takeIPv6() && take("]")
    }
    return takeIPv4() && take("]")
  }

  // Moves past a UUID in the form of RFC 9562, section 4: five groups of hexadecimal digits, with hyphens between them.
  mutating func takeUUID() -> Bool {
    for (place, digits) in [8, 4, 4, 4, 12].enumerated() {
      if place > 0, !take("-") { return false }
      guard self.place + digits <= bytes.count,
        bytes[self.place..<(self.place + digits)].allSatisfy(Self.isHexadecimal)
      else { return false }
      self.place += digits
    }
    return true
  }

  mutating func takeURI() -> Bool {
    guard let first = next, Self.isLetter(first) else { return false }
    _ = takeAll { Self.isAlphanumeric($0) || "+-.".utf8.contains($0) }
    guard take(":") else { return false }
    if bytes[place...].starts(with: "//".utf8) {
      place += 2
      guard takeAuthority(), isAtEnd || "/?#".utf8.contains(next ?? 0) else { return false }
    }
    guard takeCharacters(beside: ":@/") else { return false }
    if take("?"), !takeCharacters(beside: ":@/?") { return false }
    if take("#"), !takeCharacters(beside: ":@/?") { return false }
    return true
  }

  private mutating func takeAuthority() -> Bool {
    let end = bytes[place...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    if let sign = bytes[place..<end].lastIndex(of: UInt8(ascii: "@")) {
      guard takeCharacters(beside: ":"), place == sign else { return false }
      place += 1
    }
    if take("[") {
      guard takeLiteral(), take("]") else { return false }
    } else {
      guard takeCharacters(beside: "") else { return false }
    }
    if take(":") { _ = takeAll(where: Self.isDigit) }
    return place == end
  }

  private mutating func takeLiteral() -> Bool {
    guard take("v") || take("V") else { return takeIPv6() }
    guard takeAll(where: Self.isHexadecimal) > 0, take(".") else { return false }
    return takeAll { Self.isUnreserved($0) || Self.isDelimiter($0) || $0 == UInt8(ascii: ":") } > 0
  }

  mutating func takeIPv6() -> Bool {
    var (groups, gaps) = (0, 0)
    if bytes[place...].starts(with: "::".utf8) {
      place += 2
      gaps = 1
      if next == UInt8(ascii: "]") || isAtEnd { return true }
    }
    while true {
      let start = place
      if takeIPv4() {
        groups += 2
        break
      }
      place = start
      guard 1...4 ~= takeAll(where: Self.isHexadecimal) else { return false }
      groups += 1
      guard take(":") else { break }
      if take(":") {
        gaps += 1
        if next == UInt8(ascii: "]") || isAtEnd { break }
      }
    }
    return gaps == 0 ? groups == 8 : gaps == 1 && groups < 8
  }

  mutating func takeIPv4() -> Bool {
    for part in 0..<4 {
      if part > 0, !take(".") { return false }
      let start = place
      let digits = takeAll(where: Self.isDigit)
      guard 1...3 ~= digits, digits == 1 || bytes[start] != UInt8(ascii: "0"),
        bytes[start..<place].reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= 255
      else { return false }
    }
    return true
  }

  private mutating func takeCharacters(beside others: String) -> Bool {
    while let next {
      if next == UInt8(ascii: "%") {
        guard place + 2 < bytes.count, bytes[(place + 1)...(place + 2)].allSatisfy(Self.isHexadecimal) else {
          return false
        }
        place += 3
      } else if Self.isUnreserved(next) || Self.isDelimiter(next) || others.utf8.contains(next) {
        place += 1
      } else {
        return true
      }
    }
    return true
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~".utf8.contains(byte)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool { "!$&'()*+,;=".utf8.contains(byte) }
}
