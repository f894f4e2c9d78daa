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

/// Runs several calculations. The rates of a day are loaded only once.
private struct CalculationRun {
  private let session: CLIContext
  private let reader: CalculationReader
  private let decimal: Unicode.Scalar
  private let targets: [Currency]?
  private let day: Day?
  private let rule: NamedRule?
  private let ruleNotes: [String]
  private let providers: ProviderOptions
  private let withOwn: Bool
  private var own: [CustomRate]?
  private var resolvers: [Day?: Resolver] = [:]

  /// `targets`: the currencies of the total, as typed. Nil if each calculation names its currencies.
  init(
    session: CLIContext, numbers: NumberForm, targets: String?, day: Day?, by rule: RuleOptions,
    providers: ProviderOptions, withOwn: Bool
  ) throws {
    self.session = session
    reader = session.reader(numbers)
    decimal = numbers.symbols.decimal
    self.targets = try targets.map { try session.currencies($0).list }
    (self.day, self.rule, self.withOwn) = (day, rule.chosenRule, withOwn)
    (self.providers, ruleNotes) = (rule.providers(providers), rule.notes(beside: providers))
  }

  var resolver: @Sendable (Day?) -> Resolver { session.resolver(among: resolvers) }

  private func resolver(typed rates: [CustomRate]) -> @Sendable (Day?) -> Resolver {
    let resolver = resolver
    guard !rates.isEmpty else { return resolver }
    return { day in
      var own = resolver(day)
      own.own = rates + own.own
      return own
    }
  }

  /// Returns the result of a text in its target currencies, or nil if there is nothing to calculate.
  mutating func answer(_ text: String) async throws -> CalculationOutput? {
    let read = reader.readQuestion(text)
    if let error = read.errors.first { throw Failure(error, in: text) }
    guard !read.calculation.lines.isEmpty else { throw Self.failure(of: read, text) }
    var calculation = read.calculation
    (calculation.day, calculation.rule) = (day ?? calculation.day, rule)
    let named = read.targets + (targets ?? []).filter { !read.targets.contains($0) }
    if !named.isEmpty, calculation.lines.allSatisfy({ $0.currency == nil && $0.currenciesNamed.isEmpty }) {
      throw Failure(CalculationError(.currencyMissing, at: 0..<0), in: text)
    }
    let resultCurrencies = named.isEmpty ? [calculation.lines.lazy.compactMap(\.currency).first ?? .eur] : named
    try await lookUp(calculation.days)
    return try CalculationOutput(
      calculation: calculation, in: resultCurrencies, resolver: resolver(typed: read.rates), now: CLIContext.now(),
      read: read, ruleNotes: ruleNotes, catalogue: session.core.catalogue, cash: session.cash)
  }

  private static func failure(of read: ReadResult, _ text: String) -> any Error {
    for note in read.notes {
      if case .rowSkipped(.unreadable(let reason)) = note.kind {
        return Failure(CalculationError(reason, at: note.range), in: text)
      }
    }
    for note in read.notes {
      if case .rowSkipped = note.kind, let sentence = note.sentence(in: text) { return Failure(.usage, sentence) }
    }
    return CommandFailure.emptyArgument
  }

  private mutating func lookUp(_ days: Set<Day?>) async throws {
    if own == nil { own = withOwn ? try await session.ownRates().holding(on: CLIContext.today) : [] }
    if resolvers.count > 1_000 { resolvers.removeAll() }
    let new = try await session.resolvers(providers, on: days.subtracting(resolvers.keys), by: rule, own: own ?? [])
    resolvers.merge(new) { _, new in new }
  }

  /// Prints the result of each line of standard input. A line without a result is empty, or `null` in JSON.
  mutating func lines(explained: Bool, json: Bool) async throws {
    var (number, failed) = (0, 0)
    var input = CalculationInput(decimal: decimal)
    while let line = try input.next() {
      number += 1
      let (output, failure) = try await outcome(of: line)
      Terminal.say(json ? JSONWriter().text(of: output?.json ?? .null) : output?.totals ?? "")
      for note in output?.notes ?? [] where !json {
        Terminal.printError(tr("Line {n}: {reason}", ["n": String(number), "reason": note]))
      }
      if explained, !json { output?.lines(explained: true).dropFirst().forEach { Terminal.say("  \($0)") } }
      guard let failure else { continue }
      failed += 1
      Terminal.printError(tr("Line {n}: {reason}", ["n": String(number), "reason": failure.description]))
    }
    guard failed > 0 else { return }
    throw Failure(
      .badData,
      trn("{n} of {all} lines has no value.", "{n} of {all} lines have no value.", failed, ["all": String(number)]))
  }

  private mutating func outcome(of line: String) async throws -> (output: CalculationOutput?, failure: Failure?) {
    if line.allSatisfy(\.isWhitespace) { return (nil, nil) }
    do {
      let output = try await answer(line)
      return (output, output?.failures.first?.failure)
    } catch {
      guard let failure = Failure(any: error) else { throw error }
      return (nil, failure)
    }
  }
}

/// The lines of standard input. If it is HTML from a browser, each row of its tables is a line.
private struct CalculationInput {
  private let decimal: Unicode.Scalar
  private var isStarted = false
  private var rows: ArraySlice<String>?

  init(decimal: Unicode.Scalar) {
    self.decimal = decimal
  }

  mutating func next() throws -> String? {
    if rows != nil { return rows?.popFirst() }
    let line = readLine(strippingNewline: isStarted)
    guard !isStarted, let line else { return line }
    isStarted = true
    guard PastedHTML.isPage(line) else { return line.trimmed { $0.isNewline } }
    var page = line
    while page.utf8.count <= PastedHTML.mostBytes, let more = readLine(strippingNewline: false) { page += more }
    guard let read = PastedHTML(page, decimal: decimal) else {
      throw Failure(.badData, tr("Can't read the HTML. Use plain text instead."))
    }
    let all = read.text.split(separator: "\n").map(String.init)
    rows = all.dropFirst()
    return all.first
  }
}
