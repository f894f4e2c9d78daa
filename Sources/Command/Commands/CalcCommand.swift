// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct CalcCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "calc", abstract: helpText("Calculate with amounts in different currencies."),
      discussion: helpText(
        "Amounts are read in the number form of your locale, as in the window and in \"convert\"; \"--numbers plain\" reads 1234.56 alike everywhere."
      ))
  }

  @OptionGroup var common: CommonOptions
  @Argument(
    help: helpText(
      "Such as \"(3+4)*1.5 GBP in JPY\" or \"1000 TRY + 5500 USD / 2 - 100 EUR\"; \"-\" reads one from each line of standard input."
    ))
  var expression: String
  @Option(
    name: .customLong("in"), help: helpText("The currencies of the total.", valueName: "CUR[,CUR…]"))
  var targets: String?
  @Option(help: helpText("The day whose rates count; the newest without it.", valueName: "day")) var on: String?
  @Option(help: helpText("Keep it under this title, with the rates it used.", valueName: "title")) var save: String?
  @OptionGroup var rule: RuleOptions
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var numbers: NumberOptions
  @Flag(help: helpText("Leave out the rates that you set yourself.")) var noOwnRates = false
  @Flag(help: helpText("Print how each rate was reckoned: every number as published, its bank and day, the rounding."))
  var explain = false
  @Flag(help: helpText("Print JSON, decimals as strings.")) var json = false

  func validate() throws {
    if expression == "-", save != nil { throw ValidationError(tr("--save does not go with several calculations")) }
  }

  func run() async throws {
    let session = try CLIContext(common)
    var run = try CalculationRun(
      session: session, numbers: numbers.form, targets: targets, day: CLIContext.conversionDay(on), by: rule,
      providers: providers, withOwn: !noOwnRates)
    if expression == "-" { return try await run.lines(explained: explain, json: json) }
    guard let answer = try await run.answer(expression) else { return }
    let (output, rates) = (answer.output, ResolvedRates(answer.output.resolver))
    (json ? [JSONWriter().text(of: output.json)] : output.lines(explained: explain)).forEach(Terminal.say)
    for (_, failure) in output.failures { Terminal.refuse(failure.description, failure.code) }
    if let first = output.failures.first?.failure { throw first.code }
    guard let save else { return }
    let archive = try await session.archive(comparedBy: rule.providers(providers), numbers.form)
    let record = await archive.record(
      output.calculation, result: answer.resultCurrencies[0], targets: Array(answer.resultCurrencies.dropFirst()),
      isRoundedToCash: session.core.reading.settings.roundsToCash, rates: rates)
    let isKept = try await archive.saved(archive.save(title: save, record)) != nil
    guard isKept else { throw Failure(.badData, tr("“{title}” could not be saved.", ["title": save])) }
  }
}
