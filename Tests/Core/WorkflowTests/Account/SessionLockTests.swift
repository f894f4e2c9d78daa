// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import KursModel
import Testing

@testable import KursWorkflow

/// A program that is suspended during a renewal must not block other programs or any of their threads.
@Suite struct SessionLockTests {
  private let member = MemberID("m-1@kurs.example")

  @Test("a wait for another program's lock ends after the time limit")
  func aWaitForAnotherProgramsLockEndsAfterTheTimeLimit() async throws {
    let folder = TemporaryFolder()
    let held = try #require(await SessionLock(folder: folder.path, member: member, patience: .zero))
    let second = await SessionLock(folder: folder.path, member: member, patience: .milliseconds(50))
    #expect(second == nil)
    held.unlock()
    let next = try #require(await SessionLock(folder: folder.path, member: member, patience: .zero))
    next.unlock()
  }

  @Test("a hundred waits for the sign-in lock block no thread")
  func aHundredWaitsForTheSignInLockBlockNoThread() async throws {
    let folder = TemporaryFolder()
    let held = try #require(await SessionLock(folder: folder.path, member: member, patience: .zero))
    let count = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask { [member] in
          let lock = await SessionLock(folder: folder.path, member: member, patience: .seconds(600))
          lock?.unlock()
          return lock != nil
        }
      }
      // Runs jobs on the thread pool that SQLite uses. They end only if the waits don't block the pool's threads.
      for _ in 0..<100 {
        await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      }
      held.unlock()
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 100)
  }
}
