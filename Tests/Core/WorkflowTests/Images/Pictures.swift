// SPDX-License-Identifier: GPL-3.0-or-later

/// Pictures as small as they can be, written after the four formats' own descriptions.
enum Pictures {
  static func png(_ width: Int, _ height: Int, padding: Int = 0) -> [UInt8] {
    let header = big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", [UInt8](repeating: 7, count: padding)) + chunk("IEND", [])
  }

  static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    let comment = [0xFF, 0xFE] + big(6, 2) + [1, 2, 3, 4] as [UInt8]
    let frame = [0xFF, 0xC2] + big(11, 2) + [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0] as [UInt8]
    return [0xFF, 0xD8] + comment + [0xFF] + frame + [0xFF, 0xDA, 0, 2, 9, 9, 0xFF, 0xD9]
  }

  static func gif(_ width: Int, _ height: Int) -> [UInt8] {
    Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0, 0x2C, 0x3B]
  }

  static func webpLossy(_ width: Int, _ height: Int) -> [UInt8] {
    riff("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2))
  }

  static func webpLossless(_ width: Int, _ height: Int) -> [UInt8] {
    riff("VP8L", [0x2F] + little((height - 1) << 14 | (width - 1), 4))
  }

  static func webpExtended(_ width: Int, _ height: Int) -> [UInt8] {
    riff("VP8X", [0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }

  private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let chunk = Array(name.utf8) + little(content.count, 4) + content
    return Array("RIFF".utf8) + little(chunk.count + 4, 4) + Array("WEBP".utf8) + chunk
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
  }

  private static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func little(_ number: Int, _ size: Int) -> [UInt8] { big(number, size).reversed() }
}
