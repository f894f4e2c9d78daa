// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Synchronization
import Testing

@testable import KursWorkflow

@Suite struct CalculatorWorkflowTests {
  private func start(_ environment: CoreEnvironment) async throws -> CalculatorWorkflow {
    try await StartTests().start(environment).0
  }

  /// Starts a calculator after importing the whole bundled history.
  private func startWithHistory(_ folder: TemporaryFolder) async throws -> CalculatorWorkflow {
    let core = try Core(environment(folder))
    try await core.rates.importer.importRates(core.bundle)
    return try await start(environment(folder, country: "DE"))
  }

  @Test("after a restart, the list has exactly the same total")
  func afterARestartTheListHasExactlyTheSameTotal() async throws {
    let folder = TemporaryFolder()
    let calculator = try await start(environment(folder, country: "DE"))
    for event in CalculatorListTests.issue + [.totalCurrencyChosen(.eur)] { await calculator.send(event) }
    await calculator.send(.lineNoteTyped(at: 1, "Hotel"))
    let before = await calculator.state
    await calculator.flush()
    let after = await (try start(environment(folder, country: "DE"))).state
    #expect(before.total?.value != nil)
    #expect(after.total == before.total)
    #expect(after.lines == before.lines)
    #expect(after.results == before.results)
    #expect(after.active == 2)
  }

  @Test("the last of many keystrokes is saved") func theLastOfManyKeystrokesIsSaved() async throws {
    let folder = TemporaryFolder()
    let calculator = try await start(environment(folder, country: "DE"))
    for press in 1...200 { await calculator.send(.amountTyped(String(press))) }
    await calculator.flush()
    #expect(await (try start(environment(folder, country: "DE"))).state.typed == "200")
  }

  @Test("typing a date loads the rates of the typed date")
  func typingADateLoadsTheRatesOfTheTypedDate() async throws {
    let folder = TemporaryFolder()
    let calculator = try await startWithHistory(folder)
    await calculator.send(.amountTyped("100 eur to usd on 2008-09-15"))
    await calculator.flush()
    let state = await calculator.state
    #expect(state.rates.newest == day("2008-09-15"))
    guard case .value(let money, let rate?) = state.results[0].outcome else {
      Issue.record("\(state.results[0].outcome)")
      return
    }
    #expect(money.text(minorUnit: 2) == "141.51")
    #expect(rate.observed == day("2008-09-15"))
    await calculator.send(.equalsPressed)
    await calculator.flush()
    // A reopened list shows its day as soon as that day's rates are loaded.
    let again = try await start(environment(folder, country: "DE"))
    for await state in await again.states() {
      guard case .value(let money, _) = state.results[0].outcome else { continue }
      #expect(money.text(minorUnit: 2) == "141.51")
      break
    }
  }

  @Test("sixty pasted days are shown in at most six updates")
  func sixtyPastedDaysAreShownInAtMostSixUpdates() async throws {
    let folder = TemporaryFolder()
    let calculator = try await startWithHistory(folder)
    await calculator.flush()
    let days = (0..<60).map { day("2010-01-04") + 7 * $0 }
    let shown = Mutex(0)
    await MainActor.run { calculator.onChange = { _ in shown.withLock { $0 += 1 } } }
    let rows = days.enumerated().map { "\($1)\tTaxi \($0)\t-\(30 + $0).00\tUSD" }
    await calculator.send(.pasted(rows.joined(separator: "\n")))
    await calculator.flush()
    let state = await calculator.state
    #expect(state.lines.count == 60)
    #expect(state.lines.allSatisfy { $0.outcome.isValue })
    #expect(shown.withLock { $0 } <= 6)
  }

  @Test("each result's trend line has thirty past rates and the change")
  func eachResultsTrendLineHasThirtyPastRatesAndTheChange() async throws {
    let folder = TemporaryFolder()
    let calculator = try await startWithHistory(folder)
    #expect(await calculator.state.results.allSatisfy { $0.sparkline.isEmpty })
    await calculator.send(.trendsWanted)
    for await state in await calculator.states() where state.results.allSatisfy({ !$0.sparkline.isEmpty }) {
      #expect(state.results.map(\.sparkline.count) == [30, 30, 30])
      let core = try Core(environment(folder))
      let days = try await [day("2026-10-29"), day("2026-10-30")].asyncMap {
        try await core.rates.table(of: .ecb, on: $0)
      }
      let rates = try days.map { try $0.route(from: .eur, to: .usd).value }
      #expect(state.results[0].sparkline.suffix(2) == rates[...])
      let line = state.results[0].sparkline
      #expect(state.results[0].change == (line[29] - line[0]).divided(by: line[0]))
      break
    }
  }

  @Test("pressing Enter saves a calculation once in the history")
  func pressingEnterSavesACalculationOnceInTheHistory() async throws {
    let folder = TemporaryFolder()
    let calculator = try await start(environment(folder, country: "DE"))
    await calculator.send(.amountTyped("5 USD + 3 GBP"))
    await calculator.send(.equalsPressed)
    await calculator.flush()
    let history = try await calculator.archive.history()
    #expect(history.count == 1)
    #expect(history[0].record.lines.map(\.text) == ["5", "3"])
    #expect(history[0].record.result == .eur)
    #expect(history[0].record.targets == [.usd, .gbp, .jpy])
    #expect(history[0].record.total == (await calculator.state.total?.value))
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
