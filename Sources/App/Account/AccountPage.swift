// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class AccountPage {
  let picture: AccountPicture
  let methods: AccountSignInMethods
  let conflicts: AccountConflicts
  let waiting: AccountWaiting
  @Child("account") private var group: Widget
  @Child("actions") private var actions: Widget
  @Child("own_name") private var name: Entry
  @Child("own_name_problem") private var nameProblem: ActionRow
  @Child("own_email") private var email: ActionRow
  @Child("own_server") private var server: ActionRow
  @Child("message") private var message: ActionRow
  @Child("sync") private var sync: ActionRow
  @Child("sync_button") private var syncButton: Button
  @Child("change_password") private var password: ActionRow
  @Child("outcome") private var outcome: ActionRow
  private var shownName = ""

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    picture = try AccountPicture(builder, send: send)
    methods = try AccountSignInMethods(builder, send: send)
    conflicts = try AccountConflicts(builder, send: send)
    waiting = try AccountWaiting(builder, send: send)
    try builder.bind(self)
    syncButton.onClick { send(.syncPressed) }
    name.onApply { [weak name] in
      guard let name else { return }
      send(.renamed(name.text))
    }
  }

  func render(_ state: AccountViewState) {
    group.isVisible = state.page == .account
    actions.isVisible = state.page == .account
    picture.render(state)
    methods.render(state)
    conflicts.render(state)
    waiting.render(state)
    if state.name != shownName { name.text = state.name }
    shownName = state.name
    name.isSensitive = state.canChange
    renderNameProblem(state.nameProblem)
    email.subtitle = state.email
    email.isVisible = !state.email.isEmpty
    server.subtitle = state.server
    // The message has a separate label, because its text direction may differ from the window's.
    message.subtitle = state.message
    message.isVisible = !state.message.isEmpty
    sync.subtitle = state.sync
    syncButton.isSensitive = state.canSync
    password.title = state.hasPassword ? tr("Change Password…") : tr("Set Password…")
    outcome.isVisible = state.outcome != nil
    guard let sentence = state.outcome, sentence != outcome.title else { return }
    outcome.title = sentence
    // GTK 4.8 can't announce text. So the outcome gets the focus, because screen readers speak the focused element.
    if state.page == .account { outcome.grabFocus() }
  }

  private func renderNameProblem(_ sentence: String?) {
    let isNew = sentence != nil && !nameProblem.isVisible
    nameProblem.isVisible = sentence != nil
    nameProblem.title = sentence ?? ""
    name.style("error", sentence != nil)
    name.setAccessibleDescription(sentence ?? "")
    if isNew { name.grabFocus() }
  }
}

@MainActor
final class AccountSignInMethods {
  @Child("ways") private var group: PreferencesGroup
  @Child("way_password") private var password: ActionRow
  @Child("way_waiting") private var waiting: ActionRow
  @Child("way_cancel") var cancel: Button
  private(set) var identities: [IdentityRow] = []
  private(set) var offers: [ActionRow] = []
  private var shown = AccountViewState.Methods()
  private let send: @MainActor @Sendable (AccountIntent) -> Void
  var askToRemove: (@MainActor @Sendable (AccountViewState.Methods.Row) -> Void)?

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
    cancel.setAccessibleDescription(waiting.title)
    cancel.onClick { send(.addingCancelled) }
  }

  func render(_ state: AccountViewState) {
    group.isVisible = state.page == .account && state.methods != nil
    guard let methods = state.methods else { return }
    password.subtitle = methods.password
    if methods.identities != shown.identities || methods.offers != shown.offers { fill(methods) }
    for (row, identity) in zip(identities, methods.identities) {
      row.remove.isSensitive = identity.canRemove && state.canChange
    }
    for row in offers {
      row.isVisible = !methods.isWaiting
      row.isSensitive = state.canChange
    }
    waiting.isVisible = methods.isWaiting
    if methods.isWaiting, !shown.isWaiting { cancel.grabFocus() }
    shown = methods
  }

  private func fill(_ methods: AccountViewState.Methods) {
    for row in identities.map(\.row) + offers { group.remove(row) }
    identities = methods.identities.enumerated().compactMap { place, identity in
      let row = try? IdentityRow(identity) { [weak self] in self?.remove(place) }
      if let row { group.add(row.row) }
      return row
    }
    offers = methods.offers.enumerated().compactMap { place, title in
      let builder = try? Builder(ui: "account-way-row")
      guard let row = try? builder?.object("row", as: ActionRow.self) else { return nil }
      row.title = title
      row.onActivate { [send] in send(.identityAddPressed(place)) }
      group.add(row)
      return row
    }
    group.arrange([password] + identities.map(\.row) + offers + [waiting])
  }

  private func remove(_ place: Int) {
    if shown.identities.indices.contains(place) { askToRemove?(shown.identities[place]) }
  }
}

@MainActor
final class IdentityRow {
  @Child("row") var row: ActionRow
  @Child("remove") var remove: Button

  init(
    _ identity: AccountViewState.Methods.Row, pressed: @escaping @MainActor @Sendable () -> Void
  ) throws(BuilderError) {
    try Builder(ui: "account-identity-row").bind(self)
    row.title = identity.title
    row.subtitle = identity.subtitle
    remove.setAccessibleLabel(tr("Remove {name}", ["name": identity.title]))
    remove.onClick(pressed)
  }
}

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
