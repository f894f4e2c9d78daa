// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

extension CalculatorMachine {
  func explanation(to currency: Currency, now: Timestamp) -> Explanation? {
    guard let conversion = try? evaluation.conversions[currency]?.get(), conversion.rates.count == 1,
      let used = conversion.rates.first, let resolver = book[used.asked], let amount = evaluation.total?.money
    else { return nil }
    var explanation = resolver.explanation(of: amount, by: used.rate, now: now)
    explanation.rule = shown.rule.map { NamedRule.Applied($0, to: used.asked ?? state.rates.today) }
    return explanation
  }

  mutating func resultAdded(_ currency: Currency) -> [Action] {
    guard currency != shown.totalCurrency, !shown.results.contains(currency) else { return [] }
    return chooseResults { $0.append(currency) }
  }

  mutating func resultRemoved(at index: Int) -> [Action] {
    guard shown.results.indices.contains(index) else { return [] }
    return chooseResults { $0.remove(at: index) }
  }

  mutating func resultChosen(at index: Int, _ currency: Currency) -> [Action] {
    guard shown.results.indices.contains(index), currency != shown.results[index] else { return [] }
    if currency == shown.totalCurrency { return swapped(at: index) }
    return chooseResults { results in
      if let other = results.firstIndex(of: currency) {
        results.swapAt(index, other)
      } else {
        results[index] = currency
      }
    }
  }

  mutating func resultMoved(from index: Int, to target: Int) -> [Action] {
    guard shown.results.indices.contains(index), shown.results.indices.contains(target) else { return [] }
    return chooseResults { $0.insert($0.remove(at: index), at: target) }
  }

  /// Replaces the results in each undo step, so that undo keeps changes by other machines.
  mutating func resultsReplaced(_ list: [Currency]) -> [Action] {
    let edit = CurrencyEdit(before: sheet.chosen, after: list)
    guard edit.before != edit.after else { return [] }
    stack.rewrite { $0.follow(edit) }
    return refresh() + [.saveSession]
  }

  private mutating func chooseResults(_ change: (inout [Currency]) -> Void) -> [Action] {
    var sheet = shown
    sheet.chooseResults(change)
    return record(sheet)
  }

  /// Changes the total's currency. With one line, the amount is the total, so its currency becomes a result.
  mutating func totalCurrencyChosen(_ currency: Currency) -> [Action] {
    guard currency != shown.totalCurrency else { return [] }
    if shown.lines.count == 1 { return resultAdded(currency) }
    return edit { $0.total = currency }
  }

  /// Makes the unrounded value the amount, so that swapping back restores the original.
  mutating func swapped(at index: Int) -> [Action] {
    guard shown.results.indices.contains(index) else { return [] }
    let currency = shown.results[index]
    guard shown.lines.count == 1 else { return edit { $0.total = currency } }
    guard case .value(let money, _) = state.results[index].outcome else {
      return lineCurrencyChosen(at: 0, currency)
    }
    return put(money, typedIn: nil)
  }

  /// Sets the amount to the typed result divided by the rate, exact to the last digit.
  mutating func resultEdited(at index: Int, _ text: String) -> [Action] {
    guard shown.lines.count == 1, shown.results.indices.contains(index),
      let typed = reader.field(text).line.number
    else { return [] }
    let (line, result) = (shown.lines[0], shown.results[index])
    // Uses the shown rate in reverse. With buying and selling rates, the opposite trade has another rate.
    guard let rate = try? book.source.rate(from: line.picked, to: result, on: line.day ?? shown.day) else { return [] }
    return put(Money(rate.amount(worth: typed), line.picked), typedIn: "result \(result)")
  }

  private mutating func put(_ money: Money, typedIn field: String?) -> [Action] {
    let text = reader.amounts.write(money.amount, places(of: money))
    let reading = reader.field(text)
    return edit(typedIn: field) { parts in
      parts.lines[0].write(text, reading: reading, exact: money.amount)
      parts.lines[0].choose(money.currency)
      parts.lines[0].sign = .plus
    }
  }
}

struct LoadedRates: Sendable {
  let day: Day?
  let rule: NamedRule?
  let rates: Result<RatesInUse, RatesFailure>
}

extension CalculatorMachine {
  /// Stores the rates of several days, and shows them once.
  mutating func ratesLoaded(_ loaded: [LoadedRates], today: Day) -> [Action] {
    for each in loaded {
      switch each.rates {
      case .success(let inUse): take(inUse.resolver, on: each.day, by: each.rule, awaiting: inUse.awaited, today: today)
      case .failure(let failure): take(failure, on: each.day, by: each.rule)
      }
    }
    return refresh()
  }

  mutating func ratesLoaded(
    _ resolver: Resolver, on day: Day?, by rule: NamedRule? = nil, awaiting awaited: Provider? = nil, today: Day
  ) -> [Action] {
    take(resolver, on: day, by: rule, awaiting: awaited, today: today)
    return refresh()
  }

  private mutating func take(
    _ resolver: Resolver, on day: Day?, by rule: NamedRule?, awaiting awaited: Provider?, today: Day
  ) {
    book.loaded(resolver, for: .init(day: day, rule: rule))
    book.today = today
    reader.today = today
    state.rates.awaited = awaited
    state.rates.today = today
    for table in resolver.tables { state.rates.providers[table.provider.id] = table.provider }
    state.rates.side = resolver.side
    if let leading = resolver.leading {
      book.provider = leading.provider.id
      state.rates.provider = leading.provider
    }
    if day == shown.day, rule == shown.rule { state.rates.failure = nil }
  }

  private mutating func take(_ failure: RatesFailure, on day: Day?, by rule: NamedRule?) {
    book.failed(failure, for: .init(day: day, rule: rule))
    if day == shown.day, rule == shown.rule { state.rates.failure = failure }
  }

  mutating func ratesUpdated(_ update: RatesUpdate) -> [Action] {
    switch update {
    case .importProgress(let progress):
      let hadNone = state.rates.newest == nil
      state.rates.importProgress = progress.isComplete ? nil : progress
      // Without quarantined rates, one check after the first frame is enough.
      let suspiciousRates: [Action] = progress.isComplete && progress.quarantined > 0 ? [.loadSuspiciousRates] : []
      return (hadNone || (progress.isComplete && progress.changed > 0) ? loadAgain() : []) + suspiciousRates
    case .newest, .orderChanged:
      if case .newest(let id, _) = update, id == state.rates.importProgress?.provider {
        state.rates.importProgress = nil
      }
      // Another bank has other lines on any day.
      return loadAgain(pastTrendsToo: update == .orderChanged) + (trends == nil ? [] : [.loadSuspiciousRates])
    case .fileRecovered(let recovered):
      state.rates.recoveredFile = recovered
      return []
    case .damagedSeries(let id):
      if !state.rates.damagedSeries.contains(id) { state.rates.damagedSeries.append(id) }
      return []
    case .failed(let failure):
      state.rates.failure = failure
      state.rates.importProgress = nil
      return []
    }
  }

  /// A new day began for the user. Custom rates may have expired, and "yesterday" is another day.
  mutating func dayChanged(_ today: Day) -> [Action] {
    guard today != state.rates.today else { return [] }
    book.today = today
    reader.today = today
    state.rates.today = today
    return refresh() + loadAgain()
  }

  private mutating func loadAgain(pastTrendsToo: Bool = false) -> [Action] {
    let moved = (trends ?? [:]).keys.filter { $0.day == nil || pastTrendsToo }
    return book.askAgain(for: shown.days).map { .loadRates($0, by: book.rule) } + moved.map { .loadTrend($0) }
  }

  mutating func trendsWanted() -> [Action] {
    guard trends == nil else { return [] }
    trends = [:]
    return refresh() + [.loadSuspiciousRates]
  }

  mutating func suspiciousRatesLoaded(_ suspiciousRates: [SuspiciousRate]) -> [Action] {
    state.suspiciousRates = suspiciousRates
    return []
  }

  mutating func decisionFailed(_ failure: RatesFailure) -> [Action] {
    state.rates.failure = failure
    return []
  }

  mutating func trendLoaded(_ trend: Trend, for key: Trend.Key) -> [Action] {
    guard trends != nil else { return [] }
    trends?[key] = trend
    return refresh()
  }
}

extension CalculatorMachine {
  mutating func refresh() -> [Action] {
    shown = reader.split(sheet)
    state.ownRates = shown.ownRates
    book.own = shown.ownRates
    book.rule = shown.rule
    evaluation = shown.calculation.evaluate(
      rates: book.source, result: shown.totalCurrency, targets: shown.results)
    showList()
    showLines()
    showField()
    showTotal()
    showResults()
    (state.day, state.rule) = (shown.day, shown.rule)
    state.fee = shown.fee
    state.roundsCash = shown.roundsCash
    state.canUndo = stack.canUndo
    state.canRedo = stack.canRedo
    state.pasted = pasted.map { preview(of: $0) }
    if let leading = book[shown.day]?.leading {
      (state.rates.provider, state.rates.newest) = (leading.provider, leading.newest)
    } else if shown.day != nil, !book.isPending(shown.day) {
      state.rates.newest = nil
    }
    if let failure = state.rates.failure, book.isOfAnother(failure, than: shown.day) { state.rates.failure = nil }
    return book.ask(for: shown.days).map { .loadRates($0, by: book.rule) } + missingTrends()
  }

  private mutating func showLines() {
    // A local copy prevents a copy of the machine for each line.
    let book = book
    state.lines = zip(shown.lines, evaluation.lines).map { line, outcome in
      LineState(
        id: line.id, sign: line.sign, text: line.text, currency: line.picked, day: line.day, note: line.note,
        otherCurrencies: line.otherCurrencies,
        outcome: LineState.Outcome(outcome, isEmpty: line.isEmpty, isPending: book.isPending(outcome.day)),
        ownWithin: outcome.ownWithin)
    }
  }

  private mutating func showField() {
    let line = sheet.activeLine
    let added = shown.lines.count - sheet.lines.count
    state.active = line.isUnsplit ? sheet.active : shown.active
    state.unsplit = line.isUnsplit && line.reading.isList ? sheet.active..<(sheet.active + added + 1) : nil
    state.typed = line.text
    if let finished, finished.line != line.id || finished.field != line.text { self.finished = nil }
    state.notes = line.exact == nil ? line.reading.notes : []
    state.alternatives = line.exact == nil ? line.reading.alternatives : []
    let active = state.lines[state.active]
    state.source = active.currency
    state.amount = state.unsplit == nil ? active.unsignedAmount : nil
    state.problem = problem(of: line, active.outcome)
  }

  private func problem(of line: SheetLine, _ outcome: LineState.Outcome) -> AmountProblem? {
    if line.isEmpty { return .empty }
    var fault = line.faults.first
    if fault == nil, line.exact == nil, case .failed(let error) = outcome, state.unsplit == nil {
      fault = error.moved(by: line.reading.line.offset ?? 0)
    }
    guard let fault else { return nil }
    switch fault.reason {
    case .rate: return nil
    case .textTooLong(let limit): return .tooLong(limit: limit)
    default:
      let before = line.text.utf8.prefix(fault.range.lowerBound)
      return .unreadable(position: String(Substring(before)).count, fault.reason)
    }
  }
}

extension LineState {
  fileprivate var unsignedAmount: Rational? {
    switch outcome {
    case .value(.money(let money), _, _): sign == .minus ? -money.amount : money.amount
    case .value(.number(let number), _, _): sign == .minus ? -number : number
    case .value(.percent, _, _), .failed, .empty, .waiting: nil
    }
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

extension CalculatorMachine {
  mutating func showTotal() {
    guard shown.lines.count > 1 || shown.fee != nil || shown.roundsCash else {
      state.total = nil
      return
    }
    let currency = shown.totalCurrency
    var total = TotalState(currency: currency, value: evaluation.total)
    if let money = evaluation.total?.money {
      let rounding = evaluation.rounding(places: catalogue.minorUnit(of: currency))
      total.rounding = rounding.flatMap { $0.difference.signum == 0 ? nil : $0 }
      total.cash = cash(money)
      total.fee = shown.fee?.amounts(of: money.amount)
    }
    state.total = total
  }

  mutating func showResults() {
    state.results = shown.results.map { currency in
      let outcome = outcome(in: currency)
      var result = CalculatorResult(currency: currency, outcome: outcome)
      if case .value(let money, _) = outcome {
        result.fee = shown.fee?.amounts(of: money.amount)
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
    case .failure(.noRates)? where shown.days.contains(where: book.isPending): .waiting
    case .failure(let error)?: .unavailable(error)
    case nil: unavailable
    }
  }

  /// The missing rate without which the total has no value.
  private var unavailable: CalculatorResult.Outcome {
    if let error = book.error(on: shown.day) { return .unavailable(error) }
    for line in evaluation.lines {
      guard case .failure(let error) = line.outcome, case .rate(let reason) = error.reason, !book.isPending(line.day)
      else { continue }
      return .unavailable(reason)
    }
    return .waiting
  }

  private func cash(_ money: Money) -> CashRounding? {
    shown.roundsCash ? catalogue.cash(money) : nil
  }

  private func trendKey(_ currency: Currency) -> Trend.Key {
    Trend.Key(from: shown.totalCurrency, to: currency, day: shown.day)
  }

  mutating func missingTrends() -> [Action] {
    guard trends != nil else { return [] }
    return shown.results.map(trendKey).filter { trends?[$0] == nil }.map { key in
      trends?[key] = Trend()
      return .loadTrend(key)
    }
  }
}
