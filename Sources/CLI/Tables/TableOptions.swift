// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct TableOptions: ParsableArguments {
  @Flag(
    name: .customLong("csv"),
    help: helpText("Convert the table in this file. Without a file, or with \"-\", standard input is read."))
  var isRequested = false
  @Option(help: helpText("The column of amounts, by name or number.", valueName: "column")) var amount: String?
  @Option(
    help: helpText("The column of currencies, or one currency for all amounts.", valueName: "column"))
  var from: String?
  @Option(
    help: helpText("The column of dates. --on sets one date for all rows.", valueName: "column"))
  var date: String?
  @Option(
    help: helpText(
      "The column of rules for the rate date. Rows without a rule use --rule.", valueName: "column")
  )
  var ruleColumn: String?
  @Option(
    help: helpText(
      "The target currencies, separated by commas, or the column with each row's target currency.",
      valueName: "column"))
  var to: String?
  @Flag(help: helpText("Use the latest rates for all rows.")) var latest = false
  @Option(
    name: .customLong("table"),
    help: helpText("The table to convert, by name or number, if the file has several tables.", valueName: "name"))
  var section: String?
  @Option(help: helpText("The sheet of a spreadsheet, by name or number.", valueName: "name")) var sheet: String?
  @Option(
    help: helpText("The encoding of the file, such as UTF-16 or Windows-1250.", valueName: "name"))
  var encoding: String?
  @Option(help: helpText("Write a JSON report about the table's columns to this file.", valueName: "file")) var report:
    String?
  @Flag(help: helpText("Don't print a report about the table's columns.")) var quiet = false
  @Flag(help: helpText("Remember columns, currency, number format and encoding for tables with the same columns."))
  var remember = false
  @Flag(help: helpText("Forget your earlier choices for tables with the same columns.")) var forget = false
  @Flag(help: helpText("Stop with an error if the table can be read in two ways.")) var strict = false
  @OptionGroup var output: OutputOptions

  private var given: [TableColumn: String?] { [.amount: amount, .from: from, .day: date, .rule: ruleColumn, .to: to] }

  var columns: [TableColumn: ColumnChoice] { given.compactMapValues { $0.map { .typed($0) } } }

  /// Throws if an option for tables is used with a single amount, or an argument for amounts with a table.
  func check(arguments: [String], json: Bool) throws {
    guard isRequested else {
      let names = ["amount", "from", "to"]
      if arguments.count < names.count {
        throw ValidationError("Missing expected argument '<\(names[arguments.count])>'")
      }
      let texts = [output.file, section, sheet, encoding, report]
      guard columns.isEmpty, texts.allSatisfy({ $0 == nil }), !latest, !quiet, !strict, !remember, !forget else {
        throw ValidationError(
          tr("Use --amount, --from, --date, --to and other table options only with --csv"))
      }
      return
    }
    if arguments.count > 1 { throw ValidationError("Unexpected argument '\(arguments[1])'") }
    if remember, forget { throw ValidationError(tr("Use either --remember or --forget")) }
    if let encoding, TableEncoding(name: encoding) == nil {
      throw ValidationError(tr("Unknown encoding {name}. Use a name such as UTF-8.", ["name": encoding]))
    }
    if report == "-" { throw ValidationError(tr("--report needs a file name, not \"-\"")) }
    if latest, date != nil { throw ValidationError(tr("Use either --latest or --date")) }
    if json { throw ValidationError(tr("Use either --csv or --json")) }
  }
}
