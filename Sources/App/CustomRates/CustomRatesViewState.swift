// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

struct CustomRatesViewState: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    enum Badge: Equatable, Sendable { case inUse, expired }

    var own: CustomRate
    var rate: String
    var detail: String
    var badge: Badge?

    var spoken: String { [rate, badge?.word ?? "", detail].filter { !$0.isEmpty }.joined(separator: tr(", ")) }
  }

  var rows: [Row] = []
}

extension CustomRatesViewState {
  init(_ state: CalculatorState, _ words: Words) {
    rows = state.ownRates.map { own in
      let isExpired = own.expires.map { $0 < state.rates.today } ?? false
      let badge: Row.Badge? = isExpired ? .expired : state.uses(own) ? .inUse : nil
      return Row(
        own: own, rate: words.line(of: ConversionPath(own, from: own.from, to: own.to, day: state.rates.today)),
        detail: Self.detail(of: own, words), badge: badge)
    }
  }

  private static func detail(of own: CustomRate, _ words: Words) -> String {
    let names = tr("{from} to {to}", ["from": words.name(of: own.from), "to": words.name(of: own.to)])
    let end = own.expires.map { tr("until {date}", ["date": words.date($0)]) } ?? ""
    return [own.note.isEmpty ? names : own.note, end].filter { !$0.isEmpty }.joined(separator: tr(" · "))
  }
}

extension CustomRatesViewState.Row.Badge {
  var word: String {
    switch self {
    case .inUse: tr("In use")
    case .expired: tr("Expired")
    }
  }
}

extension CalculatorState {
  fileprivate func uses(_ own: CustomRate) -> Bool {
    lines.contains { $0.ownRates.contains(own) }
      || results.contains { result in
        if case .value(_, let rate?) = result.outcome { rate.own == own } else { false }
      }
  }
}
