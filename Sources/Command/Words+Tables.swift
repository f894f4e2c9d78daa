// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore
import KursWords

extension Failure {
  /// `ofSeries`: whether the table is one of rates.
  init(_ fault: TableFault, ofSeries: Bool = false) {
    let columns = { (names: [String]) in names.map { "\"\($0)\"" }.joined(separator: ", ") }
    switch fault {
    case .unreadable(let path): self.init(CommandFailure.unreadableFile(path))
    case .empty, .notText, .rowTooLong, .openQuote, .tooManyCells:
      self.init(.badData, KursWords.sentence(for: fault) ?? "")
    case .noDay(let row, let column, let text):
      let parts = ["row": String(row), "column": "\"\(column)\"", "text": "\"\(text)\""]
      self.init(
        .badData,
        ofSeries
          ? tr(
            "Row {row}, column {column}: {text} is not a day that Kurs can read. Name the right column with --date.",
            parts)
          : tr(
            "Row {row}, column {column}: {text} is not a day that Kurs can read. Name the right column with --date, or use the newest rates with --latest.",
            parts))
    case .severalTables(let names):
      self.init(
        .badData, tr("The file has several tables. Choose one with --table: {names}.", ["names": columns(names)]))
    case .noTable(let name, let names):
      self.init(
        .badData, tr("There is no table \"{name}\". The file has: {names}.", ["name": name, "names": columns(names)]))
    case .noColumn(let name, let names):
      self.init(
        .badData,
        tr("There is no column \"{name}\". The table has: {columns}.", ["name": name, "columns": columns(names)]))
    case .unclear(let kind, let names):
      let parts = ["option": ofSeries && kind == .amount ? "--rate" : kind.option, "columns": columns(names)]
      self.init(.badData, tr("Name the right column with {option}. These may be meant: {columns}.", parts))
    case .noCurrency where ofSeries:
      self.init(.badData, tr("The rates are for one of no currency. Name it, or its column, with --from."))
    case .noTarget where ofSeries:
      self.init(.badData, tr("The rates are in no currency. Name it, or its column, with --to."))
    case .noCurrency:
      self.init(.badData, tr("The amounts have no currency. Name it, or its column, with --from."))
    case .noTarget: self.init(.usage, tr("Name the currency to convert to with --to."))
    }
  }

  /// Why a spreadsheet is not read.
  init(_ fault: SpreadsheetReadFault) {
    switch fault {
    case .foreign: self.init(.badData, tr("Kurs can't read this kind of spreadsheet. Save it as .xlsx, .ods or CSV."))
    case .encrypted: self.init(.badData, tr("The file is protected with a password. Save it without one."))
    case .damaged: self.init(.badData, tr("The spreadsheet is damaged. Save it again, or as CSV."))
    case .tooLarge(let bytes):
      self.init(
        .badData, tr("The spreadsheet is larger than {n} MiB. Save the sheet as CSV.", ["n": String(bytes >> 20)]))
    case .noSheet(let name, let names):
      let parts = ["name": name, "names": names.map { "\"\($0)\"" }.joined(separator: ", ")]
      self.init(.badData, tr("There is no sheet \"{name}\". The file has: {names}.", parts))
    case .empty: self.init(.badData, tr("The sheet is empty."))
    }
  }

  /// Why a table is no series of rates, with row and column.
  init(_ fault: SeriesFault) {
    let reason = Self.reason(fault.reason)
    guard fault.row > 0 else {
      self.init(.badData, reason)
      return
    }
    var parts = ["row": String(fault.row), "reason": reason]
    guard let column = fault.column else {
      self.init(.badData, tr("Row {row}: {reason} Nothing was taken up.", parts))
      return
    }
    parts["column"] = "\"\(column)\""
    self.init(.badData, tr("Row {row}, column {column}: {reason} Nothing was taken up.", parts))
  }

  private static func reason(_ reason: SeriesFault.Reason) -> String {
    switch reason {
    case .row(let reason, let dates): Failure(reason, dates).description
    case .noDays: tr("There is no column of days. Name it with --date.")
    case .notPositive: tr("A rate is a number above zero of at most 18 digits.")
    case .future: tr("The day has not come yet.")
    case .outsideLife(let currency):
      tr("{code} was no money on this day.", ["code": currency.code])
    case .outOfRange: tr("This rate is too large or too small to count with.")
    case .twice(let day): tr("{day} has another rate already.", ["day": day.description])
    case .mixed(let base, let counter):
      tr("{from} and {to} have no currency in common with the rows before.", ["from": base.code, "to": counter.code])
    case .same: tr("Both currencies are the same.")
    case .tooManyFields(let count, let expected):
      tr(
        "The first row has {expected} fields, this one has {n}. A number with a comma belongs in quotation marks.",
        ["expected": String(expected), "n": String(count)])
    case .tooLong(let limit): tr("The table has more than {n} rows.", ["n": String(limit)])
    }
  }

  /// Why a row has no value.
  init(_ reason: RowFault.Reason, _ form: TableForm) { self.init(reason, form.dates) }

  private init(_ reason: RowFault.Reason, _ dates: DateOrder) {
    self.init(
      .badData,
      KursWords.sentence(
        for: reason, dates, amount: { Failure($0, in: $1).description }, rate: { Failure($0).description }))
  }

  /// How many rows have no value, and the first of them.
  static func sentence(for outcome: TableOutcome, _ row: Int, _ fault: RowFault, _ form: TableForm) -> String {
    KursWords.sentence(
      for: outcome, row, column: fault.column.map(form.name), reason: Failure(fault.reason, form).description)
  }
}

extension TableColumn {
  /// The word that names it.
  fileprivate var option: String {
    switch self {
    case .amount: "--amount"
    case .day: "--date"
    case .rule: "--rule-column"
    case .from: "--from"
    case .to: "--to"
    }
  }
}
