// SPDX-License-Identifier: GPL-3.0-or-later

struct Violation: Equatable, CustomStringConvertible {
  let path: String
  let line: Int
  let what: String

  var description: String { "\(path):\(line): \(what)" }
}

/// A rule that checks one file and returns its violations.
struct Rule: Sendable {
  let name: String
  let violations: @Sendable (SourceFile, Arrows) -> [Violation]
}

extension Rule {
  static let all: [Rule] = [
    imports, noDesktopInCore, licenceLine, length, width, names, shared, crashes, ambient, needsICU, unsafeReason,
    money, translatable, leftovers, docstrings, replacedWords, columns, providers,
  ]

  /// Creates a rule that forbids a pattern in the code of Swift files, line by line.
  ///
  /// `find` searches only lines that contain one of `words`, because finding a word is a hundred times faster.
  static func forbidding(
    _ name: String, words: [String], find: @escaping @Sendable (Substring) -> Substring?
  ) -> Rule {
    Rule(name: name) { file, _ in
      guard file.isSwift, file.holds(words) else { return [] }
      let lines = file.codeLines
      return lines.enumerated().compactMap { index, line in
        guard SourceFile.holds(words, in: line) else { return nil }
        return find(line).map { Violation(path: file.path, line: index + 1, what: "\(name): \($0)") }
      }
    }
  }
}
