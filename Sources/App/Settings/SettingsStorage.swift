// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsStorage {
  private let quarantine: PreferencesGroup
  private let nothing: Widget
  private let caches: PreferencesGroup
  private let log: ExpanderRow
  private let logText: Label
  private var shownLog: [String]?
  private var suspects: [Int64: SuspiciousRateRow] = [:]
  private var cacheRows: [String: CacheRow] = [:]
  private let send: @MainActor @Sendable (SettingsEvent) -> Void

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    quarantine = try builder.object("quarantine")
    nothing = try builder.object("nothing_aside")
    caches = try builder.object("caches")
    let document = try Builder(resource: Paths.settingsDocument, domain: Paths.domain)
    log = try document.object("row")
    logText = try document.object("text")
    logText.keepLeftToRight()
    log.title = tr("Newest Entries")
    try builder.object("log", as: PreferencesGroup.self).add(log)
    self.send = send
  }

  func render(_ state: SettingsViewState) {
    renderSuspects(state.suspects)
    for cache in state.caches {
      guard let row = cacheRows[cache.id] ?? (try? CacheRow(cache.id, send: send)) else { continue }
      if cacheRows.updateValue(row, forKey: cache.id) == nil { caches.add(row.row) }
      row.render(cache)
    }
    caches.isVisible = !state.caches.isEmpty
    render(log: state.log)
  }

  private func render(log lines: [String]) {
    guard lines != shownLog else { return }
    log.subtitle = lines.isEmpty ? tr("Nothing yet") : ""
    logText.text = lines.isEmpty ? tr("Nothing yet") : lines.joined(separator: "\n")
    shownLog = lines
  }

  private func renderSuspects(_ states: [SettingsViewState.SuspiciousRateRow]) {
    nothing.isVisible = states.isEmpty
    let left = Set(states.map(\.id))
    for (id, row) in suspects where !left.contains(id) {
      quarantine.remove(row.row)
      suspects[id] = nil
    }
    for state in states {
      guard let row = suspects[state.id] ?? (try? SuspiciousRateRow(state.id, send: send)) else { continue }
      if suspects.updateValue(row, forKey: state.id) == nil { quarantine.add(row.row) }
      row.render(state)
    }
  }
}

@MainActor
final class SuspiciousRateRow {
  let row: ActionRow
  private let accept: Button
  private let drop: Button
  private var shown: SettingsViewState.SuspiciousRateRow?

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

  func render(_ state: SettingsViewState.SuspiciousRateRow) {
    guard state != shown else { return }
    row.title = state.rate
    row.subtitle = state.reason
    accept.setAccessibleLabel(tr("Accept {rate}", ["rate": state.rate]))
    drop.setAccessibleLabel(tr("Reject {rate}", ["rate": state.rate]))
    shown = state
  }
}

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
