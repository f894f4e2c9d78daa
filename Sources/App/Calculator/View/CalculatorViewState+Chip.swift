// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState {
  /// Something that the person chose and that changes the amounts: it stands at the total until it is taken away.
  struct Chip: Equatable, Sendable {
    var label: String
    /// The words for a screen reader, with what pressing it does.
    var spoken: String
    /// The event that removes it.
    var removal: CalculatorEvent
  }

  static func chips(of state: CalculatorState, _ words: Words) -> [Chip] {
    var chips: [Chip] = []
    if let day = state.day {
      let date = ["date": words.date(day)]
      chips.append(
        Chip(
          label: words.date(day), spoken: tr("All amounts at the rates of {date}. Press to remove.", date),
          removal: .dayChosen(nil)))
    }
    if let rule = state.rule {
      let name = rule.title
      chips.append(
        Chip(
          label: name, spoken: tr("Day by rule: {rule}. Press to remove.", ["rule": name]),
          removal: .ruleChosen(nil)))
    }
    if let fee = state.fee {
      let share = ["fee": words.percent(fee.share)]
      chips.append(
        Chip(label: tr("Fee {fee}", share), spoken: tr("Fee {fee}. Press to remove.", share), removal: .feeChosen(nil)))
    }
    for own in state.ownRatesInUse {
      let pair = ["pair": "\(own.from.code)/\(own.to.code)"]
      chips.append(
        Chip(
          label: tr("Own rate {pair}", pair), spoken: tr("Own rate {pair}. Press to remove.", pair),
          removal: .ownRateRemoved(from: own.from, to: own.to)))
    }
    return chips
  }
}

extension CalculatorState {
  /// The own rates that an amount on the screen counts at, each once.
  fileprivate var ownRatesInUse: [OwnRate] {
    let ofResults = results.compactMap { result -> OwnRate? in
      guard case .value(_, let rate) = result.outcome else { return nil }
      return rate?.own
    }
    var seen: [OwnRate] = []
    for own in lines.flatMap(\.ownRates) + ofResults where !seen.contains(own) { seen.append(own) }
    return seen
  }
}
