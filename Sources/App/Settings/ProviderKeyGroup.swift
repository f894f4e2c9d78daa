// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// The field for a provider's API key. A saved key is never shown again.
@MainActor
final class ProviderKeyGroup {
  @Child("key_group") private var group: PreferencesGroup
  @Child("key") private var entry: Entry
  @Child("key_state") private var row: ActionRow
  @Child("key_remove") private var remove: Button
  @Child("key_unlock") private var unlock: Button

  init(
    _ builder: Builder, _ id: ProviderID, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try builder.bind(self)
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
