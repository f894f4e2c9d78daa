// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing

/// Programs that open one new file at the same moment.
@Suite struct OpeningTests {
  @Test func manyThatFindAFileNewAllOpenIt() async throws {
    for _ in 0..<20 {
      let file = PersonFile()
      let opened = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask { try await file.open().history(of: "").count }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(opened == Array(repeating: 0, count: 6))
    }
  }
}
