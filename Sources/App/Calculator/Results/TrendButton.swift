// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursGtk

@MainActor
final class TrendButton {
  @Child("trend") var button: Button
  @Child("line") private var line: DrawingArea
  @Child("change") private var change: Label
  private var shown = CalculatorViewState.Trend(change: "", direction: .level, heights: [])

  init(onClick: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    try Builder(resource: Paths.trend, domain: Paths.domain).bind(self)
    button.onClick(onClick)
    line.onDraw(
      picture: { [weak self] size in
        let theme = ChartTheme(isDark: Appearance.isDark, isHighContrast: Appearance.isHighContrast)
        return Sparkline.picture(of: self?.shown.heights ?? [], size: size, theme: theme)
      }, overlay: { _ in [] })
  }

  func render(_ state: CalculatorViewState.Trend, of currency: String) {
    let isRedrawn = state.heights != shown.heights
    shown = state
    change.text = state.change
    change.style("up", state.direction == .up)
    change.style("down", state.direction == .down)
    if isRedrawn { line.redraw() }
    button.setTooltip(state.period)
    let change = state.period.isEmpty ? state.change : state.period
    button.setAccessibleLabel(tr("Chart of {currency}: {change}", ["currency": currency, "change": change]))
  }

  func redraw() { line.redraw() }
}
