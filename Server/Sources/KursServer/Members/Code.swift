// SPDX-License-Identifier: GPL-3.0-or-later

/// A code that users type, such as an invitation. It has 20 letters and digits that are hard to confuse.
enum Code {
  // Crockford's alphabet in lower case, which lacks i, l, o and u.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let count = 20

  /// Returns 100 random bits as groups of five characters: `k3v9q-…`. A code never begins with a dash, so a command
  /// doesn't read a code as an option.
  static func random(_ random: (Int) -> [UInt8]) -> String {
    let letters = random(count).map { alphabet[Int($0 & 31)] }
    return stride(from: 0, to: count, by: 5).map { String(decoding: letters[$0..<$0 + 5], as: UTF8.self) }
      .joined(separator: "-")
  }

  /// Returns the original spelling of a typed code. Users may type capitals and spaces, and omit dashes.
  static func normalized(_ typed: String) -> String {
    let letters = typed.utf8.prefix(200).compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: " "): nil
      case UInt8(ascii: "O"), UInt8(ascii: "o"): UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "L"), UInt8(ascii: "l"): UInt8(ascii: "1")
      default: byte | 0x20
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
