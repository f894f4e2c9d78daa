// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursCore

extension ChartText {
  static let plain = ChartText(
    number: { $0.text(places: $1) },
    percent: { $0.text(places: $1) + "%" },
    label: { label in
      switch label {
      case .year(let year): "\(year)"
      case .month(let year, let month): "\(year)-\(month.digits(2))"
      case .day(let day): day.description
      }
    },
    date: { $0.description },
    change: { ($0.signum > 0 ? "+" : "") + ($0 * Rational(100)).text(places: 2) + "%" },
    mean: "mean", byLaw: "fixed by law", pegged: { "\($0.retired) is pegged: 1 \($0.successor) = \($0.factor.exactText()) \($0.retired)" },
    gap: { "no rates from \($0.first) to \($0.last)" }, shortGap: "no rates",
    redenominated: { "1 \($0.successor) = \($0.factor.exactText()) \($0.retired) from \($0.from)" },
    ended: { end in
      switch end {
      case .suspended(let last): "no rates after \(last)"
      case .discontinued(let last): "discontinued \(last)"
      }
    },
    average: { "mean of \($0)" }, nothing: "no rates in this range")
}

extension ChartCaption {
  init(plain state: ChartState) {
    let figures = zip(state.lines, state.statistics).compactMap { line, figures in figures.map { (line, $0) } }
    let rates = figures.map { line, figures in
      let change = figures.change.map { ", \(ChartText.plain.change($0)) since \(figures.first.day)" } ?? ""
      return "1 \(state.subject.base) = \(figures.last.rate.text(places: line.shownPlaces)) \(line.currency)\(change)"
    }
    let notes = figures.map { line, figures in
      func rate(_ value: Rational) -> String { value.text(places: line.shownPlaces) }
      return "\(line.currency): low \(rate(figures.minimum.rate)) on \(figures.minimum.day), "
        + "high \(rate(figures.maximum.rate)) on \(figures.maximum.day), mean \(rate(figures.mean)), "
        + "last \(rate(figures.last.rate)) on \(figures.last.day)"
    }
    self.init(
      title: "\(state.subject)", rates: rates,
      days: "\(state.window.first) to \(state.window.last), \(state.provider.publisher)", figures: notes,
      separator: "; ", source: state.provider.attribution)
  }
}
