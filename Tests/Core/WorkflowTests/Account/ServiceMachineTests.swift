// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Tests the state machine of the server's service data, without a server or a clock.
@Suite struct ServiceMachineTests {
  private let start = Uptime(milliseconds: 5_000)
  private let interval = ServiceMachine.interval
  private let mine = ReleaseNumber("1.4")

  private func terms(oldest: String? = nil, message: String = "") -> ServiceTerms {
    var terms = ServiceTerms()
    (terms.oldestClient, terms.message) = (oldest.flatMap { ReleaseNumber($0) }, message)
    return terms
  }

  private func asks(_ machine: inout ServiceMachine, _ now: Uptime) -> Bool { machine.shouldRequestTerms(at: now) }

  @Test("the server's limits and message are requested at start and then hourly")
  func theServersLimitsAndMessageAreRequestedAtStartAndThenHourly() {
    var machine = ServiceMachine()
    #expect(asks(&machine, start) == true)
    #expect(asks(&machine, start) == false, "who comes meanwhile goes by what is known")
    machine.received(terms(message: "Hello"), release: mine, at: start + 1000)
    #expect(machine.terms.message == "Hello")
    #expect(asks(&machine, start + (interval + 999)) == false)
    #expect(asks(&machine, start + (interval + 1000)) == true)
  }

  @Test("after a token renewal, the server's limits and message are requested again")
  func afterATokenRenewalTheServersLimitsAndMessageAreRequestedAgain() {
    var machine = ServiceMachine()
    _ = machine.shouldRequestTerms(at: start)
    machine.requestFailed()
    #expect(asks(&machine, start) == true)
    machine.received(terms(), release: mine, at: start)
    machine.renewed()
    #expect(asks(&machine, start + 1) == true)
  }

  @Test("an unanswered request for the server's limits is repeated after an hour")
  func anUnansweredRequestForTheServersLimitsIsRepeatedAfterAnHour() {
    var machine = ServiceMachine()
    _ = machine.shouldRequestTerms(at: start)
    #expect(asks(&machine, start + (interval - 1)) == false)
    #expect(asks(&machine, start + interval) == true)
    #expect(machine.neededRelease == nil && machine.terms == ServiceTerms())
  }

  @Test("a version below the server's minimum is reported as too old", arguments: [
    ("1.4", nil, nil), ("1.4", "1.4", nil), ("1.4", "1.3.9", nil), ("1.4", "1.4.1", "1.4.1"), ("1.4", "1.10", "1.10"),
    (nil, "9", nil),
  ] as [(String?, String?, String?)])
  func aVersionBelowTheServersMinimumIsReportedAsTooOld(release: String?, oldest: String?, needed: String?) {
    var machine = ServiceMachine()
    machine.received(terms(oldest: oldest), release: release.flatMap { ReleaseNumber($0) }, at: start)
    #expect(machine.neededRelease == needed.flatMap { ReleaseNumber($0) })
  }

  @Test("an outdated version checks the server's minimum version at every request")
  func anOutdatedVersionChecksTheServersMinimumVersionAtEveryRequest() {
    var machine = ServiceMachine()
    machine.received(terms(oldest: "2"), release: mine, at: start)
    for passed: Int64 in 1...3 { #expect(asks(&machine, start + passed) == true) }
    machine.received(terms(), release: mine, at: start + 3)
    #expect(machine.neededRelease == nil)
    #expect(asks(&machine, start + 4) == false)
  }
}
