// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Testing

@testable import KursWorkflow

/// Tests when the state machine of the sync sends a request, without clock, disk or server.
@Suite struct SyncMachineTests {
  func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  /// Returns a signed-in state machine whose first sync ended at time 0.
  func settled() -> SyncMachine {
    var machine = SyncMachine()
    _ = machine.signedIn()
    _ = machine.exchanged(1, hasMore: false, now: at(0))
    return machine
  }

  @Test("while nobody is signed in, no sync starts") func whileNobodyIsSignedInNoSyncStarts() {
    var machine = SyncMachine()
    #expect(machine.edited(now: at(0)) == [])
    #expect(machine.syncRequested() == [])
    #expect(machine.timeReached(now: at(9_999_999)) == [])
    #expect(machine.exchanged(0, hasMore: true, now: at(0)) == [])
    #expect(machine.failed(0, .tooLarge, jitter: 0, now: at(0)) == [])
    #expect(machine.status.phase == .signedOut)
  }

  @Test("signing in syncs immediately and then every 15 minutes")
  func signingInSyncsImmediatelyAndThenEvery15Minutes() {
    var machine = SyncMachine()
    #expect(machine.signedIn() == [.exchange(number: 1, limit: 200)])
    #expect(machine.signedIn() == [])
    #expect(machine.exchanged(1, hasMore: false, now: at(5)) == [.wait(until: at(900_005))])
    #expect(machine.status.lastDone == at(5))
    #expect(machine.timeReached(now: at(900_004)) == [.wait(until: at(900_005))])
    #expect(machine.timeReached(now: at(900_005)) == [.exchange(number: 2, limit: 200)])
  }

  @Test("setting the clock back delays no sync") func settingTheClockBackDelaysNoSync() {
    var machine = settled()
    _ = machine.syncRequested()
    _ = machine.exchanged(2, hasMore: false, now: at(86_400_000))
    // The clock was set back from 86,400 s to 900 s. The alarm and an activated window still start the next exchange.
    var (alarmed, shown) = (machine, machine)
    #expect(alarmed.timeReached(now: at(900_000)) == [.exchange(number: 3, limit: 200)])
    #expect(shown.windowActivated(now: at(900_000)) == [.exchange(number: 3, limit: 200)])
  }

  @Test("edits within two seconds are sent together") func editsWithinTwoSecondsAreSentTogether() {
    var machine = settled()
    #expect(machine.edited(now: at(10)) == [.wait(until: at(2_010))])
    #expect(machine.edited(now: at(1_900)) == [])
    #expect(machine.timeReached(now: at(2_010)) == [.exchange(number: 2, limit: 200)])
  }

  @Test("an edit during a sync is sent with the next sync") func anEditDuringASyncIsSentWithTheNextSync() {
    var machine = settled()
    _ = machine.syncRequested()
    #expect(machine.edited(now: at(1)) == [])
    #expect(machine.exchanged(2, hasMore: false, now: at(2)) == [.exchange(number: 3, limit: 200)])
    #expect(machine.exchanged(3, hasMore: true, now: at(3)) == [.exchange(number: 4, limit: 200)])
    #expect(machine.exchanged(4, hasMore: false, now: at(4)) == [.wait(until: at(900_004))])
  }

  @Test("focusing a window syncs at most twice a minute") func focusingAWindowSyncsAtMostTwiceAMinute() {
    var machine = settled()
    #expect(machine.windowActivated(now: at(29_999)) == [])
    #expect(machine.windowActivated(now: at(30_000)) == [.exchange(number: 2, limit: 200)])
    #expect(machine.windowActivated(now: at(60_000)) == [], "one is under way")
    _ = machine.exchanged(2, hasMore: false, now: at(60_001))
    #expect(machine.windowActivated(now: at(60_002)) == [])
  }

  @Test("focusing a window does not shorten the wait after a failed sync")
  func focusingAWindowDoesNotShortenTheWaitAfterAFailedSync() {
    var machine = SyncMachine()
    #expect(machine.windowActivated(now: at(0)) == [])
    _ = machine.signedIn()
    _ = machine.failed(1, .unavailable(retryAfter: 3_600), jitter: 0, now: at(0))
    #expect(machine.windowActivated(now: at(100_000)) == [])
  }

  @Test("objects too large for the server are listed until a sync succeeds")
  func objectsTooLargeForTheServerAreListedUntilASyncSucceeds() {
    var machine = settled()
    _ = machine.syncRequested()
    let long = UserObject(
      id: UserObject.ID(.saved, named: "x"), kind: .saved, fields: ["title": .init("Trip", edited: at(0))])
    _ = machine.exchanged(2, hasMore: false, tooLarge: [long], now: at(1))
    #expect(machine.status.tooLargeTitles == ["Trip"])
    #expect(machine.status.failure == nil)
    _ = machine.syncRequested()
    _ = machine.failed(3, .unavailable(retryAfter: nil), jitter: 0, now: at(2))
    #expect(machine.status.tooLargeTitles == ["Trip"])
    _ = machine.timeReached(now: at(9_000))
    _ = machine.exchanged(4, hasMore: false, now: at(9_001))
    #expect(machine.status.tooLargeTitles == [])
  }

  @Test("a response to an old request is ignored") func aResponseToAnOldRequestIsIgnored() {
    var machine = settled()
    _ = machine.syncRequested()
    let before = machine
    #expect(machine.exchanged(1, hasMore: false, now: at(9)) == [])
    #expect(machine.failed(1, .unavailable(retryAfter: nil), jitter: 0, now: at(9)) == [])
    #expect(machine == before)
    #expect(machine.signedOut() == [.rest])
    #expect(machine.exchanged(2, hasMore: false, now: at(9)) == [])
    #expect(machine.status == SyncStatus())
    // The next member's exchange numbers differ from the previous member's.
    #expect(machine.signedIn() == [.exchange(number: 4, limit: 200)])
  }

  @Test("after repeated failures, the wait grows, even after an edit")
  func afterRepeatedFailuresTheWaitGrowsEvenAfterAnEdit() {
    var machine = SyncMachine()
    _ = machine.signedIn()
    var waits: [Int64] = []
    for number in 1...12 {
      guard case .wait(let until)? = machine.failed(number, .unavailable(retryAfter: nil), jitter: 1000, now: at(0)).first
      else { break }
      waits.append(until.milliseconds)
      #expect(machine.edited(now: at(0)) == [])
      _ = machine.timeReached(now: until)
    }
    #expect(waits == [6_000, 11_000, 21_000, 41_000, 81_000, 161_000, 321_000, 641_000, 901_000, 901_000, 901_000, 901_000])
    #expect(machine.status.failure == .unavailable(retryAfter: nil))
    #expect(machine.exchanged(13, hasMore: false, now: at(0)) == [.wait(until: at(900_000))])
    #expect(machine.status.failure == nil)
  }

  @Test("the wait after a failed sync is random") func theWaitAfterAFailedSyncIsRandom() {
    var (one, other) = (SyncMachine(), SyncMachine())
    _ = (one.signedIn(), other.signedIn())
    #expect(one.failed(1, .unavailable(retryAfter: nil), jitter: 0, now: at(0)) == [.wait(until: at(1_000))])
    #expect(other.failed(1, .unavailable(retryAfter: nil), jitter: 500, now: at(0)) == [.wait(until: at(3_500))])
  }

  @Test(
    "a failed sync waits as the server requests, at most a day",
    arguments: [(60, 60_000), (86_401, 86_400_000), (.max, 86_400_000), (-5, 1_000), (0, 1_000)])
  func aFailedSyncWaitsAsTheServerRequestsAtMostADay(seconds: Int, milliseconds: Int64) {
    var machine = SyncMachine()
    _ = machine.signedIn()
    #expect(
      machine.failed(1, .unavailable(retryAfter: seconds), jitter: 0, now: at(0)) == [.wait(until: at(milliseconds))])
  }

  @Test("a server that lost its data receives all objects once") func aServerThatLostItsDataReceivesAllObjectsOnce() {
    var machine = SyncMachine()
    _ = machine.signedIn()
    #expect(
      machine.failed(1, .serverIsBehind, jitter: 0, now: at(0)) == [.startAfresh, .exchange(number: 2, limit: 200)])
    #expect(machine.failed(2, .serverIsBehind, jitter: 0, now: at(0)) == [.wait(until: at(900_000))])
    #expect(machine.status.failure == .serverIsBehind)
  }

  @Test("if the server reports a clock error, edits get new times once")
  func ifTheServerReportsAClockErrorEditsGetNewTimesOnce() {
    var machine = SyncMachine()
    _ = machine.signedIn()
    #expect(machine.failed(1, .clockIsAhead, jitter: 0, now: at(0)) == [.restamp, .exchange(number: 2, limit: 200)])
    #expect(machine.failed(2, .clockIsAhead, jitter: 0, now: at(0)) == [.wait(until: at(900_000))])
    _ = machine.timeReached(now: at(900_000))
    _ = machine.exchanged(3, hasMore: false, now: at(900_001))
    _ = machine.syncRequested()
    #expect(machine.failed(4, .clockIsAhead, jitter: 0, now: at(900_002)).first == .restamp)
  }

  @Test("a sync request that is too large is split") func aSyncRequestThatIsTooLargeIsSplit() {
    var machine = SyncMachine()
    _ = machine.signedIn()
    let limits = (1...5).compactMap { number -> Int? in
      guard case .exchange(_, let limit)? = machine.failed(number, .tooLarge, jitter: 0, now: at(0)).first else { return nil }
      return limit
    }
    #expect(limits == [50, 12, 3, 1])
    #expect(machine.status.failure == .tooLarge)
  }

  @Test(
    "after a permanent failure, the next sync starts 15 minutes later",
    arguments: [SyncFailure.refused(status: 403, reason: "no"), .api(.broken), .storage(.diskFull(path: ""))])
  func afterAPermanentFailureTheNextSyncStarts15MinutesLater(failure: SyncFailure) {
    var machine = SyncMachine()
    _ = machine.signedIn()
    #expect(machine.failed(1, failure, jitter: 0, now: at(0)) == [.wait(until: at(900_000))])
    #expect(machine.syncRequested() == [.exchange(number: 2, limit: 200)])
  }
}
