// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

enum PaymentCheckIntent: Equatable, Sendable {
  case typed
  case fromPressed
  case toPressed
  case calendarPressed
  case profileTyped(String)
  case profileRemoved(String)
  case keepPressed
  case closed
}

@MainActor
final class PaymentCheckWindow {
  @Child("window") var window: Window
  @Child("price") var price: Entry
  @Child("paid") var paid: Entry
  @Child("day") var day: Entry
  @Child("calendar") var calendar: Button
  @Child("from") private var from: Button
  @Child("to") private var to: Button
  @Child("rows") private var rows: ListBox
  @Child("profile") private var profile: Entry
  @Child("example") var example: Label
  @Child("problem") private var problem: Label
  @Child("keep") var keep: Button
  private var shownRows: [(row: ActionRow, state: PaymentCheckViewState.Row)] = []
  private let send: @MainActor @Sendable (PaymentCheckIntent) -> Void

  init(send: @escaping @MainActor @Sendable (PaymentCheckIntent) -> Void) throws(BuilderError) {
    self.send = send
    try Builder(ui: "paid").bind(self)
    for entry in [price, paid, day] { entry.onChange { send(.typed) } }
    for entry in [price, paid, day, profile] { entry.keepOwnDigits() }
    from.onClick { send(.fromPressed) }
    to.onClick { send(.toPressed) }
    calendar.onClick { send(.calendarPressed) }
    keep.onClick { send(.keepPressed) }
    profile.onApply { [weak self] in
      guard let self else { return }
      send(.profileTyped(profile.text))
    }
    window.onEscape { [weak window] in window?.close() }
    window.onCloseRequest { send(.closed) }
  }

  func present(above parent: Window) { window.present(above: parent, focusing: price.text.isEmpty ? price : paid) }

  func render(_ state: PaymentCheckViewState, from: Currency, to: Currency) {
    for (button, currency, title) in [
      (self.from, from, tr("Currency of the price: {code}", ["code": from.code])),
      (self.to, to, tr("Currency of the payment: {code}", ["code": to.code])),
    ] {
      button.label = currency.code
      button.setAccessibleLabel(title)
    }
    render(state.rows)
    problem.text = state.problem
    problem.isVisible = !state.problem.isEmpty
    keep.isSensitive = state.canKeep
  }

  func tookProfile(_ isTaken: Bool) {
    profile.style("error", !isTaken)
    profile.setAccessibleDescription(isTaken ? "" : example.text)
    if isTaken { profile.text = "" }
  }

  private func render(_ states: [PaymentCheckViewState.Row]) {
    guard states != shownRows.map(\.state) else { return }
    for (row, _) in shownRows { rows.remove(row) }
    shownRows = states.map { state in
      let row = ActionRow(plain: state.title)
      row.subtitle = state.detail
      if let name = state.profile {
        let remove = Button(label: "")
        remove.setIcon("user-trash-symbolic")
        remove.style("flat", true)
        remove.setAccessibleLabel(tr("Remove {name}", ["name": name]))
        remove.onClick { [send] in send(.profileRemoved(name)) }
        row.addSuffix(remove)
      }
      rows.insert(row)
      return (row, state)
    }
    rows.isVisible = !states.isEmpty
  }
}
