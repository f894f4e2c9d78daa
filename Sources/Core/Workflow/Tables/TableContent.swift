// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import KursItems

public final class TableSource {
  private let descriptor: Int32
  private let path: String?
  /// The number of bytes. Nil for a pipe.
  public let size: Int?

  /// Opens a file, or standard input if `path` is nil. Throws `.unreadable`.
  public init(_ path: String?) throws(TableFault) {
    self.path = path
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw .unreadable(path: path ?? "") }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  deinit { if path != nil, descriptor >= 0 { close(descriptor) } }

  public func next() throws(TableFault) -> [UInt8] {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 17) { buffer, filled in
        count = read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(count, 0)
      }
      if count >= 0 { return bytes }
      guard errno == EINTR else { throw .unreadable(path: path ?? "-") }
    }
  }
}

/// The bytes of a table. They are read twice, because the table's form depends on all rows.
public final class TableContent: Sendable {
  private enum Place {
    case file(String)
    case bytes([UInt8])
    /// A temporary copy of data from a pipe.
    case copy(descriptor: Int32, size: Int)
  }

  private let place: Place
  public let encoding: TableEncoding
  public let spreadsheet: Spreadsheet?

  /// Opens a file. A nil `encoding` is detected, partly from `region`. Throws `TableFault` and `SpreadsheetReadFault`.
  public convenience init(
    file path: String, encoding: TableEncoding? = nil, region: String? = nil, sheet: String? = nil
  ) throws {
    let source = try TableSource(path)
    guard Self.isSpreadsheet(path) else {
      // A pipe can be read only once, so its data is copied.
      if source.size == nil {
        try self.init(stream: source, encoding: encoding, region: region)
      } else {
        try self.init(.file(path), encoding, region)
      }
      return
    }
    var bytes: [UInt8] = []
    while case let more = try source.next(), !more.isEmpty {
      bytes += more
      if bytes.count > Spreadsheet.limit { throw SpreadsheetReadFault.tooLarge(bytes: Spreadsheet.limit) }
    }
    try self.init(Spreadsheet(bytes, sheet: sheet))
  }

  private init(_ spreadsheet: Spreadsheet) {
    (place, encoding, self.spreadsheet) = (.bytes(spreadsheet.csv), .utf8, spreadsheet)
  }

  public convenience init(bytes: [UInt8], encoding: TableEncoding? = nil, region: String? = nil) throws {
    try self.init(.bytes(bytes), encoding, region)
  }

  public convenience init(
    stream source: TableSource, encoding: TableEncoding? = nil, region: String? = nil
  ) throws {
    var held: [UInt8] = []
    while held.count <= 1 << 22 {
      let bytes = try source.next()
      if bytes.isEmpty { break }
      held += bytes
    }
    guard held.count > 1 << 22 else {
      try self.init(.bytes(held), encoding, region)
      return
    }
    let copy = try Self.copy(held, source)
    try self.init(.copy(descriptor: copy.descriptor, size: copy.size), encoding, region)
  }

  private init(_ place: Place, _ encoding: TableEncoding?, _ region: String?) throws {
    self.place = place
    spreadsheet = nil
    if let encoding {
      self.encoding = encoding
      return
    }
    var detector = EncodingDetector()
    let read = try Self.reader(place) { _ in }
    while case let bytes = try read(), !bytes.isEmpty { detector.read(bytes) }
    self.encoding = try detector.encoding(region: region)
  }

  deinit { if case .copy(let descriptor, _) = place { close(descriptor) } }

  static func isSpreadsheet(_ path: String) -> Bool {
    let end = path.lowercased()
    return [".ods", ".xlsx", ".xls", ".fods"].contains { end.hasSuffix($0) }
  }

  /// Returns the table from its start. `read` receives the share that was read, in thousandths, if the size is known.
  public func input(_ read: @escaping (Int) -> Void = { _ in }) throws -> TableInput {
    try TableInput(encoding, Self.reader(place, read))
  }

  private static func reader(_ place: Place, _ read: @escaping (Int) -> Void) throws -> () throws -> [UInt8] {
    switch place {
    case .file(let path):
      let source = try TableSource(path)
      var count = 0
      return {
        try Task.checkCancellation()
        let bytes = try source.next()
        count += bytes.count
        if let size = source.size, size > 0 { read(min(count * 1000 / size, 1000)) }
        return bytes
      }
    case .bytes(let all):
      var rest = all[...]
      return {
        try Task.checkCancellation()
        defer { rest = rest.dropFirst(1 << 17) }
        if !all.isEmpty { read((all.count - rest.count) * 1000 / all.count) }
        return Array(rest.prefix(1 << 17))
      }
    case .copy(let descriptor, let size):
      var count = 0
      return {
        try Task.checkCancellation()
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 17) { buffer, filled in
          filled = max(pread(descriptor, buffer.baseAddress, buffer.count, count), 0)
        }
        count += bytes.count
        if size > 0 { read(min(count * 1000 / size, 1000)) }
        return bytes
      }
    }
  }

  /// Copies all data to a temporary file without a name. Stops at an endless row, before the disk is full.
  private static func copy(_ held: [UInt8], _ source: TableSource) throws -> (descriptor: Int32, size: Int) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/kurs-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw TableFault.unreadable(path: folder) }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var (size, bytes, unended) = (0, held, 0)
    while !bytes.isEmpty {
      if let end = bytes.lastIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
        unended = bytes.count - end
      } else {
        unended += bytes.count
      }
      guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
        close(descriptor)
        throw TableFault.unreadable(path: folder)
      }
      size += bytes.count
      if unended > 8 * TableInput.longest { break }
      bytes = try source.next()
    }
    return (descriptor, size)
  }
}
