// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The checked-out repository that these tests were built from.
struct Repository {
  let root: URL

  init(testFile: String = #filePath) {
    root = URL(filePath: testFile).deletingLastPathComponent()  // ArchitectureTests
      .deletingLastPathComponent()  // Core
      .deletingLastPathComponent()  // Tests
      .deletingLastPathComponent()
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Swift and C files under a folder.
  func sources(under folder: String) throws -> [SourceFile] {
    let base = root.appending(path: folder).resolvingSymlinksInPath().path()
    let paths = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    let visible = paths.filter { !$0.hasPrefix(".") && !$0.contains("/.") }
    return try visible.filter { path in [".swift", ".c", ".h"].contains(where: path.hasSuffix) }.sorted().map {
      SourceFile(path: folder + "/" + $0, text: try text(folder + "/" + $0))
    }
  }
}
