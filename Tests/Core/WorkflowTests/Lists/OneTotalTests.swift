// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Every part of the program that shows a calculation has the same totals.
@Suite struct OneTotalTests {
  enum Reader: CaseIterable {
    case window, csv, copiedTable, savedList, history, comparison, reopened, listFile
  }

  struct List: Sendable, CustomTestStringConvertible {
    let text: String
    let euro: String
    let yen: String

    var testDescription: String { text }
  }

  /// 1 EUR was 1.6 USD and 150 JPY on 2008-09-15, and is 1.25 USD and 160 JPY today.
  static let lists = [
    List(text: "100 EUR on 2008-09-15 + 125 USD", euro: "200", yen: "31000"),
    List(text: "160 USD on 2008-09-15 - 50 USD", euro: "60", yen: "8600"),
    List(text: "100 EUR on 2008-09-15\n125 USD\n- 10%", euro: "180", yen: "27900"),
    List(text: "100 EUR\n125 USD", euro: "200", yen: "32000"),
  ]

  @Test("a list with several dates has the same totals in every view", arguments: lists, Reader.allCases)
  func aListWithSeveralDatesHasTheSameTotalsInEveryView(list: List, reader: Reader) async throws {
    let desk = try Desk()
    let machine = Self.machine(Desk.reader.read(list.text).calculation, result: .eur, targets: [.jpy])
    let totals = try await totals(of: machine, for: reader, desk)
    #expect(totals == [Rational(text: list.euro), Rational(text: list.yen)])
  }

  private static func machine(
    _ calculation: Calculation, result: Currency, targets: [Currency]
  ) -> CalculatorMachine {
    var machine = CalculatorSample.machine()
    _ = machine.send(.opened(calculation, result: result, targets: targets))
    let early = day("2008-09-15")
    _ = machine.ratesLoaded(Resolver(CalculatorSample.early, day: early), on: early, today: CalculatorSample.today)
    return machine
  }

  private func totals(of machine: CalculatorMachine, for reader: Reader, _ desk: Desk) async throws -> [Rational?] {
    let list = try #require(machine.finishedCalculation)
    let record = await desk.archive.record(list)
    switch reader {
    case .window: return Self.totals(of: machine.state)
    case .csv:
      let rows = ListExport(list).csv().split(separator: "\r\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      return rows.filter { ["total", "result"].contains($0[0]) }.map { Rational(text: String($0[2])) }
    case .copiedTable:
      let headings = ListExport.Headings(note: "", amount: "", currency: "", day: "", total: "Total")
      return ListExport(list).table(headings).rows.suffix(2).map {
        if case .number(let amount) = $0[1] { amount } else { nil }
      }
    case .savedList:
      let id = try await desk.archive.save(title: "Trip", record)
      return Self.totals(of: try #require(try await desk.archive.saved(id)).record)
    case .history:
      try await desk.archive.keepInHistory(record)
      return Self.totals(of: try #require(try await desk.archive.history().first).record)
    case .comparison: return try await desk.archive.comparison(record).totals.map(\.then)
    case .reopened: return await reopened(record, desk)
    case .listFile:
      let file = try ListFile(
        ListFile(title: "", record: record).text, catalogue: CalculatorSample.catalogue, kept: evening)
      return await reopened(file.record, desk)
    }
  }

  private func reopened(_ record: CalculationRecord, _ desk: Desk) async -> [Rational?] {
    let calculation = await desk.archive.open(record)
    return Self.totals(of: Self.machine(calculation, result: record.result, targets: record.targets).state)
  }

  private static func totals(of state: CalculatorState) -> [Rational?] {
    [state.total?.value?.amount]
      + state.results.map { if case .value(let money, _) = $0.outcome { money.amount } else { nil } }
  }

  /// Returns the stored total, and the totals in the target currencies at the stored rates of each day.
  private static func totals(of record: CalculationRecord) -> [Rational?] {
    let reader = RecordReader(Desk.reader, symbols: .english, catalogue: Desk.catalogue)
    let again = reader.calculation(record).evaluate(
      rates: SavedRates(record.rates), result: record.result, targets: record.targets)
    return [record.total?.amount] + record.targets.map { again.amount(in: $0) }
  }

  @Test("the explanation of a dated line shows the rates of that date")
  func theExplanationOfADatedLineShowsTheRatesOfThatDate() throws {
    var machine = CalculatorSample.machine()
    let early = day("2008-09-15")
    machine.send(all: [.amountTyped("100"), .lineDayChosen(at: 0, early)])
    let resolver = Resolver(CalculatorSample.early, day: early, today: CalculatorSample.today)
    _ = machine.ratesLoaded(resolver, on: early, today: CalculatorSample.today)
    let now = Timestamp(startOf: CalculatorSample.today)
    let explanation = try #require(machine.explanation(to: .usd, now: now))
    let route = try resolver.route(from: .eur, to: .usd)
    #expect(explanation == resolver.explanation(of: Money(Rational(100), .eur), by: route, now: now))
  }

  @Test("an empty line below a ratio leaves the total without a currency")
  func anEmptyLineBelowARatioLeavesTheTotalWithoutACurrency() throws {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("10 EUR / 4 EUR"), .lineAdded(after: nil, sign: .plus)])
    let ratio = try #require(Rational(text: "2.5"))
    #expect(machine.state.total?.value == .number(ratio))
    #expect(machine.finishedCalculation?.evaluation.total == .number(ratio))
  }
}
