// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct OwnRatesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "own-rates", abstract: helpText("List, set and remove custom rates."),
      subcommands: [List.self, Set.self, Remove.self], defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String { helpText("List custom rates, including expired ones.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON, with rates as fractions.")) var json = false

    func run() async throws {
      let rates = try await CLIContext(common).ownRates()
      if json { return Terminal.say(JSONWriter().text(of: .array(rates.map(\.json)))) }
      for rate in rates { Terminal.say(rate.line) }
    }
  }

  struct Set: PlainCommand {
    static var abstract: String { helpText("Set the rate of a pair, in both directions.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The base currency.")) var from: String
    @Argument(help: helpText("The currency in which the rate is given.")) var to: String
    @Argument(
      help: helpText("The price of one unit of the first currency in the second currency. Examples: 1.25, 4/3."))
    var rate: String
    @Option(help: helpText("The purpose or source of the rate.")) var note = ""
    @Option(help: helpText("The last date on which the rate is valid. Default: no end.", valueName: "day"))
    var until: String?
    @OptionGroup var numbers: NumberOptions

    func run() async throws {
      let session = try CLIContext(common)
      let (value, notes) = try CLIContext.number(rate, numbers.form)
      let expires = try CLIContext.day(until)
      if let expires, expires < CLIContext.today {
        throw Failure(
          .usage,
          tr("{day} is in the past. Use today's date or a later one with --until.", ["day": expires.description]))
      }
      guard
        let own = CustomRate(
          from: try session.currency(from), to: try session.currency(to), value: value, note: note,
          expires: expires)
      else { throw CommandFailure.unreadableAmount(rate) }
      let objects = try await session.objects()
      try await objects.set(own)
      ([own.line] + notes).forEach(Terminal.say)
    }
  }

  struct Remove: PlainCommand {
    static var abstract: String { helpText("Remove the custom rate of a pair.") }
    static var aliases: [String] { ["delete"] }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("One currency of the pair.")) var from: String
    @Argument(help: helpText("The other currency of the pair.")) var to: String

    func run() async throws {
      let session = try CLIContext(common)
      let (from, to) = (try session.currency(from), try session.currency(to))
      guard let own = try await session.ownRates().first(where: { $0.isFor(from, to) }) else {
        throw Failure(
          .usage, tr("You have no custom rate for {from} and {to}.", ["from": from.code, "to": to.code]))
      }
      let objects = try await session.objects()
      try await objects.removeOwnRate(from, to)
      Terminal.say(tr("Deleted: {text}", ["text": own.line]))
    }
  }
}

extension CustomRate {
  var line: String {
    let rate = "1 \(from) = \(value.exactText()) \(to)"
    return [rate, note, expires.map { "until \($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  var json: JSONValue {
    [
      "from": .string(from.code), "to": .string(to.code), "value": .string(value.fraction),
      "note": .string(note), "expires": expires.map { .string($0.description) } ?? .null,
    ]
  }
}
