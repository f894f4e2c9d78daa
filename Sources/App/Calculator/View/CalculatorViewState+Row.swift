// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState {
  struct Row: Equatable, Sendable, Identifiable {
    var id: String
    var name: String
    var look = CurrencyLook()
    /// The sign or the flag before it; empty where none was chosen.
    var mark = ""
    var value: String
    /// The value in powers of ten, where it is too long for a small window.
    var brief = ""
    var rate: String
    /// Decimals that others in the column have and this one lacks.
    var tail = ""
    /// The value after a fee or rounding to coins; empty without.
    var extra = ""
    var isOwnRate = false
    /// The note and the last day of an own rate, in full; empty without.
    var terms = ""
    /// The amount of a list of one line follows what is typed in the place of the result.
    var isEditable = false
    var trend: Trend?
    /// The provider that would have the rate if it were switched on.
    var offer: RateOffer?
    /// A newer rate that looks wrong and is not used.
    var doubt: Doubt?
    /// The provider of the other results, which name no source of their own.
    var source = ""
    /// The text that another program gets when the result is dropped there; empty without an amount.
    var outside: String { value.contains(where: \.isNumber) ? "\(value) \(id)" : "" }
    /// The name of the row's currency for a screen reader.
    var spoken: String { "\(id), \(name)" }
    /// The whole row for a screen reader: the amount first.
    var heard: String {
      [outside.isEmpty ? id : outside, name, rate, extra, source].filter { !$0.isEmpty }.joined(separator: tr(", "))
    }
  }

  /// How the rate of a result moved.
  struct Trend: Equatable, Sendable {
    enum Direction: Equatable, Sendable { case up, down, level }

    /// `▲ 0.25%`; empty while it is not known.
    var change: String
    var direction: Direction
    /// `+0.25% since 12 October 2026`: of which period line and change are.
    var period = ""
    /// The last observations, in thousandths of their span.
    var heights: [Int]
  }

  /// The result rows, with their decimal separators below each other.
  static func rows(of state: CalculatorState, _ words: Words) -> [Row] {
    var rows = state.results.map { Row($0, state, words) }
    let tails = DecimalColumn.tails(of: rows.map(\.value), words)
    for index in rows.indices {
      rows[index].tail = tails[index]
      // An amount typed for a result is what the rate gives, before any fee.
      rows[index].isEditable = state.lines.count == 1 && state.fee == nil
      if state.day == nil, state.rule == nil {
        rows[index].doubt = Row.Doubt(
          in: state.doubts, from: state.base, to: state.results[index].currency, words)
      }
    }
    return rows
  }
}

extension CalculatorViewState.Row {
  init(_ result: CalculatorResult, _ state: CalculatorState, _ words: Words) {
    id = result.currency.code
    name = words.name(of: result.currency)
    look = words.look
    mark = words.mark(of: result.currency)
    switch result.outcome {
    case .value(let money, let rate):
      value = words.text(money)
      brief = words.brief(money, writtenAs: value)
      if let amounts = result.fee {
        // The large number is what the person pays or receives.
        let money = Money(amounts.takenOffProceeds, result.currency)
        (value, brief) = (words.text(money), words.brief(money, writtenAs: words.text(money)))
      }
      self.rate = rate.map(words.line) ?? ""
      if let rate, let gram = words.gramLine(from: rate.from, to: rate.to, rate.value) { self.rate += tr(" · ") + gram }
      if let own = rate?.own {
        isOwnRate = true
        let end = own.expires.map { tr("until {date}", ["date": words.date($0)]) } ?? ""
        terms = [tr("own rate"), own.note, end].filter { !$0.isEmpty }.joined(separator: tr(" · "))
        // The rate first: where there is little room, it is the note that is cut.
        self.rate += tr(" · ") + (own.note.isEmpty ? tr("own rate") : own.note)
      } else if let source = rate.flatMap({ words.source(of: $0, besides: state.rates) }) {
        self.rate += tr(" · ") + source
      } else if rate != nil {
        source = state.rates.provider.sourceName
      }
    case .unavailable(let error):
      value = "–"
      rate = sentence(for: error, words)
      switch error {
      case .missing(_, _, _, _, let provider?): offer = RateOffer(provider)
      // The bank that the list's rule names, and that was never asked.
      case .noRates(let provider) where provider == state.rule?.preset?.provider: offer = RateOffer(provider)
      case .outsideHistory, .notPrescribed, .notStored:
        offer = RateOffer(mending: error, today: state.rates.today)
      default: break
      }
    case .waiting:
      value = "–"
      rate = ""
    }
    extra = Self.extra(of: result, words)
    trend = CalculatorViewState.Trend(result, words)
  }

  private static func extra(of result: CalculatorResult, _ words: Words) -> String {
    var parts: [String] = []
    if let amounts = result.fee, case .value(let money, _) = result.outcome {
      let other = words.text(Money(amounts.markedUpRate, result.currency))
      parts.append(tr("{amount} without the fee", ["amount": words.text(money)]))
      parts.append(tr("{amount} with the fee in the rate", ["amount": other]))
    }
    if let cash = result.cash { parts.append(tr("{amount} in cash", ["amount": words.text(cash.paid)])) }
    return parts.joined(separator: tr(" · "))
  }
}

extension CalculatorViewState.Trend {
  /// Nil while nothing of it is known.
  init?(_ result: CalculatorResult, _ words: Words) {
    guard result.change != nil || result.sparkline.count > 1 else { return nil }
    let sign = result.change?.rounded(places: 4).signum ?? 0
    direction = sign > 0 ? .up : sign < 0 ? .down : .level
    change = ""
    if let share = result.change {
      let arrow = sign > 0 ? "▲" : sign < 0 ? "▼" : "="
      let percent = words.percent(share.magnitude, places: 2)
      change = "\u{200E}\(arrow) \(percent)"
      if let since = result.since {
        period = tr(
          "{change} since {date}", ["change": words.change(share.rounded(places: 4)), "date": words.date(since)])
      }
    }
    heights = Self.heights(of: result.sparkline)
  }

  private static func heights(of values: [Rational]) -> [Int] {
    guard let low = values.min(), let high = values.max() else { return [] }
    return values.map { value in
      ((value - low) * Rational(1000)).divided(by: high - low)?.units(places: 0).map { Int($0) } ?? 500
    }
  }
}
