// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class ChartStatisticsGrid {
  private static let columns = ["code", "change", "low", "high", "mean", "last"]

  private let columns: [BoxContainer]
  private var rows: [[Label]] = []

  init(_ builder: Builder) throws(BuilderError) {
    var columns: [BoxContainer] = []
    for name in Self.columns { columns.append(try builder.object("column_\(name)")) }
    self.columns = columns
  }

  func render(_ statistics: [ChartViewState.Statistics]) {
    while rows.count < statistics.count { rows.append(makeRow()) }
    for (row, figures) in zip(rows, statistics) {
      let texts = [figures.code, figures.change, figures.low, figures.high, figures.mean, figures.last]
      for (label, text) in zip(row, texts) {
        label.text = text
        label.setTooltip(figures.spoken)
      }
    }
    for (number, row) in rows.enumerated() {
      for label in row { label.isVisible = number < statistics.count }
    }
  }

  private func makeRow() -> [Label] {
    zip(Self.columns, columns).map { name, column in
      let label = Label(text: "")
      if name == "code" { label.alignStart() } else { label.alignEnd() }
      label.style(name == "code" ? "heading" : "numeric", true)
      if name == "code" { label.style("series-\(rows.count)", true) }
      column.append(label)
      return label
    }
  }
}
