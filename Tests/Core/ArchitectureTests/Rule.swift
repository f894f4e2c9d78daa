// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that a file does and should not.
struct Violation: Equatable, CustomStringConvertible {
  let path: String
  let line: Int
  let what: String

  var description: String { "\(path):\(line): \(what)" }
}

/// One rule of the house: looks at a file, names what is wrong with it.
struct Rule: Sendable {
  let name: String
  let violations: @Sendable (SourceFile, Arrows) -> [Violation]
}

extension Rule {
  static let all: [Rule] = [
    imports, noDesktopInCore, licenceLine, length, width, names, shared, crashes, ambient, needsICU, unsafeReason,
    money, translatable, leftovers, docstrings, columns, providers,
  ]

  /// A rule that something must not be found in the code of Swift files, line by line.
  ///
  /// `words`: one of them is in each line that can be found; to look for them costs a hundredth of what `find` does.
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
