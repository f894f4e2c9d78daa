// SPDX-License-Identifier: GPL-3.0-or-later

extension UserObject {
  /// A UUID (RFC 9562) in lower case.
  public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String

    public init?(_ text: String) {
      let lower = text.lowercased()
      let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], lower.utf8.allSatisfy({ $0 == 45 || $0.isHexadecimal })
      else { return nil }
      self.text = lower
    }

    /// Creates the same id for the same name. So two computers that add the same favourite make one object.
    public init(_ kind: Kind, named name: String) {
      // The id has version 8 of RFC 9562 and a 128-bit FNV-1a hash.
      self.init(Fingerprint("\(kind.rawValue):\(name)").bits, version: 8)
    }

    public init(random generator: inout some RandomNumberGenerator) {
      self.init(UInt128(generator.next()) << 64 | UInt128(generator.next()), version: 4)
    }

    private init(_ bits: UInt128, version: UInt128) {
      let (versionBits, variantBits): (UInt128, UInt128) = (0xF << 76, 3 << 62)
      let stamped = (bits & ~versionBits & ~variantBits) | (version << 76) | (UInt128(2) << 62)
      let digits = Array(Fingerprint.hexadecimal(stamped))
      let ends = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)]
      text = ends.map { String(digits[$0..<$1]) }.joined(separator: "-")
    }

    public var description: String { text }
    public static func < (a: ID, b: ID) -> Bool { a.text < b.text }
  }
}

/// The FNV-1a hash of 128 bits. It isn't secure against attacks.
public struct Fingerprint: Hashable, Sendable {
  let bits: UInt128

  public init(_ text: String) {
    let prime = UInt128(1) << 88 | 0x13B
    bits = text.utf8.reduce(UInt128(0x6C62_272E_07BB_0142) << 64 | 0x62B8_2175_6295_C58D) {
      ($0 ^ UInt128($1)) &* prime
    }
  }

  public init?(text: String) {
    guard text.utf8.count == 32, let bits = UInt128(text, radix: 16) else { return nil }
    self.bits = bits
  }

  public var text: String { Self.hexadecimal(bits) }

  static func hexadecimal(_ bits: UInt128) -> String { bits.digits(32, radix: 16) }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
