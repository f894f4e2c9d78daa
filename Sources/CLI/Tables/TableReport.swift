// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursWords

struct TableReport {
  private let form: TableForm
  private let encoding: TableEncoding
  private let spreadsheet: Spreadsheet?

  init(_ form: TableForm, _ content: TableContent) {
    self.form = form
    (encoding, spreadsheet) = (content.encoding, content.spreadsheet)
  }

  var lines: [String] {
    let column = { (kind: TableColumn) in form.column(kind).map(quoted) ?? "" }
    let separator = form.separator == UInt8(ascii: "\t") ? tr("a tab") : "\"\(character)\""
    var lines: [String] = []
    if let bank = form.bank { lines.append(tr("The table is an export of {name}.", ["name": bank])) }
    if let section = form.section { lines.append(tr("The table is \"{name}\".", ["name": section])) }
    if let head = form.head, head > 1 {
      lines.append(
        tr("The columns are named in row {row}. The rows before it stay unchanged.", ["row": String(head)]))
    }
    if let debit = form.debit {
      lines.append(
        tr(
          "Columns are separated by {separator}. Amounts are in columns {debit} (minus) and {credit}, written as {example}.",
          ["separator": separator, "debit": quoted(debit), "credit": column(.amount), "example": number]))
    } else {
      lines.append(
        tr(
          "Columns are separated by {separator}. Amounts are in column {column}, written as {example}.",
          ["separator": separator, "column": column(.amount), "example": number]))
    }
    if let direction = form.direction {
      lines.append(
        form.hasSignedDirections
          ? tr("Column {column} shows debit or credit. The amounts already have a sign.", ["column": quoted(direction)])
          : tr("Column {column} shows which amounts are negative.", ["column": quoted(direction)]))
    }
    if form.hasDirectionLetters || form.needsDirectionMark {
      lines.append(tr("A sign next to each amount shows whether it is negative."))
    }
    if form.from == nil { lines.append(tr("Each amount has its currency next to it.")) }
    if case .fixed(let currency) = form.from {
      lines.append(
        form.share == .one
          ? tr("All amounts are in {code}.", ["code": currency.code])
          : tr("All amounts are in subunits of {code}.", ["code": currency.code]))
    }
    if form.column(.from) != nil { lines.append(tr("Currencies are in column {column}.", ["column": column(.from)])) }
    if form.column(.to) != nil {
      lines.append(tr("The currencies to convert to are in column {column}.", ["column": column(.to)]))
    }
    if form.column(.day) != nil {
      lines.append(
        tr(
          "Dates are in column {column}, written as {example}.", ["column": column(.day), "example": form.dates.example])
      )
    } else if form.usesLatest {
      lines.append(tr("No date column is used. All rows use the latest rates. Name the column with --date."))
    }
    if form.column(.rule) != nil { lines.append(tr("Rules are in column {column}.", ["column": column(.rule)])) }
    return lines + notes + warnings
  }

  var seriesLines: [String] {
    let parts = [
      "column": quoted(form.amount), "example": number, "days": form.column(.day).map(quoted) ?? "",
      "day": form.dates.example,
    ]
    return [
      tr("Rates are in column {column}, written as {example}. Dates are in column {days}, written as {day}.", parts)
    ] + notes + warnings
  }

  private var number: String { NumberFormat(form.symbols).text(literal: "1234.56") }
  private var character: Character { Character(Unicode.Scalar(form.separator)) }
  private func quoted(_ column: Int) -> String { "\"\(form.name(column))\"" }

  static func sheets(of content: TableContent) -> [String] { sheets(of: content.spreadsheet) }

  private static func sheets(of spreadsheet: Spreadsheet?) -> [String] {
    guard let spreadsheet else { return [] }
    let others = spreadsheet.sheets.map(\.name).filter { $0 != spreadsheet.sheet }
    if others.isEmpty { return [] }
    let parts = ["name": spreadsheet.sheet, "others": others.map { "\"\($0)\"" }.joined(separator: ", ")]
    return [tr("Sheet \"{name}\" is read. Choose another with --sheet: {others}.", parts)]
  }

  private var notes: [String] {
    var lines: [String] = []
    if let (text, value, other) = form.ambiguousNumber, form.isNumberDecided {
      let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
      lines.append(tr("\"{text}\" is read as {value}, not {other}, like the other amounts.", parts))
    }
    if form.hasMixedNumbers {
      lines.append(tr("The amounts are written in two ways. Rows with unclear amounts have an error."))
    }
    if form.hasMixedDates {
      lines.append(tr("The dates are written in two orders. Rows with unclear dates have an error."))
    }
    if form.hasMinorUnits {
      lines.append(tr("Column {column} has subunits such as cents.", ["column": quoted(form.amount)]))
    }
    if form.scale > 0 {
      let parts = ["unit": NumberFormat(form.symbols).text(literal: "1" + String(repeating: "0", count: form.scale))]
      lines.append(tr("Amounts are counted in units of {unit}. The values are in whole units.", parts))
    }
    if !form.balances.isEmpty {
      let rows = form.balances.sorted().prefix(20).map(String.init).joined(separator: ", ")
      lines.append(tr("Rows with balances and totals stay unchanged: {rows}.", ["rows": rows]))
    }
    if encoding != .utf8 { lines.append(sentence(for: encoding)) }
    lines += Self.sheets(of: spreadsheet)
    if let spreadsheet {
      if !spreadsheet.hiddenRows.isEmpty {
        let rows = spreadsheet.hiddenRows.prefix(20).map(String.init).joined(separator: ", ")
        lines.append(tr("Rows that the spreadsheet hides are converted too: {rows}.", ["rows": rows]))
      }
    }
    return lines
  }

  var warnings: [String] {
    var lines: [String] = []
    if form.isMonthAmbiguous { lines.append(tr("Some dates can also be read with day and month swapped.")) }
    if form.isYearAmbiguous { lines.append(tr("Some dates can also be read with the year first.")) }
    if let (text, value, other) = form.ambiguousNumber, !form.isNumberDecided {
      let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
      lines.append(tr("\"{text}\" is read as {value}, not {other}. Set the number format with --numbers.", parts))
    }
    for (text, currency) in form.sharedSigns {
      lines.append(
        tr("\"{text}\" is read as {code}. Name another currency with --from.", ["text": text, "code": currency.code]))
    }
    if form.hasNegatedCredits {
      lines.append(
        tr("The amounts in column {column} have a minus. They are read as plus.", ["column": quoted(form.amount)]))
    }
    return lines
  }

  func json(_ outcome: TableOutcome) -> String {
    func strings(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
    func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
    let columns = [form.debit, form.amount].compactMap { $0 }
    var fields: [(String, JSONValue)] = [
      ("bank", form.bank.map { .string($0) } ?? .null), ("encoding", .string(encoding.rawValue)), ("separator", .string(String(character))),
      ("sheet", spreadsheet.map { .string($0.sheet) } ?? .null),
      ("hidden_rows", .array((spreadsheet?.hiddenRows ?? []).map(number))),
      ("heading", form.head.map(number) ?? .null), ("table", form.section.map { .string($0) } ?? .null),
      (
        "amount",
        .object(
          JSONObject([
            ("columns", .array(columns.map { number($0 + 1) })), ("names", strings(columns.map(form.name))),
            ("numbers", .string(self.number)),
          ]))
      ),
      ("sign", .string(sign)), ("currency", currency), ("date", date),
      ("targets", form.column(.to).map { .string(form.name($0)) } ?? strings(form.targets.map(\.code))),
      ("doubts", strings(notes + warnings)),
    ]
    fields.append(
      (
        "rows",
        .object(
          JSONObject([
            ("all", number(outcome.rows)), ("failed", number(outcome.faults)),
            ("skipped", .array(outcome.skipped.map(number))),
          ]))
      ))
    let errors = outcome.failed.map { row, fault in
      JSONValue.object(
        JSONObject([
          ("row", number(row)), ("column", fault.column.map { .string(form.name($0)) } ?? .null),
          ("error", .string(Failure(fault.reason, form).description)),
        ]))
    }
    fields.append(("errors", .array(errors)))
    return JSONWriter().text(of: .object(JSONObject(fields)))
  }

  private var sign: String {
    if form.debit != nil { return "two columns" }
    if let direction = form.direction { return form.hasSignedDirections ? "written" : "column \(form.name(direction))" }
    return form.hasDirectionLetters || form.needsDirectionMark ? "beside the amount" : "written"
  }

  private var currency: JSONValue {
    switch form.from {
    case .fixed(let currency): .object(JSONObject([("code", .string(currency.code))]))
    case .column(let column):
      .object(JSONObject([("column", .number(JSONNumber(column + 1))), ("name", .string(form.name(column)))]))
    case nil: .string("beside the amount")
    }
  }

  private var date: JSONValue {
    switch form.day {
    case .fixed(let day): .string(day?.description ?? "latest")
    case .column(let column):
      .object(
        JSONObject([
          ("column", .number(JSONNumber(column + 1))), ("name", .string(form.name(column))),
          ("form", .string(form.dates.example)),
        ]))
    }
  }
}
