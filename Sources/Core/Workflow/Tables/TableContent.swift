// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems

/// The bytes of a table, which can be read more than once.
enum TableContent: Sendable {
  case file(String)
  case bytes([UInt8])

  /// Whether the file is a spreadsheet instead of text.
  static func isSpreadsheet(_ path: String) -> Bool {
    let end = path.lowercased()
    return [".ods", ".xlsx", ".xls", ".fods"].contains { end.hasSuffix($0) }
  }

  /// The table from its start. `read`: called with the part that was read, in thousandths, if known.
  func input(_ read: @escaping (Int) -> Void = { _ in }) throws -> TableInput {
    switch self {
    case .file(let path):
      let source = try TableSource(path)
      var count = 0
      return try TableInput {
        try Task.checkCancellation()
        let bytes = try source.next()
        count += bytes.count
        if let size = source.size, size > 0 { read(min(count * 1000 / size, 1000)) }
        return bytes
      }
    case .bytes(let all):
      var rest = all[...]
      return try TableInput {
        try Task.checkCancellation()
        defer { rest = rest.dropFirst(1 << 17) }
        if !all.isEmpty { read((all.count - rest.count) * 1000 / all.count) }
        return Array(rest.prefix(1 << 17))
      }
    }
  }
}
