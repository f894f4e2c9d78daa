// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
public import KursCore

/// The form in which numbers are read, with or without a terminal.
struct NumberOptions: ParsableArguments {
  @Option(
    name: .customLong("numbers"),
    help: helpText(
      "How numbers are written: locale (yours, the default), plain (1234.56, for scripts), or a locale such as de_DE.",
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

/// The rule that selects the day of the rates, for a day, a line of a calculation or a row of a table.
struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("rule"),
    help: helpText(
      "Which published day counts: on (the day or the last before it), before, after, on-or-after, month-average, month-end, customs-month; or by law: pl-vat, pl-income-tax, eu-vat, eu-oss, eu-customs, de-vat, ch-vat.",
      valueName: "rule"))
  var wish: NamedRule?

  /// `on`: a day, or a period such as 2026-10.
  func choice(on text: String?) throws -> DayChoice {
    guard let text else { return wish.map { .day(CLIContext.today, $0.rule) } ?? .newest }
    if let day = CLIContext.day(typed: text) { return .day(day, wish?.rule ?? .on) }
    let period = try CLIContext.period(text)
    guard let choice = DayChoice(period, wish?.rule) else {
      throw Failure(.usage, tr("The rule {name} is for a day, not for a period.", ["name": wish?.name ?? ""]))
    }
    return choice
  }

  /// The choice for a row of a table, by its rule.
  static func choice(on day: Day?, by rule: NamedRule?, besides asked: DayChoice) -> DayChoice {
    if case .mean = asked { return asked }
    guard day != nil || rule != nil else { return asked }
    return .day(day ?? CLIContext.today, rule?.rule ?? .on)
  }

  /// The named providers, or the one that the law names.
  func providers(_ given: ProviderOptions) -> ProviderOptions {
    guard given.names == nil, let preset = wish?.preset else { return given }
    var providers = given
    providers.names = preset.provider.name
    return providers
  }

  /// The rule's name for the output. Empty without one.
  var notes: [String] { wish.map { [$0.note] } ?? [] }
}

extension NamedRule {
  /// Its name, and for a law its effect and its source.
  var note: String { "rule \(name)" + (preset.map { ": \($0.rule.rawValue), \($0.source)" } ?? "") }
}

extension NamedRule: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// The providers that a command reads.
struct ProviderOptions: ParsableArguments {
  @Option(
    name: .customLong("provider"),
    help: helpText(
      "Whose rates are used; what the first lacks comes from the next. Without this, the order of your settings counts.",
      valueName: "NAME[,NAME…]"))
  var names: String?
  @Option(
    help: ArgumentHelp(
      helpText("What the bank does with the currency that is converted: buying, selling, or middle for neither."),
      discussion: helpText("Without it as your settings say. A bank that publishes one rate alone has its one rate."),
      valueName: "SIDE"))
  var side: QuoteSide?

  init() {}

  init(names: String?) {
    self.names = names
    side = nil
  }

  init(_ provider: ProviderID) { self.init(names: provider.name) }

  /// The named providers; nil if none was named.
  var order: [ProviderID]? {
    names?.split(separator: ",").map { ProviderID(String($0)) }
  }
}

extension QuoteSide: ExpressibleByArgument {}
