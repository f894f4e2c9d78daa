// SPDX-License-Identifier: GPL-3.0-or-later

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
