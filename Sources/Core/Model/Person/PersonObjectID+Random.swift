// SPDX-License-Identifier: GPL-3.0-or-later

extension PersonObject.ID {
  /// A new one, of version 4 (RFC 9562, section 5.4).
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    var bits = UInt128.random(in: .min ... .max, using: &generator)
    bits = bits & ~(UInt128(0xF) << 76) | UInt128(4) << 76
    bits = bits & ~(UInt128(3) << 62) | UInt128(2) << 62
    return Self(bits: bits)
  }
}
