// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import Testing

/// Typed and pasted texts in each locale, with their expected readings and results.
@Suite struct GrammarTests {
  struct Row: CustomTestStringConvertible {
    let locale: String
    let input: String
    let expected: String
    var testDescription: String { "\(locale) \(input)" }
  }

  @Test("every row of the grammar table is read as expected", arguments: try rows())
  func everyRowOfTheGrammarTableIsReadAsExpected(row: Row) {
    #expect(Sample.reader(row.locale).read(row.input).rendered == row.expected)
  }

  @Test("the grammar table has at least 18 rows for each locale")
  func theGrammarTableHasAtLeast18RowsForEachLocale() throws {
    let counts = Dictionary(grouping: try Self.rows(), by: \.locale).mapValues(\.count)
    #expect(counts.values.reduce(0, +) >= 300)
    for locale in ["en_US", "de_DE", "de_CH", "fr_FR", "en_IN", "ru_RU", "ja_JP", "ar_EG"] {
      #expect(counts[locale] ?? 0 >= 18, "\(locale)")
    }
  }

  static func rows() throws -> [Row] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let table = try String(contentsOf: folder.appending(path: "GrammarTable.tsv"), encoding: .utf8)
    return table.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      return Row(
        locale: String(fields[0]), input: unescaped(String(fields[1])), expected: unescaped(String(fields[2]))
      )
    }
  }

  private static func unescaped(_ text: String) -> String {
    let simple = text.replacing("\\t", with: "\t").replacing("\\n", with: "\n").replacing("\\r", with: "\r")
    return simple.replacing(/\\u\{([0-9A-F]+)\}/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
  }
}
