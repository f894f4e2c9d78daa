// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursWorkflow
import Testing
import TestSupport

@testable import KursStorage

/// Tests the queue's decisions without disk, network or clock.
@Suite struct QueueMachineTests {
  static let start: Int64 = 1_700_000_000_123
  static func at(_ offset: Int64) -> Timestamp { Timestamp(milliseconds: start + offset) }
  /// A machine that always draws the longest wait. `early` is a machine that always draws the shortest wait.
  static let late = QueueMachine(draw: { $0.upperBound })
  static let early = QueueMachine(draw: { $0.lowerBound })

  static func command(
    _ id: Int64, _ resource: String = "a", member: String = "", droppable: Bool = false, server: String = "https://s",
    enqueued: Int64 = 0, history: QueuedCommand.History? = nil
  ) -> QueuedCommand {
    QueuedCommand(
      id: id,
      content: .init(
        member: member, resource: resource, isDroppable: droppable, key: "k\(id)", command: "c", server: server,
        method: "POST", path: "/", body: []),
      enqueued: at(enqueued), history: history ?? .init(notBefore: at(0)))
  }

  static func kept(_ consequence: QueueMachine.Consequence) throws -> QueuedCommand.History {
    guard case .keep(let history) = consequence else {
      Issue.record("\(consequence)")
      throw CancellationError()
    }
    return history
  }

  @Test("the oldest request is sent first, and reports are sent last", .fault("J14"))
  func theOldestRequestIsSentFirstAndReportsAreSentLast() {
    let machine = Self.late
    let heads = [Self.command(1, "report", droppable: true), Self.command(2, "b"), Self.command(3, "c")]
    #expect(machine.next(heads, at: Self.at(0)) == .send(2))
    #expect(machine.next([heads[0]], at: Self.at(0)) == .send(1))
    #expect(machine.next([], at: Self.at(0)) == .rest)
  }

  @Test("a request is sent while a request for another resource waits")
  func aRequestIsSentWhileARequestForAnotherResourceWaits() throws {
    var machine = Self.late
    let first = Self.command(1, "a")
    let history = try Self.kept(machine.failed(first, .status(503), at: Self.at(0)))
    let waiting = Self.command(1, "a", history: history)
    #expect(machine.next([waiting, Self.command(2, "b")], at: Self.at(0)) == .send(2))
    #expect(machine.next([waiting], at: Self.at(0)) == .wait(until: Self.at(1000)))
    #expect(machine.next([waiting], at: Self.at(1000)) == .send(1))
  }

  @Test("a permanently refused request isn't sent a second time", arguments: [
    (APIError.status(400), Undeliverable.refused(status: 400)), (.status(404), .refused(status: 404)),
    (.status(403), .refused(status: 403)), (.status(422), .keyReused), (.status(410), .gone),
  ])
  func aPermanentlyRefusedRequestIsntSentASecondTime(error: APIError, reason: Undeliverable) {
    var machine = Self.late
    guard case .dismiss(let history, let found) = machine.failed(Self.command(1), error, at: Self.at(0)) else {
      Issue.record("still waiting")
      return
    }
    #expect(found == reason)
    #expect(history.tries == 1)
  }

  @Test("the wait doubles for eight attempts, then the request is dismissed", .fault("Q08"), arguments: [
    APIError.status(500), .status(408), .status(409), .status(425), .timedOut, .broken, .notJSON(offset: 0),
    .refused(schema: "s", path: "", keyword: "type"),
  ])
  func theWaitDoublesForEightAttemptsThenTheRequestIsDismissed(error: APIError) throws {
    var machine = Self.late
    var command = Self.command(1)
    var waits: [Int64] = []
    for attempt in 1...7 {
      let history = try Self.kept(machine.failed(command, error, at: Self.at(0)))
      #expect(history.attempts == attempt)
      waits.append(history.notBefore.milliseconds - Self.start)
      command = Self.command(1, history: history)
    }
    #expect(waits == [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000])
    guard case .dismiss(let history, .tooManyAttempts) = machine.failed(command, error, at: Self.at(0)) else {
      Issue.record("tried a ninth time")
      return
    }
    #expect(history.attempts == 8)
  }

  @Test("a failing report is sent at most twice", .fault("J14")) func aFailingReportIsSentAtMostTwice() throws {
    var machine = Self.late
    let report = Self.command(1, droppable: true)
    let history = try Self.kept(machine.failed(report, .status(500), at: Self.at(0)))
    let again = machine.failed(Self.command(1, droppable: true, history: history), .status(500), at: Self.at(0))
    #expect(again != .keep(history))
    guard case .dismiss(_, .tooManyAttempts) = again else {
      Issue.record("\(again)")
      return
    }
  }

  /// A report about an invalid response has no token to renew. The report is retried once, as after any other refusal.
  @Test("a report refused with 401 is retried once without a new token", .fault("J14"))
  func aReportRefusedWith401IsRetriedOnceWithoutANewToken() throws {
    var machine = Self.late
    let history = try Self.kept(machine.failed(Self.command(1, droppable: true), .status(401), at: Self.at(0)))
    let again = machine.failed(Self.command(1, droppable: true, history: history), .status(401), at: Self.at(0))
    guard case .dismiss = again else {
      Issue.record("\(again)")
      return
    }
  }

  @Test("after three redirects, a request is dismissed", .fault("Q20"))
  func afterThreeRedirectsARequestIsDismissed() throws {
    var machine = Self.late
    var command = Self.command(1)
    for _ in 1...2 {
      command = Self.command(1, history: try Self.kept(machine.failed(command, .status(302), at: Self.at(0))))
    }
    guard case .dismiss(_, .redirected) = machine.failed(command, .status(302), at: Self.at(0)) else {
      Issue.record("not set aside")
      return
    }
  }

  @Test("without a network, failures don't count as attempts")
  func withoutANetworkFailuresDontCountAsAttempts() throws {
    var machine = Self.late
    var command = Self.command(1)
    for _ in 1...40 {
      command = Self.command(1, history: try Self.kept(machine.failed(command, .unreachable(.host), at: Self.at(0))))
    }
    #expect(command.history.attempts == 0)
    #expect(command.history.tries == 40)
    #expect(command.history.notBefore == Self.at(300_000))
  }

  @Test("while a server is unreachable, all requests to that server wait")
  func whileAServerIsUnreachableAllRequestsToThatServerWait() throws {
    var machine = Self.late
    let failed = Self.command(
      1, "a", history: try Self.kept(machine.failed(Self.command(1), .unreachable(.connection), at: Self.at(0))))
    let heads = [failed, Self.command(2, "b"), Self.command(3, "c", server: "https://other")]
    #expect(machine.next(heads, at: Self.at(1)) == .send(3))
    #expect(machine.next(Array(heads.prefix(2)), at: Self.at(1)) == .wait(until: Self.at(1000)))
    machine.networkChanged(isOnline: false)
    #expect(machine.next(heads, at: Self.at(5000)) == .rest)
    machine.networkChanged(isOnline: true)
    #expect(machine.next(heads, at: Self.at(3)) == .send(1))
  }

  @Test("Retry-After pauses all requests to the server", .fault("Q11", "Q12"),
    arguments: [(7, 7000, 7700), (0, 1000, 1100), (99_999, 3_600_000, 3_960_000)] as [(Int, Int64, Int64)]
  )
  func retryAfterPausesAllRequestsToTheServer(seconds: Int, from: Int64, to: Int64) throws {
    let errors = [APIError.tooManyRequests(retryAfter: seconds), .unavailable(retryAfter: seconds)]
    for (machine, expected, error) in errors.flatMap({ [(Self.early, from, $0), (Self.late, to, $0)] }) {
      var machine = machine
      let history = try Self.kept(machine.failed(Self.command(1), error, at: Self.at(0)))
      #expect(history.attempts == 0)
      let heads = [Self.command(1, "a", history: history), Self.command(2, "b")]
      #expect(machine.next(heads, at: Self.at(0)) == .wait(until: Self.at(expected)))
      #expect(machine.next(heads, at: Self.at(expected - 1)) == .wait(until: Self.at(expected)))
      #expect(machine.next(heads, at: Self.at(expected)) == .send(1))
    }
  }

  @Test("without Retry-After, requests to a busy server wait one second", .fault("Q12"))
  func withoutRetryAfterRequestsToABusyServerWaitOneSecond() throws {
    var machine = Self.late
    let history = try Self.kept(machine.failed(Self.command(1), .tooManyRequests(retryAfter: nil), at: Self.at(0)))
    #expect(history.notBefore == Self.at(1000))
  }

  @Test("requests stay queued for seven days at most", .fault("Q13")) func requestsStayQueuedForSevenDaysAtMost() {
    let machine = Self.late
    let week: Int64 = 604_800_000
    #expect(machine.next([Self.command(1)], at: Self.at(week)) == .send(1))
    #expect(machine.next([Self.command(1)], at: Self.at(week + 1)) == .dismiss(1, .expired))
  }

  @Test("a member's requests are not sent for another member") func aMembersRequestsAreNotSentForAnotherMember() {
    var machine = QueueMachine(member: "anna", draw: { $0.upperBound })
    let heads = [Self.command(1, member: "anna"), Self.command(2, member: "bert"), Self.command(3, "r")]
    #expect(machine.next(heads, at: Self.at(0)) == .send(1))
    machine.memberChanged("bert")
    #expect(machine.next(heads, at: Self.at(0)) == .send(2))
    machine.memberChanged(nil)
    #expect(machine.next(heads, at: Self.at(0)) == .send(3))
    #expect(machine.next(Array(heads.prefix(2)), at: Self.at(0)) == .rest)
  }

  @Test("after a 401, the member's requests wait until the next sign-in")
  func afterA401TheMembersRequestsWaitUntilTheNextSignIn() throws {
    var machine = QueueMachine(member: "anna", draw: { $0.upperBound })
    let history = try Self.kept(machine.failed(Self.command(1, member: "anna"), .status(401), at: Self.at(0)))
    #expect(history.attempts == 0)
    let heads = [Self.command(1, member: "anna", history: history), Self.command(2, "b", member: "anna"), Self.command(3, "r")]
    #expect(machine.next(heads, at: Self.at(0)) == .send(3))
    #expect(machine.next(Array(heads.prefix(2)), at: Self.at(999_999)) == .rest)
    machine.memberChanged("anna")
    #expect(machine.next(heads, at: Self.at(0)) == .send(1))
  }

  @Test("setting the clock back causes no long wait before a retry")
  func settingTheClockBackCausesNoLongWaitBeforeARetry() {
    let machine = Self.late
    let year: Int64 = 31_536_000_000
    let rested = Self.command(
      1, history: .init(tries: 1, attempts: 1, tried: Self.at(year), notBefore: Self.at(year), fault: .broken))
    guard case .wait(let until) = machine.next([rested], at: Self.at(0)) else {
      Issue.record("not waiting")
      return
    }
    #expect(until <= Self.at(3_960_000))
  }

  @Test("an unstable network starts sending at most once a second", .fault("Q16"))
  func anUnstableNetworkStartsSendingAtMostOnceASecond() {
    var machine = Self.late
    var starts = 0
    for step in 0..<60 as Range<Int64> {
      machine.networkChanged(isOnline: step % 2 == 1)
      if step % 2 == 1, machine.startRequested(at: Self.at(step * 50)) == nil { starts += 1 }
    }
    #expect(starts == 3)
  }

  /// A Kolmogorov–Smirnov test against the uniform distribution, with 10,000 draws per attempt.
  @Test("random waits before a retry are uniformly distributed", .fault("Q14"), arguments: 0..<11)
  func randomWaitsBeforeARetryAreUniformlyDistributed(attempt: Int) throws {
    var source = SplitMix64(seed: UInt64(attempt) &+ 41)
    let span: Int64 = min(300_000, 1000 << Int64(attempt))
    var waits: [Int64] = []
    for _ in 0..<10_000 {
      let chance = source.next()
      var machine = QueueMachine(draw: { $0.lowerBound + Int64(chance % UInt64($0.upperBound - $0.lowerBound + 1)) })
      let command = Self.command(1, history: .init(tries: attempt, attempts: 0, notBefore: Self.at(0)))
      let history = try Self.kept(machine.failed(command, .unreachable(.host), at: Self.at(0)))
      waits.append(history.notBefore.milliseconds - Self.start)
    }
    waits.sort()
    #expect(waits[0] >= 0 && waits[9999] <= span)
    let mean = waits.reduce(0, +) / 10_000
    #expect(abs(mean - span / 2) <= span / 100)
    // The largest distance between the measured and the uniform distribution, in ten-thousandths. For 10,000 draws, 163
    // is the critical value at p = 0.01.
    var distance: Int64 = 0
    for (index, wait) in waits.enumerated() {
      let expected = (wait * 10_000 + span / 2) / (span + 1)
      distance = max(distance, abs(Int64(index) - expected), abs(Int64(index) + 1 - expected))
    }
    // Waits are whole milliseconds, so a short span has steps that add to the distance.
    #expect(distance < 163 + 10_000 / span)
  }
}
