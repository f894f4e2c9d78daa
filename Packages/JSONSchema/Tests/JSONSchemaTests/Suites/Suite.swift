// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

struct Suite: Sendable {
  let files: [String: [UInt8]]

  static let parsing = Suite("JSONTestSuite-1ef36fa.tar.gz")
  static let schema = Suite("JSON-Schema-Test-Suite-44401e0.tar.gz")

  func names(_ folder: String, _ prefix: String = "") -> [String] {
    files.keys.filter { path in
      let file = path.dropFirst(folder.count)
      return path.hasPrefix(folder) && file.hasPrefix(prefix) && !file.contains("/")
    }.sorted()
  }

  private init?(_ archive: String) {
    guard let path = Self.folders().map({ $0 + "/" + archive }).first(where: FileManager.default.fileExists)
    else { return nil }
    let folder = FileManager.default.temporaryDirectory.appending(path: "kurs-suite-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let tar = Process()
      tar.executableURL = URL(filePath: "/usr/bin/env")
      tar.arguments = ["tar", "-xzf", path, "-C", folder.path]
      try tar.run()
      tar.waitUntilExit()
      guard tar.terminationStatus == 0 else { return nil }
      files = try Self.contents(of: folder)
    } catch {
      return nil
    }
  }

  private static func contents(of folder: URL) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let paths = FileManager.default.enumerator(atPath: folder.path)
    while let path = paths?.nextObject() as? String {
      let file = folder.appending(path: path)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue
      else {
        continue
      }
      files[path.hasPrefix("./") ? String(path.dropFirst(2)) : path] = [UInt8](try Data(contentsOf: file))
    }
    return files
  }

  /// Returns possible folders of suites: the one in `KURS_SUITES`, or `shared/data/suites` in folders above this file.
  private static func folders() -> [String] {
    if let named = ProcessInfo.processInfo.environment["KURS_SUITES"] { return [named] }
    var folder = URL(filePath: #filePath)
    var found: [String] = []
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      found.append(folder.appending(path: "shared/data/suites").path)
    }
    return found
  }
}
