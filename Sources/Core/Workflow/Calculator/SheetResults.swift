// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// The lines, total and results of a list, as the window shows them. All numbers come from one evaluation.
struct SheetResults {
  let sheet: Sheet
  let evaluation: Evaluation
  let book: RateCache
  var trends: [Trend.Key: Trend]?
  let catalogue: CurrencyCatalogue

  var lines: [LineState] {
    zip(sheet.lines, evaluation.lines).map { line, outcome in
      LineState(
        id: line.id, sign: line.sign, text: line.text, currency: line.picked, day: line.day, note: line.note,
        otherCurrencies: line.otherCurrencies,
        outcome: LineState.Outcome(outcome, isEmpty: line.isEmpty, isPending: book.isPending(outcome.day)),
        ownWithin: outcome.ownWithin)
    }
  }

  var total: TotalState? {
    guard sheet.lines.count > 1 || sheet.fee != nil || sheet.roundsCash else { return nil }
    let currency = sheet.totalCurrency
    var total = TotalState(currency: currency, value: evaluation.total)
    if let money = evaluation.total?.money {
      let rounding = evaluation.rounding(places: catalogue.minorUnit(of: currency))
      total.rounding = rounding.flatMap { $0.difference.signum == 0 ? nil : $0 }
      total.cash = cash(money)
      total.fee = sheet.fee?.amounts(of: money.amount)
    }
    return total
  }

  var results: [CalculatorResult] {
    sheet.results.map { currency in
      let outcome = outcome(in: currency)
      var result = CalculatorResult(currency: currency, outcome: outcome)
      if case .value(let money, _) = outcome {
        result.fee = sheet.fee?.amounts(of: money.amount)
        result.cash = cash(money)
      }
      if let trend = trends?[trendKey(currency)] {
        result.change = trend.change
        result.sparkline = trend.rates
        result.since = trend.since
      }
      return result
    }
  }

  private func outcome(in currency: Currency) -> CalculatorResult.Outcome {
    switch evaluation.conversions[currency] {
    case .success(let total)?: .value(total.money, rate: total.path)
    case .failure(.noRates)? where sheet.days.contains(where: book.isPending): .waiting
    case .failure(let error)?: .unavailable(error)
    case nil: unavailable
    }
  }

  /// The outcome of a result if a rate is missing: the error of this rate, or `waiting` while rates are loading.
  private var unavailable: CalculatorResult.Outcome {
    if let error = book.error(on: sheet.day) { return .unavailable(error) }
    for line in evaluation.lines {
      guard case .failure(let error) = line.outcome, case .rate(let reason) = error.reason, !book.isPending(line.day)
      else { continue }
      return .unavailable(reason)
    }
    return .waiting
  }

  private func cash(_ money: Money) -> CashRounding? {
    sheet.roundsCash ? catalogue.cash(money) : nil
  }

  func list(without isLeftOut: (CalculationLine) -> Bool) -> FinishedCalculation {
    var list = FinishedCalculation(sheet.calculation, evaluation, targets: sheet.results)
    list.remove(where: isLeftOut)
    (list.fee, list.roundsCash, list.hasNoTargets) = (sheet.fee, sheet.roundsCash, sheet.results.isEmpty)
    return list
  }

  func trendKey(_ currency: Currency) -> Trend.Key {
    Trend.Key(from: sheet.totalCurrency, to: currency, day: sheet.day)
  }
}

extension LineState.Outcome {
  init(_ line: Evaluation.Line, isEmpty: Bool, isPending: @autoclosure () -> Bool) {
    switch line.outcome {
    case _ where isEmpty:
      self = .empty
    case .success(let amounts):
      self = .value(own: amounts.own, inTotal: amounts.inResult, rate: amounts.rate)
    case .failure(let error):
      if case .rate(.noRates) = error.reason, isPending() { self = .waiting } else { self = .failed(error) }
    }
  }

  var isValue: Bool { if case .value = self { true } else { false } }
}

extension PastePreview {
  /// Calculates a preview of a pasted text. Rates in the text take precedence over custom rates.
  init(_ result: ReadResult, into sheet: Sheet, _ book: RateCache) {
    var book = book
    if !result.rates.isEmpty { book.own = sheet.ownRates.taking(result.rates) }
    let picked = sheet.activeLine.picked
    let lines = result.calculation.lines.map { $0.taking(picked) }
    let calculation = Calculation(lines: lines, day: result.calculation.day ?? sheet.day, rule: sheet.rule)
    let evaluation = calculation.evaluate(rates: book.source, result: sheet.totalCurrency)
    let states = zip(lines, evaluation.lines).map { line, outcome in
      LineState(
        id: line.id, sign: line.sign, text: line.text, currency: line.currency ?? picked, day: line.day,
        note: line.note,
        outcome: LineState.Outcome(
          outcome, isEmpty: line.isEmpty, isPending: book.isPending(outcome.day)))
    }
    self.init(
      text: result.text, lines: states, targets: result.targets, day: result.calculation.day,
      notes: result.notes, alternatives: result.alternatives, problems: result.errors)
    places = lines.map { line in
      let start = line.offset ?? 0
      return start..<(line.offset == nil ? start : start + line.text.utf8.count)
    }
  }
}

extension AmountProblem {
  /// Creates the problem of a line. Nil if the field's text has a value, or lacks only a rate.
  init?(_ line: SheetLine, _ outcome: LineState.Outcome, isUnsplit: Bool) {
    if line.isEmpty {
      self = .empty
      return
    }
    var fault = line.faults.first
    if fault == nil, line.exact == nil, case .failed(let error) = outcome, !isUnsplit {
      fault = error.moved(by: line.reading.line.offset ?? 0)
    }
    guard let fault else { return nil }
    switch fault.reason {
    case .rate: return nil
    case .textTooLong(let limit): self = .tooLong(limit: limit)
    default:
      let before = line.text.utf8.prefix(fault.range.lowerBound)
      self = .unreadable(position: String(Substring(before)).count, fault.reason)
    }
  }
}

struct Trend: Hashable, Sendable {
  /// A pair of currencies and the last day of the trend. A nil day means the newest day.
  struct Key: Hashable, Sendable {
    let from: Currency
    let to: Currency
    let day: Day?
  }

  static let length = 30

  /// The number of days to read. A provider that publishes on working days publishes at least 30 rates in this time.
  static let reach = 60

  let rates: [Rational]
  let since: Day?

  init(_ points: [(day: Day, rate: Rational)] = []) {
    let last = points.suffix(Self.length)
    rates = last.map(\.rate)
    since = last.first?.day
  }

  var change: Rational? {
    guard rates.count > 1, let last = rates.last, let ratio = last.divided(by: rates[0]) else { return nil }
    return (ratio - .one).reduced
  }
}
