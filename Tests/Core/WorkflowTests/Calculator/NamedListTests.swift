// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

/// One of the user's lists is open in the calculator, and changes are saved in that list.
@Suite struct NamedListTests {
  private let folder = TemporaryFolder()

  private func start() async throws -> CalculatorWorkflow {
    try await StartTests().start(environment(folder, country: "DE")).0
  }

  private func kept(_ calculator: CalculatorWorkflow) async throws -> [String] {
    await calculator.flush()
    return try await calculator.archive.saved().map { "\($0.title): \($0.record.lines.map(\.text))" }
  }

  private func texts(_ calculator: CalculatorWorkflow) async -> [String] { await calculator.state.lines.map(\.text) }

  private func type(_ text: String, _ calculator: CalculatorWorkflow) async {
    await calculator.send(.amountTyped(text))
    await calculator.send(.equalsPressed)
  }

  @Test("changes to a named list are saved in that list")
  func changesToANamedListAreSavedInThatList() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    #expect(await calculator.state.list?.title == "Trip")
    await calculator.send(.lineAdded(after: 1, sign: .plus))
    await calculator.send(.amountTyped("3"))
    #expect(try await kept(calculator) == [#"Trip: ["1", "2", "3"]"#])
    await calculator.send(.undo)
    await calculator.send(.undo)
    #expect(try await kept(calculator) == [#"Trip: ["1", "2"]"#])
    #expect(await calculator.state.list?.title == "Trip")
  }

  @Test("the unnamed list is kept while another list is open")
  func theUnnamedListIsKeptWhileAnotherListIsOpen() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    try await calculator.openList(nil)
    #expect(await texts(calculator) == [""])
    await type("7 GBP + 8 CHF", calculator)
    await calculator.send(.feeChosen(Fee(percent: Rational(2), direction: .iPay)))
    let trip = try #require(await calculator.state.lists.first)
    try await calculator.openList(trip.id)
    #expect(await texts(calculator) == ["1", "2"])
    #expect(await calculator.state.fee == nil)
    await calculator.flush()

    let again = try await start()
    #expect(await again.state.list == trip)
    #expect(await texts(again) == ["1", "2"])
    try await again.openList(nil)
    #expect(await texts(again) == ["7", "8"])
    #expect(await again.state.fee?.direction == .iPay)
    #expect(try await kept(again) == [#"Trip: ["1", "2"]"#])
  }

  /// The list keeps its old date and rates until it is changed.
  @Test("opening a saved list without editing does not change the list")
  func openingASavedListWithoutEditingDoesNotChangeTheList() async throws {
    let calculator = try await start()
    let old = try await calculator.archive.save(title: "Old", try await yesterday(calculator))
    let before = try await calculator.archive.saved(old)
    try await calculator.openList(old)
    await calculator.flush()
    try await calculator.openList(nil)
    await calculator.flush()
    #expect(try await calculator.archive.saved(old) == before)
    let again = try await start()
    try await again.openList(old)
    await again.flush()
    let third = try await start()
    await third.flush()
    #expect(try await third.archive.saved(old) == before)
  }

  private func yesterday(_ calculator: CalculatorWorkflow) async throws -> CalculationRecord {
    let desk = try Desk()
    return await desk.record("100 EUR + 160 USD", targets: [.jpy])
  }

  @Test("undo returns to the previous list and changes no list")
  func undoReturnsToThePreviousListAndChangesNoList() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    try await calculator.newList("Rent")
    await calculator.send(.amountTyped("900"))
    for title in ["Rent", "Trip"] {
      #expect(await calculator.state.list?.title == title)
      await calculator.flush()
      await calculator.send(.undo)
      if title == "Rent" { await calculator.send(.undo) }
    }
    // Undo also reverts edits that were made before the list got its name, but the list keeps the name.
    #expect(await calculator.state.list?.title == "Trip")
    for _ in 0..<3 { await calculator.send(.redo) }
    #expect(await calculator.state.list?.title == "Rent")
    #expect(try await kept(calculator) == [#"Rent: ["900"]"#, #"Trip: ["1", "2"]"#])
  }

  @Test("opening a history entry or a received calculation changes no named list")
  func openingAHistoryEntryOrAReceivedCalculationChangesNoNamedList() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    await calculator.send(.textReceived("5 GBP + 6 CHF"))
    #expect(await calculator.state.list == nil)
    try await calculator.openList(calculator.state.lists.first?.id)
    await calculator.open(try await yesterday(calculator))
    #expect(await calculator.state.list == nil)
    #expect(try await kept(calculator) == [#"Trip: ["1", "2"]"#])
    // One undo restores the earlier unnamed list.
    await calculator.send(.undo)
    #expect(await texts(calculator) == ["5", "6"])
  }

  @Test("a copy of a list is opened and listed below its original")
  func aCopyOfAListIsOpenedAndListedBelowItsOriginal() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    try await calculator.newList("Rent")
    try await calculator.openList(calculator.state.lists.last?.id)
    try await calculator.duplicateList("Trip (copy)")
    await calculator.send(.amountTyped("4"))
    #expect(
      try await kept(calculator) == [
        #"Rent: []"#, #"Trip: ["1", "2"]"#, #"Trip (copy): ["1", "4"]"#,
      ])
  }

  @Test("a deleted list can be restored completely")
  func aDeletedListCanBeRestoredCompletely() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    try await calculator.openList(nil)
    await type("7 GBP", calculator)
    let trip = try #require(await calculator.state.lists.first)
    try await calculator.openList(trip.id)
    try await calculator.deleteList(trip.id)
    #expect(await calculator.state.list == nil)
    #expect(await texts(calculator) == ["7.00"])
    // No undo step reopens the deleted list.
    while await calculator.state.canUndo {
      await calculator.send(.undo)
      #expect(await calculator.state.list == nil)
    }
    #expect(try await kept(calculator) == [])
    try await calculator.restoreList(trip.id)
    #expect(await calculator.state.list == trip)
    #expect(await texts(calculator) == ["1", "2"])
    #expect(try await kept(calculator) == [#"Trip: ["1", "2"]"#])
  }

  @Test("another computer's change to the open list can be undone")
  func anotherComputersChangeToTheOpenListCanBeUndone() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    await calculator.flush()
    let id = try #require(await calculator.state.list?.id)
    let other = try await yesterday(calculator)
    _ = try await calculator.archive.write(other, into: id)
    for await state in await calculator.states() where state.lines.first?.text == "100" { break }
    #expect(try await kept(calculator) == [#"Trip: ["100 EUR", "160 USD"]"#])
    await calculator.send(.undo)
    #expect(try await kept(calculator) == [#"Trip: ["1", "2"]"#])
  }

  /// Creates the list Trip, then the list Rent, which stays open.
  private func tripThenRent() async throws -> (CalculatorWorkflow, trip: UserObject.ID) {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    let trip = try #require(await calculator.state.list?.id)
    try await calculator.newList("Rent")
    await calculator.flush()
    return (calculator, trip)
  }

  @Test("undo reopens a list with the changes from another computer")
  func undoReopensAListWithTheChangesFromAnotherComputer() async throws {
    let (calculator, trip) = try await tripThenRent()
    let before = await calculator.machine.openedLists[trip]
    _ = try await calculator.archive.write(try await yesterday(calculator), into: trip)
    while await calculator.machine.openedLists[trip] == before { await Task.yield() }
    await calculator.send(.undo)
    #expect(await calculator.state.list?.id == trip)
    #expect(await texts(calculator) == ["100", "160"])
    #expect(try await kept(calculator) == [#"Rent: []"#, #"Trip: ["100 EUR", "160 USD"]"#])
    await calculator.send(.redo)
    #expect(await calculator.state.list?.title == "Rent")
  }

  @Test("undo right after a change from another computer keeps that change")
  func undoRightAfterAChangeFromAnotherComputerKeepsThatChange() async throws {
    let (calculator, trip) = try await tripThenRent()
    _ = try await calculator.archive.write(try await yesterday(calculator), into: trip)
    await calculator.send(.undo)
    await calculator.send(.amountTyped("5"))
    for _ in 0..<3 { await calculator.flush() }
    #expect(try await kept(calculator).contains { $0.hasSuffix(#"["100 EUR", "160 USD"]"#) })
  }

  @Test("undo skips a list that another computer has deleted")
  func undoSkipsAListThatAnotherComputerHasDeleted() async throws {
    let (calculator, trip) = try await tripThenRent()
    try await calculator.archive.delete(trip)
    for await state in await calculator.states() where !state.lists.contains(where: { $0.id == trip }) { break }
    await calculator.flush()
    while await calculator.state.canUndo { await calculator.send(.undo) }
    #expect(await calculator.state.list?.id != trip)
    #expect(try await kept(calculator) == [#"Rent: []"#])
    #expect(try await calculator.archive.write(try await yesterday(calculator), into: trip) == nil)
  }

  @Test("opening another list and returning keeps empty lines and removed results")
  func openingAnotherListAndReturningKeepsEmptyLinesAndRemovedResults() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    let trip = await calculator.state.list?.id
    await calculator.send(.lineAdded(after: 1, sign: .minus))
    await calculator.send(.lineNoteTyped(at: 2, "Taxi"))
    await calculator.send(.lineDayChosen(at: 2, Day(iso: "2026-10-01")))
    while await !calculator.state.results.isEmpty { await calculator.send(.resultRemoved(at: 0)) }
    let before = await calculator.state.lines.map { "\($0.sign) \($0.text) \($0.day?.description ?? "") \($0.note)" }
    try await calculator.openList(nil)
    try await calculator.openList(trip)
    let after = await calculator.state
    #expect(after.lines.map { "\($0.sign) \($0.text) \($0.day?.description ?? "") \($0.note)" } == before)
    #expect(after.results.isEmpty)
    #expect(after.total?.value != nil)
  }

  @Test("an open list that another computer deletes is closed")
  func anOpenListThatAnotherComputerDeletesIsClosed() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    await calculator.flush()
    let id = try #require(await calculator.state.list?.id)
    try await calculator.archive.delete(id)
    for await state in await calculator.states() where state.list == nil { break }
    #expect(try await kept(calculator) == [])
  }

  @Test("an edited list that another computer deletes continues as a new list")
  func anEditedListThatAnotherComputerDeletesContinuesAsANewList() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    await calculator.flush()
    let id = try #require(await calculator.state.list?.id)
    try await start().archive.delete(id)
    await calculator.send(.lineAdded(after: 1, sign: .plus))
    await calculator.send(.amountTyped("2"))
    await calculator.flush()
    await calculator.send(.amountTyped("25"))
    #expect(try await kept(calculator) == [#"Trip: ["1", "2", "25"]"#])
    #expect(await calculator.state.list?.title == "Trip")
    #expect(await calculator.state.list?.id != id)
  }

  @Test("an edit is saved if another list opens right afterwards", arguments: [false, true])
  func leftBeforeSaving(byUndo: Bool) async throws {
    let calculator = try await start()
    let history = await calculator.archive.open(try await yesterday(calculator))
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    try await calculator.newList("Rent")
    await calculator.send(.amountTyped("900"))
    await calculator.flush()
    // Runs as one step of the main actor, so that nothing is saved in between.
    await MainActor.run {
      if byUndo {
        calculator.send(.undo)
        calculator.send(.undo)
      } else {
        calculator.send(.amountTyped("950"))
        calculator.send(.opened(history, result: .eur, targets: [.usd]))
      }
    }
    #expect(await calculator.state.list?.title == (byUndo ? "Trip" : nil))
    #expect(try await kept(calculator) == [byUndo ? #"Rent: []"# : #"Rent: ["950"]"#, #"Trip: ["1", "2"]"#])
    // Goes back to the list Rent. With `byUndo`, the list Trip is open now. Otherwise, a calculation of the history is
    // open, which has no title.
    for event in byUndo ? [.redo] : [.undo, .undo] as [CalculatorEvent] { await calculator.send(event) }
    #expect(await calculator.state.list?.title == "Rent")
    #expect(try await kept(calculator).first == (byUndo ? #"Rent: []"# : #"Rent: ["950"]"#))
  }

  @Test("editing a list that a newer version saved creates a new list")
  func editingAListThatANewerVersionSavedCreatesANewList() async throws {
    let calculator = try await start()
    await type("1 EUR + 2 USD", calculator)
    try await calculator.nameList("Trip")
    await calculator.flush()
    let id = try #require(await calculator.state.list?.id)
    let database = calculator.objects.database
    try await database.changeObject(id, of: .withoutAccount) { object in
      var object = object
      object?.set(["calculation": "of a newer Kurs"], now: evening + 1)
      return object
    }
    await calculator.send(.lineAdded(after: 1, sign: .plus))
    await calculator.send(.amountTyped("3"))
    #expect(try await kept(calculator) == [#"Trip: ["1", "2", "3"]"#])
    try await calculator.openList(nil)
    #expect(try await kept(calculator) == [#"Trip: ["1", "2", "3"]"#])
    #expect(try await database.object(id, of: .withoutAccount)?["calculation"] == "of a newer Kurs")
  }

  @Test("saved lists keep the order that the user chose") func savedListsKeepTheOrderThatTheUserChose() async throws {
    let calculator = try await start()
    // An older version of Kurs saved lists without a position.
    for (number, title) in ["A", "B", "C"].enumerated() {
      let id = UserObject.ID(.saved, named: title)
      var record = try await yesterday(calculator)
      record.savedAt = evening + Int64(number)
      var object = UserObject(id: id, kind: .saved)
      object.set(["title": title, "calculation": CalculationRecordDocument.text(of: record)], now: evening)
      try await calculator.objects.database.put(object, of: .withoutAccount)
    }
    let ids = try await calculator.archive.saved().map(\.id)
    func titles() async throws -> String { try await calculator.archive.saved().map(\.title).joined() }
    #expect(try await titles() == "CBA")
    try await calculator.openList(ids[2])
    await calculator.send(.amountTyped("5"))
    await calculator.flush()
    #expect(try await titles() == "CBA")
    try await calculator.archive.move(ids[2], to: 0)
    #expect(try await titles() == "ACB")
    try await calculator.archive.move(ids[2], to: 1)
    #expect(try await titles() == "CAB")
    try await calculator.archive.move(ids[0], to: 2)
    #expect(try await titles() == "ABC")
    try await calculator.archive.move(ids[0], to: 7)
    #expect(try await titles() == "ABC")
    try await calculator.newList("D")
    #expect(try await titles() == "DABC")
  }
}
