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
  let window: Window
  let price: Entry
  let paid: Entry
  let day: Entry
  let calendar: Button
  private let from: Button
  private let to: Button
  private let rows: ListBox
  private let profile: Entry
  private let problem: Label
  let keep: Button
  private var shownRows: [(row: ActionRow, state: PaymentCheckViewState.Row)] = []
  private let send: @MainActor @Sendable (PaymentCheckIntent) -> Void

  init(send: @escaping @MainActor @Sendable (PaymentCheckIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.paid, domain: Paths.domain)
    window = try builder.object("window")
    price = try builder.object("price")
    paid = try builder.object("paid")
    day = try builder.object("day")
    calendar = try builder.object("calendar")
    from = try builder.object("from")
    to = try builder.object("to")
    rows = try builder.object("rows")
    profile = try builder.object("profile")
    problem = try builder.object("problem")
    keep = try builder.object("keep")
    self.send = send
    for entry in [price, paid, day] { entry.onChange { send(.typed) } }
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
    profile.setAccessibleDescription(isTaken ? "" : tr("For example: Card = 1.75% + 0.35 EUR"))
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
