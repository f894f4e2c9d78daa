// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursWords

struct TableReport {
  private let form: TableForm
  private let encoding: TableEncoding
  private let spreadsheet: Spreadsheet?
  private let ruleNotes: [String]

  init(_ form: TableForm, _ content: TableContent, ruleNotes: [String] = []) {
    (self.form, self.ruleNotes) = (form, ruleNotes)
    (encoding, spreadsheet) = (content.encoding, content.spreadsheet)
  }

  var lines: [String] {
    let column = { (kind: TableColumn) in form.column(kind).map(quoted) ?? "" }
    let separator = form.separator == UInt8(ascii: "\t") ? tr("a tab") : "\"\(character)\""
    var lines = found.bank
    if let section = form.section { lines.append(tr("Table \"{name}\" is read.", ["name": section])) }
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
          ? tr(
            "Column {column} shows debit or credit. It isn't used, because the amounts already have a sign.",
            ["column": quoted(direction)])
          : tr("Column {column} shows which amounts are negative.", ["column": quoted(direction)]))
    }
    if form.hasDirectionLetters || form.needsDirectionMark {
      lines.append(tr("A sign next to each amount shows whether it is negative."))
    }
    if form.from == nil { lines.append(tr("Each amount has its currency next to it.")) }
    if let debit = form.debit, let other = form.fromOfDebits {
      let sources: [(Int, TableForm.Source<Currency>?)] = [(debit, other), (form.amount, form.from)]
      for (place, source) in sources {
        switch source {
        case .fixed(let currency):
          lines.append(
            tr("Amounts in column {column} are in {code}.", ["column": quoted(place), "code": currency.code]))
        case .column(let column): lines.append(tr("Currencies are in column {column}.", ["column": quoted(column)]))
        case nil: break
        }
      }
    } else if case .fixed(let currency) = form.from {
      lines.append(
        form.share == .one
          ? tr("All amounts are in {code}.", ["code": currency.code])
          : tr("All amounts are in subunits of {code}, such as cents.", ["code": currency.code]))
    } else if form.column(.from) != nil {
      lines.append(tr("Currencies are in column {column}.", ["column": column(.from)]))
    }
    if form.column(.to) != nil {
      lines.append(tr("The target currencies are in column {column}.", ["column": column(.to)]))
    }
    if form.column(.day) != nil {
      lines.append(
        tr(
          "Dates are in column {column}, written as {example}.",
          ["column": column(.day), "example": form.dates.example])
      )
    } else if form.usesLatest {
      lines.append(tr("No date column is used. All rows use the latest rates. Name the column with --date."))
    }
    if form.column(.rule) != nil {
      lines.append(tr("The rules for the rate date are in column {column}.", ["column": column(.rule)]))
    }
    return lines + notes + warnings
  }

  func seriesLines(_ table: SeriesTable) -> [String] {
    let parts = [
      "column": quoted(form.amount), "example": number, "days": form.column(.day).map(quoted) ?? "",
      "day": form.dates.example,
    ]
    var lines = [
      tr("Rates are in column {column}, written as {example}. Dates are in column {days}, written as {day}.", parts)
    ]
    if let column = table.unitColumn {
      lines.append(tr("Rates are divided by the number of units in column {column}.", ["column": quoted(column)]))
    } else if table.unit > 1 {
      lines.append(tr("Rates are divided by {n}, the number of units in the column's name.", ["n": String(table.unit)]))
    }
    return lines + notes + warnings
  }

  private var number: String { NumberFormat(form.symbols).text(literal: "1234.56") }
  private var character: Character { Character(Unicode.Scalar(form.separator)) }
  private func quoted(_ column: Int) -> String { "\"\(form.name(column))\"" }

  static func sheets(of content: TableContent) -> [String] {
    TableNotes.sheets(of: content.spreadsheet, hasOptions: true)
  }

  private var found: TableNotes { TableNotes(form, encoding, spreadsheet, hasOptions: true) }
  private var notes: [String] { found.notes + ruleNotes }
  var warnings: [String] { found.warnings }

  static func json(refusal: String) -> String {
    let errors = JSONValue.array([.object(JSONObject([("error", .string(refusal))]))])
    return JSONWriter().text(of: .object(JSONObject([("errors", errors)])))
  }

  func json(_ outcome: TableOutcome) -> String {
    func strings(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
    func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
    let columns = [form.debit, form.amount].compactMap { $0 }
    var fields: [(String, JSONValue)] = [
      ("bank", form.bank.map { .string($0) } ?? .null), ("encoding", .string(encoding.rawValue)),
      ("separator", .string(String(character))),
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
      ("sign", .string(sign)), ("currency", currency(form.from)), ("date", date),
      ("targets", form.column(.to).map { .string(form.name($0)) } ?? strings(form.targets.map(\.code))),
      ("doubts", strings(warnings)), ("notes", strings(notes)),
    ]
    if let other = form.fromOfDebits { fields.append(("debit_currency", currency(other))) }
    fields.append(
      (
        "rows",
        .object(
          JSONObject([
            ("all", number(outcome.rows)), ("failed", number(outcome.faults)),
            ("skipped", .array(outcome.skipped.map(number))),
            ("not_booked", .array(form.unbooked.sorted().prefix(1_000).map(number))),
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

  private func currency(_ source: TableForm.Source<Currency>?) -> JSONValue {
    switch source {
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
