// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Testing
import TestSupport

@testable import KursWorkflow

/// The user sees the same result currencies on all computers, and no choice is lost.
@Suite(.timeLimit(.minutes(2))) struct SharedResultsTests {
  final class Machine {
    let synced: SyncedMachine
    private let folder = TemporaryFolder()
    private let core: Core
    private let country: String
    private(set) var calculator: CalculatorWorkflow

    init(_ server: SharedServer, country: String = "DE", clock: HandClock = HandClock()) async throws {
      synced = try await SyncedMachine(server, clock: clock)
      self.country = country
      core = try Core(environment(folder))
      calculator = await Self.calculator(core, synced.objects, country)
    }

    private static func calculator(
      _ core: Core, _ objects: UserObjects, _ country: String
    ) async -> CalculatorWorkflow {
      let (table, catalogue) = (CalculatorSample.newest, CalculatorSample.catalogue)
      return await CalculatorWorkflow.open(
        rates: core.rates, settings: core.settings, objects: objects,
        inUse: CalculatorSample.inUse(table), catalogue: catalogue,
        defaults: CalculatorDefaults(country: country, catalogue: catalogue, rates: CalculatorSample.inUse(table)),
        amounts: AmountReader(symbols: .english), recoveredFile: nil, clock: { evening })
    }

    var results: [Currency] { get async { await calculator.state.results.map(\.currency) } }
    var chosen: [Currency] { get async { await calculator.machine.sheet.chosen } }
    var stored: [Currency] {
      get async throws { try await CurrencyList(.result, of: synced.objects).currencies() }
    }

    func did(_ events: CalculatorEvent...) async { for event in events { await calculator.send(event) } }

    /// Waits until the objects have this computer's changes and the calculator has the objects' values.
    func agree() async {
      await calculator.objectsChanged()
      await calculator.flush()
    }

    func restart() async throws {
      await calculator.flush()
      try synced.restart()
      calculator = await Self.calculator(core, synced.objects, country)
    }

    func sync(_ interruption: Interruption = .none) async throws {
      await agree()
      try await synced.sync(interruption)
      if interruption.kills { calculator = await Self.calculator(core, synced.objects, country) }
      await agree()
    }
  }

  let server = SharedServer()

  @Test("added and removed result currencies sync to the other computer")
  func addedAndRemovedResultCurrenciesSyncToTheOtherComputer() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server, country: "CH"))
    #expect(await other.results == [.eur, .usd, .gbp])
    await one.did(.resultAdded(.chf), .resultRemoved(at: 1))
    try await one.sync()
    try await other.sync()
    // The chosen list is the same on both computers. In Switzerland, the amount is in francs, so the franc is no
    // result.
    #expect(await other.chosen == [.usd, .jpy, .chf])
    #expect(await other.results == [.usd, .jpy])
    await other.did(.sourceChosen(.eur))
    #expect(await other.results == [.usd, .jpy, .chf])
    await other.did(.resultMoved(from: 2, to: 0), .undo, .resultMoved(from: 1, to: 0))
    try await other.sync()
    try await one.sync()
    #expect(await one.results == [.jpy, .usd, .chf])
  }

  @Test("changes of result currencies on two offline computers are both applied")
  func changesOfResultCurrenciesOnTwoOfflineComputersAreBothApplied() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.did(.resultAdded(.chf))
    try await one.sync()
    try await other.sync()
    await one.did(.resultAdded(currency("SEK")), .resultRemoved(at: 0))
    await other.did(.resultMoved(from: 3, to: 0), .resultRemoved(at: 2))
    try await one.sync()
    try await other.sync()
    try await one.sync()
    #expect(await one.results == [.chf, .jpy, currency("SEK")])
    #expect(await other.results == [.chf, .jpy, currency("SEK")])
  }

  @Test("default result currencies are not synced, an emptied list is synced")
  func defaultResultCurrenciesAreNotSyncedAnEmptiedListIsSynced() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server, country: "US"))
    try await one.sync()
    try await other.sync()
    #expect(server.withModel { $0.ids }.isEmpty)
    #expect(await other.results == [.eur, .gbp, .jpy])
    await one.did(.resultRemoved(at: 0), .resultRemoved(at: 0), .resultRemoved(at: 0))
    try await one.sync()
    try await other.sync()
    #expect(await other.results.isEmpty)
  }

  @Test("a result currency chosen just before closing syncs at the next start")
  func aResultCurrencyChosenJustBeforeClosingSyncsAtTheNextStart() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.did(.resultAdded(.chf))
    try await one.restart()
    #expect(try await one.stored == [.usd, .gbp, .jpy, .chf])
    // Before the sync, the other computer makes a choice, too.
    await other.did(.resultRemoved(at: 2))
    try await other.sync()
    try await one.sync()
    try await other.sync()
    #expect(await one.results == [.usd, .gbp, .chf])
    #expect(await other.results == [.usd, .gbp, .chf])
  }

  @Test("result currencies of an opened calculation are not synced")
  func resultCurrenciesOfAnOpenedCalculationAreNotSynced() async throws {
    let machine = try await Machine(server)
    let reader = CalculationReader(symbols: .english, catalogue: machine.calculator.catalogue)
    await machine.did(.resultAdded(.chf))
    try await machine.sync()
    await machine.did(.opened(reader.read("5 USD").calculation, result: .eur, targets: [currency("SEK")]))
    try await machine.sync()
    #expect(await machine.results == [.eur, currency("SEK")])
    #expect(try await machine.stored == [.usd, .gbp, .jpy, .chf])
    await machine.did(.undo)
    #expect(await machine.results == [.usd, .gbp, .jpy, .chf])
  }

  @Test("switching members shows each member's result currencies and overwrites none")
  func switchingMembersShowsEachMembersResultCurrenciesAndOverwritesNone() async throws {
    let machine = try await Machine(server)
    await machine.did(.resultAdded(.chf))
    await machine.agree()
    let (objects, other) = (machine.synced.objects, MemberID("other"))
    await objects.memberChanged(to: other)
    await machine.agree()
    // The other member has chosen no currencies yet, so the shown currencies stay. They are stored for that member at
    // the first choice.
    #expect(try await machine.stored.isEmpty)
    await machine.did(.resultRemoved(at: 0), .resultRemoved(at: 0))
    await machine.agree()
    #expect(try await machine.stored == [.jpy, .chf])
    await objects.memberChanged(to: SyncedMachine.member)
    await machine.agree()
    #expect(await machine.results == [.usd, .gbp, .jpy, .chf])
    await objects.memberChanged(to: other)
    await machine.agree()
    #expect(await machine.results == [.jpy, .chf])
  }

  @Test("result currencies chosen before sign-in are synced")
  func resultCurrenciesChosenBeforeSignInAreSynced() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.synced.objects.memberChanged(to: .withoutAccount)
    await one.did(.resultAdded(.chf))
    await one.agree()
    try await one.sync()
    try await other.sync()
    #expect(await other.results == [.usd, .gbp, .jpy, .chf])
  }

  @Test("changed result currencies are synced, and synced changes are shown")
  func changedResultCurrenciesAreSyncedAndSyncedChangesAreShown() async throws {
    let machine = try await Machine(server)
    let list = CurrencyList(.result, of: machine.synced.objects)
    await machine.did(.resultAdded(.chf))
    for await stored in await list.lists() where stored == [.usd, .gbp, .jpy, .chf] { break }
    try await list.add(currency("SEK"), at: 0)
    for await state in await machine.calculator.states() where state.results.first?.currency.code == "SEK" { break }
  }

  @Test("result currencies synced by three computers become equal", arguments: 1...12)
  func resultCurrenciesSyncedByThreeComputersBecomeEqual(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var machines: [Machine] = []
    for (skew, country) in [(0, "DE"), (-3_600_000, "US"), (240_000, "CH")] as [(Int64, String)] {
      let clock = HandClock(Timestamp(milliseconds: evening.milliseconds + skew))
      machines.append(try await Machine(server, country: country, clock: clock))
    }
    for _ in 0..<60 {
      for machine in machines { machine.synced.clock.advance(by: Int64.random(in: 0...2, using: &random)) }
      let machine = machines[Int.random(in: 0...2, using: &random)]
      switch Int.random(in: 0...9, using: &random) {
      case 0...4: await machine.did(await anyChoice(machine, &random))
      case 5: try await machine.restart()
      case 6: await machine.agree()
      default:
        let interruption = Interruption.allCases.randomElement(using: &random) ?? .none
        try await machine.sync(interruption)
      }
    }
    try await around(machines)
    #expect(try await lists(machines).count == 1)

    // Each computer makes changes offline. After the sync, all computers have all changes.
    let list = await machines[0].chosen
    await machines[0].did(.resultAdded(currency("SEK")))
    await machines[1].did(.resultAdded(currency("TRY")))
    if let last = await machines[2].results.indices.last { await machines[2].did(.resultRemoved(at: last)) }
    let left = Set(list).subtracting(await machines[2].chosen)
    try await around(machines)
    let ends = try await lists(machines)
    #expect(ends.count == 1)
    #expect(Set(ends.first ?? []) == Set(list).union([currency("SEK"), currency("TRY")]).subtracting(left))
    for machine in machines {
      let own = await machine.calculator.state.source
      #expect(await machine.results == machine.chosen.filter { $0 != own })
      #expect(try await machine.synced.database.unsentObjects(of: SyncedMachine.member, limit: 1).isEmpty)
    }
  }

  private func around(_ machines: [Machine]) async throws {
    for machine in machines + machines { try await machine.sync() }
  }

  /// Returns the different lists of all computers, from windows and from stored objects.
  private func lists(_ machines: [Machine]) async throws -> Set<[Currency]> {
    var lists: Set<[Currency]> = []
    for machine in machines { lists.formUnion([await machine.chosen, try await machine.stored]) }
    return lists
  }

  private func anyChoice(_ machine: Machine, _ random: inout SplitMix64) async -> CalculatorEvent {
    let (currency, count) = ([Currency.eur, .usd, .jpy, .gbp, .chf].randomElement(using: &random) ?? .eur, await machine.results.count)
    let (place, other) = (Int.random(in: 0...max(count - 1, 0), using: &random), Int.random(in: 0...max(count - 1, 0), using: &random))
    switch Int.random(in: 0...5, using: &random) {
    case 0...1: return .resultAdded(currency)
    case 2: return .resultRemoved(at: place)
    case 3: return .resultMoved(from: place, to: other)
    case 4: return .undo
    default: return .redo
    }
  }
}
