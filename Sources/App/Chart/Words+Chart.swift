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
    return ([date(reading.day)] + values).joined(separator: tr(" · "))
  }

  /// The text while nothing is pointed at: the days in sight.
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
    return [days, period, state.provider.publisherName].compactMap { $0 }.joined(separator: tr(" · "))
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

  /// `1 EUR = 1.1172 USD`.
  func headline(_ figures: ChartStatistics, of line: ChartLine, in state: ChartState) -> String {
    tr(
      "1 {from} = {rate} {to}",
      ["from": state.subject.base.code, "rate": rate(figures.last.rate, of: line), "to": line.currency.code])
  }

  /// The change of a rate since the range began, in words.
  func movement(_ figures: ChartStatistics) -> String {
    guard let change = figures.change else { return "" }
    let parts = ["percent": percent(change.magnitude * Rational(100), 2), "date": date(figures.first.day)]
    if change.signum > 0 { return tr("Up {percent} since {date}", parts) }
    if change.signum < 0 { return tr("Down {percent} since {date}", parts) }
    return tr("Unchanged since {date}", ["date": date(figures.first.day)])
  }

  /// The change between two marked days.
  func difference(_ days: DaySpan, of state: ChartState) -> String {
    let span = tr("{first} to {last}", ["first": date(days.first), "last": date(days.last)])
    let count = trn("{n} day", "{n} days", days.length)
    let lines = zip(state.lines, state.differences).compactMap { line, figures -> String? in
      guard let figures, let change = figures.change else { return nil }
      if state.subject.isComparison { return "\(line.currency.code) \(self.change(change))" }
      // Translators: the rate of one day, that of another, and the change between the two.
      return tr(
        "from {start} to {end}, {change}",
        [
          "start": rate(figures.first.rate, of: line), "end": rate(figures.last.rate, of: line),
          "change": self.change(change),
        ])
    }
    return ([span, count] + lines).joined(separator: tr(" · "))
  }

  /// The period of a row of the table: a day, a month, a quarter or a year.
  func name(of days: ClosedRange<Day>, _ period: AveragePeriod?) -> String {
    let (year, month, _) = days.lowerBound.civil
    switch period {
    case nil: return date(days.lowerBound)
    case .month:
      // Translators: a month, as in "October 2026".
      return tr("{month} {year}", ["month": monthName(month), "year": inOwnDigits(String(year))])
    case .quarter:
      // Translators: a quarter of a year, as in "Q3 2026".
      return tr(
        "Q{quarter} {year}", ["quarter": inOwnDigits("\((month - 1) / 3 + 1)"), "year": inOwnDigits("\(year)")])
    case .year: return inOwnDigits(String(year))
    }
  }
}
