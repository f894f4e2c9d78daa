// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct CalcCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "calc", abstract: helpText("Calculate with amounts in different currencies."),
      discussion: helpText(
        "Numbers are read as in your locale. With \"--numbers plain\", 1234.56 means the same in every locale."
      ))
  }

  @OptionGroup var common: CommonOptions
  @Argument(
    help: helpText(
      "For example \"(3+4)*1.5 GBP in JPY\" or \"1000 TRY + 5500 USD / 2 - 100 EUR\". \"-\" reads one calculation from each line of standard input."
    ))
  var expression: String
  @Option(
    name: .customLong("in"), help: helpText("The currencies of the total.", valueName: "CUR[,CUR…]"))
  var targets: String?
  @Option(help: helpText("The date of the rates. Default: the latest.", valueName: "day")) var on: String?
  @Option(help: helpText("Save the calculation and its rates under this title.", valueName: "title")) var save: String?
  @OptionGroup var rule: RuleOptions
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var numbers: NumberOptions
  @OptionGroup var age: AgeOptions
  @Flag(help: helpText("Don't use your custom rates.")) var noOwnRates = false
  @Flag(help: helpText("Print how each rate was calculated: published numbers, bank, date and rounding."))
  var explain = false
  @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

  func validate() throws {
    if expression == "-", save != nil { throw ValidationError(tr("Can't use --save with several calculations")) }
  }

  func run() async throws {
    let session = try CLIContext(common)
    await age.apply(to: session)
    var run = try CalculationRun(
      session: session, numbers: numbers.form, targets: targets, day: CLIContext.conversionDay(on), by: rule,
      providers: providers, withOwn: !noOwnRates)
    if expression == "-" { return try await run.lines(explained: explain, json: json) }
    guard let output = try await run.answer(expression) else { return }
    (json ? [JSONWriter().text(of: output.json)] : output.lines(explained: explain)).forEach(Terminal.say)
    for (_, failure) in output.failures { Terminal.refuse(failure.description, failure.code) }
    if let first = output.failures.first?.failure { throw first.code }
    guard let save else { return }
    let archive = try await session.archive(comparedBy: rule.providers(providers), numbers.form)
    var list = output.list
    list.roundsCash = session.core.reading.settings.roundsToCash
    let isKept = try await archive.saved(archive.save(title: save, archive.record(list))) != nil
    guard isKept else { throw Failure(.badData, tr("“{title}” was not saved. Try again.", ["title": save])) }
    if !json { Terminal.say(tr("“{title}” is saved. To show it, run \"kurs-cli saved show\".", ["title": save])) }
  }
}
