// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

/// The figures below the picture, a row for each line.
@MainActor
final class ChartStatisticsGrid {
  private struct Row {
    let code: Label
    let figures: [Label]
  }

  private var rows: [Row] = []

  init(_ builder: Builder) throws(BuilderError) {
    for number in 0..<ChartSubject.mostLines {
      var figures: [Label] = []
      for column in ["change", "low", "high", "mean", "last"] {
        figures.append(try builder.object("stat_\(number)_\(column)"))
      }
      rows.append(Row(code: try builder.object("stat_\(number)_code"), figures: figures))
    }
  }

  func render(_ statistics: [ChartViewState.Statistics]) {
    for (number, row) in rows.enumerated() {
      let figures = number < statistics.count ? statistics[number] : nil
      row.code.isVisible = figures != nil
      for label in row.figures { label.isVisible = figures != nil }
      guard let figures else { continue }
      row.code.text = figures.code
      for (label, text) in zip(
        row.figures, [figures.change, figures.low, figures.high, figures.mean, figures.last])
      {
        label.text = text
        label.setTooltip(figures.spoken)
      }
    }
  }
}
