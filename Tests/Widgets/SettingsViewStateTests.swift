// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// Tests view states, which need no display.
final class SettingsViewStateTests: XCTestCase {
  private let today = Day(iso: "2026-11-21")!
  private let words = Words(
    numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(
      records: [
        CurrencyRecord(currency: .usd, name: "US Dollar", minorUnit: 2, symbols: ["$"], countries: ["US"]),
        CurrencyRecord(
          currency: Currency("CAD")!, name: "Canadian Dollar", minorUnit: 2, symbols: ["$"], countries: ["CA"]),
      ], legalRates: []),
    currencyName: { $0 }, monthName: { [10: "October", 11: "November"][$0] ?? "month \($0)" })

  private func machine(_ events: [SettingsEvent] = []) -> SettingsMachine {
    var machine = SettingsMachine(SettingsReading(), directory: ProviderState.directory(), today: today)
    for event in events { _ = machine.send(event) }
    return machine
  }

  private func view(_ machine: SettingsMachine) -> SettingsViewState {
    SettingsViewState(machine.state, SettingsChoices(words), words)
  }

  private func page(_ id: ProviderID, _ machine: SettingsMachine) throws -> ProviderViewState {
    ProviderViewState(try XCTUnwrap(machine.state[id]), machine.state, words)
  }

  func testTheLastProviderInUseCannotBeSwitchedOff() {
    let alone = view(machine())
    XCTAssertEqual(alone.used.map(\.id), ["ecb"])
    XCTAssertEqual(alone.used.map(\.canSwitch), [false])
    XCTAssertTrue(alone.unused.allSatisfy { $0.canSwitch && !$0.isOn && !$0.canMoveUp && !$0.canMoveDown })
    let why = "This is the only provider in use. Turn on another provider first."
    XCTAssertEqual(alone.used[0].switchHint, why)
    let two = view(machine([.providerSwitched(.frankfurter, isOn: true)]))
    XCTAssertEqual(two.used[0].switchHint, "")
    XCTAssertEqual(two.used.map(\.canSwitch), [true, true])
  }

  func testProvidersAreNumberedAndTheFirstCannotMoveUp() {
    let used = view(
      machine([.providerSwitched(.frankfurter, isOn: true), .providerChosen(ProviderID("boc"))])
    ).used
    XCTAssertEqual(used.map(\.id), ["boc", "ecb", "frankfurter"])
    XCTAssertEqual(used.map(\.rank), [1, 2, 3])
    XCTAssertEqual(used.map(\.canMoveUp), [false, true, true])
    XCTAssertEqual(used.map(\.canMoveDown), [true, true, false])
  }

  func testEachProviderHasAUniqueTitle() {
    let state = view(machine())
    let titles = (state.used + state.unused).map(\.title)
    XCTAssertEqual(Set(titles).count, titles.count)
    XCTAssertGreaterThanOrEqual(titles.count, 25)
  }

  func testTheRowOfAProviderShowsCoverageAndAgeAndErrors() {
    var machine = machine()
    XCTAssertEqual(view(machine).used[0].detail, "30 currencies · nothing stored yet")
    machine.statusesRead([.ecb: StoredRatesStatus(newest: Day(iso: "2026-10-30"))], today: today)
    XCTAssertEqual(view(machine).used[0].detail, "30 currencies · 30 October 2026, 22 days old")
    var refresh = RefreshState()
    refresh.failure = .api(provider: .ecb, .timedOut)
    machine.refreshing([.ecb: refresh])
    XCTAssertEqual(
      view(machine).used[0].detail,
      "30 currencies · 30 October 2026, 22 days old\n"
        + "European Central Bank didn't respond in time. Showing stored rates. Try again later.")
    refresh.isRunning = true
    machine.refreshing([.ecb: refresh])
    XCTAssertTrue(view(machine).used[0].detail.hasSuffix("\nConnecting…"))
    XCTAssertEqual(view(machine).fetching, "Connecting to European Central Bank…")
  }

  func testTheRowOfAProviderShowsThatItsKeyIsMissing() throws {
    let fixer = ProviderID("fixer")
    var machine = machine()
    machine.keyFound(fixer, .missing, failure: .noService)
    let row = try XCTUnwrap(view(machine).unused.first { $0.id == "fixer" })
    XCTAssertTrue(row.detail.hasSuffix("\nNeeds a key"))
    XCTAssertTrue(try page(fixer, machine).keyNote.hasPrefix("No key is saved. Without a keyring"))
    machine.keyFound(fixer, .thisRunOnly, failure: .noService)
    XCTAssertTrue(try page(fixer, machine).hasKey)
    XCTAssertTrue(try page(fixer, machine).keyNote.hasPrefix("No keyring is running, so the key works only until"))
    XCTAssertFalse(try page(.ecb, machine).needsKey)
  }

  func testEachResultOfAConnectionTestHasAMessage() {
    let newest = Day(iso: "2026-11-20")!
    XCTAssertEqual(
      words.outcome(of: .succeeded(rates: 30, newest: newest, milliseconds: 120)),
      "Success: 30 rates in 120 ms, latest from 20 November 2026")
    XCTAssertEqual(words.outcome(of: .needsKey), "Enter a key first.")
    XCTAssertEqual(
      words.outcome(of: .failed(.api(provider: .ecb, .status(503)))),
      "The request to European Central Bank failed (status 503). Showing stored rates. Try again later.")
  }

  func testAnInsecureProviderAddressIsReportedAndNotUsed() throws {
    let typed = machine([.addressTyped(.ecb, "http://example.org")])
    let state = try page(.ecb, typed)
    XCTAssertEqual(state.address, "https://www.ecb.europa.eu")
    XCTAssertTrue(state.isOwnAddress)
    XCTAssertEqual(state.addressProblem, "Use https. Without it, others can read or change the data.")
    let other = try page(.ecb, machine([.addressTyped(.ecb, "https://example.org/")]))
    XCTAssertEqual(other.address, "https://example.org")
    XCTAssertFalse(other.isOwnAddress)
    XCTAssertNil(other.addressProblem)
  }

  func testAQuarantinedRateIsShownAsPublishedAndWithItsReason() throws {
    let value = try XCTUnwrap(PublishedNumber("2.2310"))
    let last = Observation(day: Day(iso: "2026-10-30")!, value: try XCTUnwrap(PublishedNumber("1.1172")))
    let quote = Quote(
      provider: .ecb, base: .eur, counter: .usd,
      observation: Observation(day: Day(iso: "2026-11-20")!, value: value))
    let state = machine().state
    let row = SettingsViewState.SuspiciousRateRow(
      7, SuspiciousQuote(quote: quote, reason: .jump(from: last)), state, words)
    XCTAssertEqual(row.id, 7)
    XCTAssertEqual(row.rate, "1 EUR = 2.2310 USD")
    XCTAssertEqual(
      row.reason, "European Central Bank, 20 November 2026. The rate of 30 October 2026 was 1.1172.")
    let contradicted = SuspiciousQuote(quote: quote, reason: .contradicted(by: .frankfurter))
    XCTAssertEqual(
      words.reason(contradicted, state), "This rate differs a lot from the rate of Frankfurter, European Central Bank.")
  }

  func testTheMeaningChosenForASymbolIsSelectedInTheSettings() throws {
    let choices = SettingsChoices(words)
    let dollar = try XCTUnwrap(choices.symbols.first)
    XCTAssertEqual(dollar.symbol, "$")
    XCTAssertEqual(dollar.names, ["By Country", "USD – US Dollar", "CAD – Canadian Dollar"])
    XCTAssertEqual(view(machine()).symbols, [0])
    XCTAssertEqual(view(machine([.symbolChosen("$", Currency("CAD")!)])).symbols, [2])
  }

  func testFileSizesAreShownInReadableUnits() {
    XCTAssertEqual(words.size(1), "1 byte")
    XCTAssertEqual(words.size(999), "999 bytes")
    XCTAssertEqual(words.size(20_480), "20 kB")
    XCTAssertEqual(words.size(1_250_000), "1.3 MB")
  }

  func testAMissingCacheHasNoRowAndAnEmptyCacheCannotBeCleared() {
    var machine = machine()
    machine.cacheUseRead([.network: 20_480, .documents: 0])
    XCTAssertEqual(view(machine).caches.map(\.id), ["network", "documents"])
    XCTAssertEqual(view(machine).caches.map(\.use), ["20 kB used", "Empty"])
    XCTAssertEqual(view(machine).caches.map(\.canClear), [true, false])
  }

  func testADamagedSettingsFileIsReportedUntilDismissed() {
    var reading = SettingsReading()
    reading.problems = [.line(3)]
    reading.recoveredFile = "/settings.ini.aside"
    var machine = SettingsMachine(reading, directory: ProviderState.directory(), today: today)
    XCTAssertEqual(
      view(machine).notice,
      "The settings file was damaged. A copy was saved. Kurs uses the settings that could be read.")
    _ = machine.send(.damageDismissed)
    XCTAssertNil(view(machine).notice)
  }
}
