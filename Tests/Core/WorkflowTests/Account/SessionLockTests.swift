// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import KursModel
import Testing

@testable import KursWorkflow

/// A program that was stopped while it renews must hold up neither the others nor a thread of theirs.
@Suite struct SessionLockTests {
  private let member = MemberID("m-1@kurs.example")

  @Test func oneThatNeverEndsIsNotWaitedForWithoutEnd() async throws {
    let folder = TemporaryFolder()
    let held = try #require(await SessionLock(folder: folder.path, member: member, patience: .zero))
    let second = await SessionLock(folder: folder.path, member: member, patience: .milliseconds(50))
    #expect(second == nil)
    held.free()
    let next = try #require(await SessionLock(folder: folder.path, member: member, patience: .zero))
    next.free()
  }

  @Test func manyThatWaitHoldUpNoThread() async throws {
    let folder = TemporaryFolder()
    let held = try #require(await SessionLock(folder: folder.path, member: member, patience: .zero))
    let count = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask { [member] in
          let lock = await SessionLock(folder: folder.path, member: member, patience: .seconds(600))
          lock?.free()
          return lock != nil
        }
      }
      // As SQLite is asked: on a thread of the pool. None may be stuck.
      for _ in 0..<100 {
        await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      }
      held.free()
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 100)
  }
}
