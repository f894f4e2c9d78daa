// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel
import Testing

@testable import KursWorkflow

/// Only one table is read or converted at a time. The result of an older request is ignored.
@Suite struct TableMachineTests {
  private static let text = Array("amount,currency\n5,USD\n".utf8)[...]

  private func preview(_ fault: TableFault? = nil) -> TablePreview {
    TablePreview(Self.text, form: fault.map { .failure($0) } ?? .success(TableForm()), encoding: .utf8)
  }

  private func opened() -> TableMachine {
    var machine = TableMachine()
    _ = machine.send(.opened(.cells("a")))
    _ = machine.previewed(.success(preview()), of: machine.question)
    return machine
  }

  @Test("a table is read, shown and then converted") func aTableIsReadShownAndThenConverted() {
    var machine = TableMachine()
    #expect(machine.send(.opened(.file(path: "/a/b.csv"))) == [.read(.file(path: "/a/b.csv"), [:], 1)])
    #expect(machine.state.phase == .reading && machine.state.origin?.name == "b.csv")
    _ = machine.previewed(.success(preview()), of: 1)
    #expect(machine.state.isConvertible)
    #expect(machine.send(.convertPressed(.clipboard)) == [.convert([:], .clipboard, 2)])
    _ = machine.progressed(500, of: 2)
    _ = machine.progressed(400, of: 2)
    #expect(machine.state.phase == .converting(permille: 500))
    _ = machine.converted(.success(TableOutcome()), to: .clipboard, of: 2)
    #expect(machine.state.phase == .ready && machine.state.done?.target == .clipboard)
  }

  @Test("after a change of a table's columns, earlier expected results are hidden")
  func afterAChangeOfATablesColumnsEarlierExpectedResultsAreHidden() {
    var machine = opened()
    _ = machine.tried(TableOutcome(), of: 0)
    #expect(machine.state.expected == nil)
    _ = machine.tried(TableOutcome(), of: 1)
    #expect(machine.state.expected != nil)
    _ = machine.send(.chosen(.amount, .place(1)))
    _ = machine.previewed(.success(preview()), of: 2)
    #expect(machine.state.expected == nil)
  }

  @Test("choosing an encoding reads the file again and keeps the chosen columns")
  func choosingAnEncodingReadsTheFileAgainAndKeepsTheChosenColumns() {
    var machine = TableMachine()
    let file = TableOrigin.file(path: "/a/b.csv")
    #expect(machine.send(.encodingChosen(.big5)).isEmpty)
    _ = machine.send(.opened(file))
    #expect(machine.send(.encodingChosen(.big5)).isEmpty)
    _ = machine.previewed(.success(preview()), of: 1)
    #expect(machine.send(.encodingChosen(.utf8)).isEmpty)
    _ = machine.send(.chosen(.amount, .place(1)))
    #expect(machine.send(.encodingChosen(.big5)) == [.decode(file, .big5, [.amount: .place(1)], 3)])
    #expect(machine.state.phase == .reading && machine.state.preview != nil)
    var cells = opened()
    #expect(cells.send(.encodingChosen(.big5)).isEmpty)
  }

  @Test("after a column is chosen, the table is analysed again") func afterAColumnIsChosenTheTableIsAnalysedAgain() {
    var machine = opened()
    #expect(machine.send(.chosen(.amount, .place(1))) == [.recognise([.amount: .place(1)], 2)])
    _ = machine.previewed(.success(preview(.noCurrency)), of: 2)
    #expect(!machine.state.isConvertible)
    #expect(machine.send(.convertPressed(.clipboard)) == [])
    #expect(machine.send(.chosen(.amount, .place(1))) == [])
  }

  @Test("the next table keeps the chosen date rule but not the columns")
  func theNextTableKeepsTheChosenDateRuleButNotTheColumns() {
    var machine = opened()
    let rule = ColumnChoice.rule(.usual)
    _ = machine.send(.chosen(.rule, rule))
    _ = machine.send(.chosen(.amount, .place(1)))
    _ = machine.previewed(.success(preview()), of: machine.question)
    #expect(machine.send(.opened(.cells("b"))) == [.read(.cells("b"), [.rule: rule], 4)])
    #expect(machine.state.chosen == [.rule: rule])
  }

  @Test("cancelling a conversion keeps the table and ignores late results")
  func cancellingAConversionKeepsTheTableAndIgnoresLateResults() {
    var machine = opened()
    _ = machine.send(.convertPressed(.clipboard))
    #expect(machine.send(.cancelled) == [.stop])
    #expect(machine.state.phase == .ready)
    _ = machine.converted(.success(TableOutcome()), to: .clipboard, of: 2)
    #expect(machine.state.done == nil)
    #expect(machine.send(.cancelled) == [])
  }

  @Test("opening another table stops the conversion of the previous table")
  func openingAnotherTableStopsTheConversionOfThePreviousTable() {
    var machine = opened()
    _ = machine.send(.convertPressed(.clipboard))
    #expect(machine.send(.opened(.cells("b"))) == [.stop, .read(.cells("b"), [:], 3)])
    _ = machine.converted(.failure(.table(.empty)), to: .clipboard, of: 2)
    #expect(machine.state.problem == nil && machine.state.preview == nil)
  }

  @Test("a table that can't be read is reported with the reason") func aTableThatCantBeReadIsReportedWithTheReason() {
    var machine = TableMachine()
    _ = machine.send(.opened(.file(path: "/a.ods")))
    _ = machine.previewed(.failure(.spreadsheet(.noConverter)), of: 1)
    #expect(machine.state.problem == .spreadsheet(.noConverter) && machine.state.phase == .nothing)
  }

  private func lacking() throws -> TableMachine {
    var machine = TableMachine()
    var preview = preview()
    let error = RateError.noRates(provider: .ecb)
    preview.wanted.note(.ecb, Day(number: 0)...Day(number: 1))
    preview.rows = [
      TablePreview.Row(number: 2, text: "5", value: .failure(RowFault(reason: .rate(error), column: nil)))
    ]
    _ = machine.send(.opened(.cells("a")))
    _ = machine.previewed(.success(preview), of: machine.question)
    return machine
  }

  @Test("missing rates are requested once, then the table is read again")
  func missingRatesAreRequestedOnceThenTheTableIsReadAgain() throws {
    var machine = try lacking()
    #expect(machine.state.wanted.days.keys.first == .ecb)
    #expect(machine.send(.ratesPressed) == [.ask([:], 2)])
    #expect(machine.state.phase == .asking(permille: nil) && machine.send(.ratesPressed) == [])
    let left = try #require(machine.state.preview).wanted
    #expect(machine.asked(.success(left), of: 2) == [.recognise([:], 2)])
    #expect(machine.state.wanted.days.isEmpty)
    // When a rule is chosen, missing rates are offered again, because the rule may use another bank or another day.
    _ = machine.previewed(.success(try #require(machine.state.preview)), of: 2)
    _ = machine.send(.chosen(.rule, .rule(.usual)))
    #expect(!machine.state.wanted.days.isEmpty)
  }

  @Test("download progress never goes back") func downloadProgressNeverGoesBack() throws {
    var machine = try lacking()
    _ = machine.send(.ratesPressed)
    for (permille, shown) in [(0, 0), (400, 400), (300, 400), (900, 900)] {
      #expect(machine.progressed(permille, of: 2) == [])
      #expect(machine.state.phase == .asking(permille: shown))
    }
    #expect(machine.progressed(950, of: 1) == [] && machine.state.phase == .asking(permille: 900))
    #expect(machine.send(.cancelled) == [.stop] && machine.state.phase == .ready)
  }

  @Test("a failed request for missing rates is reported and can be retried")
  func aFailedRequestForMissingRatesIsReportedAndCanBeRetried() throws {
    var machine = try lacking()
    _ = machine.send(.ratesPressed)
    #expect(machine.asked(.failure(.rates(.noAnswer)), of: 2) == [.recognise([:], 2)])
    _ = machine.previewed(.success(try #require(machine.state.preview)), of: 2)
    #expect(machine.state.problem == .rates(.noAnswer) && !machine.state.wanted.days.isEmpty)
    #expect(machine.asked(.failure(.table(.empty)), of: 1) == [])
  }

  @Test("new rates reload a table only if the table lacked rates")
  func newRatesReloadATableOnlyIfTheTableLackedRates() throws {
    var machine = try lacking()
    #expect(machine.send(.ratesChanged) == [.recognise([:], 2)])
    machine = opened()
    #expect(machine.send(.ratesChanged) == [])
  }
}

extension RatesFailure {
  fileprivate static let noAnswer = RatesFailure.api(provider: .ecb, .timedOut)
}
