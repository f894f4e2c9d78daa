// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// The window in which a currency is chosen.
@MainActor
final class PickerWindow {
  let window: Window
  private let search: Entry
  private let list: ListView
  private let scroller: Widget
  private let nothing: Widget
  private var state: PickerViewState

  init(_ state: PickerViewState, choose: @escaping @MainActor @Sendable (Currency) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.picker, domain: Paths.domain)
    window = try builder.object("window")
    search = try builder.object("search")
    list = try builder.object("list")
    scroller = try builder.object("scroller")
    nothing = try builder.object("nothing")
    self.state = state
    list.setRows(make: { try? PickerRow() }, fill: { [weak self] row, index in self?.fill(row, index) ?? false })
    let chosen: @MainActor @Sendable (PickerViewState.Choice?) -> Void = { [weak self] choice in
      guard let choice else { return }
      choose(choice.currency)
      self?.window.close()
    }
    list.onActivate { [weak self] index in chosen(self?.state.choice(at: index)) }
    search.onActivate { [weak self] in chosen(self?.state.first) }
    search.onStopSearch { [weak self] in self?.window.close() }
    search.onSearch { [weak self] in self?.searched() }
    show()
  }

  /// Opens it above another window.
  func present(above parent: Window) {
    window.setTransient(for: parent)
    window.present()
    search.grabFocus()
  }

  private func searched() {
    state.search(search.text)
    show()
  }

  private func show() {
    list.show(count: state.rows.count)
    scroller.isVisible = !state.rows.isEmpty
    nothing.isVisible = state.rows.isEmpty
  }

  private func fill(_ row: PickerRow, _ index: Int) -> Bool {
    switch state.rows[index] {
    case .heading(let title):
      row.show(heading: title)
      return false
    case .currency(let choice):
      row.show(choice)
      return true
    }
  }
}
