// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class AccountConflicts {
  @Child("conflicts") private var group: PreferencesGroup
  private(set) var rows: [ConflictRow] = []
  private var shown: [AccountViewState.Conflict] = []
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
  }

  func render(_ state: AccountViewState) {
    group.isVisible = state.page == .account && !state.conflicts.isEmpty
    guard state.conflicts != shown else { return }
    let isNew = state.conflicts.count > shown.count
    shown = state.conflicts
    for row in rows { group.remove(row.row) }
    rows = shown.compactMap { conflict in try? ConflictRow(conflict, send) }
    for row in rows { group.add(row.row) }
    if isNew, let first = shown.first { group.announce("\(first.title). \(first.text)") }
  }
}

@MainActor
final class ConflictRow {
  @Child("row") var row: ActionRow
  @Child("take") var take: Button
  @Child("keep") var keep: Button

  init(
    _ conflict: AccountViewState.Conflict, _ send: @escaping @MainActor @Sendable (AccountIntent) -> Void
  ) throws(BuilderError) {
    try Builder(ui: "account-conflict-row").bind(self)
    row.title = conflict.title
    row.subtitle = conflict.text
    // A screen reader speaks the description of the focused button, so the description contains the conflict.
    for button in [take, keep] { button.setAccessibleDescription("\(conflict.title). \(conflict.text)") }
    take.onClick { send(.conflictDecided(conflict.conflict, takesOther: true)) }
    keep.onClick { send(.conflictDecided(conflict.conflict, takesOther: false)) }
  }
}
