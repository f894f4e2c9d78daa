// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// Whether others stand in for the first provider, and when and over what new rates are fetched.
@MainActor
final class SettingsUpdates {
  private let interval: ComboRow
  private let strict: Switch
  private let metered: Switch
  private let offline: Switch
  private let fetch: ActionRow
  private let fetchButton: Button
  private var isRendering = false

  init(
    _ builder: Builder, _ choices: SettingsChoices, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    interval = try builder.object("interval")
    strict = try builder.object("strict")
    metered = try builder.object("metered")
    offline = try builder.object("offline")
    fetch = try builder.object("fetch")
    fetchButton = try builder.object("fetch_button")
    interval.setChoices(choices.intervalNames)
    interval.onSelect { [weak self] in
      guard let self, !isRendering, choices.intervals.indices.contains(interval.selected) else { return }
      send(.intervalChosen(choices.intervals[interval.selected]))
    }
    strict.onToggle { [weak self] in
      guard let self, !isRendering else { return }
      send(.strictSwitched(strict.isActive))
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
    strict.isActive = state.isStrict
    metered.isActive = state.usesMetered
    offline.isActive = state.isOffline
    fetchButton.isSensitive = !state.isOffline
    if fetch.subtitle != state.fetching { fetch.subtitle = state.fetching }
  }
}
