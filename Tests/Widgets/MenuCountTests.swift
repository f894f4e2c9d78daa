// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk

/// Limits the numbers of menu entries and keys. A new entry must replace an old entry.
final class MenuCountTests: WidgetTestCase {
  func testNoMenuHasMoreEntriesThanItsLimit() {
    onMain {
      var (all, lists) = (0, CalculatorViewState.Lists())
      lists.entries += ["one", "two", "three"].map { .init(id: $0, title: $0) }
      let unnamed = CalculatorMenus.lists(lists)
      lists.chosen = "two"
      let record = CalculationRecord(text: "1 EUR", lines: [], result: .eur, savedAt: Timestamp(milliseconds: 1))
      let row = SavedListsViewState.Row(
        subject: .saved(UserObject.ID(.saved, named: "a")), title: "a", detail: "b",
        then: [.init(text: "1", code: "EUR")], thenNote: "", record: record)
      let menus: [(name: String, menu: Menu, most: Int)] = [
        ("main", CalculatorMenus.main(), 7), ("list", CalculatorMenus.list(), 10),
        // The menu of a list at the side isn't counted, because it has the same entries as the menu of the title.
        ("title", CalculatorMenus.lists(lists), 10), ("line", CalculatorMenus.line(.init(id: 0)), 6),
        ("result", CalculatorMenus.result("USD"), 6), ("chart", ChartMenu.make(), 8),
        ("point in a chart", ChartMenu.alert(at: "1.1", target: "1.1"), 1),
        ("saved list", SavedListsWindow.menu(of: row, at: 0), 4),
      ]
      for (name, menu, most) in menus {
        let count = menu.actions.filter { $0 != "win.list" }.count
        print("\(name): \(count) entries, at most \(most)")
        XCTAssertLessThanOrEqual(count, most, name)
        all += count
      }
      print("all menus: \(all) entries, at most 45")
      XCTAssertLessThanOrEqual(all, 45)
      XCTAssertTrue(unnamed.actions.contains(WindowAction.save.name))
      XCTAssertTrue(Set(CalculatorMenus.main().labels).isDisjoint(with: CalculatorMenus.list().labels))
    }
  }

  func testThereAreAtMostFortyShortcuts() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../data/ui/shortcuts.ui")
    let count = try String(contentsOf: file, encoding: .utf8).split(separator: "AdwActionRow").count - 1
    print("shortcuts: \(count), at most 40")
    XCTAssertLessThanOrEqual(count, 40)
  }

  /// The rows of providers, alerts and result currencies aren't counted, because other files define them.
  func testTheSettingsWindowHasAtMost35Rows() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../data/ui/settings.ui")
    let text = try String(contentsOf: file, encoding: .utf8)
    let kinds = ["Action", "Combo", "Entry", "Expander"]
    let count = kinds.reduce(0) { $0 + text.split(separator: "\"Adw\($1)Row\"").count - 1 }
    print("settings: \(count) rows, at most 35")
    XCTAssertGreaterThan(count, 15)
    XCTAssertLessThanOrEqual(count, 35)
  }

  func testCommonActionsHaveTheSameShortcutsAsInGNOME() {
    let keys: [(String, [String])] = [
      ("<Control>n", WindowAction.newList.accelerators), ("<Control>o", WindowAction.openFile.accelerators),
      ("<Control>s", WindowAction.save.accelerators), ("<Control>p", WindowAction.printReceipt.accelerators),
      ("<Control>p", ChartAction.print.accelerators), ("<Control>e", WindowAction.export.accelerators),
      ("<Control>e", ChartAction.export.accelerators), ("F1", ApplicationAction.help.accelerators),
      ("<Control>comma", ApplicationAction.settings.accelerators), ("<Control>q", ApplicationAction.quit.accelerators),
      ("<Control>question", WindowAction.shortcuts.accelerators), ("<Control>z", WindowAction.undo.accelerators),
      ("<Control><Shift>z", WindowAction.redo.accelerators), ("<Control>w", CloseAction.close.accelerators),
      ("F5", WindowAction.refresh.accelerators), ("<Control>r", WindowAction.refresh.accelerators),
      ("<Control>k", WindowAction.chooseCurrency.accelerators),
      ("<Control><Shift>k", WindowAction.addCurrency.accelerators),
      ("<Control><Shift>o", WindowAction.saved.accelerators), ("<Control>h", WindowAction.history.accelerators),
      ("<Control>g", WindowAction.chart.accelerators), ("<Control>d", WindowAction.chooseDay.accelerators),
      ("<Control>t", WindowAction.convertTable.accelerators), ("<Control>i", WindowAction.swap.accelerators),
      ("<Control>m", WindowAction.compact.accelerators), ("F9", WindowSwitch.keypad.accelerators),
      ("<Control><Shift>c", WindowAction.copy.accelerators),
    ]
    for (key, accelerators) in keys { XCTAssertTrue(accelerators.contains(key), "\(key): \(accelerators)") }
    let calculator =
      WindowAction.allCases.flatMap(\.accelerators) + WindowSwitch.allCases.flatMap(\.accelerators)
      + ApplicationAction.allCases.flatMap(\.accelerators)
    XCTAssertEqual(Set(calculator).count, calculator.count)
  }
}

extension Menu {
  fileprivate var labels: [String] { Self.entries(of: raw.assumingMemoryBound(to: GMenuModel.self), "label") }
  fileprivate var actions: [String] { Self.entries(of: raw.assumingMemoryBound(to: GMenuModel.self), "action") }

  /// Returns the values of an attribute in the menu, its sections and its submenus.
  private static func entries(of model: UnsafeMutablePointer<GMenuModel>, _ attribute: String) -> [String] {
    (0..<g_menu_model_get_n_items(model)).flatMap { place in
      for link in ["section", "submenu"] {
        guard let inner = g_menu_model_get_item_link(model, place, link) else { continue }
        defer { g_object_unref(inner) }
        return entries(of: inner, attribute)
      }
      guard let value = g_menu_model_get_item_attribute_value(model, place, attribute, nil) else { return [] }
      defer { g_variant_unref(value) }
      return [String(cString: g_variant_get_string(value, nil))]
    }
  }
}
