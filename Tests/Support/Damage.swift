// SPDX-License-Identifier: GPL-3.0-or-later

// The functions in this file are called about a million times per run. They are in the target TestSupport because it is
// optimised, unlike test targets.

extension SplitMix64 {
  private static let tokens = [
    "NaN", "-1", "1e999", "0", "\0", "]", "}", "<", "&amp;", "\"", ",", ";", "\n", "null", "{}", "[]", "é", "１２",
    String(repeating: "9", count: 60), "0.000000000000000000000000000000000000000000001", "<!DOCTYPE a>", "\u{FEFF}",
  ]

  /// Damages one to three random places.
  public mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      let end = min(bytes.count, place + Int.random(in: 1...24, using: &self))
      switch Int.random(in: 0..<7, using: &self) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.insert(contentsOf: Array((Self.tokens.randomElement(using: &self) ?? "").utf8), at: place)
      case 5: bytes.replaceSubrange(place..<end, with: bytes[place..<end].reversed())
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }
}

extension [UInt8] {
  /// Whether a number is written with an exponent, as in 1e-5.
  public func hasExponent() -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return indices.dropFirst().dropLast().contains { index in
      // Bit 5 turns a capital letter into a small one.
      guard self[index] | 0x20 == UInt8(ascii: "e"), digits.contains(self[index - 1]) else { return false }
      let isSigned = [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(self[index + 1])
      let following = isSigned ? index + 2 : index + 1
      return following < count && digits.contains(self[following])
    }
  }
}
