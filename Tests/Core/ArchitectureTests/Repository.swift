// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The folder of the repository from which these tests were built.
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

  /// Returns the folders of the packages inside the repository on which the root's manifest depends.
  func packages() throws -> [String] {
    try text("Package.swift").matches(of: /\.package\(path: "([^"]+)"\)/).map { String($0.1) }
  }

  /// Returns the dependencies in the manifests of the root and its packages.
  func arrows() throws -> Arrows {
    let more = try packages().map { Arrows(manifest: try text($0 + "/Package.swift"), in: $0 + "/") }
    return Arrows(targets: try ([Arrows(manifest: text("Package.swift"))] + more).flatMap(\.targets))
  }

  /// Returns the Swift and C files in `folder` of the root and of each package.
  func all(_ folder: String) throws -> [SourceFile] {
    try ([folder] + packages().map { $0 + "/" + folder }).flatMap { try sources(under: $0) }
  }

  /// Returns the Swift and C files under a folder.
  func sources(under folder: String) throws -> [SourceFile] {
    let base = root.appending(path: folder).resolvingSymlinksInPath().path()
    let paths = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    let visible = paths.filter { !$0.hasPrefix(".") && !$0.contains("/.") }
    return try visible.filter { path in [".swift", ".c", ".h"].contains(where: path.hasSuffix) }.sorted().map {
      SourceFile(path: folder + "/" + $0, text: try text(folder + "/" + $0))
    }
  }
}
