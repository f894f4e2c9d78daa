// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorWindow {
  func did(_ action: LineList.Action) {
    switch action {
    case .chosen(let id): _ = place(of: id).map { send(.event(.lineChosen($0))) }
    case .entered: returnToAmount()
    case .moved(let id, let other):
      guard let from = place(of: id), let to = place(of: other) else { return }
      send(.event(.lineMoved(from: from, to: to)))
    case .turned(let id): turnSign(of: id)
    case .movedUp: moveLine(by: -1)
    case .movedDown: moveLine(by: 1)
    case .removed: remove(shown.activeID)
    }
  }

  func place(of id: Int) -> Int? { shown.lines.firstIndex { $0.id == id } }

  /// A line that was added is subtracted, and the other way round.
  func turnSign(of id: Int) {
    guard let place = place(of: id) else { return }
    send(.event(.lineSignChosen(at: place, shown.lines[place].sign == "−" ? .plus : .minus)))
  }

  /// Goes up or down the list by so many lines; false where there is none.
  @discardableResult
  func step(by count: Int) -> Bool {
    guard shown.lines.indices.contains(shown.active + count) else { return false }
    send(.event(.lineChosen(shown.active + count)))
    return true
  }

  /// Moves the active line up or down by so many places.
  @discardableResult
  func moveLine(by count: Int) -> Bool {
    guard shown.lines.indices.contains(shown.active + count) else { return false }
    send(.event(.lineMoved(from: shown.active, to: shown.active + count)))
    return true
  }

  /// Backspace in a line with nothing in it takes the line away.
  func removedEmptyLine() -> Bool {
    guard amount.text.isEmpty, !shown.lines.isEmpty else { return false }
    remove(shown.activeID)
    return true
  }

  func remove(_ id: Int) {
    guard let place = place(of: id) else { return }
    send(.event(.lineRemoved(at: place, removal: removals + 1)))
    sayRemoved(tr("Line removed"))
  }

  func clearList() {
    send(.event(.cleared(removal: removals + 1)))
    sayRemoved(tr("List cleared"))
  }

  /// Offers to bring back what was just taken away, whatever else is done meanwhile.
  private func sayRemoved(_ sentence: String) {
    removals += 1
    toast(sentence, button: (tr("Undo"), "\(WindowAction.undoRemoval.name)::\(removals)"))
  }

  func returnToAmount() {
    window.focus(amount)
    amount.selectAll()
  }

  func openMenu(ofLine id: Int, at place: Widget) {
    guard let line = shown.lines.first(where: { $0.id == id }) else { return }
    late.menuPlace = place
    place.popUp(CalculatorMenus.line(line))
  }
}
