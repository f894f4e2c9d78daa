// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct RefreshPlanTests {
  private static let now = ScheduleTests.time("2026-11-02T17:00")
  private static let later = ScheduleTests.time("2026-11-02T17:01")

  private func makePlan() -> RefreshPlan {
    var plan = RefreshPlan()
    plan.use(Settings())
    plan.schedule(.ecb, ScheduleTests.schedule(), StoredRatesStatus(), hasKey: true)
    return plan
  }

  @Test("failures at the previous address don't delay requests to the new address")
  func failuresAtThePreviousAddressDontDelayRequestsToTheNewAddress() {
    var plan = makePlan()
    #expect(plan.decide(at: Self.now) == .refresh(.ecb))
    plan.requested(.ecb, at: Self.now)
    plan.restart(.ecb, ScheduleTests.schedule(), hasKey: true)
    plan.failed(.ecb, at: Self.later, .api(provider: .ecb, .tooManyRequests(retryAfter: 3600)))
    #expect(plan.states[.ecb]?.failure == nil)
    #expect(plan.states[.ecb]?.isRunning == false)
    #expect(plan.decide(at: Self.later) == .refresh(.ecb))
  }

  @Test("a response from the previous address doesn't count for the new address")
  func aResponseFromThePreviousAddressDoesntCountForTheNewAddress() {
    var plan = makePlan()
    plan.requested(.ecb, at: Self.now)
    plan.restart(.ecb, ScheduleTests.schedule(), hasKey: true)
    plan.succeeded(.ecb, at: Self.later, newest: day("2026-10-30"))
    #expect(plan.decide(at: Self.later) == .refresh(.ecb))
    plan.requested(.ecb, at: Self.later)
    plan.failed(.ecb, at: Self.later, .api(provider: .ecb, .timedOut))
    #expect(plan.states[.ecb]?.failure == .api(provider: .ecb, .timedOut))
  }
}
