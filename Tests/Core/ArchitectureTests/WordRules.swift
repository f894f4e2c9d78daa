// SPDX-License-Identifier: GPL-3.0-or-later

extension Rule {
  /// Finds forbidden words in the names of declarations and in comments.
  ///
  /// Strings are not searched: stored names, keys, D-Bus names and command names keep the old words.
  static let replacedWords = Rule(name: "a word that was replaced") { file, _ in
    // Most files contain few of the words, so each line is searched only for the words that its file contains.
    let present = longestWords.filter { file.holds([$0]) }
    guard !present.isEmpty else { return [] }
    return file.lines.indices.flatMap { index -> [Violation] in
      let (line, code) = (file.lines[index], file.codeLines[index])
      guard SourceFile.holds(present, in: line) else { return [] }
      let texts = (declaredNames(in: code) + [comment(of: line, beside: code)]).map(spaced)
      return texts.flatMap { text in
        replacements.filter { text.contains(" \($0.old) ") }.map {
          Violation(path: file.path, line: index + 1, what: "\"\($0.old)\", not \"\($0.new)\"")
        }
      }
    }
  }

  private static let replacements: [(old: String, new: String)] = [
    ("person", "user"), ("persons", "users"), ("take up", "import"), ("takes up", "imports"), ("taken up", "imported"),
    ("taking up", "importing"), ("intake", "import"), ("aside", "quarantined, recovered or dismissed"),
    ("unkept", "unsaved"), ("wish", "request"), ("wishes", "requests"), ("wished", "requested"), ("deed", "action"),
    ("deeds", "actions"), ("told", "notified"), ("heard", "received"), ("said", "reported"),
    ("reckon", "calculate"), ("reckoned", "calculated"), ("reckoning", "calculation"), ("doubt", "suspicious rate"),
    ("doubts", "suspicious rates"), ("doubtful", "suspicious or ambiguous"), ("standstill", "outage"),
    ("onlooker", "observer"), ("onlookers", "observers"), ("at hand", "current"), ("meanwhile", "until then"),
    ("nobody s", "without an owner"), ("everybody s", "shared"), ("lot", "batch"), ("lots", "batches"),
    ("hindrance", "save error or skip reason"), ("way in", "sign-in method"), ("ways in", "sign-in methods"),
    ("becomes of", "result"), ("came of", "result"),
  ]

  /// The longest word of each replaced term, also capitalised. Lines that contain none of these words are skipped.
  private static let longestWords: [String] = {
    let parts = replacements.map { $0.old.split(separator: " ").map(String.init) }
    let words = Set(parts.compactMap { $0.max { $0.count < $1.count } })
    return words.sorted().flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst()] }
  }()

  private static func declaredNames(in code: Substring) -> [Substring] {
    code.matches(of: /\b(?:class|struct|enum|actor|protocol|typealias|func|var|let|case) +`?(\w+)/).map { $0.1 }
  }

  /// Returns the comment in a line. It begins at the first `//` after which the blanked code is empty.
  private static func comment(of line: Substring, beside code: Substring) -> Substring {
    let start = line.ranges(of: "//").map(\.lowerBound).first { place in
      code.utf8.dropFirst(line.utf8.distance(from: line.startIndex, to: place)).allSatisfy { $0 == UInt8(ascii: " ") }
    }
    return start.map { line[$0...] } ?? ""
  }

  /// Returns the words in lower case with a space on both sides. A capital begins a word, as in `setAside`.
  private static func spaced(_ text: Substring) -> String {
    var words = " "
    for letter in text {
      if letter.isUppercase || !letter.isLetter, words.last != " " { words.append(" ") }
      if letter.isLetter { words += letter.lowercased() }
    }
    return words + " "
  }
}
