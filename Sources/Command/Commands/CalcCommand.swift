// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `calc "1000 TRY + 5500 USD / 2 - 100 EUR"`: a list of amounts, added up in one currency or several.
struct CalcCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calc", abstract: "Calculate with amounts in different currencies.",
    discussion: """
      Amounts are read in the number form of your locale, as in the window; a leading minus needs "--" before it.
      """)

  @OptionGroup var common: CommonOptions
  @Argument(help: "Such as \"(3+4)*1.5 GBP in JPY\" or \"1000 TRY + 5500 USD / 2 - 100 EUR\".") var expression: String
  @Option(name: .customLong("in"), help: ArgumentHelp("The currencies of the total.", valueName: "CUR[,CUR…]"))
  var targets: String?
  @Option(help: ArgumentHelp("The day whose rates count; the newest without it.", valueName: "YYYY-MM-DD"))
  var on: String?
  @Option(help: ArgumentHelp("Keep it under this title, with the rates it used.", valueName: "title")) var save: String?
  @OptionGroup var providers: ProviderOptions
  @Flag(help: "Leave out the rates that you set yourself.") var noOwnRates = false
  @Flag(help: "Print JSON, decimals as strings.") var json = false

  func run() async throws {
    try await Terminal.run {
      let session = try Session(common)
      let reader = Session.reader(session.core.catalogue)
      let read = reader.read(expression)
      if let error = read.errors.first { throw Failure(error, in: expression) }
      var calculation = read.calculation
      if let on {
        guard let day = Day(iso: on) else { throw CommandFailure.unreadableDay(on) }
        calculation.day = day
      }
      let named = try targets?.split(separator: ",").map { try session.currency(String($0)) } ?? read.targets
      let results = named.isEmpty ? [calculation.lines.lazy.compactMap(\.currency).first ?? .eur] : named
      let days = Set(calculation.lines.map { $0.day ?? calculation.day })
      let rates = try await session.source(providers, on: days, withOwn: !noOwnRates)
      guard
        let output = try CalculationOutput(
          calculation: calculation, in: results, rates: rates, read: read, catalogue: session.core.catalogue)
      else { return }
      (json ? [JSONWriter().text(of: output.json)] : output.lines).forEach(Terminal.say)
      guard let save else { return }
      let archive = try await session.archive(comparedBy: providers)
      let record = await archive.record(
        calculation, result: results[0], targets: Array(results.dropFirst()), rates: rates)
      _ = try await Failure.wording { try await archive.save(title: save, record) }
    }
  }
}
