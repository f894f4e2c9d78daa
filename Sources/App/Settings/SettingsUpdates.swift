// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// When and over what new rates are fetched.
@MainActor
final class SettingsUpdates {
  private let interval: ComboRow
  private let metered: Switch
  private let offline: Switch
  private let fetch: ActionRow
  private let fetchButton: Button
  private var isRendering = false

  init(
    _ builder: Builder, _ choices: SettingsChoices, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    interval = try builder.object("interval")
    metered = try builder.object("metered")
    offline = try builder.object("offline")
    fetch = try builder.object("fetch")
    fetchButton = try builder.object("fetch_button")
    interval.setChoices(choices.intervalNames)
    interval.onSelect { [weak self] in
      guard let self, !isRendering, choices.intervals.indices.contains(interval.selected) else { return }
      send(.intervalChosen(choices.intervals[interval.selected]))
    }
    metered.onToggle { [weak self] in
      guard let self, !isRendering else { return }
      send(.meteredSwitched(metered.isActive))
    }
    offline.onToggle { [weak self] in
      guard let self, !isRendering else { return }
      send(.offlineSwitched(offline.isActive))
    }
    fetchButton.onClick { send(.refreshPressed) }
  }

  func render(_ state: SettingsViewState) {
    isRendering = true
    defer { isRendering = false }
    if interval.selected != state.interval { interval.selected = state.interval }
    metered.isActive = state.usesMetered
    offline.isActive = state.isOffline
    fetchButton.isSensitive = !state.isOffline
    if fetch.subtitle != state.fetching { fetch.subtitle = state.fetching }
  }
}
