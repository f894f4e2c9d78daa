// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState {
  /// Puts the calculator's facts into words.
  init(_ state: CalculatorState, _ words: Words) {
    amount = state.typed
    currency = state.source.code
    currencyName = words.name(of: state.source)
    separator = words.numbers.separator
    if let problem = state.problem, problem != .empty {
      note = sentence(for: problem)
      noteIsError = true
    } else {
      note = currencyName
    }
    rows = state.results.map { Row($0, words) }
    provenance = Self.provenance(of: state.rates, words)
    notice = Notice(state.rates, words)
  }

  private static func provenance(of rates: RatesStatus, _ words: Words) -> String {
    guard let newest = rates.newest, let age = rates.age else { return tr("No rates yet") }
    let place = ["provider": rates.provider.publisher, "date": words.date(newest)]
    if age <= 0 { return tr("{provider} · {date} · today", place) }
    return trn("{provider} · {date} · {n} day old", "{provider} · {date} · {n} days old", age, place)
  }
}

extension CalculatorViewState.Row {
  init(_ result: CalculatorResult, _ words: Words) {
    id = result.currency.code
    name = words.name(of: result.currency)
    switch result.outcome {
    case .value(let money, let rate):
      let places = money.shownPlaces(minorUnit: words.catalogue.minorUnit(of: money.currency))
      value = words.numbers.text(money.amount, places)
      self.rate = rate.map { words.line(of: $0, to: result.currency) } ?? ""
    case .unavailable(let error):
      value = "–"
      rate = sentence(for: error, words)
    case .waiting:
      value = "–"
      rate = ""
    }
  }
}

extension CalculatorViewState.Notice {
  /// Days after which rates count as old: a long weekend with a holiday is four.
  static let staleAfter = 5

  init?(_ rates: RatesStatus, _ words: Words) {
    let isOld = (rates.age ?? 0) > Self.staleAfter
    if rates.setAside != nil {
      sentence = tr("The stored data was damaged. It was kept aside and built again.")
      button = tr("OK")
    } else if let failure = rates.failure {
      sentence = KursApp.sentence(for: failure, words)
    } else if rates.isOnline == false, let newest = rates.newest {
      sentence = tr("You are offline. The rates are those of {date}.", ["date": words.date(newest)])
    } else if isOld, let age = rates.age {
      sentence = trn("The rates are {n} day old.", "The rates are {n} days old.", age)
    } else {
      return nil
    }
  }
}
