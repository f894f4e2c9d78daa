// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension ChartMachine {
  mutating func marked(_ span: DaySpan?) -> [Action] {
    state.marks = span.flatMap { span in
      guard let line = state.lines.first, let first = line.nearest(to: span.first),
        let last = line.nearest(to: span.last), first < last
      else { return nil }
      return DaySpan(first: line.days[first], last: line.days[last])
    }
    return []
  }

  mutating func zoomedToMarks() -> [Action] {
    guard let marks = state.marks else { return [] }
    state.marks = nil
    // Two days next to each other are seen with some around them.
    let missing = max(DaySpan.shortest - marks.length, 0)
    return windowChosen(DaySpan(first: marks.first - missing / 2, last: marks.last + (missing + 1) / 2))
  }

  mutating func wentBack() -> [Action] {
    guard let sight = state.past.popLast() else { return [] }
    state.marks = nil
    state.range = sight.range
    state.window = sight.window
    applyRange()
    return [.saveSession]
  }

  mutating func averagesChosen(_ period: AveragePeriod?) -> [Action] {
    state.averagePeriod = period
    state.averages = []
    return period.map { [.loadAverages($0, state.window)] } ?? []
  }

  mutating func averagesLoaded(
    _ lines: [[Average]], of period: AveragePeriod, in span: DaySpan, for subject: ChartSubject
  ) -> [Action] {
    guard period == state.averagePeriod, span == state.window, subject == state.subject else { return [] }
    state.averages = lines
    state.revision += 1
    return []
  }
}
