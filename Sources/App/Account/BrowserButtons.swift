// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The ways to sign in with the browser, below the form; there is a button for each that the server offers.
@MainActor
final class BrowserButtons {
  private let box: BoxContainer
  private let hint: Label
  private let cancel: Button
  private(set) var buttons: [Button] = []
  private var shown: [String] = []
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    box = try builder.object("form_buttons")
    hint = try builder.object("hint")
    cancel = try builder.object("cancel")
    self.send = send
    let server = try builder.object("server", as: Entry.self)
    server.onFocusLeave { [weak server] in
      if let server { send(.serverEntered(server.text)) }
    }
  }

  func render(_ state: AccountViewState.Form) {
    hint.isVisible = state.hint != nil
    hint.text = state.hint ?? ""
    // GTK 4.8 has no announcements; the description of what gets the focus is spoken.
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
