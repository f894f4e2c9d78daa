// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries

/// Decompresses a zip entry in pieces. Checks size and checksum at the end.
final class Inflater {
  private let archive: [UInt8]
  private let entry: ZipEntry
  private let limit: Int
  private var stream: z_stream
  private var consumed: Int
  private(set) var produced = 0
  private var checksum: UInt = 0
  private(set) var isAtEnd = false

  /// `limit` is the maximum size after decompression in bytes, whatever size the archive states.
  init(_ archive: [UInt8], entry: ZipEntry, limit: Int) throws(ItemError) {
    guard entry.size <= limit else { throw .tooLarge(limit: limit) }
    self.archive = archive
    self.entry = entry
    self.limit = limit
    consumed = entry.body.lowerBound
    stream = z_stream()
    // Negative window bits select raw deflate data.
    let code = inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .damaged }
  }

  deinit {
    inflateEnd(&stream)
  }

  /// Reads at most `buffer.count` bytes. Returns their number, which is 0 at the end.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(ItemError) -> Int {
    guard !isAtEnd else { return 0 }
    let count = entry.isDeflated ? try inflateNext(buffer) : copyNext(buffer)
    produced += count
    guard produced <= limit else { throw .tooLarge(limit: limit) }
    checksum = crc32(checksum, buffer.baseAddress, UInt32(count))
    if isAtEnd {
      guard produced == entry.size, UInt32(truncatingIfNeeded: checksum) == entry.checksum else { throw .damaged }
    }
    return count
  }

  private func inflateNext(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(ItemError) -> Int {
    let end = entry.body.upperBound
    let start = consumed
    var (code, left, unread) = (Z_OK, 0, 0)
    archive.withUnsafeBufferPointer { bytes in
      stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress.map { $0 + start })
      stream.avail_in = UInt32(end - start)
      stream.next_out = buffer.baseAddress
      stream.avail_out = UInt32(buffer.count)
      code = inflate(&stream, Z_NO_FLUSH)
      (left, unread) = (Int(stream.avail_out), Int(stream.avail_in))
    }
    consumed = end - unread
    switch code {
    case Z_STREAM_END: isAtEnd = true
    case Z_OK where left < buffer.count: break
    case Z_BUF_ERROR: throw .truncated
    default: throw .damaged
    }
    return buffer.count - left
  }

  private func copyNext(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let count = min(buffer.count, entry.body.upperBound - consumed)
    _ = buffer.update(fromContentsOf: archive[consumed..<(consumed + count)])
    consumed += count
    isAtEnd = consumed == entry.body.upperBound
    return count
  }
}
