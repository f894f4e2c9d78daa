// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// `old`: the rate that was edited, which may have been one of another pair.
  mutating func ownRateSet(_ rate: OwnRate, replacing old: OwnRate?) -> [Action] {
    ownRatesChanged { rates in
      rates.removeAll { $0 == old || $0.isFor(rate.from, rate.to) }
      rates.append(rate)
    }
  }

  mutating func ownRateRemoved(from: Currency, to: Currency) -> [Action] {
    ownRatesChanged { $0.removeAll { $0.isFor(from, to) } }
  }

  /// Undo does not take back what other machines changed: each earlier step gets the change as well.
  mutating func ownRatesReplaced(_ rates: [OwnRate]) -> [Action] {
    let rates = rates.byPair
    guard rates != state.ownRates else { return [] }
    stack.rewrite { $0.ownRates = rates }
    return refresh()
  }

  private mutating func ownRatesChanged(_ change: (inout [OwnRate]) -> Void) -> [Action] {
    var rates = state.ownRates
    change(&rates)
    rates = rates.byPair
    return rates == state.ownRates ? [] : choose { $0.ownRates = rates }
  }
}
