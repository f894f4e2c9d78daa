// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class SettingsWindowTests: WidgetTestCase {
  static let words = Words(
    numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(records: [], legalRates: []), monthName: { "month \($0)" })

  static func machine(_ events: [SettingsEvent] = []) -> SettingsMachine {
    var machine = SettingsMachine(
      SettingsReading(), directory: ProviderState.directory(), today: Day(number: 20_000))
    for event in events { _ = machine.send(event) }
    return machine
  }

  static func view(_ machine: SettingsMachine) -> SettingsViewState {
    SettingsViewState(machine.state, SettingsChoices(words), words)
  }

  private static func page(_ id: ProviderID, _ machine: SettingsMachine) throws -> ProviderViewState {
    ProviderViewState(try XCTUnwrap(machine.state[id]), machine.state, words)
  }

  func testATitleWithMarkupCharactersIsShownUnchanged() {
    onMain {
      let row = ActionRow(UnsafeMutableRawPointer(adw_action_row_new()!))
      (row.title, row.subtitle) = ("HM Revenue & <Customs>", "a & b")
      XCTAssertEqual(row.title, "HM Revenue & <Customs>")
      XCTAssertEqual(row.subtitle, "a & b")
    }
  }

  func testTheClosedSettingsWindowIsFreedWithItsPages() throws {
    try assertFreed {
      let window = try SettingsWindow(SettingsChoices(Self.words)) { _ in }
      window.render(Self.view(Self.machine()))
      window.present(above: nil, of: nil)
      window.open(try Self.page(.ecb, Self.machine()))
      return (window, try XCTUnwrap(window.window))
    }
  }

  /// libadwaita 1.2 leaks references to the groups of a searchable page, which Kurs must release.
  func testTheSettingsRowsAreFreedWithTheWindow() throws {
    try onMain {
      var slots: [WeakSlot] = []
      try Self.scoped {
        let window = try SettingsWindow(SettingsChoices(Self.words)) { _ in }
        window.render(Self.view(Self.machine()))
        window.present(above: nil, of: nil)
        MainLoop.run(milliseconds: 200)
        slots = [window.results.add.weakSlot()]
        XCTAssertTrue(slots[0].isAlive)
        window.pages.destroy()
      }
      MainLoop.run(milliseconds: 100)
      XCTAssertFalse(slots[0].isAlive)
    }
  }

  func testAUserDefinedProviderHasARowUntilItIsRemoved() throws {
    try onMain {
      let text = """
        {"kurs-provider": 1, "id": "mine", "name": "Mine", "home": "EUR", "address": "https://rates.example",
         "latest": "/latest", "format": "json", "rows": "/rates/*", "currency": "*1", "direction": "others-per-home",
         "day": "#/date"}
        """
      var machine = Self.machine()
      machine.add(.described(try DescribedProvider(Array(text.utf8)).items))
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(Self.words)) { asked.append($0) }
      window.render(Self.view(machine))
      XCTAssertEqual(window.providers.rows["mine"]?.row.title, "Mine")
      XCTAssertTrue(try Self.page(ProviderID("mine"), machine).isDescribed)
      XCTAssertFalse(try Self.page(.ecb, machine).isDescribed)
      _ = machine.remove(ProviderID("mine"))
      window.render(Self.view(machine))
      XCTAssertNil(window.providers.rows["mine"])
      window.pages.destroy()
    }
  }

  func testRenderingTheSettingsWindowSendsNoAction() throws {
    try onMain {
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(Self.words)) { asked.append($0) }
      window.render(Self.view(Self.machine()))
      let changed = Self.machine([
        .providerSwitched(.frankfurter, isOn: true), .set(.offline, .flag(true)), .set(.refreshOnMetered, .flag(true)),
        .set(.refreshInterval, .text("weekly")), .set(.side, .text("selling")), .set(.cacheDisk, .number(50)),
        .set(.cashRounding, .flag(true)), .set(.sendReports, .flag(true)), .set(.sendStatistics, .flag(true)),
        .set(.logStatistics, .flag(true)), .accountServerTyped("https://example.org"),
      ])
      window.render(Self.view(changed))
      window.open(try Self.page(.ecb, changed))
      window.render(try Self.page(.ecb, Self.machine()))
      XCTAssertEqual(asked, [])
      window.pages.destroy()
    }
  }

  func testEachBooleanSettingHasASwitch() throws {
    try onMain {
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(Self.words)) { asked.append($0) }
      window.render(Self.view(Self.machine()))
      for case (let key, .flag(let isOn)) in Settings().values {
        try XCTUnwrap(window.rows.switches[key]).isActive = !isOn
        XCTAssertEqual(asked.last, .event(.set(key, .flag(!isOn))))
        let changed = Self.machine([.set(key, .flag(!isOn))])
        XCTAssertEqual(changed.state.settings.keys(differingFrom: Settings()), [key])
        window.render(Self.view(changed))
        XCTAssertEqual(window.rows.switches.filter(\.value.isActive).map(\.key), [key])
        window.render(Self.view(Self.machine()))
      }
      XCTAssertEqual(asked.count, 7)
      window.pages.destroy()
    }
  }

  func testEachSettingWithANumberOrChoiceHasARow() throws {
    try onMain {
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(Self.words)) { asked.append($0) }
      window.render(Self.view(Self.machine()))
      XCTAssertEqual(Set(window.rows.numbers.keys), [.cacheMemory, .cacheDisk, .maxAge])
      for (key, row) in window.rows.numbers {
        row.value += 1
        XCTAssertEqual(asked.last, .event(.set(key, .number(row.value))))
        XCTAssertEqual(Self.machine([.set(key, .number(row.value))]).state.settings.keys(differingFrom: Settings()), [key])
      }
      XCTAssertEqual(Set(window.rows.answers.keys), [.refreshInterval, .side, .currencyMark, .currencyNaming])
      for (key, row) in window.rows.answers {
        row.selected = 2
        let answer = try XCTUnwrap(SettingsChoices(Self.words).answers[key])[2]
        XCTAssertEqual(asked.last, .event(.set(key, .text(answer.value))))
        window.render(Self.view(Self.machine()))
        XCTAssertEqual(row.selected, 0)
        window.render(Self.view(Self.machine([.set(key, .text(answer.value))])))
        XCTAssertEqual(row.selected, 2)
      }
      XCTAssertEqual(asked.count, 7)
      window.pages.destroy()
    }
  }

  func testTheDataPreviewShowsExactlyTheDocumentsToBeSent() throws {
    try onMain {
      let page = try SendingPage {}
      func document(_ id: String, _ standing: OutgoingDocument.Standing, _ body: String) -> OutgoingDocument {
        OutgoingDocument(
          id: id, kind: .statistics(events: 1), standing: standing, server: "https://example.org", body: body)
      }
      let first = document("a", .queued, #"{"dropped":0,"events":[]}"#)
      let second = document("b", .gathering, "no document")
      page.render(SendingViewState([first, second]))
      XCTAssertEqual(page.texts, ["{\n  \"dropped\": 0,\n  \"events\": []\n}", "no document"])
      page.render(SendingViewState([second]))
      XCTAssertEqual(page.texts, ["no document"])
      page.render(SendingViewState([]))
      XCTAssertEqual(page.texts, [])
    }
  }

  func testLeavingTheDataPreviewTwiceSendsOnlyOneAction() throws {
    try onMain {
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(Self.words)) { asked.append($0) }
      window.openSending()
      window.render(SendingViewState(documents: []))
      window.leavePage()
      window.leavePage()
      XCTAssertEqual(asked, [.sendingLeft])
      window.pages.destroy()
    }
  }

  func testTheButtonsOnThePageOfAProviderMoveTheProvider() throws {
    try onMain {
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(Self.words)) { asked.append($0) }
      window.render(Self.view(Self.machine([.providerSwitched(.frankfurter, isOn: true)])))
      for action in [SettingsAction.moveUp, .moveDown, .useFirst] {
        window.run(action, "frankfurter")
      }
      XCTAssertEqual(
        asked,
        [
          .event(.providerMoved(from: 1, to: 0)), .event(.providerChosen(.frankfurter)),
        ])
      window.pages.destroy()
    }
  }

  func testProviderRowsAreReorderedWithoutBeingRecreated() throws {
    try onMain {
      let builder = try Builder(ui: "settings")
      let list = try ProviderList(builder) { _ in }
      let events: [SettingsEvent] = [.providerSwitched(.frankfurter, isOn: true)]
      let first = Self.view(Self.machine(events))
      list.render(used: first.used, unused: first.unused)
      let before = list.rowsOnScreen
      XCTAssertEqual(before.used.map(\.title), ["European Central Bank", "Frankfurter, European Central Bank"])
      let second = Self.view(Self.machine(events + [.providerChosen(.frankfurter)]))
      list.render(used: second.used, unused: second.unused)
      let after = list.rowsOnScreen
      XCTAssertEqual(after.used.map(\.raw), before.used.reversed().map(\.raw))
      let third = Self.view(Self.machine())
      list.render(used: third.used, unused: third.unused)
      XCTAssertEqual(list.rowsOnScreen.used.map(\.raw), [before.used[0].raw])
      XCTAssertTrue(list.rowsOnScreen.unused.map(\.raw).contains(before.used[1].raw))
      XCTAssertEqual(list.rowsOnScreen.unused.count, third.unused.count)
    }
  }

  func testARefreshDoesNotReplaceAProviderAddressBeingTyped() throws {
    try onMain {
      let builder = try Builder(ui: "settings-provider")
      let server = try ProviderServerGroup(builder, .ecb) { _ in }
      let entry: Entry = try builder.object("address")
      server.render(try Self.page(.ecb, Self.machine()))
      XCTAssertEqual(entry.text, "https://www.ecb.europa.eu")
      entry.text = "https://exam"
      server.render(try Self.page(.ecb, Self.machine([.connectionTested(.ecb)])))
      XCTAssertEqual(entry.text, "https://exam")
      server.render(try Self.page(.ecb, Self.machine([.addressTyped(.ecb, "https://example.org")])))
      XCTAssertEqual(entry.text, "https://example.org")
    }
  }
}
