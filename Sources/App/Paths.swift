// SPDX-License-Identifier: GPL-3.0-or-later
/// Names that the program shares with its data files.
enum Paths {
  static let applicationId = "org.kursapp.Kurs"
  static let resources = "/org/kursapp/Kurs"
  static let domain = "kurs"
  static let calculator = "/org/kursapp/Kurs/calculator.ui"
  static let resultRow = "/org/kursapp/Kurs/result-row.ui"
  static let picker = "/org/kursapp/Kurs/picker.ui"
  static let pickerRow = "/org/kursapp/Kurs/picker-row.ui"
  static let splash = "/org/kursapp/Kurs/splash.ui"
  static let shortcuts = "/org/kursapp/Kurs/shortcuts.ui"
  static let settings = "/org/kursapp/Kurs/settings.ui"
  static let settingsCacheRow = "/org/kursapp/Kurs/settings-cache-row.ui"
  static let settingsProvider = "/org/kursapp/Kurs/settings-provider.ui"
  static let settingsProviderRow = "/org/kursapp/Kurs/settings-provider-row.ui"
  static let settingsSending = "/org/kursapp/Kurs/settings-sending.ui"
  static let settingsSuspectRow = "/org/kursapp/Kurs/settings-suspect-row.ui"
  static let chart = "/org/kursapp/Kurs/chart.ui"
  static let chartRow = "/org/kursapp/Kurs/chart-row.ui"
  static let kept = "/org/kursapp/Kurs/kept.ui"
  static let keptRow = "/org/kursapp/Kurs/kept-row.ui"
}
