// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct AttemptLimitTests {
  var limit = AttemptLimit(count: 3, seconds: 60)
  let start = Instant(milliseconds: 0)

  @Test mutating func afterSoManyAttemptsOneWaitsForTheOldestToPass() {
    for second in 0..<3 { #expect(limit.tried("a", at: start.adding(seconds: Int64(second))) == .admit) }
    #expect(limit.tried("a", at: start.adding(seconds: 10)) == .refuse(retryAfter: 50))
    #expect(limit.tried("b", at: start.adding(seconds: 10)) == .admit)
    #expect(limit.tried("a", at: start.adding(seconds: 60)) == .admit)
    #expect(limit.tried("a", at: start.adding(seconds: 60)) == .refuse(retryAfter: 1))
  }

  @Test mutating func theRightPasswordCountsNothing() {
    for _ in 0..<100 {
      #expect(limit.tried("a", at: start) == .admit)
      limit.succeeded("a")
    }
  }

  @Test mutating func aRefusedAttemptDoesNotProlongTheWait() {
    for _ in 0..<3 { _ = limit.tried("a", at: start) }
    for second in 1..<60 { _ = limit.tried("a", at: start.adding(seconds: Int64(second))) }
    #expect(limit.tried("a", at: start.adding(seconds: 60)) == .admit)
  }

  @Test func madeUpKeysDoNotFillTheMemory() {
    var limit = AttemptLimit(count: 1, seconds: 60, capacity: 100)
    for number in 0..<10_000 { _ = limit.tried("\(number)", at: start.adding(seconds: Int64(number) / 1000)) }
    #expect(limit.tried("9999", at: start.adding(seconds: 10)) == .refuse(retryAfter: 59))
    #expect(limit.tried("0", at: start.adding(seconds: 10)) == .admit)
  }
}
