// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Synchronization
import Testing
import TestSupport

@testable import KursWorkflow

/// Syncs three computers with one server, in random order and with interruptions.
///
/// All computers must end with the same data, without lost or duplicated edits.
@Suite struct ConvergenceTests {
  /// The expected result of all edits and deletions, calculated independently of the tested code.
  struct Ledger {
    private var fields: [String: [String: UserObject.Field]] = [:]
    private var deletions: [String: Int64] = [:]
    /// The deletions that the server has forgotten. Values edited before such a deletion may be lost.
    private var purged: [String: Int64] = [:]

    mutating func notePurges(of ids: [String: Int64]) { purged.merge(ids, uniquingKeysWith: max) }

    /// Whether the object has the expected values. Values from before a purge may be missing or older.
    func holds(_ object: UserObject) -> Bool {
      let (id, expected) = (object.id.text, fields[object.id.text] ?? [:])
      guard let purge = purged[id] else { return object.fields == expected }
      return expected.allSatisfy { $1.edited.milliseconds <= purge || object.fields[$0] == $1 }
        && object.fields.allSatisfy { $1.edited.milliseconds <= purge || expected[$0] == $1 }
    }

    mutating func note(_ object: UserObject?) {
      guard let object else { return }
      for (name, field) in object.fields {
        let old = fields[object.id.text]?[name]
        let key = (field.edited.milliseconds, Array(field.value.utf8))
        let isLater =
          old.map { old in
            key.0 > old.edited.milliseconds
              || (key.0 == old.edited.milliseconds && Array(old.value.utf8).lexicographicallyPrecedes(key.1))
          } ?? true
        if isLater { fields[object.id.text, default: [:]][name] = field }
      }
      if let deleted = object.deleted?.milliseconds {
        deletions[object.id.text] = max(deletions[object.id.text] ?? .min, deleted)
      }
    }

    /// The objects that exist at the end.
    var survivors: Set<String> {
      Set(
        fields.filter { id, fields in
          let last = fields.values.map(\.edited.milliseconds).max() ?? .min
          return deletions[id].map { $0 < last } ?? true
        }.keys)
    }
  }

  /// One random run. The seed decides the edits, the computers and the interruptions.
  struct Run {
    var random: SplitMix64
    let server = SharedServer()
    var machines: [SyncedMachine] = []
    var ledger = Ledger()
    var backup = ModelSyncServer()
    /// The computer whose clock is three days ahead, and the objects edited there since.
    var ahead: (machine: Int, ids: Set<UserObject.ID>)?
    static let threeDays: Int64 = 3 * 86_400_000
    let names = ["EUR", "USD", "JPY", "GBP", "CHF"]

    init(seed: UInt64) async throws {
      random = SplitMix64(seed: seed)
      // One clock is an hour behind, and another is four minutes ahead.
      for skew in [0, -3_600_000, 240_000] as [Int64] {
        let clock = HandClock(Timestamp(milliseconds: evening.milliseconds + skew))
        machines.append(try await SyncedMachine(server, clock: clock))
      }
      // In a third of the runs, the server has an older version.
      let isOld = seed % 3 == 0
      server.withModel { model in
        model.isReporting = !isOld
        model.latest = evening.milliseconds + 86_400_000
      }
      backup = server.withModel { $0 }
    }

    /// Moves a computer's clock ahead, or corrects it. After the correction, objects that were edited while the clock
    /// was wrong count as edited now.
    mutating func turnClock() async throws {
      guard let wrong = ahead else {
        let machine = Int.random(in: 0...2, using: &random)
        machines[machine].clock.advance(by: Self.threeDays)
        return ahead = (machine, [])
      }
      ahead = nil
      let machine = machines[wrong.machine]
      machine.clock.advance(by: -Self.threeDays)
      try await machine.database.restamp(of: SyncedMachine.member, after: machine.clock.now())
      for id in wrong.ids { ledger.note(try await machine.database.object(id, of: SyncedMachine.member)) }
    }

    private mutating func note(_ object: UserObject?, of machine: Int) {
      guard let object else { return }
      if ahead?.machine == machine { ahead?.ids.insert(object.id) } else { ledger.note(object) }
    }

    mutating func step() async throws {
      for machine in machines { machine.clock.advance(by: Int64.random(in: 0...2, using: &random)) }
      let number = Int.random(in: 0...2, using: &random)
      let machine = machines[number]
      switch Int.random(in: 0...99, using: &random) {
      case 0...57: note(try await machine.database.carryOut(anyEdit(), now: machine.clock.now()), of: number)
      case 58...66: try machine.restart()
      case 67, 68: try await turnClock()
      case 69: backup = server.withModel { $0 }
      case 70: server.withModel { [backup] in $0.restore(backup) }
      case 71: purge()
      case 72...75: try await race(number, (number + 1) % 3)
      default:
        let (database, clock, edit, noted) = (machine.database, machine.clock, anyEdit(), Noted())
        let isBusy = Bool.random(using: &random)
        server.onTheWay {
          guard isBusy, let object = try? await database.carryOut(edit, now: clock.now()) else { return }
          noted.object.withLock { $0 = object }
        }
        try await machine.sync(Interruption.allCases.randomElement(using: &random) ?? .none)
        server.onTheWay(nil)
        note(noted.object.withLock { $0 }, of: number)
      }
    }

    /// Makes the server forget deletions, as after 180 days, and makes a new backup.
    private mutating func purge() {
      ledger.notePurges(of: server.withModel { $0.purge() })
      backup = server.withModel { $0 }
    }

    /// Lets a second computer sync while the first is between receiving and sending.
    private func race(_ first: Int, _ second: Int) async throws {
      let (one, other) = (machines[first], machines[second])
      let (objects, exchange) = (other.objects, server.exchange)
      server.beforeSending {
        _ = try? await objects.exchangeOnce(member: SyncedMachine.member, limit: 200, exchange)
      }
      try await one.sync()
      server.beforeSending(nil)
    }

    private static let listed: [UserObject.Kind] = [.favourite, .result]

    private mutating func anyEdit() -> Edit {
      let name = names.randomElement(using: &random) ?? ""
      switch Int.random(in: 0...5, using: &random) {
      case 0: return .delete(.init(Self.listed.randomElement(using: &random) ?? .result, named: name))
      case 1: return .restore(.init(Self.listed.randomElement(using: &random) ?? .result, named: name))
      default:
        let kind = UserObject.Kind.known.randomElement(using: &random) ?? .saved
        let field = ["a", "b", "c"].randomElement(using: &random) ?? "a"
        return .set(.init(kind, named: name), kind, [field: "\(Int.random(in: 0...9, using: &random))"])
      }
    }
  }

  final class Noted: Sendable {
    let object = Mutex<UserObject?>(nil)
  }

  @Test("three computers that sync at random get equal objects", arguments: 1...24)
  func threeComputersThatSyncAtRandomGetEqualObjects(seed: UInt64) async throws {
    var run = try await Run(seed: seed)
    for _ in 0..<160 { try await run.step() }
    if run.ahead != nil { try await run.turnClock() }
    // Syncs several rounds, because a change of the last computer reaches the first only in the next round.
    for machine in run.machines + run.machines + run.machines { #expect(try await machine.sync().failure == nil) }

    let pictures = try await [run.machines[0].picture(), run.machines[1].picture(), run.machines[2].picture()]
    #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2])

    var objects: [UserObject] = []
    for kind in UserObject.Kind.known {
      objects += try await run.machines[0].database.objects(kind, of: SyncedMachine.member)
    }
    #expect(Set(objects.map(\.id.text)) == run.ledger.survivors)
    for object in objects { #expect(run.ledger.holds(object), "\(object.id)") }
    #expect(objects.count == Set(objects.map(\.id)).count)

    for machine in run.machines {
      #expect(try await machine.database.unsentObjects(of: SyncedMachine.member, limit: 1).isEmpty)
    }
  }

  @Test("a sync that is interrupted at any step loses or repeats nothing", arguments: Interruption.allCases)
  func aSyncThatIsInterruptedAtAnyStepLosesOrRepeatsNothing(_ interruption: Interruption) async throws {
    let server = SharedServer()
    let (one, other) = (try await SyncedMachine(server, clock: HandClock()), try await SyncedMachine(server, clock: HandClock()))
    try await Favourites(of: one.objects).add(.eur)
    try await Favourites(of: other.objects).add(.usd)
    try await other.sync()
    try await one.sync(interruption)
    try await one.sync()
    try await other.sync()
    for machine in [one, other] {
      #expect(try await Set(Favourites(of: machine.objects).currencies()) == [.eur, .usd])
    }
    #expect(server.withModel { $0.ids.count } == 2)
  }

  @Test("a server that was restored empty receives all objects again")
  func aServerThatWasRestoredEmptyReceivesAllObjectsAgain() async throws {
    let server = SharedServer()
    let (one, other) = (try await SyncedMachine(server, clock: HandClock()), try await SyncedMachine(server, clock: HandClock()))
    try await Favourites(of: one.objects).add(.eur)
    try await one.sync()
    server.withModel { $0.loseEverything() }
    let status = try await one.sync()
    #expect(status.failure == nil)
    try await other.sync()
    #expect(try await Favourites(of: other.objects).currencies() == [.eur])
  }

  @Test("after weeks offline, deletions by other computers remove unedited objects")
  func afterWeeksOfflineDeletionsByOtherComputersRemoveUneditedObjects() async throws {
    let server = SharedServer()
    let clock = HandClock()
    let (one, other) = (try await SyncedMachine(server, clock: clock), try await SyncedMachine(server, clock: clock))
    for currency in [Currency.eur, .usd] { try await Favourites(of: one.objects).add(currency) }
    try await one.sync()
    try await other.sync()
    clock.advance(by: 10)
    for currency in [Currency.eur, .usd] { try await Favourites(of: one.objects).remove(currency) }
    try await one.sync()
    server.withModel { $0.purge() }
    clock.advance(by: 10)
    try await Favourites(of: other.objects).move(from: 1, to: 0)
    try await other.sync()
    #expect(try await Favourites(of: other.objects).currencies() == [.usd])
    try await one.sync()
    #expect(try await Favourites(of: one.objects).currencies() == [.usd])
  }

  @Test("many changes are sent in several requests") func manyChangesAreSentInSeveralRequests() async throws {
    let server = SharedServer()
    let (one, other) = (try await SyncedMachine(server, clock: HandClock()), try await SyncedMachine(server, clock: HandClock()))
    let ids = (0..<450).map { UserObject.ID(.setting, named: "\($0)") }
    try await one.database.changeObjects(.setting, of: SyncedMachine.member) { _ in
      ids.map { id in
        var object = UserObject(id: id, kind: .setting)
        object.set(["value": id.text], now: evening)
        return object
      }
    }
    try await one.sync()
    // Three requests send changes, and one fetches changes of other computers.
    #expect(server.withModel { $0.requests } == 4)
    try await other.sync()
    #expect(try await other.picture() == one.picture())
    #expect(try await other.picture().count == 450)
  }
}

enum Edit: Sendable {
  case set(UserObject.ID, UserObject.Kind, [String: String])
  case delete(UserObject.ID)
  case restore(UserObject.ID)
}

extension UserDatabase {
  /// Makes the edit and returns the object as it is right afterwards; nil if it does not exist.
  func carryOut(_ edit: Edit, now: Timestamp) async throws -> UserObject? {
    let id =
      switch edit {
      case .set(let id, _, _), .delete(let id), .restore(let id): id
      }
    try await changeObject(id, of: SyncedMachine.member) { object in
      var object = object
      switch edit {
      case .set(_, let kind, let values):
        object = object ?? UserObject(id: id, kind: kind)
        object?.set(values, now: now)
      case .delete: object?.delete(now: now)
      case .restore: object?.restore(now: now)
      }
      return object
    }
    return try await object(id, of: SyncedMachine.member)
  }
}
