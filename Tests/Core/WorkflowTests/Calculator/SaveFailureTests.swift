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

  private static let note = String(repeating: "a long note ", count: 10_000)
  private static let (ada, bob) = (MemberID("ada"), MemberID("bob"))

  /// Shows a member's data, as the sync does.
  private func show(_ member: MemberID, _ calculator: CalculatorWorkflow) async {
    await calculator.objects.memberChanged(to: member)
    await calculator.objectsChanged()
    await calculator.flush()
  }

  /// Starts with two members. The first member has the list Trip, in which one line is typed.
  private func startWithMembers() async throws -> CalculatorWorkflow {
    let calculator = try await start()
    for id in [Self.ada, Self.bob] {
      let member = Member(id: id, server: "https://kurs.example", email: "\(id.text)@example.org", name: "")
      try await calculator.objects.database.save(member, isSignedIn: true, at: evening)
    }
    await show(Self.ada, calculator)
    await calculator.send(.amountTyped("1 EUR + 2 USD"))
    await calculator.send(.equalsPressed)
    try await calculator.nameList("Trip")
    await calculator.flush()
    return calculator
  }

  /// Makes one edit of each kind.
  private func edit(_ calculator: CalculatorWorkflow) async throws {
    await calculator.send(.lineNoteTyped(at: 1, Self.note))
    await calculator.send(.equalsPressed)
    let own = try #require(CustomRate(from: .eur, to: .usd, value: Rational(2), note: Self.note))
    await calculator.send(.ownRateSet(own))
    await calculator.star(.jpy, true)
    await calculator.note(.jpy)
    await calculator.flush()
  }

  /// Returns the kinds of edits that are stored for a member.
  private func edits(of member: MemberID, _ calculator: CalculatorWorkflow) async throws -> [String] {
    let objects = calculator.objects.of(member)
    let archive = calculator.archive.of(objects)
    let stored = [
      "list": try await archive.saved().contains { $0.record.lines.contains { $0.note == Self.note } },
      "history": try await archive.history().contains { $0.record.lines.contains { $0.note == Self.note } },
      "rate": try await objects.ownRates().contains { $0.note == Self.note },
      "favourite": try await Favourites(of: objects).currencies().contains(.jpy),
      "recent": try await RecentCurrencies(of: objects).currencies().contains(.jpy),
    ]
    return stored.filter(\.value).keys.sorted()
  }

  private static let all = ["favourite", "history", "list", "rate", "recent"]

  @Test(
    "after an account switch, unsaved edits are saved in the earlier account", .fault("S28"),
    arguments: [false, true])
  func afterAnAccountSwitchUnsavedEditsAreSavedInTheEarlierAccount(isFullAtSwitch: Bool) async throws {
    let calculator = try await startWithMembers()
    try await setFull(true, calculator)
    try await edit(calculator)
    #expect(await calculator.state.saveFailure == .diskFull(path: folder.path + "/data/person.sqlite"))
    if isFullAtSwitch {
      await show(Self.bob, calculator)
      #expect(await calculator.state.list?.title == "Trip")
      #expect(await calculator.state.lines[1].note == Self.note)
      try await setFull(false, calculator)
      #expect(await calculator.saveAgain())
    } else {
      try await setFull(false, calculator)
      await show(Self.bob, calculator)
    }
    #expect(await calculator.state.saveFailure == nil)
    #expect(await calculator.state.list == nil)
    #expect(await calculator.state.ownRates.isEmpty)
    #expect(try await edits(of: Self.ada, calculator) == Self.all)
    #expect(try await edits(of: Self.bob, calculator).isEmpty)
    #expect(try await edits(of: .withoutAccount, calculator).isEmpty)
  }

  @Test("unsaved edits of a deleted account are not stored", .fault("S28"))
  func unsavedEditsOfADeletedAccountAreNotStored() async throws {
    let calculator = try await startWithMembers()
    try await setFull(true, calculator)
    try await edit(calculator)
    try await setFull(false, calculator)
    let database = calculator.objects.database
    let ada = try #require(try await database.members().first { $0.member.id == Self.ada }?.member)
    try await database.startLeaving(ada, .user, at: evening)
    for step in [.rows, .files, .secrets] as [LeavingStep] { try await database.finish(step, of: Self.ada) }
    await show(.withoutAccount, calculator)
    #expect(await calculator.state.saveFailure == nil)
    #expect(await calculator.state.list == nil)
    for member in [Self.ada, .withoutAccount] { #expect(try await edits(of: member, calculator).isEmpty) }
  }

  @Test(
    "unsaved edits without an account become the member's at sign-in", .fault("S28"), arguments: [false, true])
  func unsavedEditsWithoutAnAccountBecomeTheMembersAtSignIn(isShownBeforeAdoption: Bool) async throws {
    let calculator = try await startWithMembers()
    await show(.withoutAccount, calculator)
    await calculator.send(.amountTyped("1 EUR + 2 USD"))
    await calculator.send(.equalsPressed)
    try await calculator.nameList("Trip")
    await calculator.flush()
    try await setFull(true, calculator)
    try await edit(calculator)
    try await setFull(false, calculator)
    await calculator.objects.memberChanged(to: Self.bob, adopting: true)
    if isShownBeforeAdoption {
      await calculator.objectsChanged()
      await calculator.flush()
    }
    try await calculator.objects.adopt()
    #expect(await calculator.saveAgain())
    #expect(await calculator.state.list?.title == "Trip")
    #expect(try await edits(of: Self.bob, calculator) == Self.all)
    #expect(try await edits(of: .withoutAccount, calculator).isEmpty)
  }

  @Test("a saved calculator state that can't be read is reported and kept", .fault("S28"))
  func aSavedCalculatorStateThatCantBeReadIsReportedAndKept() async throws {
    let first = try await start()
    await first.send(.amountTyped("1 EUR + 2 USD"))
    await first.send(.equalsPressed)
    await first.send(.lineNoteTyped(at: 1, "hotel"))
    await first.flush()
    let database = first.objects.database
    let session = try await database.session()
    // Simulates a file where each read of the session fails and each write succeeds.
    try await database.file.write { database in
      try database.execute(
        sql: """
          ALTER TABLE session RENAME TO stored;
          CREATE VIEW session AS
            SELECT name, abs(-9223372036854775807 - (name IS NOT NULL)) AS value FROM stored;
          CREATE TRIGGER written INSTEAD OF INSERT ON session
            BEGIN INSERT OR REPLACE INTO stored VALUES (NEW.name, NEW.value); END;
          """)
    }
    let unread = StorageError.notReadable(path: folder.path + "/data/person.sqlite")
    let again = try await start()
    #expect(await again.state.saveFailure == unread)
    await again.send(.amountTyped("7 GBP"))
    await again.flush()
    #expect(await again.saveAgain() == false)
    #expect(await again.state.saveFailure == unread)
    try await database.file.write { try $0.execute(sql: "DROP VIEW session; ALTER TABLE stored RENAME TO session") }
    #expect(try await database.session() == session)

    // The session can be read again. The calculator already has another amount, so the session's list moves to the
    // history.
    #expect(await again.saveAgain())
    #expect(try await again.archive.history().first?.record.lines.map(\.note) == ["", "hotel"])
    #expect(try await start().state.typed == "7 GBP")
  }
}
