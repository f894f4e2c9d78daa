// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// One result row on screen.
@MainActor
final class ResultRow {
  let row: Widget
  private let code: Label
  private let name: Label
  private let value: Label
  private let rate: Label
  private let menu: Button
  private var shown = CalculatorViewState.Row(id: "", name: "", value: "", rate: "")

  init(onMenu: @escaping @MainActor @Sendable (String, Widget) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.resultRow, domain: Paths.domain)
    row = try builder.object("row")
    code = try builder.object("code")
    name = try builder.object("name")
    value = try builder.object("value")
    rate = try builder.object("rate")
    menu = try builder.object("menu")
    menu.onClick { [weak self] in
      guard let self else { return }
      onMenu(shown.id, menu)
    }
  }

  func render(_ state: CalculatorViewState.Row) {
    guard state != shown else { return }
    if state.id != shown.id { code.text = state.id }
    if state.name != shown.name { name.text = state.name }
    if state.value != shown.value { value.text = state.value }
    if state.rate != shown.rate { rate.text = state.rate }
    if state.spoken != shown.spoken {
      row.setAccessibleLabel(state.spoken)
      menu.setAccessibleLabel(tr("Menu of {currency}", ["currency": state.spoken]))
    }
    shown = state
  }
}
