// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursWords

/// The recognised columns of a table, as sentences for standard error.
struct TableReport {
  private let form: TableForm
  private let isTranscoded: Bool

  init(_ form: TableForm, isTranscoded: Bool) {
    self.form = form
    self.isTranscoded = isTranscoded
  }

  var lines: [String] {
    let form = form
    let column = { (kind: TableColumn) in form.column(kind).map { "\"\(form.name($0))\"" } ?? "" }
    let separator =
      form.separator == UInt8(ascii: "\t") ? tr("a tab") : "\"\(Character(Unicode.Scalar(form.separator)))\""
    let number = NumberFormat(form.symbols).text(literal: "1234.56")
    var lines = [
      tr(
        "Columns are separated by {separator}. Amounts are in column {column}, written as {example}.",
        ["separator": separator, "column": column(.amount), "example": number])
    ]
    if form.from == nil { lines.append(tr("Each amount has its currency beside it.")) }
    if form.column(.from) != nil { lines.append(tr("Currencies are in column {column}.", ["column": column(.from)])) }
    if form.column(.to) != nil {
      lines.append(tr("The currencies to convert to are in column {column}.", ["column": column(.to)]))
    }
    if form.column(.day) != nil {
      lines.append(
        tr(
          "Days are in column {column}, written as {example}.", ["column": column(.day), "example": form.dates.example])
      )
    } else if case .fixed(nil) = form.day {
      lines.append(tr("There is no column of days. The newest rates count."))
    }
    if form.column(.rule) != nil { lines.append(tr("Rules are in column {column}.", ["column": column(.rule)])) }
    return lines + doubts
  }

  var seriesLines: [String] {
    let parts = [
      "column": "\"\(form.name(form.amount))\"", "example": NumberFormat(form.symbols).text(literal: "1234.56"),
      "days": form.column(.day).map { "\"\(form.name($0))\"" } ?? "", "day": form.dates.example,
    ]
    return [
      tr("Rates are in column {column}, written as {example}. Days are in column {days}, written as {day}.", parts)
    ] + doubts
  }

  private var doubts: [String] {
    var lines: [String] = []
    if form.isMonthDoubtful { lines.append(tr("The days can be read with day and month changed, too.")) }
    if let (text, value, other) = form.doubtfulNumber {
      let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
      lines.append(tr("\"{text}\" is read as {value}, not {other}. Say how numbers are written with --numbers.", parts))
    }
    if isTranscoded { lines.append(tr("The table is not in UTF-8. It is read as Windows-1252 and written as UTF-8.")) }
    return lines
  }
}
