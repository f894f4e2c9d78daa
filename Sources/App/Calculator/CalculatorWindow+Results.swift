// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

extension CalculatorWindow {
  func did(_ action: ResultRow.Action, to code: String) {
    guard let index = place(of: code) else { return }
    switch action {
    case .menuOpened: openMenu(ofResult: code)
    case .chartOpened: send(.chartPressed(code))
    case .doubtOpened: send(.doubtPressed(code))
    case .offerChosen: if let offer = shown.rows[index].offer { send(.offerPressed(offer)) }
    case .explained: send(.explainPressed(code))
    case .edited: edit(code)
    case .movedUp: move(from: index, to: index - 1)
    case .movedDown: move(from: index, to: index + 1)
    case .dropped(let dragged): if let from = place(of: dragged) { move(from: from, to: index) }
    }
  }

  /// Marks the result whose chart stands beside it; nil where there is none.
  func mark(charted code: String?) {
    for (row, state) in zip(rows, shown.rows) { row.row.style("charted", state.id == code) }
  }

  func place(of code: String) -> Int? { shown.rows.firstIndex { $0.id == code } }

  private func move(from index: Int, to target: Int) {
    guard shown.rows.indices.contains(target), index != target else { return }
    send(.event(.resultMoved(from: index, to: target)))
    rows[target].row.grabFocus()
  }

  private func openMenu(ofResult code: String) {
    guard let index = place(of: code) else { return }
    rows[index].place.popUp(CalculatorMenus.result(code, isEditable: shown.rows[index].isEditable))
  }

  /// Shows how a result was reckoned beside it.
  func explain(_ code: String, _ lines: [String]) {
    guard let index = place(of: code) else { return }
    let popover = try? ReckoningPopover(lines) { [weak self] in self?.copy($0) }
    popover?.popUp(at: rows[index].place)
  }

  func edit(_ code: String) {
    guard let index = place(of: code), shown.rows[index].isEditable else { return }
    let popover = try? TextPopover(title: tr("Amount in {code}", ["code": code]), text: shown.rows[index].value) {
      [weak self] text in
      guard let self, let index = place(of: code) else { return }
      send(.event(.resultEdited(at: index, text)))
    }
    popover?.popUp(at: rows[index].place)
  }
}
