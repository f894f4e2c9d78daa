// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Testing

@testable import KursServer

@Suite struct AttemptLimitTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "kurs-attempts-\(UUID().uuidString)").path
  private let secret = [UInt8](repeating: 5, count: 32)
  private let start = Instant(milliseconds: 1_000_000)

  private func limits() throws -> AttemptLimits {
    AttemptLimits(database: try ServerDatabase(path: path), secret: secret)
  }

  private func wait(_ limits: AttemptLimits, _ key: String, after seconds: Int64) async throws -> Int? {
    do {
      try await limits.tried(.init(.passwordFromDevice, key), at: start.adding(seconds: seconds))
      return nil
    } catch let refusal as Refusal {
      return refusal.details.retryAfter
    }
  }

  @Test("above the limit, an attempt must wait until the oldest attempt expires")
  func aboveTheLimitAnAttemptMustWaitUntilTheOldestAttemptExpires() async throws {
    let limits = try limits()
    for second in 0..<10 { #expect(try await wait(limits, "a", after: Int64(second)) == nil) }
    #expect(try await wait(limits, "a", after: 10) == 890)
    #expect(try await wait(limits, "b", after: 10) == nil)
    #expect(try await wait(limits, "a", after: 900) == nil)
    #expect(try await wait(limits, "a", after: 900) == 1)
  }

  @Test("signing in with the right password doesn't count towards the limit")
  func signingInWithTheRightPasswordDoesntCountTowardsTheLimit() async throws {
    let limits = try limits()
    for _ in 0..<30 {
      #expect(try await limits.judged([.init(.passwordFromDevice, "a")], at: start) { true } == true)
    }
    #expect(try await wait(limits, "a", after: 0) == nil)
  }

  @Test("a failed attempt counts for each limit that applies")
  func aFailedAttemptCountsForEachLimitThatApplies() async throws {
    let limits = try limits()
    let lanes = ["a", "b"].map { AttemptLimits.Lane(.passwordFromDevice, $0) }
    for _ in 0..<10 { #expect(try await limits.judged(lanes, at: start) { () -> Bool? in nil } == nil) }
    for key in ["a", "b"] { #expect(try await wait(limits, key, after: 1) == 899) }
  }

  @Test("parallel sign-ins are limited to the number of failures still allowed")
  func parallelSignInsAreLimitedToTheNumberOfFailuresStillAllowed() async throws {
    let limits = try limits()
    let lane = AttemptLimits.Lane(.passwordFromDevice, "a")
    func nested(_ depth: Int) async throws -> Bool? {
      try await limits.judged([lane], at: start) { depth == 0 ? true : try await nested(depth - 1) }
    }
    #expect(try await nested(9) == true)
    await #expect(throws: Refusal(.busy, .init(retryAfter: AttemptLimits.busySeconds))) { try await nested(10) }
    #expect(try await nested(9) == true)
  }

  @Test("a wait is never longer than the period of the limit")
  func aWaitIsNeverLongerThanThePeriodOfTheLimit() async throws {
    let limits = try limits()
    for _ in 0..<10 { _ = try await wait(limits, "a", after: 5) }
    #expect(try await wait(limits, "a", after: 0) == 900)
    #expect(try await wait(limits, "a", after: -3600) == nil)
  }

  @Test("an attempt during the wait does not prolong the wait")
  func anAttemptDuringTheWaitDoesNotProlongTheWait() async throws {
    let limits = try limits()
    for _ in 0..<10 { _ = try await wait(limits, "a", after: 0) }
    for second in 1..<30 { #expect(try await wait(limits, "a", after: Int64(second)) != nil) }
    #expect(try await wait(limits, "a", after: 900) == nil)
  }

  // fault: N10
  @Test("counted attempts are stored without the network address")
  func countedAttemptsAreStoredWithoutTheNetworkAddress() async throws {
    let before = try limits()
    for _ in 0..<10 { _ = try await wait(before, "192.0.2.77", after: 0) }
    #expect(try await wait(limits(), "192.0.2.77", after: 1) == 899)
    for suffix in ["", "-wal"] {
      let stored = try Data(contentsOf: URL(filePath: path + suffix))
      #expect(stored.range(of: Data("192.0.2.77".utf8)) == nil)
    }
  }

  @Test("attempts older than the longest period of a limit are deleted")
  func attemptsOlderThanTheLongestPeriodOfALimitAreDeleted() async throws {
    let limits = try limits()
    _ = try await wait(limits, "a", after: 0)
    let left = try ServerDatabase(path: path).writeAndWait { [start] database in
      try Upkeep(database: database, now: start.adding(seconds: AttemptLimits.longest + 1)).run()
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM attempt")
    }
    #expect(left == 0)
  }
}
