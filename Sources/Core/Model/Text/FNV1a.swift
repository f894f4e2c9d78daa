// SPDX-License-Identifier: GPL-3.0-or-later

extension Sequence where Element == UInt8 {
  /// The 64-bit FNV-1a hash. It is the same on every computer, but doesn't protect against attacks.
  public var fnv1a: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
