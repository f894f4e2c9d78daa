// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A file of the repository, with a copy in which comments and string contents are blanked out.
struct SourceFile: Sendable {
  let path: String
  let text: String
  /// The blanked copy. It has as many bytes as `text`, so a position is the same in `code` and `text`.
  let code: String
  // The lines are stored, because several rules read them.
  let lines: [Substring]
  let codeLines: [Substring]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    var blanking = Blanking(text)
    code = blanking.code()
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    codeLines = code.split(separator: "\n", omittingEmptySubsequences: false)
  }

  var isSwift: Bool { path.hasSuffix(".swift") }

  /// Whether the file contains one of the words, also in comments and strings. Compares bytes, which is fast.
  func holds(_ words: [String]) -> Bool { Self.holds(words, in: text) }

  static func holds(_ words: [String], in text: some StringProtocol) -> Bool {
    text.withCString { text in words.contains { strstr(text, $0) != nil } }
  }

  /// The imported modules. Attributes, an access level and a kind such as `struct` may surround the keyword `import`.
  var imports: [String] {
    let form = /^(?:@\w+(?:\(\w+\))? +)*(?:public |package |internal |private )?import +(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)/
    // Filters by the first byte, which is fast and leaves one line in thirty.
    let imports = codeLines.filter { $0.utf8.first.map("@pi".utf8.contains) ?? false }
    return imports.compactMap { line in line.firstMatch(of: form).map { String($0.1) } }
  }
}
