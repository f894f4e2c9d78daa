// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

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
