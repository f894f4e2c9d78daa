// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct ConvertCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "convert", abstract: helpText("Convert an amount to one or more currencies, or a table row by row."),
      usage: [
        "kurs-cli convert <amount> <from> <to> [<options>]", "kurs-cli convert --csv [<file>] --to <to> [<options>]",
      ].joined(separator: "\n"),
      discussion: helpText(
        "With --csv, each row of a table uses the rate of its date. Kurs finds the columns by name or content. You can also name them with --amount, --from, --date, --rule-column and --to. These columns are added at the end: value, rate, source, observed, basis, day_rule (if a rule is used), error."
      ))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The amount, such as 1234.56, .5, 2k or 1e3.")) var amount: String?
  @Argument(help: helpText("The currency of the amount.")) var from: String?
  @Argument(help: helpText("Target currencies, separated by commas.")) var to: String?
  @OptionGroup var table: TableOptions
  @Option(
    help: helpText(
      "The date of the rates, or a period for its average: 2026-10, 2026-Q3, 2026, 2026-01-15..2026-03-31. Default: the latest rates.",
      valueName: "day"))
  var on: String?
  @OptionGroup var rule: RuleOptions
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var numbers: NumberOptions
  @OptionGroup var age: AgeOptions
  @Flag(help: helpText("Don't use your custom rates.")) var noOwnRates = false
  @Flag(help: helpText("Print how each result was calculated: published rates, bank, date and rounding."))
  var explain = false
  @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

  func validate() throws {
    try table.check(arguments: [amount, from, to].compactMap { $0 }, json: json)
    if table.latest, on != nil { throw ValidationError(tr("Use either --latest or --on")) }
  }

  func run() async throws {
    guard let amount, let from, let to else {
      let session = try CLIContext(common)
      await age.apply(to: session)
      return try await TableRun(
        options: table, file: amount, asked: rule.choice(on: on), rule: rule, isOneDay: on != nil,
        providers: providers, numbers: numbers.form, noOwnRates: noOwnRates, session: session
      ).run()
    }
    var run = ConversionRun(amount, from, to)
    (run.common, run.providers, run.numbers) = (common, rule.providers(providers), numbers.form)
    (run.choice, run.ruleNotes) = (try rule.choice(on: on), rule.notes(beside: providers))
    (run.noOwnRates, run.explain, run.json, run.age) = (noOwnRates, explain, json, age)
    try await run.run()
  }
}

struct ConversionRun {
  let amount: String
  let from: String
  let to: String
  var common = CommonOptions(dataDir: nil)
  var choice = DayChoice.newest
  var providers = ProviderOptions(names: nil)
  var numbers = NumberForm.locale
  var age: AgeOptions?
  var ruleNotes: [String] = []
  var noOwnRates = false
  var explain = false
  var json = false

  init(_ amount: String, _ from: String, _ to: String) {
    (self.amount, self.from, self.to) = (amount, from, to)
  }

  /// Reads `convert 100 EUR USD` without the parser, which takes half of the run time. Nil for any other form.
  init?(plain arguments: [String]) {
    guard arguments.count == 4, arguments[0] == "convert", !arguments.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    self.init(arguments[1], arguments[2], arguments[3])
  }

  func run() async throws {
    let (value, notes) = try CLIContext.number(amount, numbers)
    let session = try CLIContext(common)
    await age?.apply(to: session)
    let (source, share, named) = try session.unit(from)
    let (targets, readingNotes) = try session.currencies(to)
    var resolver = try await session.rates(of: providers, choice).resolver
    if !noOwnRates { resolver.use(try await session.ownRates().holding(on: CLIContext.today)) }
    let output = Conversion(
      amount: Money(value * share, source), to: targets, resolver: resolver, now: CLIContext.now(),
      catalogue: session.core.catalogue, notes: notes + named + readingNotes + ruleNotes, cash: session.cash)
    (json ? [JSONWriter().text(of: output.json)] : output.lines(explained: explain)).forEach(Terminal.say)
    for (_, failure) in output.failures { Terminal.refuse(failure.description, failure.code) }
    if let first = output.failures.first?.failure { throw first.code }
  }
}
