// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore
import KursModel
public import KursWorkflow

/// Creates the sentences that explain how Kurs read a table.
public struct TableNotes {
  private let form: TableForm
  private let encoding: TableEncoding
  private let spreadsheet: Spreadsheet?
  /// Whether the sentences name options of `kurs-cli`.
  private let hasOptions: Bool

  public init(_ form: TableForm, _ encoding: TableEncoding, _ spreadsheet: Spreadsheet?, hasOptions: Bool) {
    (self.form, self.encoding, self.spreadsheet, self.hasOptions) = (form, encoding, spreadsheet, hasOptions)
  }

  private func quoted(_ column: Int) -> String { "\"\(form.name(column))\"" }

  private func list(_ rows: some Sequence<Int>) -> String {
    rows.sorted().prefix(20).map(String.init).joined(separator: ", ")
  }

  public static func sheets(of spreadsheet: Spreadsheet?, hasOptions: Bool) -> [String] {
    guard let spreadsheet else { return [] }
    let others = spreadsheet.sheets.map(\.name).filter { $0 != spreadsheet.sheet }
    if others.isEmpty { return [] }
    let parts = ["name": spreadsheet.sheet, "others": others.map { "\"\($0)\"" }.joined(separator: ", ")]
    return [
      hasOptions
        ? tr("Sheet \"{name}\" is read. Choose another with --sheet: {others}.", parts)
        : tr("Sheet \"{name}\" is read. The file also has: {others}.", parts)
    ]
  }

  public var bank: [String] {
    form.bank.map { [tr("The table is an export of {name}.", ["name": $0])] } ?? []
  }

  /// The sentences about parts of the table that Kurs could read in only one way.
  public var notes: [String] {
    var lines = earlier
    if let (text, value, other) = form.ambiguousNumber, form.isNumberDecided {
      let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
      lines.append(
        tr("\"{text}\" is read as {value}, not {other}, because other amounts show the number format.", parts))
    }
    if let column = form.unusedCurrencies, case .fixed(let currency) = form.from {
      let parts = ["column": quoted(column), "code": currency.code]
      lines.append(tr("Column {column} names other currencies. All amounts are read as {code}, as you chose.", parts))
    }
    if form.hasMinorUnits {
      lines.append(tr("The amounts in column {column} are in subunits such as cents.", ["column": quoted(form.amount)]))
    }
    if form.scale > 0 {
      let unit = NumberFormat(form.symbols).text(literal: "1" + String(repeating: "0", count: form.scale))
      lines.append(tr("The amounts are in units of {unit}. The converted values are in units of 1.", ["unit": unit]))
    }
    for (text, unit, currency) in form.scaledWords {
      let whole = NumberFormat(form.symbols).text(literal: unit.exactText())
      lines.append(
        tr("\"{text}\" is read as {unit} {code}.", ["text": text, "unit": whole, "code": currency.code]))
    }
    if form.hasOnlyDebits {
      lines.append(
        tr("The amounts in column {column} are debits, which are negative.", ["column": quoted(form.amount)]))
    }
    if !form.balances.isEmpty {
      lines.append(tr("Rows with balances and totals stay unchanged: {rows}.", ["rows": list(form.balances)]))
    }
    if !form.unbooked.isEmpty {
      lines.append(
        tr("Rows of transactions that are not booked were not converted: {rows}.", ["rows": list(form.unbooked)]))
    }
    if encoding != .utf8 {
      let parts = ["encoding": encoding.rawValue]
      lines.append(tr("The table is not in UTF-8. It is read as {encoding} and written as UTF-8.", parts))
    }
    lines += Self.sheets(of: spreadsheet, hasOptions: hasOptions)
    if let hidden = spreadsheet?.hiddenRows, !hidden.isEmpty {
      lines.append(tr("Rows that the spreadsheet hides are converted too: {rows}.", ["rows": list(hidden)]))
    }
    return lines
  }

  /// Says that corrections which the user made to an earlier table were applied to this table. Empty if none were.
  private var earlier: [String] {
    var parts: [String] = []
    let found = form.earlier
    if found.columns[.amount] != nil {
      let columns = [form.debit, form.amount].compactMap { $0 }.map(quoted).joined(separator: tr(", "))
      parts.append(tr("amounts from {columns}", ["columns": columns]))
    }
    if found.columns[.from] != nil {
      switch form.from {
      case .fixed(let currency): parts.append(tr("currency {code}", ["code": currency.code]))
      case .column(let column): parts.append(tr("currencies from {column}", ["column": quoted(column)]))
      case nil: parts.append(tr("currencies next to the amounts"))
      }
    }
    if found.columns[.day] != nil, let column = form.column(.day) {
      parts.append(tr("dates from {column}", ["column": quoted(column)]))
    }
    if let numbers = found.numbers { parts.append(tr("numbers as in {locale}", ["locale": numbers])) }
    if let known = found.encoding, known == encoding { parts.append(tr("encoding {name}", ["name": known.rawValue])) }
    if parts.isEmpty { return [] }
    let choices = ["choices": parts.joined(separator: tr(", "))]
    return [
      hasOptions
        ? tr("Your earlier choices are used: {choices}. To forget them, use --forget.", choices)
        : tr("Your earlier choices are used: {choices}.", choices)
    ]
  }

  /// The sentences about ambiguous parts of the table. With `--strict`, Kurs refuses a table with ambiguous parts.
  public var warnings: [String] {
    var lines: [String] = []
    if form.hasMixedNumbers {
      lines.append(tr("The amounts have two number formats. Rows with unclear amounts have an error."))
    }
    if form.hasMixedDates {
      lines.append(tr("Some dates begin with the day, others with the month. Rows with an unclear date have an error."))
    }
    if form.isMonthAmbiguous { lines.append(tr("Some dates can also be read with day and month swapped.")) }
    if form.isYearAmbiguous { lines.append(tr("Some dates can also be read with the year first.")) }
    if let (text, value, other) = form.ambiguousNumber, !form.isNumberDecided {
      let parts = ["text": text, "value": value.exactText(), "other": other.exactText()]
      lines.append(
        hasOptions
          ? tr("\"{text}\" is read as {value}, not {other}. Set the number format with --numbers.", parts)
          : tr("\"{text}\" is read as {value}, not {other}.", parts))
    }
    for (text, currency) in form.sharedSigns {
      let parts = ["text": text, "code": currency.code]
      lines.append(
        hasOptions
          ? tr("\"{text}\" is read as {code}. Name another currency with --from.", parts)
          : tr("\"{text}\" is read as {code}.", parts))
    }
    if form.isPairAssumed, let debit = form.debit {
      let parts = ["debit": quoted(debit), "credit": quoted(form.amount)]
      lines.append(tr("Column {debit} is read as debits, which are negative, and {credit} as credits.", parts))
    }
    if form.isDirectionAssumed, let column = form.direction {
      lines.append(tr("Column {column} is read as the plus or minus of each amount.", ["column": quoted(column)]))
    }
    if let column = form.possibleDirection {
      lines.append(
        tr("No amount has a minus. Column {column} may show which amounts are negative.", ["column": quoted(column)]))
    }
    if let column = form.possibleFactor {
      lines.append(
        tr(
          "Column {column} may contain factors for the amounts, but isn't used. Check the amounts.",
          ["column": quoted(column)]))
    }
    if form.hasNegatedCredits {
      lines.append(
        tr("The amounts in column {column} have a minus. They are read as positive.", ["column": quoted(form.amount)]))
    }
    if form.hasReversedDebits {
      let column = quoted(form.debit ?? form.amount)
      lines.append(tr("Some debits in column {column} have a minus. They are read as positive.", ["column": column]))
    }
    return lines
  }
}
