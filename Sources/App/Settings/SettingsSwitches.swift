// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// The settings that are on or off: the window's file has a switch by the name of each.
@MainActor
final class SettingsSwitches {
  let switches: [SettingsKey: Switch]
  private var isRendering = false

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    var switches: [SettingsKey: Switch] = [:]
    for key in Settings().flags.keys { switches[key] = try builder.object(key.name) }
    self.switches = switches
    for (key, button) in switches {
      button.onToggle { [weak self, weak button] in
        guard let self, let button, !isRendering else { return }
        send(.set(key, .flag(button.isActive)))
      }
    }
  }

  func render(_ flags: [SettingsKey: Bool]) {
    isRendering = true
    defer { isRendering = false }
    for (key, button) in switches { button.isActive = flags[key] ?? false }
  }
}
