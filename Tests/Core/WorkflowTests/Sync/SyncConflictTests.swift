// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

@Suite struct SyncConflictTests {
  private static func rate(_ text: String, note: String = "") throws -> CustomRate {
    let value = try #require(Rational(text: text))
    return try #require(CustomRate(from: .eur, to: .usd, value: value, note: note))
  }

  /// Both have a rate of 1.1. Then each sets its own while offline, `one` first.
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

  @Test("the machine that comes second is told both values, and keeps the later edit", arguments: [true, false])
  func told(isLaterFirst: Bool) async throws {
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

  @Test("the other value, taken, counts on both machines, and nothing waits any more", arguments: [true, false])
  func taken(isLaterFirst: Bool) async throws {
    let (one, other) = try await machines("1.2", "1.3")
    let (first, second) = isLaterFirst ? (other, one) : (one, other)
    for machine in [first, second] { try await machine.sync() }
    let conflict = try #require(await second.objects.conflicts().first)
    try await second.objects.takeOther(conflict)
    #expect(try await second.objects.conflicts() == [])
    for machine in [second, first] { try await machine.sync() }
    #expect(try await first.objects.ownRates().map(\.value) == [Rational(units: 12, places: 1)])
    let pictures = [try await first.picture(), try await second.picture()]
    #expect(pictures[0] == pictures[1])
    #expect(try await second.objects.conflicts() == [])
    #expect(try await first.objects.conflicts() == [])
  }

  @Test("what was decided, or edited since, is not told again, and neither after a restart")
  func settled() async throws {
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

  @Test("the same value, another property, and one edit after the other are no conflicts")
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

  @Test("an exchange that breaks off anywhere loses no conflict", arguments: Interruption.allCases)
  func interrupted(_ interruption: Interruption) async throws {
    let (one, other) = try await machines("1.2", "1.3")
    try await one.sync()
    try await other.sync(interruption)
    try await other.sync()
    #expect(try await other.objects.conflicts().map(\.other) == ["EUR USD 6/5"])
  }

  @Test("who signs out and leaves nothing leaves no conflict")
  func wiped() async throws {
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

  /// Creates two machines that both have "1 EUR".
  private func machines(sparesQuestions: Bool = false) async throws -> (SyncedMachine, SyncedMachine) {
    let (server, clock) = (SharedServer(sparesQuestions: sparesQuestions), HandClock())
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    try await type("1 EUR", on: one)
    for machine in [one, other] { try await machine.sync() }
    clock.advance(by: 10)
    return (one, other)
  }

  @Test(
    "what two machines made of one list without knowing of each other stays, as two lists",
    arguments: [true, false])
  func both(isLaterFirst: Bool) async throws {
    let (one, other) = try await machines()
    try await type("2 EUR", on: one)
    one.clock.advance(by: 10)
    try await type("3 EUR", on: other)
    let (first, second) = isLaterFirst ? (other, one) : (one, other)
    for machine in [first, second, first, second, first] { try await machine.sync() }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "3 EUR", "Trip (2)": "2 EUR"]) }
  }

  @Test("an exchange that breaks off anywhere loses neither and doubles neither", arguments: Interruption.allCases)
  func interrupted(_ interruption: Interruption) async throws {
    let (one, other) = try await machines(sparesQuestions: true)
    try await type("2 EUR", on: one)
    one.clock.advance(by: 10)
    try await type("3 EUR", on: other)
    try await one.sync()
    try await other.sync(interruption)
    for machine in [other, one, other] { try await machine.sync() }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "3 EUR", "Trip (2)": "2 EUR"]) }
  }

  @Test("who types on while an answer is on its way, or after one was lost, has one list")
  func typing() async throws {
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

  @Test("one edit after the other is one list")
  func inTurn() async throws {
    let (one, other) = try await machines()
    for (machine, text) in [(one, "2 EUR"), (other, "3 EUR"), (one, "4 EUR")] {
      try await type(text, on: machine)
      machine.clock.advance(by: 10)
      for each in [one, other] { try await each.sync() }
      for each in [one, other] { try await each.sync() }
    }
    for machine in [one, other] { #expect(try await lists(machine) == ["Trip": "4 EUR"]) }
  }
}
