// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  mutating func ratesLoaded(
    _ resolver: Resolver, on day: Day?, by rule: NamedRule? = nil, awaiting awaited: Provider? = nil, today: Day
  ) -> [Action] {
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
    return refresh()
  }

  /// The rates that are on the screen stay; what went wrong is said beside them.
  mutating func ratesFailed(_ failure: RatesFailure, on day: Day?, by rule: NamedRule? = nil) -> [Action] {
    book.failed(failure, for: .init(day: day, rule: rule))
    if day == shown.day, rule == shown.rule { state.rates.failure = failure }
    return refresh()
  }

  mutating func ratesUpdated(_ update: RatesUpdate) -> [Action] {
    switch update {
    case .intake(let progress):
      let hadNone = state.rates.newest == nil
      state.rates.intake = progress.isComplete ? nil : progress
      // A start without a quarantine looks once, when the first frame stands.
      let doubts: [Action] = progress.isComplete && progress.quarantined > 0 ? [.loadDoubts] : []
      return (hadNone || (progress.isComplete && progress.changed > 0) ? loadAgain() : []) + doubts
    case .newest, .orderChanged:
      if case .newest(let id, _) = update, id == state.rates.intake?.provider { state.rates.intake = nil }
      return loadAgain() + (trends == nil ? [] : [.loadDoubts])
    case .setAside(let aside):
      state.rates.setAside = aside
      return []
    case .failed(let failure):
      state.rates.failure = failure
      state.rates.intake = nil
      return []
    }
  }

  /// A new day began where the user is: own rates may have expired, and “yesterday” is another day.
  mutating func dayChanged(_ today: Day) -> [Action] {
    guard today != state.rates.today else { return [] }
    book.today = today
    reader.today = today
    state.rates.today = today
    return refresh() + loadAgain()
  }

  /// The screen stays as it is until the new rates are in.
  private mutating func loadAgain() -> [Action] {
    let moved = (trends ?? [:]).keys.filter { $0.day == nil }
    return book.askAgain(for: shown.days).map { .loadRates($0, by: book.rule) } + moved.map { .loadTrend($0) }
  }

  /// The rates that the list needs: from each line to the total, from the total to each result, on the days that count.
  func ratesNeeded() -> [RateBook.Key] {
    let (days, total) = (shown.days, shown.totalCurrency)
    let lines = shown.lines.map { RateBook.Key(from: $0.picked, to: total, day: $0.day ?? shown.day) }
    return lines + days.flatMap { day in shown.results.map { RateBook.Key(from: total, to: $0, day: day) } }
  }

  mutating func trendsWanted() -> [Action] {
    guard trends == nil else { return [] }
    trends = [:]
    return refresh() + [.loadDoubts]
  }

  mutating func doubtsLoaded(_ doubts: [Doubt]) -> [Action] {
    state.doubts = doubts
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
