// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// The table view: the days of the window, newest first; only those in sight have widgets.
@MainActor
final class ChartTable {
  private let list: ListView
  private let words: Words
  private var state: ChartState?
  private var days: [Day] = []
  private var filled: (revision: Int, window: DaySpan)?

  init(_ list: ListView, _ words: Words) {
    self.list = list
    self.words = words
    list.setRows(
      make: { try? ChartRow() }, fill: { [weak self] row, index in self?.fill(row, index) ?? false })
  }

  func render(_ state: ChartState, isShown: Bool) {
    self.state = state
    guard isShown, filled?.revision != state.revision || filled?.window != state.window else { return }
    filled = (state.revision, state.window)
    let days = state.lines.flatMap { line in line.indices(in: state.window).map { line.days[$0] } }
    self.days = Set(days).sorted(by: >)
    list.show(count: self.days.count)
  }

  private func fill(_ row: ChartRow, _ index: Int) -> Bool {
    guard let state, days.indices.contains(index), let reading = state.reading(on: days[index]) else {
      return false
    }
    row.show(reading, of: state.lines, words)
    return false
  }
}
