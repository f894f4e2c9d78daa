// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsStorage {
  @Child("quarantine") private var quarantine: PreferencesGroup
  @Child("nothing_aside") private var nothing: Widget
  @Child("caches") private var caches: ExpanderRow
  @Child("clear_caches") private var clearCaches: Button
  private let log: ExpanderRow
  private let logText: Label
  private var shownLog: [String]?
  private var suspects: [Int64: SuspiciousRateRow] = [:]
  private var cacheRows: [String: CacheRow] = [:]
  private let send: @MainActor @Sendable (SettingsEvent) -> Void

  init(
    _ builder: Builder, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    let document = try Builder(ui: "settings-document")
    log = try document.object("row")
    logText = try document.object("text")
    logText.keepLeftToRight()
    log.title = tr("Newest Entries")
    try builder.object("log", as: PreferencesGroup.self).add(log)
    self.send = send
    try builder.bind(self)
    clearCaches.onClick { for cache in CacheKind.allCases { send(.cacheCleared(cache)) } }
  }

  func render(_ state: SettingsViewState) {
    renderSuspects(state.suspects)
    for cache in state.caches {
      guard let row = cacheRows[cache.id] ?? (try? CacheRow(cache.id, send: send)) else { continue }
      if cacheRows.updateValue(row, forKey: cache.id) == nil { caches.add(row.row) }
      row.render(cache)
    }
    clearCaches.isSensitive = state.caches.contains(where: \.canClear)
    render(log: state.log)
  }

  private func render(log lines: [String]) {
    guard lines != shownLog else { return }
    log.subtitle = lines.isEmpty ? tr("No entries yet") : ""
    logText.text = lines.isEmpty ? tr("No entries yet") : lines.joined(separator: "\n")
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
  @Child("row") var row: ActionRow
  @Child("accept") private var accept: Button
  @Child("drop") private var drop: Button

  init(
    _ id: Int64, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try Builder(ui: "settings-suspect-row").bind(self)
    accept.onClick { send(.quarantineAccepted(id)) }
    drop.onClick { send(.quarantineDropped(id)) }
  }

  func render(_ state: SettingsViewState.SuspiciousRateRow) {
    row.title = state.rate
    row.subtitle = state.reason
    accept.setAccessibleLabel(tr("Accept {rate}", ["rate": state.rate]))
    drop.setAccessibleLabel(tr("Reject {rate}", ["rate": state.rate]))
  }
}

@MainActor
final class CacheRow {
  @Child("row") var row: ActionRow
  @Child("clear") private var clear: Button

  init(
    _ id: String, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    try Builder(ui: "settings-cache-row").bind(self)
    clear.onClick { CacheKind(rawValue: id).map { send(.cacheCleared($0)) } }
  }

  func render(_ state: SettingsViewState.CacheRow) {
    row.title = state.title
    row.subtitle = state.use
    clear.isSensitive = state.canClear
    clear.setAccessibleLabel(tr("Clear {cache}", ["cache": state.title]))
  }
}

@MainActor
final class SettingsBackup {
  init(
    _ builder: Builder, above pages: PreferencesWindow, send: @escaping @MainActor @Sendable (SettingsIntent) -> Void
  ) throws(BuilderError) {
    try builder.object("export", as: ActionRow.self).onActivate { [weak pages] in
      pages?.window?.chooseFile(title: tr("Export Backup"), name: "kurs-backup.json", accept: tr("Export")) {
        send(.exportChosen($0))
      }
    }
    try builder.object("import", as: ActionRow.self).onActivate { [weak pages] in
      pages?.window?.chooseFile(
        title: tr("Restore Backup"), types: ["application/json"], named: tr("Backups of Kurs"), accept: tr("Import")
      ) { send(.importChosen($0)) }
    }
  }
}

func sentence(for counts: RestoredBackup) -> String {
  let changed = counts.added + counts.changed + counts.settings
  guard changed > 0 else { return tr("Nothing was imported. You already have everything in the file.") }
  let taken = trn("{n} item imported.", "{n} items imported.", changed)
  guard counts.settingsKept > 0 else { return taken }
  let kept = trn(
    "{n} setting unchanged.", "{n} settings unchanged.", counts.settingsKept)
  // Translators: puts two sentences one after the other.
  return tr("{first} {second}", ["first": taken, "second": kept])
}
