// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Converts text to UTF-8 in pieces, from any encoding that the C library knows.
final class TextConverter {
  private let handle: iconv_t
  /// The first bytes of a character whose other bytes are in the next piece.
  private var rest: [UInt8] = []
  /// The number of invalid bytes. Each becomes U+FFFD.
  private(set) var invalid = 0

  init?(from name: String) {
    guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  func convert(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var input = rest + bytes
    // One byte becomes at most three. 16 bytes are for a character that some encodings hold back from the last piece.
    return [UInt8](unsafeUninitializedCapacity: input.count * 3 + 16) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { output in
        var (place, left) = (output.baseAddress, output.count)
        func note(_ bytes: [UInt8]) {
          for byte in bytes { place?.pointee = CChar(bitPattern: byte); place = place.map { $0 + 1 } }
          left -= bytes.count
        }
        input.withUnsafeMutableBytes { raw in
          var (start, size) = (raw.bindMemory(to: CChar.self).baseAddress, raw.count)
          while size > 0, iconv(handle, &start, &size, &place, &left) == -1 {
            if errno == EINVAL, !isLast { break }
            invalid += 1
            note([0xEF, 0xBF, 0xBD])
            (start, size) = (start.map { $0 + 1 }, size - 1)
          }
          rest = Array(raw.suffix(size))
        }
        if isLast { iconv(handle, nil, nil, &place, &left) }
        count = output.count - left
      }
    }
  }

  /// Returns the code point of each byte in a one-byte encoding, -1 for invalid bytes. Nil for an unknown encoding.
  static func map(of name: String) -> [Int32]? {
    guard let converter = TextConverter(from: name) else { return nil }
    return (UInt8.min...UInt8.max).map { byte in
      let before = converter.invalid
      let text = String(decoding: converter.convert([byte], isLast: true), as: UTF8.self)
      return converter.invalid > before ? -1 : text.unicodeScalars.first.map { Int32($0.value) } ?? -1
    }
  }
}
