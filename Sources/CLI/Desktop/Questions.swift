// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// Uses the current settings and day for each request, because the service may run for days.
actor CurrentQuestions {
  private let common: CommonOptions
  private let providers: ProviderOptions
  private var known: Questions

  init(_ common: CommonOptions, _ providers: ProviderOptions) throws {
    (self.common, self.providers) = (common, providers)
    known = Questions(try CLIContext(common), providers)
  }

  var current: Questions {
    get throws {
      if !known.session.isCurrent { known = Questions(try CLIContext(common), providers) }  // guards S31
      return known
    }
  }

  func results(_ question: String) async -> [SearchResult] {
    do { return try await current.results(question) } catch { return [] }
  }
}

/// Answers the desktop's search and D-Bus calls with the user's number form, currencies and language.
struct Questions: Sendable {
  static let mostResults = 4

  let session: CLIContext
  private let providers: ProviderOptions
  private let reader: CalculationReader
  private let format: NumberFormat

  init(_ session: CLIContext, _ providers: ProviderOptions) {
    self.session = session
    self.providers = providers
    reader = session.reader()
    format = CLIContext.shownFormat
  }

  /// Returns the result of a search text. Nil if the text isn't about money, for example a program's name.
  func answer(_ question: String) async throws -> CalculationOutput? {
    let read = reader.readQuestion(question)
    let lines = read.calculation.lines
    guard read.errors.isEmpty, !namesCurrencyByLetter(question),
      lines.contains(where: { $0.currency != nil || !$0.currenciesNamed.isEmpty })
    else {
      return nil
    }
    let stored = try await session.resolvers(providers, on: read.calculation.days, withOwn: true)
    let resolver: @Sendable (Day?) -> Resolver = { [rates = read.rates] day in
      var resolver = stored(day)
      resolver.own = rates + resolver.own
      return resolver
    }
    let source = lines.lazy.compactMap(\.currency).first ?? .eur
    let currencies = read.targets.isEmpty ? try await home(besides: source) : read.targets
    return try CalculationOutput(
      calculation: read.calculation, in: currencies, resolver: resolver, now: CLIContext.now(), read: read,
      catalogue: session.core.catalogue, cash: session.cash)
  }

  private func namesCurrencyByLetter(_ question: String) -> Bool {
    question.split { !$0.isLetter }.contains { word in
      guard word.count == 1, word.allSatisfy(\.isASCII) else { return false }
      return reader.readQuestion("1 \(word)").calculation.lines.contains { $0.currency != nil }
    }
  }

  private func home(besides source: Currency) async throws -> [Currency] {
    let chosen = session.core.reading.settings.resultCurrencies
    let defaults = CalculatorDefaults(
      country: CLIContext.locale("LC_MONETARY").region, catalogue: session.core.catalogue,
      rates: try await session.ratesInUse(of: providers, on: nil), results: chosen)
    let own = chosen.isEmpty ? [defaults.source] + defaults.results : chosen
    return Array(own.filter { $0 != source }.prefix(Self.mostResults))
  }

  /// Returns the first result, its chart, and the other results. Empty if the text isn't about money.
  func results(_ question: String) async -> [SearchResult] {
    guard let output = try? await answer(question) else { return [] }
    let rows = output.results.currencies.prefix(Self.mostResults).compactMap { currency in
      row(output.results.total(in: currency), question, source: source(of: output, currency))
    }
    guard let first = rows.first, case .copy(let to, _) = first.action else { return [] }
    return [first] + [chart(of: output, to)].compactMap { $0 } + rows.dropFirst()
  }

  private func row(_ total: CalculationValue?, _ question: String, source: String) -> SearchResult? {
    guard case .money(let money)? = total else { return nil }
    let minorUnit = session.core.catalogue.minorUnit(of: money.currency)
    let description = [tr("Copy"), source].filter { !$0.isEmpty }.joined(separator: " · ")
    return SearchResult(
      action: .copy(money.currency, question: question), title: format.text(money, minorUnit: minorUnit),
      description: description,
      copied: format.text(money.amount, places: money.shownPlaces(minorUnit: minorUnit), grouped: false))
  }

  private func chart(of output: CalculationOutput, _ to: Currency) -> SearchResult? {
    guard let from = output.calculation.totalCurrency(of: [to]), let subject = ChartSubject(base: from, counters: [to])
    else { return nil }
    return SearchResult(
      action: .chart(subject), title: tr("Chart of {pair}", ["pair": subject.description]),
      description: tr("How the rate moved"), copied: nil)
  }

  /// Returns the source of a result, for example `European Central Bank · 30 October 2026`.
  private func source(of output: CalculationOutput, _ currency: Currency) -> String {
    let routes = output.results.paths(in: currency)
    let own = routes.contains { $0.own != nil } ? tr("custom rate") : nil
    let law = routes.contains { !$0.legs.compactMap(\.law).isEmpty } ? tr("fixed by law") : nil
    var names: [String] = []
    for route in routes {
      for id in route.providers {
        let name = output.resolver(output.calculation.day).provider(id)?.publisherName ?? id.name
        if !names.contains(name) { names.append(name) }
      }
    }
    let day = routes.compactMap(\.observed).min().map(Self.date)
    return (names + [day, own, law].compactMap { $0 }).joined(separator: " · ")
  }

  private static func date(_ day: Day) -> String {
    let (year, month, number) = day.civil
    return tr(
      "{day} {month} {year}", ["day": String(number), "month": MonthNames.name(month), "year": String(year)])
  }
}

extension CLIContext {
  static var shownFormat: NumberFormat {
    NumberFormat(NumberForm.locale.symbols.shown(in: locale("LC_MESSAGES").language))
  }
}

struct SearchResult: Sendable {
  enum Action: Hashable, Sendable {
    case copy(Currency, question: String)
    case chart(ChartSubject)
  }

  let action: Action
  let title: String
  let description: String
  let copied: String?

  var id: String { action.id }
}

extension SearchResult.Action {
  /// The identifier for the desktop. It must stay valid after the service has ended.
  var id: String {
    switch self {
    case .copy(let currency, let question): "copy \(currency) \(question)"
    case .chart(let subject): "chart \(subject)"
    }
  }

  init?(id: String) {
    let parts = id.split(separator: " ", maxSplits: 2).map(String.init)
    switch parts.first {
    case "copy" where parts.count == 3:
      guard let currency = Currency(parts[1]) else { return nil }
      self = .copy(currency, question: parts[2])
    case "chart" where parts.count == 2:
      guard let subject = ChartSubject(text: parts[1]) else { return nil }
      self = .chart(subject)
    default: return nil
    }
  }
}
