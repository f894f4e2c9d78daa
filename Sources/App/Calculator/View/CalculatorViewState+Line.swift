// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState {
  struct Line: Equatable, Sendable, Identifiable {
    var id: Int
    var sign = "+"
    var amount = ""
    /// The amount in powers of ten, where it is one number too long for a small window.
    var amountBrief = ""
    /// Decimals that others in the column have and this one lacks.
    var amountTail = ""
    var code = ""
    /// In the total's currency, or a word on why there is none.
    var value = ""
    /// The value in powers of ten, where it is too long for a small window.
    var brief = ""
    var valueTail = ""
    /// Why there is no value, in full.
    var problem: String?
    /// The day and the note, in words.
    var detail = ""
    var day: Day?
    var note = ""
    var isOwnRate = false
    /// The row's name for a screen reader.
    var spoken = ""
  }

  /// The rows of a list, with their decimal separators below each other.
  static func lines(
    of states: [LineState], total: Currency, isByRule: Bool = false, _ words: Words
  ) -> [Line] {
    var lines = states.map { Line($0, total: total, isByRule: isByRule, words) }
    let amounts = DecimalColumn.tails(of: lines.map(\.amount), words)
    let values = DecimalColumn.tails(of: lines.map { $0.problem == nil ? $0.value : "" }, words)
    for index in lines.indices {
      lines[index].amountTail = amounts[index]
      if lines[index].problem == nil { lines[index].valueTail = values[index] }
    }
    return lines
  }
}

extension CalculatorViewState.Line {
  /// `isByRule`: whether the day of its rate may be another than its own, so that it says both.
  init(_ state: LineState, total: Currency, isByRule: Bool = false, _ words: Words) {
    id = state.id.number
    day = state.day
    note = state.note
    sign = state.sign == .minus ? "−" : "+"
    amount = inOwnDigits(state.text)
    code = state.currency.code
    switch state.outcome {
    case .value(let own, let inTotal, _):
      if case .money(let money) = own, !amount.contains(where: { $0.isOperator || ":()".contains($0) }) {
        amountBrief = words.brief(money, writtenAs: amount)
      }
      value = words.text(Money(inTotal, total))
      brief = words.brief(Money(inTotal, total), writtenAs: value)
    case .failed(let error):
      value = word(for: error.reason)
      problem = sentence(for: error.reason, words)
    case .empty: value = ""
    case .waiting: value = "…"
    }
    isOwnRate = !state.ownRates.isEmpty
    detail = Self.detail(of: state, isByRule, words)
    let spokenSign = state.sign == .minus ? tr("minus") : tr("plus")
    let parts = [spokenSign, amount, code, problem ?? (value.isEmpty ? tr("empty") : "\(value) \(total.code)"), detail]
    spoken = parts.filter { !$0.isEmpty }.joined(separator: tr(", "))
  }

  private static func detail(of state: LineState, _ isByRule: Bool, _ words: Words) -> String {
    var parts: [String] = []
    if let day = state.day { parts.append(words.date(day)) }
    if isByRule, case .value(_, _, let rate?) = state.outcome, !rate.isOwn, let period = words.period(of: rate) {
      parts.append(tr("rate: {period}", ["period": period]))
    }
    if let own = state.ownRates.first {
      parts.append(own.note.isEmpty ? tr("own rate") : tr("own rate: {note}", ["note": own.note]))
    }
    if !state.note.isEmpty { parts.append(state.note) }
    return parts.joined(separator: tr(" · "))
  }
}
