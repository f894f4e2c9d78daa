// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsUpdates {
  private let fetch: ActionRow
  private let button: Button

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    fetch = try builder.object("fetch")
    button = try builder.object("fetch_button")
    button.onClick { send(.refreshPressed) }
  }

  func render(_ state: SettingsViewState) {
    button.isSensitive = state.values[.offline] != .flag(true)
    if fetch.subtitle != state.fetching { fetch.subtitle = state.fetching }
  }
}
