// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns a zip archive with one uncompressed file, built by hand according to APPNOTE.TXT.
public func storedZip(name: String = "eurofxref-hist.csv", _ bytes: [UInt8]) -> [UInt8] {
  var sizes = littleEndian(Int(crc32(bytes)), 4) + littleEndian(bytes.count, 4)
  sizes += littleEndian(bytes.count, 4) + littleEndian(name.utf8.count, 2)
  var local = littleEndian(0x0403_4B50, 4) + littleEndian(20, 2) + littleEndian(0, 8) + sizes
  local += littleEndian(0, 2) + Array(name.utf8) + bytes
  var central = littleEndian(0x0201_4B50, 4) + littleEndian(20, 2) + littleEndian(20, 2)
  central += littleEndian(0, 8) + sizes + littleEndian(0, 16) + Array(name.utf8)
  var end = littleEndian(0x0605_4B50, 4) + littleEndian(0, 4) + littleEndian(1, 2) + littleEndian(1, 2)
  end += littleEndian(central.count, 4) + littleEndian(local.count, 4) + littleEndian(0, 2)
  return local + central + end
}

private func littleEndian(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
  bytes.reduce(UInt32.max) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 } ^ UInt32.max
}
