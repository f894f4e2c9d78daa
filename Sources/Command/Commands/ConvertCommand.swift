// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `convert 100 EUR USD,GBP`: an amount in other currencies, each with its rate, source and date.
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Convert an amount to one or more currencies.")

  @OptionGroup var common: CommonOptions
  @Argument(help: "The amount, such as 1234.56.") var amount: String
  @Argument(help: "The currency of the amount.") var from: String
  @Argument(help: "The currencies wished, with commas between.") var to: String
  @Option(help: ArgumentHelp("The day whose rates count; the newest without it.", valueName: "YYYY-MM-DD"))
  var on: String?
  @OptionGroup var providers: ProviderOptions
  @Flag(help: "Print JSON, decimals as strings.") var json = false

  func run() async throws {
    try await Terminal.run {
      guard let value = Rational(text: amount) else { throw CommandFailure.unreadableAmount(amount) }
      let day = try on.map { text in
        guard let day = Day(iso: text) else { throw CommandFailure.unreadableDay(text) }
        return day
      }
      let session = try Session(common)
      let source = try session.currency(from)
      let targets = try to.split(separator: ",").map { try session.currency(String($0)) }
      let table = try await session.table(of: providers, on: day)
      let rates = try targets.map { target in
        try Failure.wording { try table.route(from: source, to: target) }
      }
      let output = Conversion(
        typed: amount, amount: Money(value, source), rates: rates, table: table, catalogue: session.core.catalogue)
      if json {
        Terminal.say(JSONWriter().text(of: output.json))
      } else {
        output.lines.forEach(Terminal.say)
      }
    }
  }
}
