// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

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
