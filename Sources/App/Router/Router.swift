// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

/// Decides which window is open, and brings windows and workflows together.
@MainActor
final class Router {
  /// A start that takes longer says what it is doing.
  static let patience = Duration.milliseconds(200)

  private let application: Application
  private let launch: Launch
  private let states: AsyncStream<StartState>
  private let began: ContinuousClock.Instant
  private var starting: Task<Void, Never>?
  private var splash: SplashWindow?
  private var calculator: CalculatorRoute?
  private var workflow: CalculatorWorkflow?
  private var charts: [ChartRoute] = []
  /// Asked for before the core was ready.
  private var pendingChart: ChartSubject?

  init(
    application: Application, launch: Launch, states: AsyncStream<StartState>, began: ContinuousClock.Instant
  ) {
    self.application = application
    self.launch = launch
    self.states = states
    self.began = began
  }

  /// May come more than once: a second one brings the open window to the front.
  func activate() {
    if let calculator { return calculator.present() }
    if let splash { return splash.window.present() }
    guard starting == nil else { return }
    application.install(ApplicationAction.self) { [weak self] _, _ in self?.quit() }
    application.setAccelerators(ApplicationAction.self)
    application.setAccelerators(WindowAction.self)
    application.setAccelerators(CloseAction.self)
    application.setAccelerators(ChartAction.self)
    // No window is open yet, which would end the main loop.
    application.hold()
    // Built while the core is still reading, shown once it has a number.
    let route = CalculatorRoute(
      application: application, chart: { [weak self] subject in self?.openChart(subject) },
      closed: { [weak self] in self?.calculator = nil })
    starting = Task { [weak self] in await self?.follow(route) }
  }

  private func follow(_ route: CalculatorRoute?) async {
    let patience = Task { [weak self, began] in
      try await Task.sleep(until: began + Self.patience, clock: .continuous)
      self?.showSplash()
    }
    for await state in states {
      switch state {
      case .working(let step, let permille):
        said = StartViewState(step: step, permille: permille)
      case .ready(let workflow, let state):
        patience.cancel()
        let words = Words(numbers: launch.numbers, catalogue: workflow.catalogue)
        calculator = route
        route?.show(state, of: workflow, words, languages: Locales(environment: launch.environment).languages)
        splash?.window.destroy()
        splash = nil
        self.workflow = workflow
        if let pendingChart { openChart(pendingChart) }
        application.release()
        settleSoon()
      case .failed(let failure):
        patience.cancel()
        said = StartViewState(failure: failure)
        showSplash()
        application.release()
      }
    }
  }

  /// Once the first frames are drawn and nobody waits.
  private func settleSoon() {
    Task {
      try? await Task.sleep(for: .seconds(1))
      Memory.settle()
    }
  }

  private var said: StartViewState? {
    didSet { if let said { splash?.render(said) } }
  }

  private func showSplash() {
    guard splash == nil, calculator == nil, let made = try? SplashWindow() else { return }
    splash = made
    if let said { made.render(said) }
    made.window.setApplication(application)
    made.window.onCloseRequest { [weak self] in self?.splash = nil }
    made.window.present()
  }

  private func quit() {
    splash?.window.close()
    for chart in charts { chart.close() }
    calculator?.close()
  }

  /// Opens a chart; before the core is ready, as soon as it is.
  func openChart(_ subject: ChartSubject) {
    guard let workflow else {
      pendingChart = subject
      return
    }
    pendingChart = nil
    application.hold()
    Task { [weak self] in
      let chart = await workflow.chart(of: subject)
      let state = await chart.state
      self?.show(chart, state)
      self?.application.release()
    }
  }

  private func show(_ chart: ChartWorkflow, _ state: ChartState) {
    let words = Words(numbers: launch.numbers, catalogue: chart.catalogue)
    let route = ChartRoute(
      application: application, workflow: chart, state: state, words: words,
      languages: Locales(environment: launch.environment).languages
    ) { [weak self] route in self?.charts.removeAll { $0 === route } }
    if let route { charts.append(route) }
  }
}
