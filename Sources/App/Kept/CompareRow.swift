// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// One line, total or heading of a compared calculation on screen.
@MainActor
final class CompareRow {
  let body: Widget
  let then: Label
  let today: BoxContainer
  private let title: Label
  private let note: Label
  private let now: Label
  private let change: Label

  init() throws(BuilderError) {
    let builder = try Builder(resource: Paths.compareRow, domain: Paths.domain)
    body = try builder.object("row")
    title = try builder.object("title")
    note = try builder.object("note")
    then = try builder.object("then")
    today = try builder.object("today")
    now = try builder.object("now")
    change = try builder.object("change")
  }

  func render(_ state: CompareViewState.Row) {
    // The mark keeps a sum in its order in right-to-left languages.
    title.text = "\u{200E}" + ReadingOrder.held(state.title)
    note.text = state.note
    note.isVisible = !state.note.isEmpty
    then.text = state.then
    then.setTrailingSpace(like: state.thenTail)
    now.text = state.today
    now.setTrailingSpace(like: state.todayTail)
    change.text = state.change
    change.isVisible = !state.change.isEmpty
    change.style("up", state.trend == .up)
    change.style("down", state.trend == .down)
    body.setAccessibleLabel(state.spoken)
  }

  /// The headings of the columns.
  func render(heading state: CompareViewState.Row) {
    title.text = state.title
    then.text = state.then
    now.text = state.today
    (note.isVisible, change.isVisible) = (false, false)
    body.style("heading-row", true)
  }
}
