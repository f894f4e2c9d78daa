// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// The list of the person's own rates.
  func openOwnRates() {
    guard let words, let state, let parent = frame else { return }
    if let ownRates { return ownRates.window.present() }
    ownRates = try? OwnRatesWindow { [weak self] intent in self?.asked(intent) }
    ownRates?.render(OwnRatesViewState(state, words))
    ownRates?.present(above: parent)
  }

  /// A rate from what is counted in to a result, or to the first.
  func openOwnRate(to code: String?) {
    guard let state, let to = code.flatMap({ Currency($0) }) ?? state.results.first?.currency else { return }
    edit(from: state.base, to: to, above: frame)
  }

  /// A rate from a line's currency to the one that the line is counted in.
  func openOwnRate(ofLine index: Int) {
    guard let state, state.lines.indices.contains(index) else { return }
    let from = state.lines[index].currency
    // A line in the total's own currency is converted by nobody but the results.
    if from == state.base { return openOwnRate(to: nil) }
    edit(from: from, to: state.base, above: frame)
  }

  /// An alert for the rate from what is counted in to a result.
  func openAlert(to code: String) {
    guard let state, let frame, let to = Currency(code), let subject = ChartSubject(base: state.base, counters: [to])
    else { return }
    alerts?.open(subject, above: frame)
  }

  private func asked(_ intent: OwnRatesIntent) {
    switch intent {
    case .added: add()
    case .edited(let own): edit(from: own.from, to: own.to, above: ownRates?.window)
    case .removed(let own): send(.ownRateRemoved(from: own.from, to: own.to))
    case .restored(let own): send(.ownRateSet(own))
    case .closed: ownRates = nil
    }
  }

  /// Begins with the first two currencies in use that have no own rate yet.
  private func add() {
    guard let state else { return }
    let others = (state.currencies + [.eur, .usd]).filter { $0 != state.base }
    let free = others.first { other in !state.ownRates.contains { $0.isOf(state.base, other) } }
    guard let to = free ?? others.first else { return }
    open(.init(from: state.base, to: to, today: state.rates.today), above: ownRates?.window)
  }

  private func edit(from: Currency, to: Currency, above parent: Window?) {
    guard let state, from != to else { return }
    let own = state.ownRates.first { $0.isOf(from, to) }
    open(.init(from: from, to: to, own: own, today: state.rates.today), above: parent)
  }

  private func open(_ subject: OwnRateWindow.Subject, above parent: Window?) {
    guard let words, let parent else { return }
    ownRate = try? OwnRateWindow(
      subject, words, pick: { [weak self] in self?.pick(above: $0, $1) },
      chosen: { [weak self] own in
        if let own { return self?.send(.ownRateSet(own, replacing: subject.own)) ?? () }
        self?.send(.ownRateRemoved(from: subject.from, to: subject.to))
      })
    ownRate?.window.onCloseRequest { [weak self] in self?.ownRate = nil }
    ownRate?.present(above: parent)
  }
}

extension OwnRate {
  fileprivate func isOf(_ a: Currency, _ b: Currency) -> Bool { (from == a && to == b) || (from == b && to == a) }
}
