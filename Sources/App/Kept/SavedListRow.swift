// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class SavedListRow: Cell {
  let widget: Widget
  private let title: Label
  private let detail: Label
  private let then: Label
  private let thenNote: Label
  private let todayBox: Widget
  private let today: Label
  private let todayNote: Label
  private let menu: Button
  private var index = 0
  private(set) var spoken = ""

  init(onMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.keptRow, domain: Paths.domain)
    widget = try builder.object("row")
    title = try builder.object("title")
    detail = try builder.object("detail")
    then = try builder.object("then")
    thenNote = try builder.object("then_note")
    todayBox = try builder.object("today_box")
    today = try builder.object("today")
    todayNote = try builder.object("today_note")
    menu = try builder.object("menu")
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
