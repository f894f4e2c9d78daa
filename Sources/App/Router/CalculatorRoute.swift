// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

/// The calculator window, its workflow and the windows it opens.
@MainActor
final class CalculatorRoute {
  /// What the currency chosen in the picker is for.
  enum Purpose: Equatable {
    case source
    case addition
    case result(String)
  }

  private let application: Application
  private let chart: @MainActor @Sendable (ChartSubject) -> Void
  private let closed: @MainActor @Sendable () -> Void
  private var window: CalculatorWindow?
  private var picker: PickerWindow?
  private var words: Words?
  private var languages: [String] = []
  private var state: CalculatorState?
  private var workflow: CalculatorWorkflow?
  private var events: AsyncStream<CalculatorEvent>.Continuation?
  private var tasks: [Task<Void, Never>] = []

  /// Builds the window, not yet shown.
  init?(
    application: Application, chart: @escaping @MainActor @Sendable (ChartSubject) -> Void,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    self.application = application
    self.chart = chart
    self.closed = closed
    do {
      window = try CalculatorWindow { [weak self] intent in self?.asked(intent) }
    } catch {
      StandardError.write("kurs: \(error)")
      return nil
    }
  }

  /// Shows the window with its first numbers and follows the workflow from then on.
  func show(_ state: CalculatorState, of workflow: CalculatorWorkflow, _ words: Words, languages: [String]) {
    guard let window else { return }
    self.words = words
    self.workflow = workflow
    self.languages = languages
    if let size = state.window { window.window.size = (size.width, size.height) }
    render(state)
    window.window.setApplication(application)
    window.present()
    let (stream, continuation) = AsyncStream.makeStream(of: CalculatorEvent.self)
    events = continuation
    // One consumer: events reach the workflow in the order they happened.
    let sending = Task { for await event in stream { await workflow.send(event) } }
    let rendering = Task { [weak self] in
      for await state in await workflow.states() { self?.render(state) }
    }
    let networking = Task {
      for await isOnline in Desktop.gio.networkAvailable() {
        continuation.yield(.networkChanged(isOnline: isOnline))
      }
    }
    tasks = [sending, rendering, networking]
  }

  func present() { window?.window.present() }

  /// What other windows are kept above.
  var frame: Window? { window?.window }

  func close() { window?.window.close() }

  private func render(_ state: CalculatorState) {
    guard let words else { return }
    self.state = state
    window?.render(CalculatorViewState(state, words))
  }
}

extension CalculatorRoute {
  private func asked(_ intent: CalculatorIntent) {
    switch intent {
    case .amountTyped(let text): events?.yield(.amountTyped(text))
    case .equalsPressed: events?.yield(.equalsPressed)
    case .swapPressed: events?.yield(.swapped(at: 0))
    case .swapWith(let code): index(of: code).map { _ = events?.yield(.swapped(at: $0)) }
    case .removeResult(let code): index(of: code).map { _ = events?.yield(.resultRemoved(at: $0)) }
    case .currencyPressed: pick(.source)
    case .addPressed: pick(.addition)
    case .changeResult(let code): pick(.result(code))
    case .copyResult(let code): copy(code)
    case .chartPressed(let code): openChart(code)
    case .noticeButtonPressed: events?.yield(.setAsideDismissed)
    case .resized(let width, let height):
      events?.yield(.windowResized(WindowSize(width: width, height: height)))
    case .about: window?.window.showAbout(.kurs)
    case .shortcuts: showShortcuts()
    case .closed: finish()
    }
  }

  private func index(of code: String) -> Int? {
    state?.results.firstIndex { $0.currency.code == code }
  }

  /// The chart of a result, or of the first one.
  private func openChart(_ code: String?) {
    guard let state, let counter = code.flatMap({ Currency($0) }) ?? state.results.first?.currency,
      let subject = ChartSubject(base: state.source, counters: [counter])
    else { return }
    chart(subject)
  }

  private func copy(_ code: String?) {
    guard let window, let value = window.value(of: code) else { return }
    window.copy(value)
    window.toast(tr("{value} copied", ["value": value]))
  }

  private func pick(_ purpose: Purpose) {
    guard let state, let words, let window else { return }
    let language = languages.first ?? "en"
    let choices = PickerViewState(
      words, recent: [state.source] + state.results.map(\.currency), today: state.rates.today,
      countryName: { countryName($0, language: language) })
    picker = try? PickerWindow(choices) { [weak self] currency in self?.chosen(currency, for: purpose) }
    picker?.window.onCloseRequest { [weak self] in self?.picker = nil }
    picker?.present(above: window.window)
  }

  private func chosen(_ currency: Currency, for purpose: Purpose) {
    switch purpose {
    case .source: events?.yield(.sourceChosen(currency))
    case .addition: events?.yield(.resultAdded(currency))
    case .result(let code): index(of: code).map { _ = events?.yield(.resultChosen(at: $0, currency)) }
    }
  }

  private func showShortcuts() {
    guard let window, let builder = try? Builder(resource: Paths.shortcuts, domain: Paths.domain),
      let shortcuts = try? builder.object("window", as: Window.self)
    else { return }
    shortcuts.setTransient(for: window.window)
    shortcuts.present()
  }

  /// The last words still reach the disk after the window is gone.
  private func finish() {
    events?.finish()
    application.hold()
    Task { [application, workflow, tasks] in
      for task in tasks.dropFirst() { task.cancel() }
      await tasks.first?.value
      await workflow?.flush()
      application.release()
    }
    window = nil
    closed()
  }
}
