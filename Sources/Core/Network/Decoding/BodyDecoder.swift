// SPDX-License-Identifier: GPL-3.0-or-later

import CLibraries

/// Decompresses a body in pieces. Kurs doesn't use libcurl for this, because libcurl 7.88 accepts truncated gzip.
enum BodyDecoder {
  case plain
  case gzip(GzipDecoder)

  static let offer = "gzip"

  /// Creates a decoder. Nil for an encoding that the request didn't offer.
  init?(encoding: String?) {
    switch encoding?.lowercased() {
    case nil, "", "identity": self = .plain
    case "gzip", "x-gzip":
      guard let decoder = GzipDecoder() else { return nil }
      self = .gzip(decoder)
    default: return nil
    }
  }

  /// Passes each decoded piece to `take` until `take` returns false. Throws `.undecodableBody`.
  func decode(
    _ piece: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(NetworkError) -> Bool {
    switch self {
    case .plain: take(piece)
    case .gzip(let decoder): try decoder.decode(piece, take)
    }
  }

  var isWhole: Bool {
    switch self {
    case .plain: true
    case .gzip(let decoder): decoder.isWhole
    }
  }
}

/// Decompresses gzip (RFC 1952) in pieces, with any number of gzip members. zlib checks their lengths and checksums.
final class GzipDecoder {
  private enum State {
    /// Between gzip members, where the body may end. The next state is `within`.
    case between
    /// Inside a gzip member. The next state is `between`.
    case within
  }

  private var stream = z_stream()
  private var state = State.between
  private var buffer = [UInt8](repeating: 0, count: 32 << 10)

  init?() {
    // Adding 16 to the window bits selects the gzip header and trailer.
    let code = inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(&stream)
  }

  /// Whether the last gzip member is complete. An empty body is also complete.
  var isWhole: Bool { state == .between }

  func decode(
    _ piece: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(NetworkError) -> Bool {
    // The cast to a mutable pointer is safe, because zlib never writes to its input.
    stream.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
    stream.avail_in = UInt32(piece.count)
    // If the output buffer is full, zlib may return more output without further input.
    var isFull = false
    while stream.avail_in > 0 || isFull {
      state = .within
      let (code, count) = inflateNext()
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { throw .undecodableBody }
      let isTaken = buffer.withUnsafeBufferPointer { take(UnsafeBufferPointer(rebasing: $0.prefix(count))) }
      guard isTaken else { return false }
      isFull = count == buffer.count && code == Z_OK
      guard code == Z_STREAM_END else { continue }
      guard inflateReset(&stream) == Z_OK else { throw .undecodableBody }
      state = .between
    }
    return true
  }

  private func inflateNext() -> (code: Int32, count: Int) {
    buffer.withUnsafeMutableBufferPointer { bytes in
      stream.next_out = bytes.baseAddress
      stream.avail_out = UInt32(bytes.count)
      let code = inflate(&stream, Z_NO_FLUSH)
      return (code, bytes.count - Int(stream.avail_out))
    }
  }
}
