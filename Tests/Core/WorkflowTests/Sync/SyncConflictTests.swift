// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Testing
import TestSupport

@testable import KursWorkflow

@Suite struct SyncConflictTests {
  private static func rate(_ text: String, note: String = "") throws -> CustomRate {
    let value = try #require(Rational(text: text))
    return try #require(CustomRate(from: .eur, to: .usd, value: value, note: note))
  }

  /// Returns two computers that had a custom rate of 1.1 and then changed the rate offline. The first computer changed
  /// the rate earlier than the second.
  private func machines(_ here: String, _ there: String) async throws -> (SyncedMachine, SyncedMachine) {
    let (server, clock) = (SharedServer(), HandClock())
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    try await one.objects.set(Self.rate("1.1"))
    try await one.sync()
    try await other.sync()
    clock.advance(by: 10)
    try await one.objects.set(Self.rate(here))
    clock.advance(by: 10)
    try await other.objects.set(Self.rate(there))
    return (one, other)
  }

  @Test("of two computers' edits, the later is kept and a conflict shown", arguments: [true, false])
  func ofTwoComputersEditsTheLaterIsKeptAndAConflictShown(isLaterFirst: Bool) async throws {
    let (one, other) = try await machines("1.2", "1.3")
    let (first, second) = isLaterFirst ? (other, one) : (one, other)
    try await first.sync()
    try await second.sync()
    try await first.sync()
    #expect(try await first.objects.conflicts() == [])
    let conflict = try #require(await second.objects.conflicts().first)
    #expect(try await second.objects.conflicts().count == 1)
    #expect([conflict.field, conflict.kept, conflict.other] == ["rate", "EUR USD 13/10", "EUR USD 6/5"])
    #expect(try await first.objects.ownRates().map(\.value) == [Rational(units: 13, places: 1)])
    let pictures = [try await first.picture(), try await second.picture()]
    #expect(pictures[0] == pictures[1])
  }

  @Test("choosing a conflict's other value applies that value on both computers", arguments: [true, false])
  func choosingAConflictsOtherValueAppliesThatValueOnBothComputers(isLaterFirst: Bool) async throws {
    let (one, other) = try await machines("1.2", "1.3")
    let (first, second) = isLaterFirst ? (other, one) : (one, other)
    for machine in [first, second] { try await machine.sync() }
    let conflict = try #require(await second.objects.conflicts().first)
    try await second.objects.acceptOther(conflict)
    #expect(try await second.objects.conflicts() == [])
    for machine in [second, first] { try await machine.sync() }
    #expect(try await first.objects.ownRates().map(\.value) == [Rational(units: 12, places: 1)])
    let pictures = [try await first.picture(), try await second.picture()]
    #expect(pictures[0] == pictures[1])
    #expect(try await second.objects.conflicts() == [])
    #expect(try await first.objects.conflicts() == [])
  }

  @Test("a conflict that was settled or edited is not shown again")
  func aConflictThatWasSettledOrEditedIsNotShownAgain() async throws {
    let (one, other) = try await machines("1.2", "1.3")
    for machine in [one, other] { try await machine.sync() }
    try other.restart()
    let conflict = try #require(await other.objects.conflicts().first)
    try await other.objects.settle(conflict)
    #expect(try await other.objects.conflicts() == [])

    let (first, second) = try await machines("1.2", "1.3")
    for machine in [first, second] { try await machine.sync() }
    try await second.objects.set(Self.rate("1.4"))
    #expect(try await second.objects.conflicts() == [])
  }

  @Test("equal edits, edits of different fields and consecutive edits don't conflict")
  func none() async throws {
    let (one, other) = try await machines("1.2", "1.2")
    for machine in [one, other, one] { try await machine.sync() }
    for machine in [one, other] { #expect(try await machine.objects.conflicts() == []) }
    try await one.objects.set(Self.rate("1.5"))
    try await other.objects.set(Self.rate("1.2", note: "Bank"))
    for machine in [one, other, one] { try await machine.sync() }
    for machine in [one, other] { #expect(try await machine.objects.conflicts() == []) }
    let both = try Self.rate("1.5", note: "Bank")
    #expect(try await other.objects.ownRates() == [both])
    try await other.objects.set(Self.rate("1.6", note: "Bank"))
    for machine in [other, one] { try await machine.sync() }
    try await one.objects.set(Self.rate("1.7", note: "Bank"))
    for machine in [one, other] { try await machine.sync() }
    for machine in [one, other] { #expect(try await machine.objects.conflicts() == []) }
  }

  @Test("after an interrupted sync, the next sync still reports the conflict", arguments: Interruption.allCases)
  func afterAnInterruptedSyncTheNextSyncStillReportsTheConflict(_ interruption: Interruption) async throws {
    let (one, other) = try await machines("1.2", "1.3")
    try await one.sync()
    try await other.sync(interruption)
    try await other.sync()
    #expect(try await other.objects.conflicts().map(\.other) == ["EUR USD 6/5"])
  }

  @Test("wiping a member's data removes the member's conflicts")
  func wipingAMembersDataRemovesTheMembersConflicts() async throws {
    let (one, other) = try await machines("1.2", "1.3")
    for machine in [one, other] { try await machine.sync() }
    try await other.database.wipeRows(of: SyncedMachine.member)
    #expect(try await other.objects.conflicts() == [])
  }
}

@Suite struct SyncedListTests {
  private static let list = UserObject.ID(.saved, named: "trip")

  private func type(_ text: String, on machine: SyncedMachine) async throws {
    let now = machine.clock.now()
    try await machine.objects.change(Self.list, .saved) { object in
      var object = object ?? UserObject(id: Self.list, kind: .saved)
      object.set(["title": "Trip", "calculation": text, "place": "1"], now: now)
      return object
    }
  }

  private func lists(_ machine: SyncedMachine) async throws -> [String: String] {
    let all = try await machine.objects.objects(.saved).filter { !$0.isDeleted }
    return Dictionary(all.map { ($0["title"] ?? "", $0["calculation"] ?? "") }, uniquingKeysWith: { "\($0), \($1)" })
  }

  /// Creates two computers that both have the list "1 EUR".
  private func machines(sparesQuestions: Bool = false) async throws -> (SyncedMachine, SyncedMachine) {
    let (server, clock) = (SharedServer(sparesQuestions: sparesQuestions), HandClock())
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    try await type("1 EUR", on: one)
    for machine in [one, other] { try await machine.sync() }
    clock.advance(by: 10)
    return (one, other)
  }

  @Test(
    "independent edits of the same list become two lists",
    arguments: [true, false])
  func independentEditsOfTheSameListBecomeTwoLists(isLaterFirst: Bool) async throws {
    let (one, other) = try await machines()
    try await type("2 EUR", on: one)
    one.clock.advance(by: 10)
    try await type("3 EUR", on: other)
    let (first, second) = isLaterFirst ? (other, one) : (one, other)
    for machine in [first, second, first, second, first] { try await machine.sync() }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "3 EUR", "Trip (2)": "2 EUR"]) }
  }

  @Test("an edited list that another computer deleted becomes a separate list", .fault("B10"), arguments: [
    false, true,
  ])
  func anEditedListThatAnotherComputerDeletedBecomesASeparateList(isPurged: Bool) async throws {
    let (one, other) = try await machines()
    try await type("2 EUR", on: one)
    one.clock.advance(by: 10)
    let now = one.clock.now()
    try await other.objects.change(Self.list, .saved) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
    try await other.sync()
    if isPurged { one.server.withModel { $0.purge() } }
    for machine in [one, one, other, one] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "2 EUR"]) }
    #expect(try await one.database.object(Self.list, of: SyncedMachine.member)?.isDeleted ?? true)
    #expect(try await one.database.unsentObjects(of: SyncedMachine.member, limit: 1) == [])
  }

  @Test("an edit that the deleting computer hadn't received becomes a separate list", .fault("B10"), arguments: [
    false, true,
  ])
  func anEditThatTheDeletingComputerHadntReceivedBecomesASeparateList(isRace: Bool) async throws {
    let (one, other) = try await machines()
    try await type("2 EUR", on: one)
    one.clock.advance(by: 10)
    let now = one.clock.now()
    try await other.objects.change(Self.list, .saved) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
    if isRace {
      one.server.beforeSending { [objects = one.objects, exchange = one.server.exchange] in
        _ = try? await objects.exchangeOnce(member: SyncedMachine.member, limit: 9, exchange)
      }
    } else {
      try await one.sync()
    }
    for machine in [other, one, other, one] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "2 EUR"]) }
    for machine in [one, other] {
      #expect(try await machine.database.object(Self.list, of: SyncedMachine.member)?.isDeleted ?? true)
      #expect(try await machine.database.unsentObjects(of: SyncedMachine.member, limit: 1) == [])
    }
  }

  @Test("deleting the newest version of a list creates no second list", arguments: [false, true])
  func deletingTheNewestVersionOfAListCreatesNoSecondList(isAnswerLost: Bool) async throws {
    let (one, other) = try await machines()
    try await type("2 EUR", on: one)
    try await one.sync(isAnswerLost ? .answerLost : .none)
    one.clock.advance(by: 10)
    let deleting = isAnswerLost ? one : other
    if !isAnswerLost { try await other.sync() }
    let now = one.clock.now()
    try await deleting.objects.change(Self.list, .saved) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
    for machine in [deleting, one, other] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == [:]) }
  }

  @Test("moving a list on one computer doesn't undo its deletion on another", arguments: [false, true])
  func movedAndDeleted(isPurged: Bool) async throws {
    let (one, other) = try await machines()
    let now = one.clock.now()
    try await one.objects.change(Self.list, .saved) { object in
      var object = object
      object?.set(["place": "2"], now: now)
      return object
    }
    try await other.objects.change(Self.list, .saved) { object in
      var object = object
      object?.delete(now: now + 5)
      return object
    }
    try await other.sync()
    if isPurged { one.server.withModel { $0.purge() } }
    for machine in [one, one, other] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == [:]) }
  }

  @Test("after an interrupted sync, two conflicting edits give exactly two lists", arguments: Interruption.allCases)
  func afterAnInterruptedSyncTwoConflictingEditsGiveExactlyTwoLists(_ interruption: Interruption) async throws {
    let (one, other) = try await machines(sparesQuestions: true)
    try await type("2 EUR", on: one)
    one.clock.advance(by: 10)
    try await type("3 EUR", on: other)
    try await one.sync()
    try await other.sync(interruption)
    for machine in [other, one, other] { try await machine.sync() }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "3 EUR", "Trip (2)": "2 EUR"]) }
  }

  @Test("typing during a sync or a lost response creates no second list")
  func typingDuringASyncOrALostResponseCreatesNoSecondList() async throws {
    let (one, other) = try await machines(sparesQuestions: true)
    try await type("2 EUR", on: one)
    one.clock.advance(by: 10)
    one.server.onTheWay { [objects = one.objects, clock = one.clock] in
      let now = clock.now()
      _ = try? await objects.change(Self.list, .saved) { object in
        var object = object
        object?.set(["calculation": "3 EUR"], now: now)
        return object
      }
    }
    try await one.sync()
    one.clock.advance(by: 10)
    try await type("4 EUR", on: one)
    try await one.sync(.answerLost)
    one.clock.advance(by: 10)
    try await type("5 EUR", on: one)
    for machine in [one, other, one] { try await machine.sync() }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "5 EUR"]) }
  }

  @Test("edits of a list one after the other create no second list")
  func editsOfAListOneAfterTheOtherCreateNoSecondList() async throws {
    let (one, other) = try await machines()
    for (machine, text) in [(one, "2 EUR"), (other, "3 EUR"), (one, "4 EUR")] {
      try await type(text, on: machine)
      machine.clock.advance(by: 10)
      for each in [one, other] { try await each.sync() }
      for each in [one, other] { try await each.sync() }
    }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "4 EUR"]) }
  }

  @Test("after the server's restore, newer edits stay on both computers", arguments: [true, false])
  func afterTheServersRestoreNewerEditsStayOnBothComputers(isLaterFirst: Bool) async throws {
    let (one, other) = try await machines()
    let backup = one.server.withModel { $0 }
    try await type("2 EUR", on: one)
    for machine in [one, other] { try await machine.sync() }
    one.server.withModel { $0.restore(backup) }
    one.clock.advance(by: 10)
    try await type("3 EUR", on: one)
    one.clock.advance(by: 10)
    try await type("4 EUR", on: other)
    let (first, second) = isLaterFirst ? (other, one) : (one, other)
    for machine in [first, second, first, second, first] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "4 EUR", "Trip (2)": "3 EUR"]) }
  }

  @Test("after the server's restore, an unsent older edit becomes a second list")
  func sleeperAfterRestore() async throws {
    let (one, other) = try await machines()
    let backup = one.server.withModel { $0 }
    try await type("2 EUR", on: other)
    one.clock.advance(by: 10)
    try await type("3 EUR", on: one)
    try await one.sync()
    one.server.withModel { $0.restore(backup) }
    for machine in [other, one, other, one] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "3 EUR", "Trip (2)": "2 EUR"]) }
  }

  @Test("if another computer syncs during a sync, no edit is lost", arguments: [true, false])
  func ifAnotherComputerSyncsDuringASyncNoEditIsLost(isLaterFirst: Bool) async throws {
    let (one, other) = try await machines()
    try await type(isLaterFirst ? "3 EUR" : "2 EUR", on: isLaterFirst ? other : one)
    one.clock.advance(by: 10)
    try await type(isLaterFirst ? "2 EUR" : "3 EUR", on: isLaterFirst ? one : other)
    one.server.beforeSending { [objects = other.objects, exchange = one.server.exchange] in
      _ = try? await objects.exchangeOnce(member: SyncedMachine.member, limit: 9, exchange)
    }
    #expect(try await one.sync().failure == nil)
    for machine in [other, one, other] { try await machine.sync() }
    let expected = isLaterFirst ? ["Trip": "2 EUR", "Trip (2)": "3 EUR"] : ["Trip": "3 EUR", "Trip (2)": "2 EUR"]
    for machine in [one, other] { #expect(try await lists(machine) == expected) }
  }

  @Test("deleting a list that is too long for the server is synced")
  func deletingAListThatIsTooLongForTheServerIsSynced() async throws {
    let (one, other) = try await machines()
    try await type(String(repeating: "1 EUR + ", count: 40_000), on: one)
    #expect(try await one.sync().tooLargeTitles == ["Trip"])
    let now = one.clock.now()
    try await one.objects.change(Self.list, .saved) { object in
      var object = object
      object?.delete(now: now + 1)
      return object
    }
    for machine in [one, other, one] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == [:]) }
    #expect(try await one.database.unsentObjects(of: SyncedMachine.member, limit: 1) == [])
  }

  @Test("edits made while the clock was ahead aren't lost", arguments: [true, false])
  func editsMadeWhileTheClockWasAheadArentLost(isRestored: Bool) async throws {
    let (one, other) = try await machines()
    one.server.withModel { $0.latest = evening.milliseconds + 86_400_000 }
    one.clock.advance(by: 3 * 86_400_000)
    let now = one.clock.now()
    for _ in 0..<2 {
      try await one.objects.change(Self.list, .saved) { object in
        var object = object
        object?.delete(now: now)
        if isRestored { object?.restore(now: now) } else { object?.set(["calculation": "2 EUR"], now: now) }
        return object
      }
    }
    one.clock.advance(by: -3 * 86_400_000)
    for machine in [one, other, one] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": isRestored ? "1 EUR" : "2 EUR"]) }
  }

  @Test("a list restored from a backup stays despite its earlier deletion", arguments: [true, false])
  func restoredBackup(isPurged: Bool) async throws {
    let (one, other) = try await machines()
    let backup = try await one.objects.objects(.saved)
    let now = one.clock.now()
    try await one.objects.change(Self.list, .saved) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
    for machine in [one, other] { try await machine.sync() }
    if isPurged { one.server.withModel { $0.purge() } }
    one.clock.advance(by: 10)
    let third = try await SyncedMachine(one.server, clock: one.clock)
    _ = try await third.database.restore(backup, of: SyncedMachine.member, now: one.clock.now())
    for machine in [third, one, other, third] { #expect(try await machine.sync().failure == nil) }
    for machine in [one, other, third] { #expect(try await lists(machine) == ["Trip": "1 EUR"]) }
  }
}
