// SPDX-License-Identifier: GPL-3.0-or-later

import CLibraries

/// A file in a zip archive (APPNOTE.TXT 4.3). It is stored or deflated, without encryption and zip64.
public struct ZipEntry: Sendable {
  public let name: String
  /// The CRC-32 of the uncompressed file. Name, checksum and size together identify the file.
  public let checksum: UInt32
  public let size: Int
  let isDeflated: Bool
  let body: Range<Int>

  /// Finds the only file of an archive. Throws `.foreign` if there are several, `.truncated` if the archive ends early.
  public init(_ archive: [UInt8]) throws(ItemError) {
    let all = try Self.entries(archive)
    guard let only = all.first, all.count == 1 else { throw .foreign }
    self = only
  }

  /// Returns the entries of an archive. Throws `.foreign` for other bytes, `.truncated` if the archive ends early.
  static func entries(_ archive: [UInt8]) throws(ItemError) -> [ZipEntry] {
    guard archive.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { throw .foreign }
    guard let end = endOfCentralDirectory(archive) else { throw .truncated }
    var (place, entries) = (Int(archive.uint32(end + 16)), [ZipEntry]())
    for _ in 0..<archive.uint16(end + 10) {
      let entry = try ZipEntry(archive, at: place, end)
      place += 46 + Int(archive.uint16(place + 28)) + Int(archive.uint16(place + 30)) + Int(archive.uint16(place + 32))
      entries.append(entry)
    }
    return entries
  }

  private init(_ archive: [UInt8], at directory: Int, _ end: Int) throws(ItemError) {
    guard directory + 46 <= end, archive.uint32(directory) == 0x0201_4B50 else { throw .damaged }
    let (flags, method) = (archive.uint16(directory + 8), archive.uint16(directory + 10))
    guard flags & 1 == 0, method == 0 || method == 8 else { throw .foreign }
    let nameLength = Int(archive.uint16(directory + 28))
    guard directory + 46 + nameLength <= end else { throw .damaged }
    let header = Int(archive.uint32(directory + 42))
    guard header + 30 <= directory, archive.uint32(header) == 0x0403_4B50 else { throw .damaged }
    let start = header + 30 + Int(archive.uint16(header + 26)) + Int(archive.uint16(header + 28))
    let length = Int(archive.uint32(directory + 20))
    guard start + length <= end else { throw .truncated }
    name = String(decoding: archive[(directory + 46)..<(directory + 46 + nameLength)], as: UTF8.self)
    checksum = archive.uint32(directory + 16)
    size = Int(archive.uint32(directory + 24))
    isDeflated = method == 8
    body = start..<(start + length)
  }

  /// Returns name, checksum and size of an archive's file, from the archive's last bytes; nil if these are too few.
  public static func identity(fromTail tail: [UInt8]) -> String? {
    guard let end = endOfCentralDirectory(tail) else { return nil }
    let directory = end - Int(tail.uint32(end + 12))
    guard directory >= 0, directory + 46 <= end, tail.uint32(directory) == 0x0201_4B50 else { return nil }
    let nameEnd = directory + 46 + Int(tail.uint16(directory + 28))
    guard nameEnd <= end else { return nil }
    let name = String(decoding: tail[(directory + 46)..<nameEnd], as: UTF8.self)
    return identity(name: name, checksum: tail.uint32(directory + 16), size: Int(tail.uint32(directory + 24)))
  }

  public var identity: String { Self.identity(name: name, checksum: checksum, size: size) }

  private static func identity(name: String, checksum: UInt32, size: Int) -> String {
    "\(name)-\(String(checksum, radix: 16))-\(size)"
  }

  /// Returns the position of the record that ends the archive. A comment of at most 65,535 bytes may follow the record.
  private static func endOfCentralDirectory(_ archive: [UInt8]) -> Int? {
    var position = archive.count - 22
    let lowest = max(0, position - 65_535)
    while position >= lowest {
      if archive.uint32(position) == 0x0605_4B50 { return position }
      position -= 1
    }
    return nil
  }
}

extension [UInt8] {
  fileprivate func uint16(_ offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  fileprivate func uint32(_ offset: Int) -> UInt32 {
    UInt32(uint16(offset)) | UInt32(uint16(offset + 2)) << 16
  }
}

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

struct LineReader {
  private let inflater: Inflater
  private let size: Int
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var unread = 0..<0

  init(_ archive: [UInt8], entry: ZipEntry, limit: Int) throws(ItemError) {
    inflater = try Inflater(archive, entry: entry, limit: limit)
    size = max(entry.size, 1)
  }

  var permille: Int { (inflater.produced - unread.count) * 1000 / size }

  /// Calls `body` with the next line, without its line end. Returns nil after the last line.
  mutating func next<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) throws(ItemError) -> T? {
    var searched = unread.lowerBound
    while true {
      let end = buffer.withUnsafeBufferPointer { bytes in
        bytes[searched..<unread.upperBound].firstIndex(of: UInt8(ascii: "\n"))
      }
      if let end {
        let line = unread.lowerBound..<end
        unread = (end + 1)..<unread.upperBound
        return give(line, to: body)
      }
      searched = unread.count
      guard try fill() else {
        guard !unread.isEmpty else { return nil }
        let line = unread
        unread = unread.upperBound..<unread.upperBound
        return give(line, to: body)
      }
    }
  }

  private func give<T>(_ line: Range<Int>, to body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    buffer.withUnsafeBufferPointer { bytes in
      var line = line
      if let last = line.last, bytes[last] == UInt8(ascii: "\r") { line = line.lowerBound..<last }
      return body(UnsafeBufferPointer(rebasing: bytes[line]))
    }
  }

  private mutating func fill() throws(ItemError) -> Bool {
    let rest = unread.count
    if rest > 0 { buffer.replaceSubrange(0..<rest, with: Array(buffer[unread])) }
    guard rest < buffer.count else { throw .unreadable(place: "line", found: "longer than \(buffer.count) bytes", expected: .table) }
    let inflater = inflater
    let count = try buffer.withUnsafeMutableBufferPointer { bytes throws(ItemError) in
      try inflater.read(into: UnsafeMutableBufferPointer(rebasing: bytes[rest...]))
    }
    unread = 0..<(rest + count)
    return count > 0 || !inflater.isAtEnd
  }
}
