// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

private let repository = Repository()

@Test("every file and function that ARCHITECTURE.md lists exists")
func everyFileAndFunctionThatARCHITECTUREMdListsExists() throws {
  let page = try repository.text("docs/ARCHITECTURE.md")
  let walks = try #require(Walks(page: page))
  #expect(walks.count == 3)
  #expect(walks.stations.count > 45)
  let files = try repository.sources(under: "Sources")
  let missing = walks.stations.flatMap { $0.missing(in: files) }
  #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
}

@Test("a missing file or function of ARCHITECTURE.md is reported")
func aMissingFileOrFunctionOfARCHITECTUREMdIsReported() throws {
  let page = """
    ## The three walks

    ### From a key to the pixel
    | file | functions | result |
    |---|---|---|
    | `App/Window.swift` | `send`, `paint` | first |
    | `App/Gone.swift` | `send` | second |

    ## Where do I add what?
    | `App/Other.swift` | `other` | of another section |
    """
  let walks = try #require(Walks(page: page))
  #expect(walks.count == 1 && walks.stations.count == 2)
  let window = SourceFile(path: "Sources/App/Window.swift", text: "func send() {}\n// func paint() {}\n")
  #expect(
    walks.stations.flatMap { $0.missing(in: [window]) }
      == ["Sources/App/Window.swift: no function paint", "Sources/App/Gone.swift: no such file"])
}

@Test("no page of the documentation is over 150 lines") func noPageOfTheDocumentationIsOver150Lines() throws {
  let folder = repository.root.appending(path: "docs").path()
  let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
  #expect(pages.count >= 10)
  // FAULTS.md may be longer, because it is generated from the tests.
  let long = try pages.filter { $0 != "FAULTS.md" }.sorted().filter {
    try repository.text("docs/" + $0).split(separator: "\n", omittingEmptySubsequences: false).count > 151
  }
  #expect(long == [])
}

/// The three tables of docs/ARCHITECTURE.md that trace an action through the code. Each row has a file and its
/// functions.
private struct Walks {
  struct Station {
    let path: String
    let functions: [String]

    /// Returns one message if the file doesn't exist, or one for each function that the file doesn't declare.
    func missing(in files: [SourceFile]) -> [String] {
      guard let file = files.first(where: { $0.path == path }) else { return ["\(path): no such file"] }
      let declared = Set(file.code.matches(of: /\bfunc (\w+)/).map { String($0.1) })
      return functions.filter { !declared.contains($0) }.map { "\(path): no function \($0)" }
    }
  }

  let count: Int
  let stations: [Station]

  init?(page: String) {
    guard let start = page.range(of: "## The three walks\n") else { return nil }
    let rest = page[start.upperBound...]
    let lines = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)].split(separator: "\n")
    count = lines.count { $0.hasPrefix("### ") }
    stations = lines.compactMap { line in
      guard let row = line.prefixMatch(of: /\| `([\w\/+]+\.swift)` \| ([^|]+)\|/) else { return nil }
      return Station(path: "Sources/\(row.1)", functions: row.2.matches(of: /`(\w+)`/).map { String($0.1) })
    }
  }
}
