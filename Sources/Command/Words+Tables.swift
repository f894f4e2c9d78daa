// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension Failure {
  /// `ofSeries`: whether the table is one of rates.
  init(_ fault: TableFault, ofSeries: Bool = false) {
    let columns = { (names: [String]) in names.map { "\"\($0)\"" }.joined(separator: ", ") }
    switch fault {
    case .empty: self.init(.badData, tr("The table is empty."))
    case .notText: self.init(.badData, tr("This file is not a text. Save the table as CSV in UTF-8."))
    case .rowTooLong(let row, let column, let limit):
      self.init(
        .badData,
        tr(
          "Row {row} is longer than {n} bytes, in column {column}.",
          ["row": String(row), "column": String(column), "n": String(limit)]))
    case .openQuote(let row, let column):
      self.init(
        .badData,
        tr(
          "A quotation mark in row {row}, column {column} is not closed.",
          ["row": String(row), "column": String(column)]))
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
    switch reason {
    case .amount(let error, let text): self.init(error, in: text)
    case .doubtful(let text, let value, let other):
      let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
      self.init(.badData, tr("\"{text}\" can be {value} or {other}: the table writes numbers in two ways.", parts))
    case .currency(""): self.init(.badData, tr("The currency is missing."))
    case .currency(let text): self.init(.badData, tr("Kurs doesn't know the currency {text}.", ["text": "\"\(text)\""]))
    case .otherCurrency(let own, let column):
      self.init(
        .badData,
        tr(
          "The amount is in {code}, and its currency is said to be {other}.", ["code": own.code, "other": column.code]))
    case .day(""): self.init(.badData, tr("The day is missing."))
    case .day(let text):
      self.init(
        .badData, tr("\"{text}\" is not a day written as {example}.", ["text": text, "example": dates.example]))
    case .rate(let error): self.init(error)
    }
  }

  /// How many rows have no value, and the first of them.
  static func sentence(for outcome: TableOutcome, _ row: Int, _ fault: RowFault, _ form: TableForm) -> String {
    var parts = ["row": String(row), "reason": Failure(fault.reason, form).description, "all": String(outcome.rows)]
    guard let column = fault.column else {
      return trn(
        "{n} of {all} rows has no value. The first is row {row}: {reason}",
        "{n} of {all} rows have no value. The first is row {row}: {reason}", outcome.faults, parts)
    }
    parts["column"] = "\"\(form.name(column))\""
    return trn(
      "{n} of {all} rows has no value. The first is row {row}, column {column}: {reason}",
      "{n} of {all} rows have no value. The first is row {row}, column {column}: {reason}", outcome.faults, parts)
  }
}

extension TableColumn {
  /// By which it is named.
  fileprivate var option: String {
    switch self {
    case .amount: "--amount"
    case .day: "--date"
    case .from: "--from"
    case .to: "--to"
    }
  }
}
