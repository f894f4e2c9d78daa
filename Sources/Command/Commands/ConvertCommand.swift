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
  @Flag(help: "Leave out the rates that you set yourself.") var noOwnRates = false
  @Flag(help: "Print how each result was reckoned: every rate as published, its bank and day, the rounding.")
  var explain = false
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
      var resolver = try await session.rates(of: providers, on: day).resolver
      if !noOwnRates { resolver.own = try await session.ownRates().holding(on: Session.today) }
      let output = Conversion(
        typed: amount, amount: Money(value, source), to: targets, resolver: resolver, now: Session.now(),
        catalogue: session.core.catalogue)
      (json ? [JSONWriter().text(of: output.json)] : output.lines(explained: explain)).forEach(Terminal.say)
      for (_, failure) in output.failures { Terminal.complain(failure.description) }
      if let first = output.failures.first?.failure { throw first.code }
    }
  }
}
