// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Finds a member's id or email address in escaped text, such as `ada\u0040example.org`, `ada%40example.org` or
/// `ada&#64;example.org`.
enum Escapes {
  static func hides(_ names: [String], in text: String) -> Bool {
    var bytes = Array(text.utf8)
    // If a log contains another log, the inner log's text may be escaped two or three times.
    for _ in 0..<3 {
      let plain = undone(bytes)
      if plain == bytes { break }
      bytes = plain
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      if names.contains(where: { text.contains($0) || text.precomposedStringWithCanonicalMapping.contains($0) }) {
        return true
      }
    }
    return false
  }

  private static func undone(_ bytes: [UInt8]) -> [UInt8] {
    var (plain, at) = ([UInt8](), 0)
    plain.reserveCapacity(bytes.count)
    while at < bytes.count {
      if let (scalars, length) = escape(bytes[at...]) {
        plain += scalars
        at += length
      } else {
        plain.append(bytes[at])
        at += 1
      }
    }
    return plain
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> ([UInt8], Int)? {
    let start = bytes.startIndex
    func hexadecimal(from offset: Int, _ count: Int) -> UInt32? {
      guard start + offset + count <= bytes.endIndex else { return nil }
      return UInt32(String(decoding: bytes[start + offset..<start + offset + count], as: UTF8.self), radix: 16)
    }
    func utf8(_ code: UInt32?) -> [UInt8]? { code.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } }
    switch bytes[start] {
    case UInt8(ascii: "\\") where bytes.dropFirst().first == UInt8(ascii: "u"):
      return utf8(hexadecimal(from: 2, 4)).map { ($0, 6) }
    case UInt8(ascii: "\\") where bytes.dropFirst().first == UInt8(ascii: "x"):
      return utf8(hexadecimal(from: 2, 2)).map { ($0, 4) }
    case UInt8(ascii: "\\") where bytes.count > 1:
      return ([bytes[start + 1]], 2)
    case UInt8(ascii: "%"), UInt8(ascii: "="):
      return hexadecimal(from: 1, 2).map { ([UInt8($0)], 3) }
    case UInt8(ascii: "&"):
      guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let name = String(decoding: bytes[start + 1..<end], as: UTF8.self).lowercased()
      let length = end - start + 1
      if name == "commat" { return ([0x40], length) }
      if name == "period" { return ([0x2E], length) }
      if name == "amp" { return ([0x26], length) }
      guard name.hasPrefix("#") else { return nil }
      let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
      return utf8(code).map { ($0, length) }
    default: return nil
    }
  }
}
