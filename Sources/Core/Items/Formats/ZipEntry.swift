// SPDX-License-Identifier: GPL-3.0-or-later

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
