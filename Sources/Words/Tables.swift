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
  case .tooManyCells(let row, let count, let expected):
    tr(
      "Row {row} has {n} cells for {expected} columns. A number with a comma belongs in quotation marks.",
      ["row": String(row), "n": String(count), "expected": String(expected)])
  case .noColumn, .unclear, .noDay, .severalTables, .noTable, .noCurrency, .noTarget: nil
  }
}

/// How a table that is not in UTF-8 is read.
public func sentence(for encoding: TableEncoding) -> String {
  tr("The table is not in UTF-8. It is read as {encoding} and written as UTF-8.", ["encoding": encoding.rawValue])
}

/// Why a row of a table has no value.
///
/// `amount`, `rate`: what a window and a terminal say each in their own way.
public func sentence(
  for reason: RowFault.Reason, _ dates: DateOrder, amount: (CalculationError, _ text: String) -> String,
  rate: (RateError) -> String
) -> String {
  switch reason {
  case .amount(let error, _) where error.reason == .noAmount: return tr("An amount is missing.")
  case .amount(let error, let text): return amount(error, text)
  case .notAmount(let text): return tr("\"{text}\" is not an amount.", ["text": text])
  case .twoAmounts(let out, let into):
    return tr("There are two amounts, {out} out and {in} in. Keep one of them.", ["out": out, "in": into])
  case .direction(""): return tr("Nothing says whether this amount is minus, as in the other rows.")
  case .direction(let text):
    return tr("\"{text}\" doesn't say whether the amount is minus.", ["text": text])
  case .contradiction(let amount, let direction):
    return tr(
      "{amount} has a minus, and \"{direction}\" beside it. Remove one of them.",
      ["amount": amount, "direction": direction])
  case .doubtful(let text, let value, let other):
    let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
    return tr("\"{text}\" can be {value} or {other}: the table writes numbers in two ways.", parts)
  case .currency(""): return tr("The currency is missing.")
  case .currency(let text): return tr("Kurs doesn't know the currency {text}.", ["text": "\"\(text)\""])
  case .currencyBeside(let word, let text):
    return tr("Kurs doesn't know the currency {word} in {text}.", ["word": "\"\(word)\"", "text": "\"\(text)\""])
  case .otherCurrency(let own, let column):
    return tr(
      "The amount is in {code}, and its currency is said to be {other}.", ["code": own.code, "other": column.code])
  case .day(""): return tr("The day is missing.")
  case .day(let text):
    return tr("\"{text}\" is not a day written as {example}.", ["text": text, "example": dates.example])
  case .doubtfulDay(let text, let day, let other):
    let parts = ["text": text, "day": day.description, "other": other.description]
    return tr("\"{text}\" can be {day} or {other}: the table writes days in two orders.", parts)
  case .tooManyCells(let count, let expected):
    return tr(
      "The row has {n} cells for {expected} columns. A number with a comma belongs in quotation marks.",
      ["n": String(count), "expected": String(expected)])
  case .otherTable: return tr("Another table begins here. Save it in a file of its own.")
  case .repeatedHead: return tr("This row repeats the names of the columns.")
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
