// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class ProviderIconTests: WidgetTestCase {
  private static let picture = DecodedImage(
    width: 64, height: 64, pixels: (0..<64 * 64).flatMap { _ in [224, 16, 128, 255] as [UInt8] })

  private static func state(_ events: [SettingsEvent] = []) -> SettingsState {
    var machine = SettingsMachine(
      SettingsReading(), directory: ProviderState.directory(), today: Day(number: 20_000))
    machine.connected(Connectivity())
    for event in events { _ = machine.send(event) }
    return machine.state
  }

  func testAProviderIconReplacesTheInitialsAndTheRowDoesNotGrow() throws {
    try onMain {
      let builder = try Builder(ui: "settings")
      let list = try ProviderList(builder) { _ in }
      let window = PreferencesWindow(title: "", width: 600, height: 600)
      window.add(try builder.object("providers_page", as: Widget.self))
      var row = SettingsViewState.ProviderRow(id: "ecb", rank: 1, title: "European Central Bank", detail: "30 currencies")
      list.render(used: [row], unused: [])
      window.present()
      MainLoop.run(milliseconds: 300)
      let mark = try XCTUnwrap(list.mark(of: "ecb"))
      let shown = try XCTUnwrap(list.rowsOnScreen.used.first)
      XCTAssertFalse(mark.hasPicture)
      XCTAssertEqual(mark.text, "European Central Bank")
      XCTAssertEqual(mark.size, ProviderIcon.side)
      let before = shown.height
      XCTAssertGreaterThan(before, ProviderIcon.side)
      row.picture = Self.picture
      list.render(used: [row], unused: [])
      MainLoop.run(milliseconds: 200)
      XCTAssertTrue(mark.hasPicture)
      XCTAssertEqual(shown.height, before)
      row.picture = nil
      list.render(used: [row], unused: [])
      XCTAssertFalse(mark.hasPicture)
      window.destroy()
    }
  }

  func testEachProviderIconIsRequestedOnceAndShownOnArrival() throws {
    try onMain {
      var asked: [String] = []
      var changes = 0
      let marks = ProviderIcons { request, side, scale in
        asked.append("\(request.address) \(side) \(scale)")
        return request.address.hasPrefix("https://www.ecb") ? Self.picture : nil
      } changed: {
        changes += 1
      }
      let state = Self.state([.providerSwitched(.frankfurter, isOn: true)])
      for _ in 1...3 { marks.look(at: state, open: nil, scale: 2) }
      XCTAssertEqual(marks.pictures, [:])
      MainLoop.run(milliseconds: 200)
      XCTAssertEqual(
        asked.sorted(), ["https://frankfurter.dev/favicon.png 64 2", "https://www.ecb.europa.eu/favicon-32.png 64 2"])
      XCTAssertEqual(changes, 1)
      XCTAssertEqual(marks.pictures, try [.ecb: XCTUnwrap(Self.picture)])
    }
  }

  func testIconsThatArriveAfterTheWindowWasClosedAreIgnored() throws {
    onMain {
      let marks = ProviderIcons { _, _, _ in Self.picture } changed: { XCTFail("something is to be shown") }
      marks.look(at: Self.state(), open: nil, scale: 1)
      marks.end()
      MainLoop.run(milliseconds: 200)
      XCTAssertEqual(marks.pictures, [:])
    }
  }
}
