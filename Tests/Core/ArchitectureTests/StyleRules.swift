// SPDX-License-Identifier: GPL-3.0-or-later

extension Rule {
  static let licence = "// SPDX-License-Identifier: GPL-3.0-or-later"
  static let longest = 900
  static let widest = 120

  static let licenceLine = Rule(name: "SPDX line") { file, _ in
    file.text.hasPrefix(licence + "\n")
      ? [] : [Violation(path: file.path, line: 1, what: "does not begin with the SPDX line")]
  }

  static let length = Rule(name: "length") { file, _ in
    file.lines.count <= longest + 1
      ? [] : [Violation(path: file.path, line: longest, what: "\(file.lines.count - 1) lines")]
  }

  /// Finds lines whose code is too wide. A comment beside the code isn't measured, and a string may be wider.
  static let width = Rule(name: "width") { file, _ in
    file.codeLines.enumerated().compactMap { index, line in
      // For speed, short lines are skipped by their bytes: a line never has more characters than bytes.
      guard line.utf8.count > widest else { return nil }
      let written = line.reversed().drop { $0 == " " }.count
      guard written > widest, !line.contains("\"") else { return nil }
      return Violation(path: file.path, line: index + 1, what: "\(written) columns")
    }
  }

  static let names = forbidding("a name that says nothing", words: ["Manager", "Helper", "Util"]) {
    $0.firstMatch(
      of: /\b(?:class|struct|enum|actor|protocol|typealias) +\w*(?:Manager|Helpers?|Util(?:s|ity|ities)?)\b/)?.output
  }

  static let shared = forbidding("a singleton", words: ["shared", "instance", "default"]) {
    $0.firstMatch(of: /\bstatic +(?:let|var) +(?:shared|instance|default)\b/)?.output
  }

  static let crashes = forbidding("stops the program", words: ["fatalError", "try!", "as!"]) {
    $0.firstMatch(of: /\bfatalError *\(|\btry!|\bas!/)?.output
  }

  static let ambient = forbidding("reads its surroundings", words: ["Bundle.module", ".current"]) {
    $0.firstMatch(of: /\bBundle\.module\b|\b(?:Locale|TimeZone|Calendar)\.current\b/)?.output
  }

  /// Finds calls that need ICU's data, because the programs are linked without it (docs/BUILD.md).
  static let needsICU = forbidding("needs ICU's data", words: makers) { line in
    makers.first { line.contains($0) }?[...]
  }
  private static let makers = ["Locale(", "Calendar(identifier", "TimeZone(", "DateFormatter", "NumberFormatter"]

  /// Forbids GRDB's subscripts and value readers, which stop the program or return 0 if a column holds another type.
  static let columns = Rule(name: "a column read without throwing") { file, arrows in
    guard file.path.hasPrefix("Sources/Core/Storage/"), !file.path.hasSuffix("/Database/Column.swift") else { return [] }
    let lines = file.codeLines
    return lines.enumerated().compactMap { index, line in
      line.firstMatch(of: /[\w)?]\["|\b(?:String|U?Int\d*|Bool|Data|Double)\.(?:fetch|fromDatabaseValue)\w*/).map {
        Violation(path: file.path, line: index + 1, what: "a column read without throwing: \($0.0)")
      }
    }
  }

  static let leftovers = Rule(name: "leftovers") { file, _ in
    guard file.holds(["TODO", "FIXME", "HACK"]) else { return [] }
    return file.lines.enumerated().compactMap { index, line in
      line.firstMatch(of: /\b(?:TODO|FIXME|HACK)\b/).map {
        Violation(path: file.path, line: index + 1, what: "left over: \($0.0)")
      }
    }
  }

  /// Finds doc comments that begin with What or Who, which CONTRIBUTING.md forbids.
  static let docstrings = Rule(name: "a docstring that begins with What or Who") { file, _ in
    guard file.holds(["/// W"]) else { return [] }
    return file.lines.indices.compactMap { index in
      // Checks bytes first, which is fast.
      guard file.lines[index].utf8.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "/"),
        let found = file.lines[index].firstMatch(of: #/^ *///\ (What|Who|Whose|Whom|Whoever|Whatever)\b/#),
        index == 0 || !file.lines[index - 1].contains(#/^ *///\ \S/#)
      else { return nil }
      return Violation(path: file.path, line: index + 1, what: "a docstring that begins with \(found.1)")
    }
  }

  static let unsafeReason = Rule(name: "a promise to the compiler without its reason") { file, _ in
    guard file.isSwift, file.holds(["@unchecked", "nonisolated(unsafe)"]) else { return [] }
    let code = file.codeLines
    return code.indices.compactMap { index in
      guard code[index].contains(/@unchecked Sendable|nonisolated\(unsafe\)/) else { return nil }
      let near = file.lines[max(0, index - 3)...index]
      guard !near.contains(where: { $0.contains("// ") }) else { return nil }
      return Violation(path: file.path, line: index + 1, what: "a promise to the compiler without its reason")
    }
  }
}
