// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// Which of a bank's rates count, and when new ones are fetched.
@MainActor
final class SettingsUpdates {
  private let interval: ComboRow
  private let side: ComboRow
  private let fetch: ActionRow
  private let fetchButton: Button
  private var isRendering = false

  init(
    _ builder: Builder, _ choices: SettingsChoices, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    interval = try builder.object("interval")
    side = try builder.object("side")
    fetch = try builder.object("fetch")
    fetchButton = try builder.object("fetch_button")
    interval.setChoices(choices.intervalNames)
    interval.onSelect { [weak self] in
      guard let self, !isRendering, choices.intervals.indices.contains(interval.selected) else { return }
      send(.set(.refreshInterval, .text(choices.intervals[interval.selected].rawValue)))
    }
    side.setChoices(choices.sideNames)
    side.onSelect { [weak self] in
      guard let self, !isRendering, choices.sides.indices.contains(side.selected) else { return }
      send(.set(.side, .text(choices.sides[side.selected].rawValue)))
    }
    fetchButton.onClick { send(.refreshPressed) }
  }

  func render(_ state: SettingsViewState) {
    isRendering = true
    defer { isRendering = false }
    if interval.selected != state.interval { interval.selected = state.interval }
    if side.selected != state.side { side.selected = state.side }
    fetchButton.isSensitive = state.flags[.offline] != true
    if fetch.subtitle != state.fetching { fetch.subtitle = state.fetching }
  }
}
