// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// A calculator window with its own state machine. Each event is handled in the same loop turn, as in the program.
@MainActor
final class AnsweredWindow {
  private final class Relay {
    weak var owner: AnsweredWindow?
  }

  private static let catalogue = CurrencyCatalogue(
    records: ["EUR", "USD", "TRY"].compactMap { code in
      Currency(code).map { CurrencyRecord(currency: $0, name: code, minorUnit: 2) }
    }, legalRates: [])
  private static let words = Words(
    numbers: NumberStrings(separator: ".") { $0.text(places: $1) }, catalogue: catalogue, monthName: { "month \($0)" })

  let window: CalculatorWindow
  private var machine: CalculatorMachine
  private(set) var memory = ViewMemory()

  /// Shows 100 EUR in dollars and lira.
  init() throws {
    let day = try XCTUnwrap(Day(iso: "2026-10-30"))
    let provider = Provider(
      id: .ecb, publisher: "Made up", home: .eur, firstDay: day, carryLimit: 10, terms: "", attribution: "")
    let quotes = try [("USD", "1.25"), ("TRY", "50")].map { code, value in
      Quote(
        provider: .ecb, base: .eur, counter: try XCTUnwrap(Currency(code)),
        observation: Observation(day: day, value: try XCTUnwrap(PublishedNumber(value))))
    }
    let table = RateTable(provider: provider, day: day, quotes: quotes, catalogue: Self.catalogue)
    machine = CalculatorMachine(
      session: SessionValues([:]),
      defaults: CalculatorDefaults(
        country: nil, catalogue: Self.catalogue, rates: RatesInUse(resolver: Resolver(table), leading: table)),
      rates: RatesStatus(provider: provider, today: day), catalogue: Self.catalogue,
      amounts: AmountReader(symbols: .english))
    _ = machine.ratesLoaded(Resolver(table), on: nil, today: day)
    let relay = Relay()
    window = try CalculatorWindow { intent in
      if case .event(let event) = intent { relay.owner?.send(event) }
    }
    relay.owner = self
    render()
  }

  var state: CalculatorState { machine.state }

  func press(_ keys: Key...) {
    for key in keys { window.press(key) }
  }

  func send(_ event: CalculatorEvent) {
    _ = machine.send(event)
    render()
  }

  private func render() { window.render(CalculatorViewState(machine.state, Self.words, &memory)) }
}
