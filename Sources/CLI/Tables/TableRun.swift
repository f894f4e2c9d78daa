// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct TableOptions: ParsableArguments {
  @Flag(
    name: .customLong("csv"),
    help: helpText("Convert the table in this file. Without a file, or with \"-\", standard input is read."))
  var isRequested = false
  @Option(help: helpText("The column of amounts, by name or number.", valueName: "column")) var amount: String?
  @Option(
    help: helpText("The column of currencies, or one currency for all amounts.", valueName: "column"))
  var from: String?
  @Option(
    help: helpText("The column of dates. --on sets one date for all rows.", valueName: "column"))
  var date: String?
  @Option(
    help: helpText(
      "The column of rules for the rate date. Rows without a rule use --rule.", valueName: "column")
  )
  var ruleColumn: String?
  @Option(
    help: helpText(
      "The target currencies, separated by commas, or the column with each row's target currency.",
      valueName: "column"))
  var to: String?
  @Flag(help: helpText("Use the latest rates for all rows.")) var latest = false
  @Option(
    name: .customLong("table"),
    help: helpText("The table to convert, by name or number, if the file has several tables.", valueName: "name"))
  var section: String?
  @Option(help: helpText("The sheet of a spreadsheet, by name or number.", valueName: "name")) var sheet: String?
  @Option(
    help: helpText("The encoding of the file, such as UTF-16 or Windows-1250.", valueName: "name"))
  var encoding: String?
  @Option(help: helpText("Write a JSON report about the table's columns to this file.", valueName: "file")) var report:
    String?
  @Flag(help: helpText("Don't print a report about the table's columns.")) var quiet = false
  @Flag(help: helpText("Remember columns, currency, number format and encoding for tables with the same columns."))
  var remember = false
  @Flag(help: helpText("Forget your earlier choices for tables with the same columns.")) var forget = false
  @Flag(help: helpText("Stop with an error if the table can be read in two ways.")) var strict = false
  @OptionGroup var output: OutputOptions

  private var given: [TableColumn: String?] { [.amount: amount, .from: from, .day: date, .rule: ruleColumn, .to: to] }

  var columns: [TableColumn: ColumnChoice] { given.compactMapValues { $0.map { .typed($0) } } }

  /// Throws if an option for tables is used with a single amount, or an argument for amounts with a table.
  func check(arguments: [String], json: Bool) throws {
    guard isRequested else {
      let names = ["amount", "from", "to"]
      if arguments.count < names.count {
        throw ValidationError("Missing expected argument '<\(names[arguments.count])>'")
      }
      let texts = [output.file, section, sheet, encoding, report]
      guard columns.isEmpty, texts.allSatisfy({ $0 == nil }), !latest, !quiet, !strict, !remember, !forget else {
        throw ValidationError(
          tr("Use --amount, --from, --date, --to and other table options only with --csv"))
      }
      return
    }
    if arguments.count > 1 { throw ValidationError("Unexpected argument '\(arguments[1])'") }
    if remember, forget { throw ValidationError(tr("Use either --remember or --forget")) }
    if let encoding, TableEncoding(name: encoding) == nil {
      throw ValidationError(tr("Unknown encoding {name}. Use a name such as UTF-8.", ["name": encoding]))
    }
    if report == "-" { throw ValidationError(tr("--report needs a file name, not \"-\"")) }
    if latest, date != nil { throw ValidationError(tr("Use either --latest or --date")) }
    if json { throw ValidationError(tr("Use either --csv or --json")) }
  }
}

/// Runs `convert --csv`, which writes the table with a converted value in each row. Each row uses the rates of its day.
struct TableRun {
  let options: TableOptions
  let file: String?
  let asked: DayChoice
  let rule: RuleOptions
  let isOneDay: Bool
  /// The providers that the user named, without those that a legal rule selects.
  let providers: ProviderOptions
  let numbers: NumberForm
  let noOwnRates: Bool
  let session: CLIContext

  func run() async throws {
    if case .mean = asked, options.ruleColumn != nil {
      throw Failure(.usage, tr("Use --rule-column with a date, not with a month or year"))
    }
    var content = try Self.content(file, encoding: options.encoding, sheet: options.sheet)
    var memory = await earlierChoices()
    if options.forget, let known = memory {
      try await known.forget(content, in: session.openUser())
      memory = nil
    }
    if let memory, options.encoding == nil, let file, file != "-",
      let encoding = memory.encoding(of: content), encoding != content.encoding
    {
      // Reads the file again in the remembered encoding. Uses that encoding only if the headings stay the same.
      let again = try Self.content(file, encoding: encoding.rawValue)
      if memory.encoding(of: again) == encoding { content = again }
    }
    if options.sheet != nil, content.spreadsheet == nil {
      throw Failure(.usage, tr("Use --sheet only with a spreadsheet"))
    }
    var (input, choices) = (try content.input(), self.choices)
    if content.spreadsheet != nil { choices.symbols = .english }
    choices.profiles = { [core = session.core] in core.bankProfiles() }
    if let memory { choices.earlier = { memory.corrections($0) } }
    let names = session.core.catalogue.systemNames
    let form: TableForm
    do {
      form = try TableForm(of: &input, choices: choices, catalogue: session.core.catalogue) {
        session.reader($0, names: names)
      }
    } catch {
      if !options.quiet { TableReport.sheets(of: content).forEach(Terminal.printError) }
      // The report of an earlier table is replaced, so that it can't be mistaken for a report of this refused table.
      if let failure = Failure(any: error) { try write(report: TableReport.json(refusal: failure.description)) }
      throw error
    }
    if options.remember { await remember(form) }
    input = try content.input()
    let report = TableReport(form, content, ruleNotes: rule.notes(beside: providers))
    if options.strict, form.hasAmbiguities {
      let refusal = report.warnings.joined(separator: " ")
      try write(report: TableReport.json(refusal: refusal))
      throw Failure(.badData, refusal)
    }
    if !options.quiet { report.lines.forEach(Terminal.printError) }
    // Reports problems of the rates once, before the first row is converted.
    _ = try await session.rates(of: rule.providers(providers), on: nil)
    let order = try await session.named(providers.order)
    let own = noOwnRates ? [] : try await session.ownRates().holding(on: CLIContext.today)
    var conversion = TableConversion(
      form, reader: session.reader(form.symbols, names: names), catalogue: session.core.catalogue,
      word: { Failure($0, form).description })
    let rates = try await rates(form, order, own)
    let target = try options.output.path.map { path in try WholeFileWriter(path) }
    let outcome = try await conversion.run(
      &input, resolver: { try await resolver(of: $0, by: $1, order, own) }, rates: rates
    ) { bytes in
      if let target { try target.append(bytes) } else { try Terminal.sayBytes(bytes) }
    }
    if let target { try target.finish() }
    try write(report: report.json(outcome))
    guard let first = outcome.first else { return }
    throw Failure(.badData, Failure.sentence(for: outcome, first.row, first.fault, form))
  }

  /// Reads the saved choices of columns. If that fails, warns and returns nil, because the table doesn't need them.
  private func earlierChoices() async -> TableMemory? {
    do { return try await session.tableMemory() } catch {
      Terminal.warn(error)
      return nil
    }
  }

  /// Saves the named columns, currency, number form and encoding for the next table with the same headings.
  private func remember(_ form: TableForm) async {
    guard let names = form.names else { return }
    var corrections = TableCorrections(options.columns, in: form)
    if case .named(let locale) = numbers { corrections.numbers = locale.posix }
    corrections.encoding = options.encoding.flatMap(TableEncoding.init(name:))
    guard !corrections.isEmpty else { return }
    do {
      let user = try await session.openUser()
      let known = try await TableMemory(user)
      _ = try await known.save(known.merged(corrections, for: names), for: names, in: user)
    } catch {
      // The conversion itself succeeded, so this error is only a warning.
      Terminal.warn(error)
    }
  }

  private func write(report: String) throws {
    guard let path = options.report else { return }
    let file = try WholeFileWriter(CLIContext.absolute(path))
    try file.append(Array((report + "\n").utf8))
    try file.finish()
  }

  static func content(_ file: String?, encoding: String? = nil, sheet: String? = nil) throws -> TableContent {
    let (encoding, region) = (encoding.flatMap(TableEncoding.init(name:)), CLIContext.locale("LC_CTYPE").region)
    guard let file, file != "-" else {
      return try TableContent(stream: TableSource(nil), encoding: encoding, region: region)
    }
    do {
      return try TableContent(file: CLIContext.absolute(file), encoding: encoding, region: region, sheet: sheet)
    } catch {
      guard let fault = error as? SpreadsheetReadFault else { throw error }
      throw Failure(fault)
    }
  }

  private func resolver(
    of day: Day?, by rule: NamedRule?, _ order: [ProviderID]?, _ own: [CustomRate]
  ) async throws -> Result<Resolver, RateError> {
    do throws(RatesFailure) {
      let choice = RuleOptions.choice(on: day, by: rule, besides: asked)
      let legal = order ?? rule?.preset.map { [$0.provider] }
      var resolver = try await session.core.rates.ratesInUse(choice, of: legal).resolver
      resolver.use(own)
      return .success(resolver)
    } catch {
      guard case .rate(let reason) = error else { throw error }
      return .failure(reason)
    }
  }

  /// Loads the rates for the table. Returns nil if the average of a period is used instead.
  private func rates(
    _ form: TableForm, _ order: [ProviderID]?, _ own: [CustomRate]
  ) async throws -> TableRates? {
    if case .mean = asked { return nil }
    return try await TableRates(session.core.rates, of: order, own: own, hasRules: form.selectsDays)
  }

  private var choices: TableChoices {
    var choices = TableChoices()
    (choices.columns, choices.rule) = (options.columns, rule.chosenRule)
    (choices.usesLatest, choices.section, choices.today) = (options.latest, options.section, CLIContext.today)
    if rule.chosenRule != nil, options.ruleColumn == nil { choices.columns[.rule] = .nowhere }
    switch asked {
    case .newest: break
    case .day(let day, _): choices.day = isOneDay ? day : nil
    case .mean(let period): (choices.day, choices.columns[.rule]) = (period.upperBound, .nowhere)
    }
    switch numbers {
    case .locale: choices.locale = numbers.symbols
    case .plain, .named: choices.symbols = numbers.symbols
    }
    choices.putsMonthFirst = CLIContext.locale("LC_TIME").region == "US"
    return choices
  }
}
