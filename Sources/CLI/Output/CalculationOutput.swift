// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

struct CalculationOutput {
  let calculation: Calculation
  let results: CalculationResults
  let failures: [(currency: Currency, failure: Failure)]
  let resolver: @Sendable (Day?) -> Resolver
  let now: Timestamp
  let ownRates: [CustomRate]
  let read: ReadResult
  let ruleNotes: [String]
  let catalogue: CurrencyCatalogue
  let cash: (Money) -> CashRounding?

  /// Returns nil if there is nothing to calculate. Throws if a line fails, because the total would be wrong.
  init?(
    calculation: Calculation, in currencies: [Currency], resolver: @escaping @Sendable (Day?) -> Resolver,
    now: Timestamp, read: ReadResult, ruleNotes: [String] = [], catalogue: CurrencyCatalogue,
    cash: @escaping (Money) -> CashRounding?
  ) throws(Failure) {
    do throws(LineFailure) {
      guard let results = try calculation.results(in: currencies, rates: ResolvedRates(resolver)) else { return nil }
      self.results = results
    } catch {
      throw Failure(error.error, in: error.line.text)
    }
    (self.calculation, self.resolver, self.now) = (calculation, resolver, now)
    failures = results.failures.map { ($0.currency, Failure($0.error)) }
    var own: [CustomRate] = []
    for rate in results.evaluation.rates.compactMap(\.rate.own) where !own.contains(rate) { own.append(rate) }
    ownRates = own
    (self.read, self.ruleNotes) = (read, ruleNotes)
    self.catalogue = catalogue
    self.cash = cash
  }

  /// Returns lines, totals and notes as text. `explained`: whether to add calculations instead of sources.
  func lines(explained: Bool) -> [String] {
    let evaluation = results.evaluation
    let rows = zip(calculation.lines, evaluation.lines).map { line, outcome in
      let sign = line.sign == .minus ? "-" : "+"
      guard case .success(let amounts) = outcome.outcome else { return "\(sign) \(line.text)" }
      return "\(sign) \(line.text) = \(shown(Money(amounts.inResult, evaluation.result)))"
    }
    let totals = totalValues.map { total in
      let coins = total?.money.flatMap(cash).map { ", \(shown($0.paid)) in cash" } ?? ""
      return "= \(text(of: total))\(coins)\(explained ? rounding(of: total) : "")"
    }
    // If no total is money, the lines aren't listed, because each line would be shown as an amount of money.
    let isMoney = totalValues.contains { $0?.money != nil }
    return (rows.count > 1 && isMoney ? rows : []) + totals + notes + (explained ? explanations : provenance)
  }

  private var totalValues: [CalculationValue?] { results.currencies.map { results.total(in: $0) } }

  var totals: String { totalValues.map { text(of: $0) }.joined(separator: ", ") }

  var list: FinishedCalculation {
    FinishedCalculation(
      calculation, results.evaluation, targets: results.currencies.filter { $0 != results.evaluation.result })
  }

  private var explanations: [String] {
    results.evaluation.rates.flatMap { used in
      let title = "1 \(used.from) in \(used.to)" + (used.requestedDay.map { " on \($0)" } ?? "")
      return [title] + explanation(used).lines(catalogue)
    }
  }

  private var side: QuoteSide { results.evaluation.rates.first.map { resolver($0.requestedDay).side } ?? .middle }

  private func explanation(_ used: UsedRate) -> Explanation {
    resolver(used.requestedDay).explanation(of: Money(.one, used.from), by: used.rate, now: now)
  }

  private func rounding(of total: CalculationValue?) -> String {
    total?.money.flatMap { Explanation.rounding(of: $0, catalogue) }.map { ", \($0)" } ?? ""
  }

  var json: JSONValue {
    let parts = results.currencies.map { currency in
      (results.total(in: currency)?.money, results.evaluation.amounts(in: currency), results.useOwnRates(in: currency))
    }
    let rows = zip(calculation.lines, results.evaluation.lines).enumerated().map { index, row in
      [
        "text": .string(row.0.text), "sign": .string(row.0.sign == .minus ? "-" : "+"),
        "currency": row.0.currency.map { .string($0.code) } ?? .null,
        "on": row.1.day.map { .string($0.description) } ?? .null,
        "amounts": .array(
          parts.map { total, amounts, own in
            [
              "currency": total.map { .string($0.currency.code) } ?? .null,
              "exact": .string(amounts?[index].exactText() ?? ""), "own": .bool(own[index]),
            ]
          }),
      ] as JSONValue
    }
    let totals = results.currencies.map { currency in
      let (total, paths) = (results.total(in: currency), results.paths(in: currency))
      return [
        "currency": total?.money.map { .string($0.currency.code) } ?? .null,
        "value": .string(text(of: total, withCode: false)),
        "exact": .string(total?.amount.exactText() ?? ""),
        "observed": paths.compactMap(\.observed).min().map { .string($0.description) } ?? .null,
        "carried": .bool(paths.contains { $0.isCarried(provider) }),
        "cash": total?.money.flatMap(cash).map { .string(plain($0.paid)) } ?? .null,
      ] as JSONValue
    }
    return [
      "lines": .array(rows), "totals": .array(totals), "ownRates": .array(ownRates.map(\.json)),
      "rates": .array(results.evaluation.rates.map(rate)), "errors": .array(errors),
      "notes": .array(notes.map { .string($0) }),
    ]
  }

  private var errors: [JSONValue] {
    failures.map { currency, failure in
      ["to": .string(currency.code), "message": .string(failure.description)]
    }
  }

  private func provider(_ id: ProviderID) -> Provider? {
    calculation.days.lazy.compactMap { resolver($0).provider(id) }.first
  }

  private func rate(_ used: UsedRate) -> JSONValue {
    .object(
      JSONObject(
        [
          ("from", .string(used.from.code)), ("to", .string(used.to.code)),
          ("on", used.requestedDay.map { .string($0.description) } ?? .null),
        ] + used.rate.members { resolver(used.requestedDay).provider($0) }
          + [("notes", .array(explanation(used).notes.map { .string($0) }))]))
  }

  private func text(of total: CalculationValue?, withCode: Bool = true) -> String {
    switch total {
    case .money(let money): withCode ? shown(money) : plain(money)
    case .number(let number), .percent(let number): number.exactText(significant: 12)
    case nil: ""
    }
  }

  private func shown(_ money: Money) -> String { "\(plain(money)) \(money.currency)" }

  func plain(_ money: Money) -> String {
    money.amount.text(places: money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency)))
  }

  var notes: [String] {
    let text = read.text
    let sentences = read.notes.compactMap { $0.sentence(in: text) }
    return sentences.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      + ruleNotes
  }

  private var provenance: [String] { ownRates.map { "custom rate: \($0.line)" } + publishers }

  private var publishers: [String] {
    let rates = results.evaluation.rates
    let quotes = rates.flatMap(\.rate.quotes)
    let providers = quotes.reduce(into: [ProviderID]()) { if !$0.contains($1.provider) { $0.append($1.provider) } }
    let named = providers.map { id in
      let theirs = quotes.filter { $0.provider == id }
      let days = Set(theirs.map(\.observation.day)).sorted().map(\.description)
      let name = rates.lazy.compactMap { resolver($0.requestedDay).provider(id)?.attribution }.first ?? id.name
      let used = rates.filter { $0.rate.providers.contains(id) }
      let old =
        used.compactMap { resolver($0.requestedDay).overdueAge(of: $0.rate) }.max().map { ", \($0.daysOld)" } ?? ""
      let isCarried = { (each: UsedRate) in each.rate.isCarried { resolver(each.requestedDay).provider($0) } }
      let carried = used.first { $0.requestedDay != nil && isCarried($0) }?.requestedDay
      let until = carried.map { ", used for \($0)" } ?? ""
      return "\(name), \(days.joined(separator: ", "))\(theirs.phrase(wanted: side, after: ", "))\(until)\(old)"
    }
    let laws = rates.flatMap(\.rate.legs).compactMap(\.law).map(\.phrase)
    return laws.reduce(into: named) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension ReadingNote {
  /// Describes how an ambiguous part of `text` was read, or which row was skipped. Nil if neither happened.
  func sentence(in text: String) -> String? {
    let piece = piece(of: text)
    func others(_ currency: Currency, _ candidates: [Currency]) -> String {
      let others = candidates.filter { $0 != currency }.prefix(3)
      return others.isEmpty ? "" : ", not \(others.map(\.code).joined(separator: ", "))"
    }
    return switch kind {
    case .symbolRead(let currency, let candidates) where !candidates.isEmpty:
      "\"\(piece)\" is read as \(currency)\(others(currency, candidates))"
    case .subunitRead(let currency, let share, let candidates):
      "\"\(piece)\" is counted in units of \(share.exactText()) \(currency)\(others(currency, candidates))"
    case .ambiguousNumber(let value, let alternative):
      "\"\(piece)\" is read as \(value.exactText()), not \(alternative.exactText())"
    case .dayRead(let day): "\"\(piece)\" is read as \(day)"
    case .dayShared(let day): "\(day) applies to all amounts without a date"
    case .scaledNumber(let value), .foreignSeparators(let value): "\"\(piece)\" is read as \(value.exactText())"
    case .currencyAssumed(let currency): "amounts without a currency are read as \(currency)"
    case .bracketsAsMinus: "brackets are read as minus"
    case .bracketsIgnored: "brackets are not read as minus"
    case .ambiguousDay(let day, let other): "\"\(piece)\" is read as \(day), not \(other)"
    case .amountLeftOut: "\(piece) was left out, because the row has another amount"
    case .dashIgnored: "the dash before the amount was not read as minus"
    case .rowSkipped(let fault): "row \(row(of: text)) was left out, because \(Self.reason(fault)): \(piece)"
    case .totalDiffers(let total, let sum):
      "the total \(total.exactText()) differs from the sum \(sum.exactText()): \(piece)"
    case .totalCounted: "the sum includes row \(row(of: text)), which may be a total: \(piece)"
    default: nil
    }
  }

  private static func reason(_ fault: RowFault) -> String {
    switch fault {
    case .noAmount: "it has no amount"
    case .total: "it is a total"
    case .balance: "it is a balance"
    case .repeated: "it repeats amounts above"
    case .saving: "it shows how much was saved"
    case .oldPrice: "it is an old price"
    case .unreadable(.invalidDate): "its date can't be read"
    case .unreadable: "it can't be read"
    case .notBooked(let status): "it is not booked (\(status.harmless(limit: 40)))"
    }
  }

  private func row(of text: String) -> Int { text.utf8.prefix(range.lowerBound).count { $0 == UInt8(ascii: "\n") } + 1 }

  private func piece(of text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self).inOneLine.harmless(limit: 60)
  }
}
