// SPDX-License-Identifier: GPL-3.0-or-later

// RFC 5321, section 4.1.2: Mailbox.
extension FormatScanner {
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
}
