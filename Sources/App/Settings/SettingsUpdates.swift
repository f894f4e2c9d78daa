// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsUpdates {
  @Child("fetch") private var fetch: ActionRow
  @Child("fetch_button") private var button: Button

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try builder.bind(self)
    button.onClick { send(.refreshPressed) }
  }

  func render(_ state: SettingsViewState) {
    button.isSensitive = state.values[.offline] != .flag(true)
    if fetch.subtitle != state.fetching { fetch.subtitle = state.fetching }
  }
}
