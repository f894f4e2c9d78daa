// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursItems
import KursModel
import TestSupport
import Testing

/// The examples of docs/SOURCES.md are read as the page shows.
@Suite struct WorkedExampleTests {
  static let blocks: [(kind: String, text: String)] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../docs/SOURCES.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.matches(of: /(?s)```(json|answer|rates)\n(.*?)```/).map { (String($0.1), String($0.2)) }
  }()

  static func texts(_ kind: String) -> [String] { blocks.filter { $0.kind == kind }.map(\.text) }

  @Test("docs/SOURCES.md has four examples of provider files") func docsSOURCESMdHasFourExamplesOfProviderFiles() {
    #expect(Self.blocks.map(\.kind) == Array(repeating: ["json", "answer", "rates"], count: 4).flatMap { $0 })
  }

  @Test("each example provider file in docs/SOURCES.md reads its example response", arguments: 0..<4)
  func eachExampleProviderFileInDocsSOURCESMdReadsItsExampleResponse(index: Int) throws {
    let described = try DescribedProvider(Array(Self.texts("json")[index].utf8))
    var reader = try described.items.read(SourceDocument(bytes: Array(Self.texts("answer")[index].utf8)))
    var lines: [String] = []
    while let batch = try reader.next() {
      for (pair, observations) in batch.pairs {
        let side = pair.side == .middle ? "" : " \(pair.side.rawValue)"
        lines += observations.map {
          "\($0.day) \($0.unit.number) \(pair.base) = \($0.value.text) \(pair.counter)\(side)"
        }
      }
    }
    #expect(lines.sorted() == Self.texts("rates")[index].split(separator: "\n").map(String.init).sorted())
  }

  @Test("an example response truncated at any byte gives no wrong rates", arguments: 0..<4)
  func anExampleResponseTruncatedAtAnyByteGivesNoWrongRates(index: Int) throws {
    let items = try DescribedProvider(Array(Self.texts("json")[index].utf8)).items
    let answer = Array(Self.texts("answer")[index].utf8)
    var whole = try items.read(SourceDocument(bytes: answer))
    let all = try #require(try whole.next())
    for end in 0..<answer.count {
      guard var reader = try? items.read(SourceDocument(bytes: Array(answer[..<end]))), let batch = try? reader.next()
      else { continue }
      // A table that is cut between two lines is valid. Its rates must be those of the complete table.
      for (pair, observations) in batch.pairs {
        let known = all.pairs[pair] ?? []
        #expect(observations.allSatisfy(known.contains), "cut at \(end)")
      }
    }
  }
}
