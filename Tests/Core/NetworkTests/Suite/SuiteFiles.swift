// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The data of the public HTTP cache tests. It isn't copied into the repository.
enum SuiteFiles {
  private struct Group: Decodable {
    var tests: [SuiteTest]
  }

  private struct Profile: Decodable {
    var id: String
    var kind: String
  }

  /// The folder `http-cache-tests`: in `KURS_SUITES`, else in `shared/data/suites` below one of the folders above this
  /// file; nil if the folder doesn't exist.
  static var folder: URL? {
    let manager = FileManager.default
    var candidates: [URL] = []
    if let path = ProcessInfo.processInfo.environment["KURS_SUITES"] {
      candidates.append(URL(fileURLWithPath: path))
    }
    var parent = URL(fileURLWithPath: #filePath)
    while parent.path != "/" {
      parent.deleteLastPathComponent()
      candidates.append(parent.appendingPathComponent("shared/data/suites"))
    }
    return candidates.map { $0.appendingPathComponent("http-cache-tests") }
      .first { manager.fileExists(atPath: $0.appendingPathComponent("cache-tests.json").path) }
  }

  /// Returns the tests for a private cache with their kind: `required`, `optimal`, `check` or `redirect`. Browsers skip
  /// the `redirect` tests, because they hide redirects from scripts. This client runs them.
  static func privateTests() throws -> [(test: SuiteTest, kind: String)] {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    let decoder = JSONDecoder()
    let groups = try decoder.decode(
      [Group].self, from: Data(contentsOf: folder.appendingPathComponent("cache-tests.json")))
    let profile = try decoder.decode(
      [Profile].self, from: Data(contentsOf: folder.appendingPathComponent("private-300.json")))
    let kinds = Dictionary(uniqueKeysWithValues: profile.map { ($0.id, $0.kind) })
    return groups.flatMap(\.tests).compactMap { test in
      let kind = kinds[test.id] ?? (test.id.hasPrefix("status-30") ? "redirect" : nil)
      return kind.map { (test, $0) }
    }
  }
}
