// SPDX-License-Identifier: GPL-3.0-or-later

/// Encodes keys and signatures in the binary form DER (ITU-T X.690), which OpenSSL reads.
enum DER {
  static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30] + counted(content) }

  static func number(_ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.drop { $0 == 0 }
    // A zero byte comes first if the first bit is set, because the number would otherwise be negative.
    let lead: [UInt8] = (digits.first ?? 0x80) & 0x80 == 0 ? [] : [0]
    return [0x02] + counted(lead + digits)
  }

  static func bits(_ content: [UInt8]) -> [UInt8] { [0x03] + counted([0] + content) }

  private static func counted(_ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [UInt8(content.count)] + content }
    var count = content.count
    var digits: [UInt8] = []
    while count > 0 {
      digits.insert(UInt8(count & 0xFF), at: 0)
      count >>= 8
    }
    return [0x80 | UInt8(digits.count)] + digits + content
  }
}
