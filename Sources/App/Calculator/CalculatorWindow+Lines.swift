// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorWindow {
  /// Carries out what Enter means.
  func enter(_ key: EnterKey) {
    switch key {
    case .finish: finish()
    case .continueWith(let sign, let text):
      typed(text)
      begin(sign)
    case .newLine: begin(.plus)
    case .nextLine: _ = ask(places.stepped(by: 1))
    }
  }

  /// What is written next begins another amount, unless it is an operator.
  private func finish() {
    finished.finished(amount.text, isRefused: shown.noteIsError && shown.amount == amount.text)
    if finished.isStanding { amount.position = -1 }
    typing.asked()
    send(.event(.equalsPressed))
  }

  /// What is typed from now on belongs to the new line, though the workflow has yet to hear of it.
  func begin(_ sign: LineSign) {
    finished.ended()
    send(.event(places.added(sign)))
    stepping.forget()
    expect("")
  }

  func did(_ deed: LineList.Deed) {
    switch deed {
    case .chosen(let id): _ = ask(places.chose(id))
    case .entered: returnToAmount()
    case .moved(let id, let other): _ = ask(places.moved(id, onto: other))
    case .movedUp: _ = ask(places.moved(by: -1))
    case .movedDown: _ = ask(places.moved(by: 1))
    case .removed: remove(nil)
    }
  }

  /// Backspace in a line with nothing in it takes the line away.
  func removedEmptyLine() -> Bool {
    guard amount.text.isEmpty, places.isList else { return false }
    remove(nil)
    return true
  }

  func remove(_ id: Int?) {
    guard ask(places.removed(id, as: removals + 1)) else { return }
    stepping.forget()
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
    finished.ended()
    window.focus(amount)
    amount.selectAll()
  }

  func openMenu(ofLine id: Int, at place: Widget) {
    guard let line = shown.lines.first(where: { $0.id == id }) else { return }
    late.menuPlace = place
    place.popUp(CalculatorMenus.line(line))
  }
}
