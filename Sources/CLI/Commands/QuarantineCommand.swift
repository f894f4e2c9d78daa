// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct QuarantineCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "quarantine",
      abstract: helpText("Show, accept or reject suspicious rates."),
      subcommands: [List.self, Accept.self, Drop.self], defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String { helpText("List suspicious rates with reasons.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

    func run() async throws {
      let session = try CLIContext(common)
      let entries = try await session.core.rates.quarantined()
      if json {
        Terminal.say(JSONWriter().text(of: .array(entries.map(\.json))))
      } else {
        for entry in entries { Terminal.say(entry.line) }
      }
    }
  }

  struct Accept: PlainCommand {
    static var abstract: String { helpText("Accept suspicious rates and store them.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("One or more numbers, as the subcommand \"list\" shows them.")) var entries: [Int64]

    func run() async throws {
      try await QuarantineCommand.each(entries, common) { try await $0.acceptQuarantined($1) }
    }
  }

  struct Drop: PlainCommand {
    static var abstract: String { helpText("Reject suspicious rates.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("One or more numbers, as the subcommand \"list\" shows them.")) var entries: [Int64]

    func run() async throws {
      try await QuarantineCommand.each(entries, common) { try await $0.dropQuarantined($1) }
    }
  }

  private static func each(
    _ entries: [Int64], _ common: CommonOptions, _ body: (RatesWorkflow, Int64) async throws -> Bool
  ) async throws {
    let session = try CLIContext(common)
    try session.requireSavedRates()
    var missing: [Int64] = []
    for entry in entries {
      if try await body(session.core.rates, entry) == false { missing.append(entry) }
    }
    guard missing.isEmpty else {
      let numbers = missing.map(String.init).joined(separator: ", ")
      throw Failure(
        .usage,
        trn(
          "No suspicious rate has number {numbers}. For the list, run \"kurs-cli quarantine list\".",
          "No suspicious rates have the numbers {numbers}. For the list, run \"kurs-cli quarantine list\".",
          missing.count,
          ["numbers": numbers]))
    }
  }
}

extension QuarantinedQuote {
  fileprivate var line: String {
    let quote = suspect.quote
    let rate = "\(unit) \(quote.base) = \(number ?? "<= 0") \(quote.counter)\(side)"
    return "\(id)  \(quote.provider)  \(quote.observation.day)  \(rate)  \(words)"
  }

  fileprivate var json: JSONValue {
    let quote = suspect.quote
    return [
      "number": .number(JSONNumber(Int(id))), "provider": .string(quote.provider.name),
      "date": .string(quote.observation.day.description), "unit": .string(unit),
      "base": .string(quote.base.code), "value": number.map { .string($0) } ?? .null,
      "counter": .string(quote.counter.code), "side": .string(quote.side.rawValue), "reason": .string(words),
    ]
  }

  /// The rate as text. Nil for a rate of zero or less, because its minus sign wasn't stored.
  private var number: String? {
    suspect.reason == .notPositive ? nil : suspect.quote.observation.value.text
  }

  private var side: String { suspect.quote.side == .middle ? "" : " (\(suspect.quote.side.rawValue))" }

  private var unit: String { String(suspect.quote.observation.unit.number) }

  private var words: String {
    switch suspect.reason {
    case .notPositive: "is not above zero"
    case .unknownCode(let currency): "the currency \(currency) is unknown"
    case .future: "is in the future"
    case .past: "is from a time without published rates"
    case .outsideLife(let currency): "\(currency) was not in use on that day"
    case .jump(let last): "differs too much from \(last.value.text) of \(last.day)"
    case .contradicted(let provider): "differs too much from the rate of \(provider)"
    case .scaled(let provider, let times):
      "is about \(times) times the rate of \(provider), so it may be a rate for \(times) units"
    }
  }
}
