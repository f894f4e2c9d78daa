// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

extension CalculatorWindow {
  /// The name of the list at hand is the window's, and what opens the others.
  func renderLists(_ state: CalculatorViewState.Lists) {
    guard state != shown.lists || !isTitled else { return }
    isTitled = true
    listTitle.text = state.heading
    listChooser.setAccessibleLabel(tr("List: {title}", ["title": state.title]))
    window.setTitle(state.windowTitle)
    window.setChoice(WindowAction.list, state.chosen)
    window.setEnabled(WindowAction.renameList, state.isNamed)
    window.setEnabled(WindowAction.deleteList, state.isNamed)
    window.setEnabled(WindowAction.listUp, state.canMoveUp(state.chosen))
    window.setEnabled(WindowAction.listDown, state.canMoveDown(state.chosen))
  }

  /// Until something else is done, Ctrl+Z brings back the list that was just deleted.
  func offerToRestore(_ id: PersonObject.ID) {
    late.deleted = (id, shown.lists.chosen, shown.amount)
    window.setEnabled(WindowAction.undo, true)
  }

  /// Whether a deleted list was brought back, in place of the last step in another one.
  func restoredDeleted() -> Bool {
    guard let (id, list, amount) = late.deleted else { return false }
    late.deleted = nil
    window.setEnabled(WindowAction.undo, shown.canUndo)
    guard shown.lists.chosen == list, shown.amount == amount else { return false }
    send(.listRestored(id))
    return true
  }

  func connectLists() {
    listChooser.onClick { [weak self] in
      guard let self else { return }
      takeFocusBack()
      listChooser.popUp(CalculatorMenus.lists(shown.lists))
    }
    window.installChoice(WindowAction.list, CalculatorViewState.Lists.unnamed) { [weak self] id in
      self?.send(.listChosen(PersonObject.ID(id)))
    }
  }
}
