// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// A calculation as lines for people and as JSON for programs.
struct CalculationOutput {
  let calculation: Calculation
  /// One for each result currency, in the order wished.
  let evaluations: [Evaluation]
  /// The person's own among the rates that were used.
  let ownRates: [OwnRate]
  let read: ReadResult
  let catalogue: CurrencyCatalogue

  /// Evaluates in each of `results`.
  init(
    calculation: Calculation, results: [Currency], rates: any RateSource, read: ReadResult, catalogue: CurrencyCatalogue
  ) {
    let noted = results.map { calculation.evaluate(noting: rates, result: $0, targets: []) }
    self.calculation = calculation
    evaluations = noted.map(\.evaluation)
    var own: [OwnRate] = []
    for case .own(let rate, _) in noted.flatMap(\.rates).map(\.rate) where !own.contains(rate) { own.append(rate) }
    ownRates = own
    self.read = read
    self.catalogue = catalogue
  }

  /// Throws the first line's failure: a total without it would be another total.
  func check() throws {
    for evaluation in evaluations {
      for (line, outcome) in zip(calculation.lines, evaluation.lines) {
        if case .failure(let error) = outcome.outcome { throw Failure(error, in: line.text) }
      }
    }
  }

  /// Each line with what it comes to, then the totals, what was taken for what, and where the rates are from.
  var lines: [String] {
    guard let first = evaluations.first else { return [] }
    let rows = zip(calculation.lines, first.lines).map { line, outcome in
      let sign = line.sign == .minus ? "-" : "+"
      guard case .success(let amounts) = outcome.outcome else { return "\(sign) \(line.text)" }
      return "\(sign) \(line.text) = \(shown(Money(amounts.inResult, first.result)))"
    }
    let totals = evaluations.map { evaluation in "= \(total(of: evaluation))" }
    return (rows.count > 1 ? rows : []) + totals + notes + provenance
  }

  var json: JSONValue {
    let rows = calculation.lines.enumerated().map { index, line in
      JSONValue.object(
        JSONObject([
          ("text", .string(line.text)), ("sign", .string(line.sign == .minus ? "-" : "+")),
          ("currency", line.currency.map { .string($0.code) } ?? .null),
          ("on", (line.day ?? calculation.day).map { .string($0.description) } ?? .null),
          ("amounts", .array(evaluations.compactMap { amount(of: $0, at: index) })),
        ]))
    }
    let totals = evaluations.map { evaluation in
      JSONValue.object(
        JSONObject([
          ("currency", evaluation.total?.money.map { .string($0.currency.code) } ?? .null),
          ("value", .string(total(of: evaluation, withCode: false))),
          ("exact", .string(evaluation.total?.amount.exactText() ?? "")),
          ("observed", observed(evaluation).map { .string($0.description) } ?? .null),
        ]))
    }
    return .object(
      JSONObject([
        ("lines", .array(rows)), ("totals", .array(totals)), ("ownRates", .array(ownRates.map(\.json))),
      ]))
  }

  private func amount(of evaluation: Evaluation, at index: Int) -> JSONValue? {
    guard case .success(let amounts) = evaluation.lines[index].outcome else { return nil }
    return .object(
      JSONObject([
        ("currency", .string(evaluation.result.code)), ("exact", .string(amounts.inResult.exactText())),
        ("own", .bool(amounts.rate?.isOwn ?? false)),
      ]))
  }

  private func total(of evaluation: Evaluation, withCode: Bool = true) -> String {
    switch evaluation.total {
    case .money(let money): withCode ? shown(money) : plain(money)
    case .number(let number), .percent(let number): number.exactText(significant: 12)
    case nil: ""
    }
  }

  private func shown(_ money: Money) -> String { "\(plain(money)) \(money.currency)" }

  private func plain(_ money: Money) -> String {
    money.amount.text(places: money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency)))
  }

  /// What a shared symbol or a doubtful number was taken for.
  private var notes: [String] {
    read.notes.compactMap { note in
      switch note.kind {
      case .symbolRead(let currency, let candidates) where candidates.count > 1:
        "read as \(currency), not \(candidates.filter { $0 != currency }.prefix(3).map(\.code).joined(separator: ", "))"
      case .ambiguousNumber(let value, let alternative):
        "read as \(value.exactText()), not \(alternative.exactText())"
      case .currencyAssumed(let currency): "amounts without a currency are \(currency)"
      default: nil
      }
    }
  }

  private var provenance: [String] { ownRates.map { "your own: \($0.line)" } + publishers }

  private var publishers: [String] {
    let rates = evaluations.flatMap(published)
    guard let provider = rates.lazy.compactMap(\.provider).first else { return [] }
    let days = Set(rates.compactMap(\.observed)).sorted().map(\.description)
    let name = ProviderItems.all.first { $0.provider.id == provider }?.provider.attribution ?? provider.name
    return ["\(name), \(days.joined(separator: ", "))"]
  }

  private func observed(_ evaluation: Evaluation) -> Day? { published(evaluation).compactMap(\.observed).min() }

  private func published(_ evaluation: Evaluation) -> [CrossRate] {
    evaluation.lines.compactMap { line in
      if case .success(let amounts) = line.outcome, case .published(let rate)? = amounts.rate { rate } else { nil }
    }
  }
}

extension AppliedRate {
  fileprivate var isOwn: Bool { if case .own = self { true } else { false } }
}
