// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursAPI
import KursModel
import KursWorkflow
import Testing
import TestSupport

@testable import KursStorage

@Suite struct QueueLimitsTests {
  @Test("when the queue is full, a new request replaces the oldest report", .fault("Q15"))
  func whenTheQueueIsFullANewRequestReplacesTheOldestReport() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue(member: "nobody", limits: QueueLimits(commands: 4), passing: false)
    try await queue.put("r1", "report", droppable: true, member: "anna")
    try await queue.put("1", member: "anna")
    try await queue.put("r2", "report", droppable: true, member: "anna")
    try await queue.put("2", member: "anna")
    try await queue.put("3", member: "anna")
    #expect(await queue.state().commands.map(\.text) == ["1", "r2", "2", "3"])
    try await queue.put("4", member: "anna")
    await #expect(throws: QueueRefusal.full) { try await queue.put("5", member: "anna") }
    await #expect(throws: QueueRefusal.full) { try await queue.put("r3", "report", droppable: true, member: "anna") }
    #expect(await queue.state().commands.map(\.text) == ["1", "2", "3", "4"])
  }

  @Test("a full queue discards its only report and refuses further requests", .fault("Q15"))
  func aFullQueueDiscardsItsOnlyReportAndRefusesFurtherRequests() async throws {
    let storage = try UserDatabase(path: QueueFixture().path)
    @Sendable func content(_ number: Int, droppable: Bool = false) -> QueuedCommand.Content {
      QueuedCommand.Content(
        member: "anna", resource: "r", isDroppable: droppable, key: "\(number)", command: "c", server: "https://s",
        method: "POST", path: "/", body: [])
    }
    let now = Timestamp(milliseconds: 0)
    try await storage.file.write { database in
      for number in 1...1000 {
        let content = content(number, droppable: number == 500)
        _ = try QueuedCommand.append(content, at: now, limits: QueueLimits(), in: database)
      }
    }
    _ = try await storage.enqueue(content(1001), at: now)
    for isDroppable in [false, true] {
      await #expect(throws: QueueRefusal.full) {
        try await storage.enqueue(content(1002, droppable: isDroppable), at: now)
      }
    }
    let kept = try await storage.queued().compactMap { Int($0.content.key) }
    #expect(kept == (1...1001).filter { $0 != 500 })
  }

  @Test("a request over the queue's byte limit is refused", .fault("Q15", "Q24"))
  func aRequestOverTheQueuesByteLimitIsRefused() async throws {
    let fixture = QueueFixture()
    let limits = QueueLimits(commands: 1000, bytes: 3000, bodyBytes: 1000)
    let queue = try fixture.queue(limits: limits, passing: false)
    let body = String(repeating: "x", count: 900)
    for _ in 1...3 { try await queue.put(body, member: "anna") }
    await #expect(throws: QueueRefusal.full) { try await queue.put(body, member: "anna") }
    await #expect(throws: QueueRefusal.tooLarge(limit: 1000)) { try await queue.put(body + body) }
    let standard = try QueueFixture().queue(passing: false)
    try await standard.put(String(repeating: "x", count: 262_144), member: "anna")
    await #expect(throws: QueueRefusal.tooLarge(limit: 262_144)) {
      try await standard.put(String(repeating: "x", count: 262_145))
    }
  }
}
