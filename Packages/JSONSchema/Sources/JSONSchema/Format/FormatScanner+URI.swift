// SPDX-License-Identifier: GPL-3.0-or-later

// RFC 3986, appendix A, and RFC 9562, section 4.
extension FormatScanner {
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

  /// Moves past unreserved characters, delimiters, escapes and `others`. Returns false at a broken escape.
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
