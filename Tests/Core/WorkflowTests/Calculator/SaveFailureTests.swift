// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import KursCore
import KursModel
import KursStorage
import Testing
import TestSupport

@testable import KursWorkflow

/// The disk becomes full while the window is open.
@Suite struct SaveFailureTests {
  private let folder = TemporaryFolder()

  private func start() async throws -> CalculatorWorkflow {
    try await StartTests().start(environment(folder, country: "DE")).0
  }

  /// Limits the user's file to its present size, or removes the limit.
  private func setFull(_ isFull: Bool, _ calculator: CalculatorWorkflow) async throws {
    try await calculator.objects.database.file.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(isFull ? pages : 1_000_000)")
    }
  }

  @Test("a full disk is reported until everything is saved", .fault("S28"))
  func aFullDiskIsReportedUntilEverythingIsSaved() async throws {
    let calculator = try await start()
    await calculator.send(.amountTyped("1 EUR + 2 USD"))
    await calculator.send(.equalsPressed)
    try await calculator.nameList("Trip")
    await calculator.flush()
    #expect(await calculator.state.saveFailure == nil)
    try await setFull(true, calculator)
    let note = String(repeating: "a long note ", count: 10_000)
    await calculator.send(.lineNoteTyped(at: 1, note))
    let own = try #require(CustomRate(from: .eur, to: .usd, value: Rational(2)))
    await calculator.send(.ownRateSet(own))
    await calculator.send(.lineChosen(1))
    await calculator.send(.equalsPressed)
    await calculator.flush()
    #expect(await calculator.state.saveFailure == .diskFull(path: folder.path + "/data/person.sqlite"))
    #expect(await calculator.saveAgain() == false)
    #expect(await calculator.state.lines[1].note == note)
    let before = try await calculator.archive.history().count

    try await setFull(false, calculator)
    #expect(await calculator.saveAgain())
    #expect(await calculator.state.saveFailure == nil)
    #expect(try await calculator.archive.history().count > before)
    let again = try await start()
    #expect(await again.state.list?.title == "Trip")
    #expect(await again.state.lines[1].note == note)
    #expect(await again.state.ownRates.count == 1)
  }

  @Test("starred and recent currencies are saved when the disk has room again", .fault("S28"))
  func starredAndRecentCurrenciesAreSavedWhenTheDiskHasRoomAgain() async throws {
    let calculator = try await start()
    await calculator.flush()
    try await setFull(true, calculator)
    let currencies = calculator.catalogue.records.keys.sorted().prefix(120)
    for currency in currencies {
      await calculator.star(currency, true)
      await calculator.note(currency)
    }
    await calculator.flush()
    #expect(await calculator.state.saveFailure == .diskFull(path: folder.path + "/data/person.sqlite"))
    try await setFull(false, calculator)
    #expect(await calculator.saveAgain())
    #expect(try await Favourites(of: calculator.objects).currencies() == Array(currencies))
    #expect(try await RecentCurrencies(of: calculator.objects).currencies().first == currencies.last)
  }

  @Test("a closed list's last edit is saved when the disk has room", .fault("S28"))
  func aClosedListsLastEditIsSavedWhenTheDiskHasRoom() async throws {
    let calculator = try await start()
    await calculator.send(.amountTyped("1 EUR + 2 USD"))
    await calculator.send(.equalsPressed)
    try await calculator.nameList("Trip")
    await calculator.flush()
    let history = try #require(try await calculator.archive.history().first)
    try await setFull(true, calculator)
    let note = String(repeating: "a long note ", count: 10_000)
    await calculator.send(.lineNoteTyped(at: 1, note))
    await calculator.flush()
    await calculator.open(history.record)
    await calculator.flush()
    #expect(await calculator.state.list == nil)
    #expect(await calculator.state.saveFailure == .diskFull(path: folder.path + "/data/person.sqlite"))
    try await setFull(false, calculator)
    #expect(await calculator.saveAgain())
    #expect(try await calculator.archive.saved().map { $0.record.lines.map(\.note) } == [["", note]])
  }
}
