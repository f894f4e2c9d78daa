// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct TableOptions: ParsableArguments {
  @Flag(
    name: .customLong("csv"),
    help: helpText("Convert a table: the file that is named, or standard input without one or with \"-\"."))
  var isRequested = false
  @Option(help: helpText("The column of amounts, by name or number.", valueName: "column")) var amount: String?
  @Option(
    help: helpText("The column of their currencies, or the one currency of all.", valueName: "column"))
  var from: String?
  @Option(
    help: helpText("The column of days; --on is one day for all rows.", valueName: "column"))
  var date: String?
  @Option(
    help: helpText(
      "The column of rules, for rows that have a rule of their own; --rule counts for the others.", valueName: "column")
  )
  var ruleColumn: String?
  @Option(
    help: helpText(
      "The currency to convert to, several with commas between, or the column that has it for each row.",
      valueName: "column"))
  var to: String?
  @Flag(help: helpText("Use the newest rates, whatever days the table has.")) var latest = false
  @Option(
    name: .customLong("table"), help: helpText("The table to convert, in a file of several.", valueName: "name"))
  var section: String?
  @Option(help: helpText("The sheet of a spreadsheet, by name or number.", valueName: "name")) var sheet: String?
  @Option(
    help: helpText("How the file's letters are encoded, such as UTF-16 or Windows-1250.", valueName: "name"))
  var encoding: String?
  @Option(help: helpText("Write what was recognised to this file as JSON.", valueName: "file")) var report: String?
  @Flag(help: helpText("Don't say what was recognised.")) var quiet = false
  @Flag(help: helpText("Refuse a table that can be read in two ways.")) var strict = false
  @Option(help: helpText("Write the table to this file instead of standard output.", valueName: "file"))
  var output: String?

  private var given: [TableColumn: String?] { [.amount: amount, .from: from, .day: date, .rule: ruleColumn, .to: to] }

  var columns: [TableColumn: ColumnChoice] { given.compactMapValues { $0.map { .typed($0) } } }

  /// Throws for options that tables and single amounts don't share.
  func check(arguments: [String], json: Bool) throws {
    guard isRequested else {
      let names = ["amount", "from", "to"]
      if arguments.count < names.count {
        throw ValidationError("Missing expected argument '<\(names[arguments.count])>'")
      }
      let texts = [output, section, sheet, encoding, report]
      guard columns.isEmpty, texts.allSatisfy({ $0 == nil }), !latest, !quiet, !strict else {
        throw ValidationError(
          tr("--amount, --from, --date, --to and the other options of tables go with --csv"))
      }
      return
    }
    if arguments.count > 1 { throw ValidationError("Unexpected argument '\(arguments[1])'") }
    if let encoding, TableEncoding(name: encoding) == nil {
      throw ValidationError(tr("Kurs doesn't know the encoding {name}.", ["name": encoding]))
    }
    if latest, date != nil { throw ValidationError(tr("--latest and --date do not go together")) }
    if json { throw ValidationError(tr("--csv and --json do not go together")) }
  }
}
