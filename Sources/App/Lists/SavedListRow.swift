// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class SavedListRow: Cell {
  @Child("row") var widget: Widget
  @Child("title") private var title: Label
  @Child("detail") private var detail: Label
  @Child("then") private var then: Label
  @Child("then_note") private var thenNote: Label
  @Child("today_box") private var todayBox: Widget
  @Child("today") private var today: Label
  @Child("today_note") private var todayNote: Label
  @Child("menu") private var menu: Button
  private var index = 0
  private(set) var spoken = ""

  init(onMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void) throws(BuilderError) {
    try Builder(resource: Paths.keptRow, domain: Paths.domain).bind(self)
    widget.speakForLabels()
    menu.onClick { [weak self] in
      guard let self else { return }
      onMenu(index, menu)
    }
  }

  func show(_ state: SavedListsViewState.Row, at index: Int) {
    self.index = index
    title.text = ReadingOrder.held(state.title)
    detail.text = ReadingOrder.held(state.detail)
    then.text = state.then
    thenNote.text = state.thenNote
    thenNote.isVisible = !state.thenNote.isEmpty
    today.text = state.today
    todayNote.text = state.todayNote
    todayBox.isVisible = !state.today.isEmpty
    spoken = state.spoken
    widget.setAccessibleLabel(spoken)
    menu.setAccessibleLabel(tr("Menu of {calculation}", ["calculation": state.title]))
  }
}
