// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// The fields for a provider's API key. A saved key is never shown again.
@MainActor
final class ProviderKeyGroup {
  private let group: PreferencesGroup
  private let entry: Entry
  private let row: ActionRow
  private let remove: Button
  private let unlock: Button

  init(
    _ builder: Builder, _ id: ProviderID, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    group = try builder.object("key_group")
    entry = try builder.object("key")
    row = try builder.object("key_state")
    remove = try builder.object("key_remove")
    unlock = try builder.object("key_unlock")
    entry.onApply { [weak entry] in
      guard let entry else { return }
      send(.keyTyped(id, Secret(entry.text)))
      entry.text = ""
    }
    remove.onClick { send(.keyRemoved(id)) }
    unlock.onClick { send(.unlockPressed) }
  }

  func focus() { entry.grabFocus() }

  func render(_ state: ProviderViewState) {
    group.isVisible = state.needsKey
    row.subtitle = state.keyNote
    entry.setAccessibleDescription(state.keyNote)
    remove.isVisible = state.hasKey
    unlock.isVisible = state.canUnlock
  }
}
