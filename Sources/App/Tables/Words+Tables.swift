// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

/// Why a row of a table has no value.
func sentence(for reason: RowFault.Reason, _ form: TableForm, _ words: Words) -> String {
  sentence(
    for: reason, form.dates,
    // Nobody can type it here.
    amount: { error, _ in
      error.reason == .noAmount ? tr("An amount is missing.") : sentence(for: error.reason, words)
    },
    rate: { sentence(for: $0, words) })
}

/// Why a table is not read, and what to choose in its window.
func sentence(forWindow fault: TableFault) -> String {
  switch fault {
  case .unclear(.amount, _): tr("Choose the column of amounts.")
  case .unclear(.rule, _): tr("Choose which day counts.")
  case .unclear(.day, _): tr("Choose the column of days.")
  case .unclear(.from, _), .noCurrency: tr("Choose the column of currencies, or one currency for all amounts.")
  case .unclear(.to, _), .noTarget: tr("Choose what to convert to.")
  case .noColumn(let name, let names):
    tr(
      "There is no column \"{name}\". The table has: {columns}.",
      ["name": name, "columns": names.map { "\"\($0)\"" }.joined(separator: tr(", "))])
  case .noDay(let row, let column, let text):
    tr(
      "Row {row}, column {column}: {text} is not a day that Kurs can read. Choose the column of days, or the newest rates.",
      ["row": String(row), "column": "\"\(column)\"", "text": "\"\(text)\""])
  case .severalTables(let names), .noTable(_, let names):
    tr(
      "The file has several tables: {names}. Save one of them in a file of its own.",
      ["names": names.map { "\"\($0)\"" }.joined(separator: tr(", "))])
  case .unreadable, .empty, .notText, .rowTooLong, .openQuote, .tooManyCells: sentence(for: fault) ?? ""
  }
}

/// Why a table is not read or not converted.
func sentence(for problem: TableProblem, _ words: Words) -> String {
  switch problem {
  case .table(let fault): sentence(forWindow: fault)
  case .rates(let failure): sentence(for: failure, words)
  case .file(let failure): sentence(for: failure)
  case .tooMuchToCopy(let bytes):
    tr("The table is too large to copy (more than {n} MiB). Save it instead.", ["n": String(bytes >> 20)])
  case .spreadsheet(.noConverter):
    tr("Spreadsheets need LibreOffice Calc, which is not installed. Save the sheet as CSV.")
  case .spreadsheet(.tooLong(let limit)):
    trn(
      "LibreOffice Calc did not read the file within {n} second.",
      "LibreOffice Calc did not read the file within {n} seconds.", Int(limit.components.seconds))
  case .spreadsheet(.tooLarge(let bytes)):
    tr("The first sheet is larger than {n} MiB as CSV. Nothing was read.", ["n": String(bytes >> 20)])
  case .spreadsheet(.encrypted): tr("The file is protected with a password. Save it without one.")
  case .spreadsheet(.refused): tr("LibreOffice Calc can't read this file.")
  }
}
