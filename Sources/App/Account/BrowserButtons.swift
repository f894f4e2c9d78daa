// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

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
