// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import KursWorkflow

/// One line of a legend: a sample of its stroke and a name.
struct LegendEntry {
  static let sample = 26.0

  let label: TextLabel
  let stroke: Stroke
  /// Sample and text together.
  let frame: Rect

  /// In rows from the top left corner; one line without averages needs no legend.
  static func place(
    _ state: ChartState, width: Double, theme: ChartTheme, text: ChartText, metrics: TextMetrics
  ) -> [LegendEntry] {
    var names = state.lines.enumerated().map { ($1.currency.code, theme.stroke(of: $0)) }
    names += state.options.averages.sorted().map { (text.average($0), averageStroke($0, theme)) }
    guard names.count > 1 else { return [] }
    let height = theme.fontSize * 1.6
    var (x, y) = (12.0, 6.0)
    return names.map { name, stroke in
      let wide = sample + 6 + metrics.width(name, theme.fontSize, true)
      if x > 12, x + wide > width - 12 { (x, y) = (12, y + height) }
      defer { x += wide + 16 }
      let frame = Rect(x: x, y: y, width: wide, height: height)
      let place = Point(x + sample + 6, y + height / 2)
      return LegendEntry(
        label: TextLabel(name, at: place, size: theme.fontSize, isBold: true, colour: theme.text),
        stroke: stroke,
        frame: frame)
    }
  }

  static func averageStroke(_ span: Int, _ theme: ChartTheme) -> Stroke {
    Stroke(theme.dimText, width: 1.25, dash: span == ChartOptions.spans[0] ? [4, 2] : [1, 2])
  }
}
