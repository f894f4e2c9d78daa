// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

/// A rate that looked wrong, with the two words a person can say to it.
@MainActor
final class SuspectRow {
  let row: ActionRow
  private let accept: Button
  private let drop: Button
  private var shown: SettingsViewState.SuspectRow?

  init(
    _ id: Int64, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(resource: Paths.settingsSuspectRow, domain: Paths.domain)
    row = try builder.object("row")
    accept = try builder.object("accept")
    drop = try builder.object("drop")
    accept.onClick { send(.quarantineAccepted(id)) }
    drop.onClick { send(.quarantineDropped(id)) }
  }

  func render(_ state: SettingsViewState.SuspectRow) {
    guard state != shown else { return }
    row.title = state.rate
    row.subtitle = state.reason
    accept.setAccessibleLabel(tr("Accept {rate}", ["rate": state.rate]))
    drop.setAccessibleLabel(tr("Drop {rate}", ["rate": state.rate]))
    shown = state
  }
}

/// A cache, how much it holds, and a button that empties it.
@MainActor
final class CacheRow {
  let row: ActionRow
  private let clear: Button
  private var shown: SettingsViewState.CacheRow?

  init(
    _ id: String, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(resource: Paths.settingsCacheRow, domain: Paths.domain)
    row = try builder.object("row")
    clear = try builder.object("clear")
    clear.onClick { CacheKind(rawValue: id).map { send(.cacheCleared($0)) } }
  }

  func render(_ state: SettingsViewState.CacheRow) {
    guard state != shown else { return }
    row.title = state.title
    row.subtitle = state.use
    clear.isSensitive = state.canClear
    clear.setAccessibleLabel(tr("Clear {cache}", ["cache": state.title]))
    shown = state
  }
}
