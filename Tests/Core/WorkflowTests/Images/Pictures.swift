// SPDX-License-Identifier: GPL-3.0-or-later

/// The smallest possible pictures, written from the formats' specifications.
enum Pictures {
  static func png(_ width: Int, _ height: Int, padding: Int = 0) -> [UInt8] {
    png(width, height, content: [UInt8](repeating: 7, count: padding), depth: 8, colours: 6)
  }

  static func png(_ width: Int, _ height: Int, content: [UInt8], depth: UInt8, colours: UInt8) -> [UInt8] {
    let header = big(width, 4) + big(height, 4) + [depth, colours, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", content)
      + chunk("IEND", [])
  }

  static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    let comment = [0xFF, 0xFE] + big(6, 2) + [1, 2, 3, 4] as [UInt8]
    let frame = [0xFF, 0xC2] + big(11, 2) + [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0] as [UInt8]
    return [0xFF, 0xD8] + comment + [0xFF] + frame + [0xFF, 0xDA, 0, 2, 9, 9, 0xFF, 0xD9]
  }

  static func gif(_ width: Int, _ height: Int) -> [UInt8] {
    Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0, 0x2C, 0x3B]
  }

  // Formats that Kurs recognises but can't show.
  static let webp = Array("RIFF".utf8) + little(22, 4) + Array("WEBPVP8 ".utf8) + little(10, 4)
    + [UInt8](repeating: 1, count: 10)
  static let avif = big(24, 4) + Array("ftypavif".utf8) + big(0, 4) + Array("mif1avif".utf8)
  static let heic = big(24, 4) + Array("ftypheic".utf8) + big(0, 4) + Array("mif1heic".utf8)

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
  }

  static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func little(_ number: Int, _ size: Int) -> [UInt8] { big(number, size).reversed() }
}
