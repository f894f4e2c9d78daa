// SPDX-License-Identifier: GPL-3.0-or-later
import XCTest

@testable import KursGtk

final class SetterTests: WidgetTestCase {
  func testSettingTheSameValueOfAWidgetEmitsNoSignal() {
    onMain {
      let (button, label) = (Button(label: "One"), Label(text: ""))
      let changes = Changes()
      button.connectArgument("notify::label") { _ in changes.count += 1 }
      label.connectArgument("notify::css-classes") { _ in changes.count += 1 }
      label.connectArgument("notify::tooltip-text") { _ in changes.count += 1 }
      button.label = "One"
      label.style("error", false)
      label.setTooltip("")
      XCTAssertEqual(changes.count, 0)
      for _ in 0..<2 {
        button.label = "Two"
        label.style("error", true)
        label.setTooltip("Three")
      }
      XCTAssertEqual(changes.count, 3)
    }
  }

  func testSettingTheSameChoicesOfAComboRowKeepsTheSelectedChoice() {
    onMain {
      let row = ComboRow(title: "Side", choices: ["Buying", "Selling"])
      row.selected = 1
      row.setChoices(["Buying", "Selling"])
      XCTAssertEqual(row.selected, 1)
      row.setChoices(["Buying", "Middle"])
      XCTAssertEqual(row.selected, 0)
    }
  }
}

@MainActor
private final class Changes {
  var count = 0
}
