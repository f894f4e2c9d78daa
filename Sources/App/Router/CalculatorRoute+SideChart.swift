// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorRoute {
  /// The chart of the result that was asked for last, or of the first one, where the window has room for it.
  func showSideChart() {
    guard let window, window.side.isOpen, let workflow, let words, let state else { return }
    let results = state.results.map(\.currency)
    guard let counter = charted.flatMap({ results.contains($0) ? $0 : nil }) ?? results.first,
      let subject = ChartSubject(base: state.base, counters: [counter])
    else { return }
    if sideChart == nil, let made = try? SideChart(
      workflow, words, openWindow: chart,
      alert: { [weak self] subject, height in
        guard let self, let frame else { return }
        alerts?.open(subject, height: height, above: frame)
      })
    {
      sideChart = made
      window.side.fill(with: made.view.widget)
    }
    sideChart?.show(subject)
    window.mark(charted: counter.code)
  }
}
