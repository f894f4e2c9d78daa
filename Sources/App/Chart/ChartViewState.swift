// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

struct ChartViewState: Equatable {
  struct Statistics: Equatable {
    var code = ""
    var change = ""
    var low = ""
    var high = ""
    var mean = ""
    var last = ""
    /// The lowest and the highest rate with their days, for tooltips and screen readers.
    var spoken = ""
  }

  enum Trend: Equatable { case up, down, level }

  var title = ""
  var headline = ""
  var change = ""
  var trend = Trend.level
  var chips: [Currency] = []
  var canCompare = true
  var canGoBack = false
  var isMarked = false
  var base = ""
  var counters = ""
  var range: ChartRange?
  var reading = ""
  var description = ""
  var statistics: [Statistics] = []
  /// The reason why no chart is drawn, or nil if a chart is drawn.
  var empty: String?

  init() {}

  init(_ state: ChartState, _ words: Words) {
    title = state.subject.description
    base = state.subject.base.code
    counters = state.subject.counters.map(\.code).joined(separator: ", ")
    range = state.range
    statistics = zip(state.lines, state.statistics).map { line, figures in
      figures.map { Statistics($0, of: line, words) } ?? Statistics(code: line.currency.code)
    }
    if !state.subject.isComparison, let line = state.lines.first, let figures = state.statistics.first ?? nil {
      headline = words.headline(figures, of: line, in: state)
      change = words.movement(figures)
      trend = figures.change.map { $0.signum > 0 ? .up : $0.signum < 0 ? .down : .level } ?? .level
    }
    chips = state.subject.isComparison ? state.subject.counters : []
    canCompare = state.subject.hasRoom
    canGoBack = !state.past.isEmpty
    isMarked = state.marks != nil
    reading =
      state.marks.map { words.difference($0, of: state) } ?? state.reading.map { words.reading($0, of: state) }
      ?? words.summary(of: state)
    description = words.description(of: state)
    if let failure = state.failure { empty = sentence(for: failure, words) }
    if state.failure == nil, state.lines.isEmpty, !state.isLoading { empty = tr("No rates yet.") }
  }
}

extension ChartViewState.Statistics {
  init(_ figures: ChartStatistics, of line: ChartLine, _ words: Words) {
    code = line.currency.code
    change = figures.change.map { words.change($0) } ?? ""
    low = words.rate(figures.minimum.rate, of: line)
    high = words.rate(figures.maximum.rate, of: line)
    mean = words.rate(figures.mean, of: line)
    last = words.rate(figures.last.rate, of: line)
    spoken = tr(
      "{code}: lowest {low} on {lowDay}, highest {high} on {highDay}",
      [
        "code": code, "low": low, "lowDay": words.date(figures.minimum.day), "high": high,
        "highDay": words.date(figures.maximum.day),
      ])
  }
}
