// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// How the total becomes a result; nil while it has no value, and where several days' rates are in it.
  func reckoning(to currency: Currency, now: Timestamp) -> Reckoning? {
    let result = state.results.first { $0.currency == currency }
    guard case .value(_, let rate?)? = result?.outcome, let resolver = book[shown.day],
      let amount = state.total.map({ $0.value?.money }) ?? state.amount.map({ Money($0, state.source) })
    else { return nil }
    var reckoning = resolver.reckoning(of: amount, by: rate, now: now)
    reckoning.rule = shown.rule.map { NamedRule.Applied($0, to: shown.oneDay ?? state.rates.today) }
    return reckoning
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

  /// Undo does not take back what other machines changed: each earlier step gets the change as well.
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

  /// In a list of one line there is no other total than its amount: the currency is one more result.
  mutating func totalCurrencyChosen(_ currency: Currency) -> [Action] {
    guard currency != shown.totalCurrency else { return [] }
    if shown.lines.count == 1 { return resultAdded(currency) }
    return edit { $0.total = currency }
  }

  /// The unrounded value becomes the amount, so that swapping back gives what was there.
  mutating func swapped(at index: Int) -> [Action] {
    guard shown.results.indices.contains(index) else { return [] }
    let currency = shown.results[index]
    guard shown.lines.count == 1 else { return edit { $0.total = currency } }
    guard case .value(let money, _) = state.results[index].outcome else {
      return lineCurrencyChosen(at: 0, currency)
    }
    return put(money, typedIn: nil)
  }

  /// The amount becomes what the rate makes of the typed one, to the last digit.
  mutating func resultEdited(at index: Int, _ text: String) -> [Action] {
    guard shown.lines.count == 1, shown.results.indices.contains(index),
      let typed = reader.field(text).line.number
    else { return [] }
    let (line, result) = (shown.lines[0], shown.results[index])
    // The rate that is shown, backwards: the opposite trade would have another at buying and selling rates.
    guard let rate = try? rates.rate(from: line.picked, to: result, on: line.day ?? shown.day) else { return [] }
    return put(Money(rate.amount(worth: typed), line.picked), typedIn: "result \(result)")
  }

  /// Makes `money` the one amount of the list.
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
