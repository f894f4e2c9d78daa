// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  mutating func showTotal(_ evaluation: Evaluation) {
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

  mutating func showResults(_ evaluation: Evaluation) {
    state.results = shown.results.map { currency in
      let outcome = outcome(in: currency, evaluation)
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

  private func outcome(in currency: Currency, _ evaluation: Evaluation) -> CalculatorResult.Outcome {
    do throws(RateError) {
      guard let total = try evaluation.total(in: currency, rates: rates) else { return unavailable(evaluation) }
      return .value(total.money, rate: total.rate)
    } catch {
      if case .noRates = error, shown.days.contains(where: book.isPending) { return .waiting }
      return .unavailable(error)
    }
  }

  /// The missing rate that keeps the total from having a value, if it is one.
  private func unavailable(_ evaluation: Evaluation) -> CalculatorResult.Outcome {
    if let error = book.error(on: shown.day) { return .unavailable(error) }
    for (line, outcome) in zip(shown.lines, evaluation.lines) {
      guard case .failure(let error) = outcome.outcome, case .rate(let reason) = error.reason,
        !book.isPending(line.day ?? shown.day)
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

  /// Each pair is asked for once.
  mutating func missingTrends() -> [Action] {
    guard trends != nil else { return [] }
    return shown.results.map(trendKey).filter { trends?[$0] == nil }.map { key in
      trends?[key] = Trend()
      return .loadTrend(key)
    }
  }
}
