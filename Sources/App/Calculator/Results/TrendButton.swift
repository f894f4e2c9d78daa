// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursGtk

@MainActor
final class TrendButton {
  @Child("trend") var button: Button
  @Child("line") private var line: DrawingArea
  @Child("period") private var period: Label
  private var shown = CalculatorViewState.Trend(heights: [])

  init(onClick: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    try Builder(ui: "trend").bind(self)
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
    period.text = state.period
    if isRedrawn { line.redraw() }
    button.setTooltip(state.change)
    button.setAccessibleLabel(tr("Chart of {currency}: {change}", ["currency": currency, "change": state.change]))
  }

  func redraw() { line.redraw() }
}
