// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// The person's own rates before the published ones.
  var rates: any RateSource {
    tables.source(state.ownRates, provider: state.rates.provider.id, today: state.rates.today)
  }

  mutating func tableLoaded(_ table: RateTable, on day: Day?, today: Day) -> [Action] {
    tables.loaded(table, on: day)
    state.rates.provider = table.provider
    state.rates.today = today
    if day == shown.day { state.rates.failure = nil }
    return refresh()
  }

  /// The rates that are on the screen stay; what went wrong is said beside them.
  mutating func tableFailed(_ failure: RatesFailure, on day: Day?) -> [Action] {
    tables.failed(failure, on: day)
    if day == shown.day { state.rates.failure = failure }
    return refresh()
  }

  mutating func ratesUpdated(_ update: RatesUpdate) -> [Action] {
    switch update {
    case .intake(let progress):
      let hadNone = state.rates.newest == nil
      state.rates.intake = progress.isComplete ? nil : progress
      return hadNone || (progress.isComplete && progress.changed > 0) ? loadAgain() : []
    case .newest:
      return loadAgain()
    case .failed(let failure):
      state.rates.failure = failure
      state.rates.intake = nil
      return []
    }
  }

  private mutating func loadAgain() -> [Action] {
    if trends != nil { trends = [:] }
    return tables.askAgain(for: shown.lineDays.union([shown.day])).map { .loadTable($0) }
  }

  mutating func trendsWanted() -> [Action] {
    guard trends == nil else { return [] }
    trends = [:]
    return refresh()
  }

  mutating func trendLoaded(_ trend: Trend, for key: Trend.Key) -> [Action] {
    guard trends != nil else { return [] }
    trends?[key] = trend
    return refresh()
  }
}
