// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
public import KursCore

struct NumberOptions: ParsableArguments {
  @Option(
    name: .customLong("numbers"),
    help: helpText(
      "The number format: locale (yours, the default), plain (1234.56, for scripts), or a locale such as de_DE.",
      valueName: "form"))
  var form = NumberForm.locale
}

enum NumberForm: ExpressibleByArgument {
  case locale
  case plain
  case named(LocaleName)

  init?(argument: String) {
    switch argument {
    case "locale": self = .locale
    case "plain": self = .plain
    default:
      let name = LocaleName(posix: argument)
      guard !argument.isEmpty, NumberSymbols(known: name) != nil else { return nil }
      self = .named(name)
    }
  }

  var symbols: NumberSymbols {
    switch self {
    case .locale: NumberSymbols(locale: CLIContext.locale("LC_NUMERIC"))
    case .plain: .plain
    case .named(let name): NumberSymbols(locale: name)
    }
  }
}

struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("rule"),
    help: helpText(
      "The rule for the date of the rate. on: the last rate on or before the date. before: the last rate before it. after: the first rate after it. on-or-after: the first rate on or after it. month-average: the average of the month. month-end: the last rate of the month. customs-month: the monthly customs rate. month-close, quarter-close: the first rate on or after the last day of the month or quarter. Tax rules: pl-vat, pl-vat-invoice, pl-income-tax, eu-vat, eu-oss, eu-ioss, eu-customs, de-vat, ch-vat. They use the bank's mid-market rate and no custom rate.",
      valueName: "rule"))
  var chosenRule: NamedRule?

  /// Reads the option `--on`, which is a day or a period such as 2026-10.
  func choice(on text: String?) throws -> DayChoice {
    guard let text, !CLIContext.isToday(text) else { return chosenRule.map { .day(CLIContext.today, $0) } ?? .newest }
    if let day = CLIContext.day(typed: text) { return .day(day, chosenRule ?? .usual) }
    let period = try CLIContext.period(text)
    guard let choice = DayChoice(period, chosenRule) else {
      throw Failure(
        .usage, tr("Use the rule {name} with a single date, not with a period.", ["name": chosenRule?.name ?? ""]))
    }
    return choice
  }

  static func choice(on day: Day?, by rule: NamedRule?, besides asked: DayChoice) -> DayChoice {
    if case .mean = asked { return asked }
    guard day != nil || rule != nil else { return asked }
    return .day(day ?? CLIContext.today, rule ?? .usual)
  }

  func providers(_ given: ProviderOptions) -> ProviderOptions {
    guard given.names == nil, let preset = chosenRule?.preset else { return given }
    var providers = given
    providers.names = preset.provider.name
    return providers
  }

  /// Returns a note with the rule's name, and notes about options that contradict the rule. Empty without a rule.
  func notes(beside providers: ProviderOptions) -> [String] {
    guard let chosenRule else { return [] }
    guard let law = chosenRule.preset else { return [chosenRule.note] }
    var notes = [chosenRule.note]
    if let side = providers.side, side != .middle {
      notes.append("rule \(law.name) uses the bank's average rate, so --side \(side.rawValue) is ignored")
    }
    if let other = providers.names, ![law.provider, law.alternative].contains(ProviderID(other)) {
      notes.append("rule \(law.name) requires the rates of \(law.provider.name), not of \(other.harmless(limit: 40))")
    }
    return notes
  }
}

extension NamedRule {
  var note: String { "rule \(name)" + (preset.map { ": \($0.rule.rawValue), \($0.source)" } ?? "") }
}

extension NamedRule: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument.lowercased()) }
}

struct AgeOptions: ParsableArguments {
  @Option(
    help: helpText(
      "The maximum age of a rate, in days before the requested date. Default: the setting \"max-age\".",
      valueName: "days"))
  var maxAge: Int?

  func validate() throws {
    guard let maxAge, !(0...3660).contains(maxAge) else { return }
    throw ValidationError(tr("--max-age must be a number of days from 0 to 3660"))
  }

  func apply(to session: CLIContext) async {
    if let maxAge { await session.core.rates.use(maxAge: maxAge) }
  }
}

struct ProviderOptions: ParsableArguments {
  @Option(
    name: .customLong("provider"),
    help: helpText(
      "The providers. If the first has no rate, the next one is used. Default: the order in your settings.",
      valueName: "NAME[,NAME…]"))
  var names: String?
  @Option(
    help: ArgumentHelp(
      helpText("Which of the bank's rates to use: buying, selling or middle."),
      discussion: helpText("Default: your settings. If a bank publishes only one rate, that rate is used."),
      valueName: "SIDE"))
  var side: QuoteSide?

  init() {}

  init(names: String?) {
    self.names = names
    side = nil
  }

  init(_ provider: ProviderID) { self.init(names: provider.name) }

  /// The providers that the user named, or nil if the user named none.
  var order: [ProviderID]? {
    names?.split(separator: ",").map { ProviderID(typed: $0) }
  }
}

struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: helpText("Write to this file instead of standard output.", valueName: "file"))
  var file: String?

  /// The path of the file. Nil for standard output.
  var path: String? { file.flatMap { $0 == "-" ? nil : CLIContext.absolute($0) } }

  func write(_ lines: [String]) throws {
    if path == nil { return lines.forEach(Terminal.say) }
    try write(lines.flatMap { Array("\(Terminal.shown($0))\n".utf8) })
  }

  func write(_ bytes: [UInt8]) throws {
    guard let path, let file else { return try Terminal.sayBytes(bytes) }
    try WholeFile.write(bytes, to: path)
    Terminal.say(tr("Saved as {path}", ["path": file]))
  }
}

extension ProviderID {
  init(typed text: some StringProtocol) { self.init(text.trimmed().lowercased()) }
}

extension QuoteSide: ExpressibleByArgument {}
