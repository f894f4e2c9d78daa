// SPDX-License-Identifier: GPL-3.0-or-later

struct CharacterSet: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var properties: [UnicodeProperty] = []
  /// The nested sets, such as `\D` in `[\Dx]`.
  var parts: [CharacterSet] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let found =
      ranges.contains { $0.contains(scalar.value) } || properties.contains { $0.holds(scalar) }
      || parts.contains { $0.contains(scalar) }
    return found != isNegated
  }

  func negated() -> CharacterSet {
    var copy = self
    copy.isNegated.toggle()
    return copy
  }

  static func only(_ value: UInt32) -> CharacterSet {
    CharacterSet(ranges: [value...value])
  }

  static let digits = CharacterSet(ranges: [0x30...0x39])
  static let word = CharacterSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  // The characters that `\s` matches: WhiteSpace and LineTerminator of ECMA-262.
  static let space = CharacterSet(ranges: [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  static let any = CharacterSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)
}
