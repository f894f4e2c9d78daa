// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState {
  /// The list's sum.
  struct Total: Equatable, Sendable {
    /// A further amount below the total, under its name.
    struct Term: Equatable, Sendable {
      var name: String
      var value: String
    }

    var code: String
    var currencyName = ""
    var value: String
    /// The value in powers of ten, where it is too long for a small window.
    var brief = ""
    /// Why the total is not the sum of the rounded lines; nil where it is.
    var explanation: String?
    /// At most two of a fee and one of coins.
    var terms: [Term] = []
    /// The meaning of the number, where it is not the plain sum: `I receive, 2% taken off`.
    var name = ""
    var spoken: String {
      let total = tr("Total: {value} {code}", ["value": value, "code": code])
      return name.isEmpty ? total : "\(total), \(name)"
    }
  }
}

extension CalculatorViewState.Total {
  init(_ total: TotalState, fee: Fee?, _ words: Words) {
    code = total.currency.code
    currencyName = words.name(of: total.currency)
    value = total.value.map { words.text($0) } ?? "–"
    if case .money(let money)? = total.value { brief = words.brief(money, writtenAs: value) }
    if let rounding = total.rounding, rounding.difference.signum != 0 {
      explanation = Self.explanation(of: rounding, total.currency, words)
    }
    if let fee, let amounts = total.fee {
      let money = Money(amounts.takenOffProceeds, total.currency)
      let percent = ["fee": words.percent(fee.share)]
      name =
        fee.direction == .iReceive ? tr("I receive, {fee} taken off", percent) : tr("I pay, {fee} taken off", percent)
      terms += Self.terms(of: fee, amounts, total.currency, without: value, words)
      // The large number is what the person pays or receives.
      (value, brief) = (words.text(money), words.brief(money, writtenAs: words.text(money)))
    }
    if let cash = total.cash { terms.append(Term(name: tr("In cash"), value: words.text(cash.paid))) }
  }

  private static func explanation(of rounding: TotalRounding, _ currency: Currency, _ words: Words) -> String {
    let places = words.catalogue.minorUnit(of: currency)
    return tr(
      "The lines are shown rounded; added up as shown they come to {sum}. The total is the exact sum, {exact}, rounded once: {total}.",
      [
        "sum": words.numbers.text(rounding.sumOfRoundedLines, places),
        "exact": words.numbers.text(rounding.exact, places + 4),
        "total": words.numbers.text(rounding.rounded, places),
      ])
  }

  /// `without`: the total before the fee.
  private static func terms(
    of fee: Fee, _ amounts: Fee.Amounts, _ currency: Currency, without: String, _ words: Words
  ) -> [Term] {
    let percent = ["fee": words.percent(fee.share)]
    let other =
      switch fee.direction {
      case .iReceive: tr("I receive, {fee} in the rate", percent)
      case .iPay: tr("I pay, {fee} in the rate", percent)
      }
    return [
      Term(name: tr("Without the fee"), value: without),
      Term(name: other, value: words.text(Money(amounts.markedUpRate, currency))),
    ]
  }
}
