// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// How many damaged files stay beside a new one, so that a disk that damages again and again is not filled by it.
enum AsideLimit {
  /// How many are kept of a file whose content can be fetched again; of the person's own file every one is kept.
  static let count = 3

  /// Deletes all but the newest that lie beside the file at `path`, with their logs; what cannot be deleted stays.
  static func apply(to path: String) {
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    let aside = names.compactMap { moment(of: $0, of: file.lastPathComponent) }.sorted { $0.sortKey < $1.sortKey }
    for old in aside.dropLast(count) {  // guards S02: count => 100
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: folder + "/" + old.name + suffix)
      }
    }
  }

  /// Of `name.YYYY-MM-DD-<milliseconds>.aside`: the day, and the milliseconds in it; nil for any other name.
  private static func moment(of name: String, of file: String) -> Aside? {
    guard name.hasPrefix(file + "."), name.hasSuffix(".aside") else { return nil }
    let parts = name.dropFirst(file.count + 1).dropLast(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, let milliseconds = Int(parts[3]) else { return nil }
    return Aside(name: name, sortKey: (parts[..<3].joined(separator: "-"), milliseconds))
  }

  private struct Aside {
    let name: String
    let sortKey: (String, Int)
  }
}
