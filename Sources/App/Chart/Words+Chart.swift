// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursDesktop
import KursModel
import KursWorkflow

extension Words {
  /// A rate with the digits of its line.
  func rate(_ value: Rational, of line: ChartLine) -> String { numbers.text(value, line.shownPlaces) }

  /// A fraction as a signed percentage: `+1.25%`.
  func change(_ fraction: Rational) -> String {
    let text = percent(fraction * Rational(100), 2)
    // The mark keeps the sign before its number in right-to-left text, on the side where the locale has its minus.
    let mark = String(Character(numbers.format.symbols.mark ?? "\u{200E}"))
    return mark + (fraction.signum > 0 ? "+" + text : text)
  }

  /// A number of hundredths: `12.5%`.
  func percent(_ hundredths: Rational, _ places: Int) -> String {
    // Translators: a percentage, as in "12.5%".
    tr("{number}%", ["number": numbers.text(hundredths, places)])
  }

  /// `28 September 2022 · 1 EUR = 0.9565 USD · −5.02%`.
  func reading(_ reading: ChartReading, of state: ChartState) -> String {
    let values = reading.values.compactMap { value -> String? in
      guard let shown = state.lines.first(where: { $0.currency == value.currency }) else { return nil }
      let line = tr(
        "1 {from} = {rate} {to}",
        ["from": state.subject.base.code, "rate": rate(value.rate, of: shown), "to": value.currency.code])
      let change = value.change.map { " (\(self.change($0)))" } ?? ""
      return switch value.basis {
      case .observed: line + change
      case .carried: line + change + " " + tr("of {date}", ["date": date(value.day)])
      case .law: line + " " + tr("by law")
      }
    }
    return ([date(reading.day)] + values).joined(separator: " · ")
  }

  /// What is shown while nothing is pointed at: the days in sight.
  func summary(of state: ChartState) -> String {
    guard !state.lines.isEmpty else { return "" }
    let days = tr("{first} to {last}", ["first": date(state.window.first), "last": date(state.window.last)])
    let period: String? =
      switch (state.options.period, state.options.reduction) {
      case (.daily, _): nil
      case (.weekly, .last): tr("last of each week")
      case (.weekly, .mean): tr("mean of each week")
      case (.monthly, .last): tr("last of each month")
      case (.monthly, .mean): tr("mean of each month")
      }
    return [days, period, state.provider.publisher].compactMap { $0 }.joined(separator: " · ")
  }

  /// The picture in words, for who cannot see it.
  func description(of state: ChartState) -> String {
    zip(state.lines, state.statistics).compactMap { line, figures in
      guard let figures else { return nil }
      return tr(
        "{from} in {to} from {first} to {last}: from {start} to {end}, {change}; lowest {low} on {lowDay}, highest {high} on {highDay}.",
        [
          "from": state.subject.base.code, "to": line.currency.code, "first": date(figures.first.day),
          "last": date(figures.last.day), "start": rate(figures.first.rate, of: line),
          "end": rate(figures.last.rate, of: line),
          "change": figures.change.map { change($0) } ?? "", "low": rate(figures.minimum.rate, of: line),
          "lowDay": date(figures.minimum.day), "high": rate(figures.maximum.rate, of: line),
          "highDay": date(figures.maximum.day),
        ])
    }.joined(separator: " ")
  }

  /// The words inside the picture.
  var chart: ChartText {
    ChartText(
      number: { numbers.text($0, $1) }, percent: { percent($0, $1) },
      label: { label in
        switch label {
        case .year(let year): String(year)
        case .month(_, let month): Months.shortName(month)
        case .day(let day):
          // Translators: a day below a chart, as in "12 Mar".
          tr("{day} {month}", ["day": String(day.civil.day), "month": Months.shortName(day.civil.month)])
        }
      },
      mean: tr("Mean"), byLaw: tr("fixed by law"),
      ended: { end in
        switch end {
        case .suspended(let last): tr("No rates after {date}", ["date": date(last)])
        case .discontinued(let last): tr("Discontinued on {date}", ["date": date(last)])
        }
      },
      average: { trn("Mean of {n} point", "Mean of {n} points", $0) }, nothing: tr("No rates in this range"))
  }
}
