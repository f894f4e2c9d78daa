// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursModel
import KursWorkflow

@MainActor
final class SideChart {
  let view: ChartView
  private let calculator: CalculatorWorkflow
  private var chart: ChartWorkflow?
  private var subject: ChartSubject?
  private var opening: Task<Void, Never>?

  init(
    _ calculator: CalculatorWorkflow, _ words: Words,
    openWindow: @escaping @MainActor @Sendable (ChartSubject) -> Void,
    alert: @escaping @MainActor @Sendable (ChartSubject, Rational?) -> Void
  ) throws(BuilderError) {
    self.calculator = calculator
    let event = ChartReference()
    view = try ChartView(words) { intent in
      switch intent {
      case .event(let asked): event.chart?.send(asked)
      case .alertPressed(let height): if let subject = event.chart?.state.subject { alert(subject, height) }
      default: if let subject = event.chart?.state.subject { openWindow(subject) }
      }
    }
    chartReference = event
  }

  private let chartReference: ChartReference

  func show(_ subject: ChartSubject) {
    guard subject != self.subject else { return }
    self.subject = subject
    if let chart { return chart.send(.subjectChosen(subject)) }
    guard opening == nil else { return }
    opening = Task { [weak self, calculator] in
      let chart = await calculator.chart(of: subject)
      self?.opened(chart)
    }
  }

  func close() async { await chart?.close() }

  private func opened(_ chart: ChartWorkflow) {
    self.chart = chart
    chartReference.chart = chart
    view.render(chart.state)
    chart.onChange = { [weak self] in self?.view.render($0) }
    // Shows the newest pair, because the user may have chosen it while the storage was being opened.
    if let subject, subject != chart.state.subject { chart.send(.subjectChosen(subject)) }
  }

  @MainActor
  private final class ChartReference {
    weak var chart: ChartWorkflow?
  }
}
