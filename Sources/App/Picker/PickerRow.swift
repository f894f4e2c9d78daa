// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// One row of the picker: code, name, symbol; or a heading.
@MainActor
final class PickerRow: Cell {
  let widget: Widget
  private let code: Label
  private let name: Label
  private let detail: Label

  init() throws(BuilderError) {
    let builder = try Builder(resource: Paths.pickerRow, domain: Paths.domain)
    widget = try builder.object("row")
    code = try builder.object("code")
    name = try builder.object("name")
    detail = try builder.object("detail")
  }

  func show(_ choice: PickerViewState.Choice) {
    widget.style("heading-row", false)
    code.isVisible = true
    code.text = choice.currency.code
    name.text = choice.name
    detail.text = choice.detail
  }

  func show(heading: String) {
    widget.style("heading-row", true)
    code.isVisible = false
    name.text = heading
    detail.text = ""
  }
}
