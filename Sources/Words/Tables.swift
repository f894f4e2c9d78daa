// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

/// Why a table cannot be read; nil where a window and a terminal ask for different things.
public func sentence(for fault: TableFault) -> String? {
  switch fault {
  case .unreadable(let path): tr("{path} cannot be read.", ["path": path])
  case .empty: tr("The table is empty.")
  case .notText: tr("This file is not a text. Save the table as CSV in UTF-8.")
  case .rowTooLong(let row, let column, let limit):
    tr(
      "Row {row} is longer than {n} bytes, in column {column}.",
      ["row": String(row), "column": String(column), "n": String(limit)])
  case .openQuote(let row, let column):
    tr(
      "A quotation mark in row {row}, column {column} is not closed.", ["row": String(row), "column": String(column)])
  case .noColumn, .unclear, .noCurrency, .noTarget: nil
  }
}

/// Why a row of a table has no value.
///
/// `amount`, `rate`: what a window and a terminal say each in their own way.
public func sentence(
  for reason: RowFault.Reason, _ dates: DateOrder, amount: (CalculationError, _ text: String) -> String,
  rate: (RateError) -> String
) -> String {
  switch reason {
  case .amount(let error, let text): return amount(error, text)
  case .doubtful(let text, let value, let other):
    let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
    return tr("\"{text}\" can be {value} or {other}: the table writes numbers in two ways.", parts)
  case .currency(""): return tr("The currency is missing.")
  case .currency(let text): return tr("Kurs doesn't know the currency {text}.", ["text": "\"\(text)\""])
  case .otherCurrency(let own, let column):
    return tr(
      "The amount is in {code}, and its currency is said to be {other}.", ["code": own.code, "other": column.code])
  case .day(""): return tr("The day is missing.")
  case .day(let text):
    return tr("\"{text}\" is not a day written as {example}.", ["text": text, "example": dates.example])
  case .rule(let text):
    return tr("Kurs doesn't know the rule {text}.", ["text": "\"\(text)\""])
  case .rate(let error): return rate(error)
  }
}

/// How many rows have no value, and the first of them; `reason`: what is wrong with that.
public func sentence(
  for outcome: TableOutcome, _ row: Int, column: String?, reason: String
) -> String {
  var parts = ["row": String(row), "reason": reason, "all": String(outcome.rows)]
  guard let column else {
    return trn(
      "{n} of {all} rows has no value. The first is row {row}: {reason}",
      "{n} of {all} rows have no value. The first is row {row}: {reason}", outcome.faults, parts)
  }
  parts["column"] = "\"\(column)\""
  return trn(
    "{n} of {all} rows has no value. The first is row {row}, column {column}: {reason}",
    "{n} of {all} rows have no value. The first is row {row}, column {column}: {reason}", outcome.faults, parts)
}

extension DateOrder {
  /// A day that shows the order.
  public var example: String {
    switch self {
    case .yearFirst: "2026-10-30"
    case .dayFirst: "30.10.2026"
    case .monthFirst: "10/30/2026"
    }
  }
}
