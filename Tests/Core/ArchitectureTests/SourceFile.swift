// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A file of the repository: its text, and the same text with comments and string contents blanked out.
struct SourceFile: Sendable {
  let path: String
  let text: String
  /// As long as `text`, byte for byte, so that a place in one is a place in the other.
  let code: String
  // Kept: a rule that asks for a line's neighbours asks for all lines again and again.
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

  /// Whether one of those stands somewhere in the file, comments and strings included; by bytes, which is fast.
  func holds(_ words: [String]) -> Bool { Self.holds(words, in: text) }

  static func holds(_ words: [String], in text: some StringProtocol) -> Bool {
    text.withCString { text in words.contains { strstr(text, $0) != nil } }
  }

  /// The modules named after `import`, whatever stands before or between.
  var imports: [String] {
    let form = /^(?:@\w+(?:\(\w+\))? +)*(?:public |package |internal |private )?import +(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)/
    // By bytes, which is fast: of thirty lines one is left.
    let imports = codeLines.filter { $0.utf8.first.map("@pi".utf8.contains) ?? false }
    return imports.compactMap { line in line.firstMatch(of: form).map { String($0.1) } }
  }
}
