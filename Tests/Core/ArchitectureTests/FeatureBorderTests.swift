// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@Test("the architecture page lists the features that each feature may use")
func theArchitecturePageListsTheFeaturesThatEachFeatureMayUse() throws {
  let page = try Repository().text("docs/ARCHITECTURE.md")
  let head = "| feature | uses | feature | uses |\n"
  let start = try #require(page.firstRange(of: head)).upperBound
  let lines = page[start...].split(separator: "\n", omittingEmptySubsequences: false)
  var shown: [String: Set<String>] = [:]
  for row in lines.prefix(while: { $0.hasPrefix("|") }).dropFirst() {
    let cells = row.split(separator: "|").map { cell in cell.matches(of: /`(\w+)`/).map { String($0.1) } }
    for index in stride(from: 0, to: cells.count - 1, by: 2) {
      for feature in cells[index] { shown[feature, default: []].formUnion(cells[index + 1]) }
    }
  }
  #expect(shown == FeatureBorders.workflow.uses)
}

private let borders = FeatureBorders(folder: "Sources/App", common: ["Shared"], uses: ["Tables": ["Lists"]])

@Test("code that uses a type of a forbidden feature is reported", arguments: [
  ("let a = ChartState()", 1), ("extension ChartState {}", 1), ("func show(_ state: [ChartState]?) {}", 1),
  ("let a = ChartState.Line.self", 1), ("let a = Table.ChartState()", 0), ("// ChartState\nlet a = \"ChartState\"", 0),
  ("let a = \"\\(ChartState())\"", 1), ("let a = Hidden()", 0), ("let a = Inner()", 0),
  ("struct ChartState {}\nlet a = ChartState()", 0),
])
func codeThatUsesATypeOfAForbiddenFeatureIsReported(code: String, count: Int) {
  let declared = "public struct ChartState {\n  struct Inner {}\n}\nprivate enum Hidden {}\n"
  let files = [
    SourceFile(path: "Sources/App/Chart/ChartState.swift", text: declared),
    SourceFile(path: "Sources/App/Tables/Table.swift", text: code),
    SourceFile(path: "Sources/Gtk/Other.swift", text: "let a = ChartState()"),
  ]
  let found = borders.crossings(in: files)
  #expect(found.count == count)
  #expect(found.allSatisfy { $0.from == "Tables" && $0.to == "Chart" && !borders.allows($0) })
}

@Test("a feature may use common features and its listed features")
func aFeatureMayUseCommonFeaturesAndItsListedFeatures() {
  func crossing(_ from: String, _ to: String) -> FeatureBorders.Crossing {
    .init(path: "Sources/App/A.swift", from: from, type: "A", to: to)
  }
  #expect(borders.allows(crossing("Chart", "Shared")))
  #expect(borders.allows(crossing("Tables", "Lists")))
  #expect(!borders.allows(crossing("Lists", "Tables")))
  #expect(borders.unneeded([crossing("Chart", "Shared")]) == ["Tables: Lists"])
  #expect(borders.unneeded([crossing("Tables", "Lists")]) == [])
}
