// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import KursStorage

/// Refreshes, refused answers and picture errors on disk: two files that take turns, a mebibyte together at most.
///
/// For the person to read and for nobody else: what cannot be written is lost, and nothing waits for it.
public actor ActivityLog {
  private let path: String
  private let limit: Int

  /// `limit`: bytes of both files together.
  public init(path: String, limit: Int = 1 << 20) {
    self.path = path
    self.limit = limit
  }

  public func note(_ entry: LogEntry) {
    // Fetching a picture may be the first use of this folder.
    do { try PrivateFolder.make(folder) } catch { return }
    let line = Array((entry.line + "\n").utf8)
    if size(of: path) + line.count > limit / 2 { rename(path, older) }
    // Appending is one write, so that two programs of one person do not mix their lines.
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  /// The newest lines, newest first.
  public func lines(newest count: Int = .max) -> [String] {
    var lines: [String] = []
    for path in [path, older] where lines.count < count {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let text = String(decoding: data, as: UTF8.self)
      lines += text.split(separator: "\n").reversed().prefix(count - lines.count).map(String.init)
    }
    return lines
  }

  private var older: String { path + ".old" }

  private var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

  private func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
