// SPDX-License-Identifier: GPL-3.0-or-later
extension Paths {
  static let lineRow = "/org/kursapp/Kurs/line-row.ui"
  static let total = "/org/kursapp/Kurs/total.ui"
  static let why = "/org/kursapp/Kurs/why.ui"
  static let reckoning = "/org/kursapp/Kurs/reckoning.ui"
  static let trend = "/org/kursapp/Kurs/trend.ui"
  static let paste = "/org/kursapp/Kurs/paste.ui"
  static let pasteRow = "/org/kursapp/Kurs/paste-row.ui"
  static let undo = "/org/kursapp/Kurs/undo.ui"
  static let keypadToggle = "/org/kursapp/Kurs/keypad-toggle.ui"
  static let textPopover = "/org/kursapp/Kurs/text-popover.ui"
  static let datePopover = "/org/kursapp/Kurs/date-popover.ui"
  static let fee = "/org/kursapp/Kurs/fee.ui"
  static let ownRate = "/org/kursapp/Kurs/own-rate.ui"
  static let ownRates = "/org/kursapp/Kurs/own-rates.ui"
  static let table = "/org/kursapp/Kurs/table.ui"
  static let ownRatesRow = "/org/kursapp/Kurs/own-rates-row.ui"
}
