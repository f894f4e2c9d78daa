// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class AccountWaiting {
  @Child("waiting") private var group: PreferencesGroup
  private(set) var rows: [WaitingRow] = []
  private var shown: [AccountViewState.Waiting] = []
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
  }

  /// Shows the changes that wait to be sent. A change that is already shown keeps its row and thereby the focus.
  func render(_ state: AccountViewState) {
    group.isVisible = !state.waiting.isEmpty
    guard state.waiting != shown else { return }
    let refused = state.waiting.first { $0.isRefused && !shown.contains($0) }
    shown = state.waiting
    for row in rows where !shown.contains(where: { $0.change.id == row.id }) { group.remove(row.row) }
    rows.removeAll { row in !shown.contains { $0.change.id == row.id } }
    for waiting in shown {
      if let known = rows.first(where: { $0.id == waiting.change.id }) {
        known.render(waiting)
      } else if let row = try? WaitingRow(waiting, send) {
        group.add(row.row)
        rows.append(row)
      }
    }
    if let refused { group.announce("\(refused.title). \(refused.text)") }
  }
}

@MainActor
final class WaitingRow {
  @Child("row") var row: ActionRow
  @Child("retry") var retry: Button
  @Child("discard") var discard: Button
  let id: WaitingChange.ID
  private var change: WaitingChange

  init(
    _ waiting: AccountViewState.Waiting, _ send: @escaping @MainActor @Sendable (AccountIntent) -> Void
  ) throws(BuilderError) {
    (id, change) = (waiting.change.id, waiting.change)
    try Builder(ui: "account-waiting-row").bind(self)
    render(waiting)
    retry.onClick { [weak self] in
      if let self { send(.changeRetried(change)) }
    }
    discard.onClick { [weak self] in
      if let self { send(.changeDiscarded(change)) }
    }
  }

  func render(_ waiting: AccountViewState.Waiting) {
    change = waiting.change
    row.title = waiting.title
    row.subtitle = waiting.text
    retry.isVisible = waiting.canRetry
    for button in [retry, discard] { button.setAccessibleDescription("\(waiting.title). \(waiting.text)") }
  }
}
