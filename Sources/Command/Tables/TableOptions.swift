// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// The table to convert, and the meaning of its columns.
struct TableOptions: ParsableArguments {
  @Flag(
    name: .customLong("csv"),
    help: helpText("Convert a table: the file that is named, or standard input without one or with \"-\"."))
  var isWished = false
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
    help: helpText("The currency to convert to, or the column that has it for each row.", valueName: "column"))
  var to: String?
  @Option(help: helpText("Write the table to this file instead of standard output.", valueName: "file"))
  var output: String?

  private var given: [TableColumn: String?] { [.amount: amount, .from: from, .day: date, .rule: ruleColumn, .to: to] }

  var columns: [TableColumn: ColumnChoice] { given.compactMapValues { $0.map { .said($0) } } }

  /// Throws for options that a table and a single amount don't share.
  func check(arguments: [String], json: Bool) throws {
    guard isWished else {
      let names = ["amount", "from", "to"]
      if arguments.count < names.count {
        throw ValidationError("Missing expected argument '<\(names[arguments.count])>'")
      }
      guard columns.isEmpty, output == nil else {
        throw ValidationError(tr("--amount, --from, --date, --rule-column, --to and --output go with --csv"))
      }
      return
    }
    if arguments.count > 1 { throw ValidationError("Unexpected argument '\(arguments[1])'") }
    if json { throw ValidationError(tr("--csv and --json do not go together")) }
  }
}
