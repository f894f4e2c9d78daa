// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
enum CalculatorMenus {
  static func main() -> Menu {
    let menu = Menu()
    menu.append(tr("Custom Rates"), action: WindowAction.ownRates.name)
    let user = Menu()
    user.append(tr("Account"), action: ApplicationAction.account.name)
    user.append(tr("Settings"), action: ApplicationAction.settings.name)
    menu.append(section: user)
    let about = Menu()
    about.append(tr("Keyboard Shortcuts"), action: WindowAction.shortcuts.name)
    about.append(tr("Help"), action: ApplicationAction.help.name)
    about.append(tr("About Kurs"), action: WindowAction.about.name)
    menu.append(section: about)
    return menu
  }

  static func list() -> Menu {
    let menu = Menu()
    menu.append(tr("Historical Rates…"), action: WindowAction.chooseDay.name)
    menu.append(tr("Fee…"), action: WindowAction.fee.name)
    menu.append(tr("Check a Payment…"), action: WindowAction.paid.name)
    menu.append(tr("Cash Rounding"), action: WindowSwitch.roundCash.name)
    let list = Menu()
    list.append(tr("Copy List"), action: WindowAction.copyList.name)
    list.append(tr("Export…"), action: WindowAction.export.name)
    list.append(tr("Print…"), action: WindowAction.printReceipt.name)
    list.append(tr("Convert a Table…"), action: WindowAction.convertTable.name)
    list.append(tr("Clear List"), action: WindowAction.clearList.name)
    menu.append(section: list)
    return menu
  }

  private static let mostLists = 12

  static func lists(_ state: CalculatorViewState.Lists) -> Menu {
    let menu = Menu()
    for entry in state.entries.prefix(mostLists + 1) {
      // GTK turns an underscore in a menu label into a mnemonic, so each one is doubled.
      let label = entry.title.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
      menu.append(label, action: "\(WindowAction.scope).\(WindowAction.list)::\(entry.id)")
    }
    let all = Menu()
    all.append(tr("Lists"), action: WindowAction.saved.name)
    all.append(tr("History"), action: WindowAction.history.name)
    menu.append(section: all)
    let list = Menu()
    list.append(tr("New List…"), action: WindowAction.newList.name)
    list.append(tr("Open File…"), action: WindowAction.openFile.name)
    if !state.isNamed { list.append(tr("Save List…"), action: WindowAction.save.name) }
    menu.append(section: list)
    if state.isNamed { menu.append(section: Self.list(state.chosen, state)) }
    return menu
  }

  static func list(_ id: String, _ state: CalculatorViewState.Lists) -> Menu {
    let (menu, order, rest) = (Menu(), Menu(), Menu())
    let action = { (request: ListRequest) in "\(WindowAction.ofList.name)::\(request.rawValue) \(id)" }
    menu.append(tr("Duplicate…"), action: action(.duplicate))
    menu.append(tr("Rename…"), action: action(.rename))
    if state.canMoveUp(id) { order.append(tr("Move Up"), action: action(.up)) }
    if state.canMoveDown(id) { order.append(tr("Move Down"), action: action(.down)) }
    menu.append(section: order)
    rest.append(tr("Delete List"), action: action(.delete))
    menu.append(section: rest)
    return menu
  }

  /// Creates the menu of a result. Chart, currency and amount have no entries, because clicks on the row open them.
  static func result(_ code: String) -> Menu {
    let menu = Menu()
    menu.append(tr("Copy"), action: "\(WindowAction.copyResult.name)::\(code)")
    menu.append(tr("How This Was Calculated"), action: "\(WindowAction.explainResult.name)::\(code)")
    menu.append(tr("Swap With Amount"), action: "\(WindowAction.swapWith.name)::\(code)")
    let rest = Menu()
    rest.append(tr("Alert…"), action: "\(WindowAction.alertResult.name)::\(code)")
    rest.append(tr("Custom Rate…"), action: "\(WindowAction.ownRate.name)::\(code)")
    rest.append(tr("Remove"), action: "\(WindowAction.removeResult.name)::\(code)")
    menu.append(section: rest)
    return menu
  }

  /// Creates the menu of a line. Sign and currency have no entries, because the edited line has buttons for both.
  static func line(_ line: CalculatorViewState.Line) -> Menu {
    let menu = Menu()
    menu.append(tr("Date…"), action: "\(WindowAction.lineDay.name)::\(line.id)")
    menu.append(tr("Custom Rate…"), action: "\(WindowAction.lineOwnRate.name)::\(line.id)")
    menu.append(tr("Note…"), action: "\(WindowAction.lineNote.name)::\(line.id)")
    let rest = Menu()
    rest.append(tr("Remove"), action: "\(WindowAction.removeLine.name)::\(line.id)")
    menu.append(section: rest)
    return menu
  }
}
