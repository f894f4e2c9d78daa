// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SignInForm {
  @Child("form") private var group: Widget
  @Child("submit_group") private var buttons: Widget
  @Child("server") private var server: Entry
  @Child("name") private var name: Entry
  @Child("email") private var email: Entry
  @Child("password") private var password: Entry
  @Child("password_rule") private var passwordRule: Widget
  @Child("invitation") private var invitation: Entry
  @Child("reset_code") private var code: Entry
  @Child("missing") private var missing: Label
  @Child("keep") private var keep: Switch
  @Child("problem") private var problem: ActionRow
  @Child("spinner") private var spinner: Spinner
  @Child("submit") private var submit: Button
  @Child("cancel") private var cancel: Button
  @Child("other_form") private var other: Button
  @Child("forgot") private var forgot: Button
  private let browser: BrowserButtons
  private var shown = AccountViewState.Form()
  private var isShown = false
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    browser = try BrowserButtons(builder, send: send)
    self.send = send
    try builder.bind(self)
    password.setRevealLabel(tr("Show or Hide the Password"))
    for entry in [server, name, email, password, invitation, code] {
      entry.onChange { [weak self] in self?.renderSubmit() }
      entry.onEntryActivate { [weak self] in self?.hand() }
    }
    submit.onClick { [weak self] in self?.hand() }
    cancel.onClick { send(.signInCancelled) }
    other.onClick { send(.otherFormPressed) }
    forgot.onClick { send(.passwordForgotten) }
  }

  func render(_ state: AccountViewState.Form, isShown: Bool) {
    let (before, wasShown) = (shown, self.isShown)
    (shown, self.isShown) = (state, isShown)
    // Typed text stays in the fields until the account changes.
    if server.text.isEmpty || state.server != before.server { server.text = state.server }
    if state.email != before.email { email.text = state.email }
    if state.finished != before.finished || !isShown { (password.text, code.text) = ("", "") }  // guards X17
    group.isVisible = isShown && state.hint == nil
    group.isSensitive = !state.isRunning
    buttons.isVisible = isShown
    name.isVisible = state.isRegistering
    passwordRule.isVisible = state.isRegistering || state.isResetting
    code.isVisible = state.isResetting
    invitation.isVisible = state.isRegistering && state.wantsInvitation
    spinner.isSpinning = state.isRunning
    submit.label = state.submit
    submit.isVisible = !state.isRunning
    cancel.isVisible = state.isRunning
    other.label = state.other
    other.isVisible = !state.isRunning
    forgot.isVisible = !state.isRunning && !state.isRegistering && !state.isResetting
    browser.render(state)
    renderProblem(state)
    renderSubmit()
    guard isShown else { return }
    if state.isRunning {
      if !before.isRunning { cancel.grabFocus() }
    } else if before.isRunning || state.problem != before.problem || !wasShown {
      focus()
    }
  }

  private func renderProblem(_ state: AccountViewState.Form) {
    problem.isVisible = state.problem != nil && !state.isRunning
    problem.title = state.problem ?? ""
    let fields: [(AccountViewState.Form.Field, Entry)] = [
      (.server, server), (.email, email), (.password, password), (.invitation, invitation),
      (.code, code),
    ]
    for (field, entry) in fields {
      entry.style("error", state.field == field && state.problem != nil)
      entry.setAccessibleDescription(state.field == field ? state.problem ?? "" : "")
    }
    submit.setAccessibleDescription(state.field == nil ? state.problem ?? "" : "")
  }

  private func renderSubmit() {
    let names = empty
    submit.isSensitive = names.isEmpty
    missing.isVisible = isShown && !names.isEmpty && !shown.isRunning && shown.hint == nil
    // Translators: separates the items of a list, as in "EUR, USD".
    let fields = names.joined(separator: tr(", "))
    missing.text = tr("Required: {fields}", ["fields": fields])
  }

  private var empty: [String] {
    let fields = [
      (server, tr("Server Address")), (name, tr("Name")), (email, tr("Email")), (password, tr("Password")),
      (code, tr("Code From the Operator")),
    ]
    return fields.filter { entry, _ in
      (entry !== name || shown.isRegistering) && (entry !== code || shown.isResetting)
        && entry.text.allSatisfy(\.isWhitespace)
    }.map(\.1)
  }

  func takeFocus(in window: Window) {
    guard isShown, !shown.isRunning else { return }
    window.focus(nil)
    focus()
  }

  private func focus() {
    switch shown.field {
    case .server: server.grabFocus()
    case .email: email.grabFocus()
    case .password: password.grabFocus()
    case .invitation: invitation.grabFocus()
    case .code: code.grabFocus()
    case nil where shown.problem != nil: submit.grabFocus()
    case nil:
      let first = [server, email, password].first { $0.text.isEmpty }
      (first ?? password).grabFocus()
    }
  }

  private func hand() {
    guard isShown, empty.isEmpty, !shown.isRunning else { return }
    send(
      .submitted(
        SignInFields(
          server: server.text, name: name.text, email: email.text, password: Secret(password.text),
          keepsPassword: keep.isActive, invitation: invitation.text,
          code: code.text)))
  }
}

@MainActor
final class BrowserButtons {
  @Child("form_buttons") private var box: BoxContainer
  @Child("hint") private var hint: Label
  @Child("cancel") private var cancel: Button
  private(set) var buttons: [Button] = []
  private var shown: [String] = []
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
    let server = try builder.object("server", as: Entry.self)
    server.onFocusLeave { [weak server] in
      if let server { send(.serverEntered(server.text)) }
    }
  }

  func render(_ state: AccountViewState.Form) {
    hint.isVisible = state.hint != nil
    hint.text = state.hint ?? ""
    cancel.setAccessibleDescription(state.hint ?? "")
    if state.browser != shown { fill(state.browser) }
    for button in buttons { button.isVisible = !state.isRunning }
  }

  private func fill(_ labels: [String]) {
    shown = labels
    for button in buttons { box.remove(button) }
    var above: Widget = cancel
    buttons = labels.enumerated().map { place, label in
      let button = Button(label: label)
      button.style("pill", true)
      button.onClick { [send] in send(.browserPressed(place)) }
      box.insert(button, after: above)
      above = button
      return button
    }
  }
}

struct BrowserOffers: Equatable, Sendable {
  private struct Typed: Equatable, Sendable {
    let text: String
    let before: String
  }

  private var typed: Typed?
  private var requestedServer: String?
  private var issuers: [String] = []
  var isTaken = false

  /// Stores the typed server address, until the form's address changes from `before`.
  mutating func entered(_ text: String, instead before: String) {
    typed = Typed(text: text, before: before)
  }

  /// Returns the server to get sign-in sites from; nil if invalid or already requested. `initial`: the form's address.
  mutating func next(_ initial: String) -> String? {
    if typed?.before != initial { typed = nil }
    let server = ServerAddress(typed?.text ?? initial)?.text
    guard server != requestedServer else { return nil }
    (requestedServer, issuers) = (server, [])
    return server
  }

  mutating func received(_ found: [String], from server: String) {
    if server == requestedServer { issuers = found }
  }

  func method(_ place: Int) -> BrowserSignInMethod? {
    guard let requestedServer, issuers.indices.contains(place) else { return nil }
    return BrowserSignInMethod(server: requestedServer, issuer: issuers[place])
  }

  var buttons: [String] {
    guard issuers.count > 1 else { return issuers.map { _ in tr("Sign In with Browser…") } }
    return issuers.map { tr("Sign In with {site}…", ["site": SignInMethods.site(of: $0)]) }
  }
}
