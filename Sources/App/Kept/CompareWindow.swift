// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The window that shows a saved calculation line by line, at the rates it used beside today's.
@MainActor
final class CompareWindow {
  let window: Window
  private let thens = SizeGroup()
  private let todays = SizeGroup()

  init(_ state: CompareViewState) throws(BuilderError) {
    let builder = try Builder(resource: Paths.compare, domain: Paths.domain)
    window = try builder.object("window")
    window.setTitle(state.title)
    let lines: BoxContainer = try builder.object("lines_heading")
    lines.append(try heading(tr("Lines in {code}", ["code": state.currency]), state))
    let totals: BoxContainer = try builder.object("totals_heading")
    totals.append(try heading(tr("Total"), state))
    try fill(builder.object("lines"), state.lines)
    try fill(builder.object("totals"), state.totals)
    try builder.object("place", as: Scroller.self).goByRows(isAlone: true)
    window.onEscape { [weak self] in self?.window.close() }
  }

  func present(above parent: Window) { window.present(above: parent) }

  private func heading(_ title: String, _ state: CompareViewState) throws(BuilderError) -> Widget {
    let row = try CompareRow()
    row.render(heading: .init(title: title, then: state.then, today: tr("Today")))
    return take(row).body
  }

  private func fill(_ list: ListBox, _ states: [CompareViewState.Row]) throws(BuilderError) {
    for state in states {
      let row = try CompareRow()
      row.render(state)
      list.insert(take(row).body)
    }
  }

  /// All rows share the room in one way, so that the columns stand below each other.
  private func take(_ row: CompareRow) -> CompareRow {
    thens.add(row.then)
    todays.add(row.today)
    return row
  }
}
