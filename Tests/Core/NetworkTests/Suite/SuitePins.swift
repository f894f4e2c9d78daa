// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The table beside this file: each optional test's name, kind and whether this cache passes it.
enum SuitePins {
  static func read() -> [String: Bool] {
    let rows = suiteTable.split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), $0[2] == "yes") })
  }

  /// If `KURS_PIN_SUITE` is set, saves the results of this run as the expected results, after an intended change.
  static func writeIfAsked(_ rows: [(id: String, kind: String, passes: Bool)]) throws {
    guard ProcessInfo.processInfo.environment["KURS_PIN_SUITE"] != nil else { return }
    let lines = rows.filter { ["optimal", "check"].contains($0.kind) }
      .map { "  \($0.id) \($0.kind) \($0.passes ? "yes" : "no")" }
    let head = """
      // SPDX-License-Identifier: GPL-3.0-or-later

      /// The optional HTTP cache tests and whether this cache passes them. The cache must pass all required tests.
      let suiteTable = \"\"\"

      """
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("SuiteTable.swift")
    try (head + lines.joined(separator: "\n") + "\n  \"\"\"\n")
      .write(to: file, atomically: true, encoding: .utf8)
  }
}
