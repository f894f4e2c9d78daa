// SPDX-License-Identifier: GPL-3.0-or-later

extension Rule {
  /// xgettext reads Swift as C, so only a plain literal on one line reaches the translators.
  static let translatable = Rule(name: "an argument of tr that xgettext can't extract") { file, _ in
    guard file.isSwift, file.holds(["tr(", "trn(", "trc(", "helpText("]) else { return [] }
    return calls(in: file).compactMap { call in
      call.arguments.allSatisfy(isPlain)
        ? nil : Violation(path: file.path, line: call.line, what: "\(call.name) needs plain literals")
    }
  }

  private struct Call {
    let name: String
    let line: Int
    let arguments: [String]
  }

  /// Returns each call of `tr`, `helpText`, `trc` (two literals) and `trn` (two literals), with the text of those
  /// arguments.
  private static func calls(in file: SourceFile) -> [Call] {
    let text = Array(file.text.utf8)
    return file.code.matches(of: /(?<before>func +|\w|\.)?\b(?<name>tr|trn|trc|helpText)\(/).compactMap { match in
      if let before = match.output.before, before.hasPrefix("func") { return nil }
      let name = String(match.output.name)
      let offset = file.code.utf8.distance(from: file.code.startIndex, to: match.range.upperBound)
      let rest = String(decoding: text[offset...], as: UTF8.self)
      let line = text[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
      return Call(name: name, line: line, arguments: arguments(of: rest, count: ["tr", "helpText"].contains(name) ? 1 : 2))
    }
  }

  /// Returns the first `count` arguments, split at the commas and brackets outside literals.
  private static func arguments(of rest: String, count: Int) -> [String] {
    let code = Array(SourceFile(path: "", text: rest).code.utf8)
    let text = Array(rest.utf8)
    var found: [String] = []
    var start = 0
    var depth = 0
    for index in code.indices {
      if "([{".utf8.contains(code[index]) { depth += 1 }
      if ")]}".utf8.contains(code[index]) { depth -= 1 }
      guard depth < 0 || depth == 0 && code[index] == UInt8(ascii: ",") else { continue }
      found.append(String(decoding: text[start..<index], as: UTF8.self))
      start = index + 1
      if depth < 0 || found.count == count { break }
    }
    return found
  }

  private static func isPlain(_ argument: String) -> Bool {
    argument.wholeMatch(of: /\s*"(?:[^"\\\n]|\\["\\n])+"\s*/) != nil
  }
}
