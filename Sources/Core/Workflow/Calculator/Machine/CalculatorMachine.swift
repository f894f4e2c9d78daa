// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// Decides what each event does to the calculator; carries nothing out.
struct CalculatorMachine: Sendable {
  enum Action: Equatable, Sendable {
    /// Ask for the rates of a day; nil for the newest.
    case loadTable(Day?)
    case saveSession
  }

  private(set) var state: CalculatorState
  private var table: RateTable?
  private let catalogue: CurrencyCatalogue
  private let reader: AmountReader

  init(state: CalculatorState, catalogue: CurrencyCatalogue, reader: AmountReader) {
    self.state = state
    self.catalogue = catalogue
    self.reader = reader
    if state.amount == nil { read(state.typed) }
  }

  mutating func amountTyped(_ text: String) -> [Action] {
    state.typed = text
    read(text)
    return changed()
  }

  /// `2*19.90` becomes `39.80`; the unrounded amount stays behind it.
  mutating func equalsPressed() -> [Action] {
    guard let amount = state.amount else { return [] }
    state.typed = reader.write(amount, places(of: Money(amount, state.source)))
    return [.saveSession]
  }

  mutating func sourceChosen(_ currency: Currency) -> [Action] {
    // Choosing a currency that is shown as a result trades places, so that none is lost.
    if let index = state.results.firstIndex(where: { $0.currency == currency }) {
      state.results[index] = CalculatorResult(currency: state.source)
    }
    state.source = currency
    return changed()
  }

  mutating func resultAdded(_ currency: Currency) -> [Action] {
    guard currency != state.source, !state.results.contains(where: { $0.currency == currency }) else { return [] }
    state.results.append(CalculatorResult(currency: currency))
    return changed()
  }

  mutating func resultRemoved(at index: Int) -> [Action] {
    guard state.results.indices.contains(index) else { return [] }
    state.results.remove(at: index)
    return changed()
  }

  mutating func resultChosen(at index: Int, _ currency: Currency) -> [Action] {
    guard state.results.indices.contains(index), currency != state.results[index].currency else { return [] }
    if currency == state.source { return swapped(at: index) }
    if let other = state.results.firstIndex(where: { $0.currency == currency }) {
      state.results.swapAt(index, other)
    } else {
      state.results[index] = CalculatorResult(currency: currency)
    }
    return changed()
  }

  mutating func resultMoved(from index: Int, to target: Int) -> [Action] {
    guard state.results.indices.contains(index), state.results.indices.contains(target) else { return [] }
    state.results.insert(state.results.remove(at: index), at: target)
    return changed()
  }

  /// The unrounded value becomes the amount, so that swapping back gives what was there (rates.md, trap 5).
  mutating func swapped(at index: Int) -> [Action] {
    guard state.results.indices.contains(index) else { return [] }
    let result = state.results[index]
    if case .value(let money, _) = result.outcome {
      state.amount = money.amount
      state.typed = reader.write(money.amount, places(of: money))
      state.problem = nil
    }
    state.results[index] = CalculatorResult(currency: state.source)
    state.source = result.currency
    return changed()
  }

  mutating func dayChosen(_ day: Day?) -> [Action] {
    guard day != state.day else { return [] }
    state.day = day
    return [.loadTable(day)]
  }

  mutating func windowResized(_ size: WindowSize) -> [Action] {
    guard size != state.window else { return [] }
    state.window = size
    return [.saveSession]
  }

  mutating func networkChanged(isOnline: Bool) -> [Action] {
    state.rates.isOnline = isOnline
    return []
  }

  mutating func setAsideDismissed() -> [Action] {
    state.rates.setAside = nil
    return []
  }
}

extension CalculatorMachine {
  mutating func tableLoaded(_ table: RateTable, today: Day) -> [Action] {
    self.table = table
    state.rates.provider = table.provider
    state.rates.newest = table.newest
    state.rates.today = today
    state.rates.failure = nil
    convert()
    return []
  }

  /// The rates that are on the screen stay; what went wrong is said beside them.
  mutating func tableFailed(_ failure: RatesFailure) -> [Action] {
    state.rates.failure = failure
    if state.day != nil {
      table = nil
      convert()
    }
    return []
  }

  mutating func ratesUpdated(_ update: RatesUpdate) -> [Action] {
    switch update {
    case .intake(let progress):
      let hadNone = state.rates.newest == nil
      state.rates.intake = progress.isComplete ? nil : progress
      return hadNone || (progress.isComplete && progress.changed > 0) ? [.loadTable(state.day)] : []
    case .newest:
      return [.loadTable(state.day)]
    case .failed(let failure):
      state.rates.failure = failure
      state.rates.intake = nil
      return []
    }
  }

  private mutating func read(_ text: String) {
    switch reader.read(text) {
    case .success(let amount): (state.amount, state.problem) = (amount, nil)
    case .failure(let problem): (state.amount, state.problem) = (nil, problem)
    }
  }

  private mutating func changed() -> [Action] {
    convert()
    return [.saveSession]
  }

  private mutating func convert() {
    for index in state.results.indices {
      state.results[index].outcome = outcome(in: state.results[index].currency)
    }
  }

  private func outcome(in currency: Currency) -> CalculatorResult.Outcome {
    guard let table, let amount = state.amount else {
      if case .rate(let error)? = state.rates.failure, state.day != nil { return .unavailable(error) }
      return .waiting
    }
    do {
      let rate = try table.crossRate(from: state.source, to: currency)
      return .value(Money(rate.convert(amount), currency), rate: .published(rate))
    } catch {
      return .unavailable(error)
    }
  }

  private func places(of money: Money) -> Int {
    money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
  }
}
