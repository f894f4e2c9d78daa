// SPDX-License-Identifier: GPL-3.0-or-later
import KursBus
import KursCore
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class AlertsCoordinator {
  private let application: Application
  private let program: String
  private let calculator: CalculatorWorkflow
  private let words: Words
  private var opening: Task<AlertsWorkflow, Never>?
  private var workflow: AlertsWorkflow?
  private var window: AlertWindow?
  private var picker: PickerWindow?
  private var followers: [(owner: Follower, show: @MainActor @Sendable (AlertsState) -> Void)] = []

  init(application: Application, program: String, _ calculator: CalculatorWorkflow, _ words: Words) {
    (self.application, self.program, self.calculator, self.words) = (application, program, calculator, words)
  }

  func start() { Task { await opened() } }

  /// Reads the alerts again when a window gets the focus, because the terminal may have changed them.
  func windowActivated() { workflow?.readSoon() }

  /// Calls `show` with the alerts now and after each change, as long as `owner` exists.
  func follow(_ owner: AnyObject, _ show: @escaping @MainActor @Sendable (AlertsState) -> Void) {
    followers.append((Follower(owner), show))
    Task { show(await opened().state) }
  }

  func flush() async { await workflow?.flush() }

  func send(_ event: AlertsEvent) { Task { await opened().send(event) } }

  /// Turns on an alert that has notified the user. The alert then waits for a newer rate.
  func resume(_ id: String) { UserObject.ID(id).map { send(.resumed($0)) } }

  /// Opens the form for `subject` (if nil, the total's currency and first result). `confirm`: gets a success message.
  func open(
    _ subject: ChartSubject?, height: Rational? = nil, above parent: Window,
    confirm: @escaping @MainActor @Sendable (String) -> Void
  ) {
    guard let subject = subject ?? inUse, window == nil else { return }
    let (from, to) = (subject.base, subject.counters[0])
    let newest = calculator.newestRate(from: from, to: to)
    window = try? AlertWindow(
      AlertForm(from: from, to: to, newest: newest, height: height, words), words,
      pick: { [weak self] in self?.pick(above: $0, $1) },
      newest: { [calculator] in calculator.newestRate(from: $0, to: $1) },
      chosen: { [weak self] alert in
        guard let alert else { return }
        self?.send(.set(alert))
        confirm(tr("Alert set"))
      })
    window?.window.onCloseRequest { [weak self] in self?.window = nil }
    window?.present(above: parent)
  }

  private var inUse: ChartSubject? {
    let state = calculator.state
    let to = state.results.first?.currency ?? (state.base == .eur ? .usd : .eur)
    return ChartSubject(base: state.base, counters: [to])
  }

  private func pick(above parent: Window, _ chosen: @escaping @MainActor @Sendable (Currency) -> Void) {
    let state = calculator.state
    let choices = PickerViewState(
      words, inUse: state.currencies, today: state.rates.today, countryNames: CountryNames().callAsFunction)
    picker = try? PickerWindow(choices, choose: chosen)
    picker?.window.onCloseRequest { [weak self] in self?.picker = nil }
    picker?.present(above: parent)
  }
}

extension AlertsCoordinator {
  @discardableResult
  private func opened() async -> AlertsWorkflow {
    let opening =
      opening
      ?? Task { [calculator, program, weak self] in
        let workflow = await calculator.alerts(
          Self.desktop(of: program) { alert, point in self?.notify(alert, point) })
        self?.use(workflow)
        return workflow
      }
    self.opening = opening
    return await opening.value
  }

  private func use(_ workflow: AlertsWorkflow) {
    self.workflow = workflow
    workflow.onChange = { [weak self] in self?.changed($0) }
  }

  private func changed(_ state: AlertsState) {
    followers.removeAll { $0.owner.object == nil }
    for follower in followers { follower.show(state) }
  }

  private func notify(_ alert: RateAlert, _ point: RateSeries.Point) {
    let format = words.numbers.format
    application.notify(
      alert.id.text,
      Notification(
        title: alert.rateLine(point.rate, format), text: alert.message(metOn: words.date(point.day), format),
        press: .init(tr("Open Chart"), action: "app.open-chart", target: "\(alert.from)/\(alert.to)"),
        others: [.init(tr("Notify Again"), action: ApplicationAction.alertAgain.name, target: alert.id.text)]))
  }

  private static func desktop(
    of program: String, notify: @escaping @MainActor @Sendable (RateAlert, RateSeries.Point) -> Void
  ) -> AlertsWorkflow.Desktop {
    let bus = AlertWatch.Bus(
      isSandboxed: BackgroundPortal.isSandboxed,
      isDone: { await BusServer.isAnswered($0.name, at: $0.path, $0.interface, $0.method, $0.type, $0.arguments) },
      request: { request in
        switch await BackgroundPortal.ask(request) {
        case .granted: .session
        case .refused: .refused
        case .noPortal: .whileOpen
        }
      })
    return AlertsWorkflow.Desktop(
      canNotify: { await Notifications.areShown() }, notify: notify,
      switchTimer: { isOn in
        await AlertWatch.switched(isOn, of: program, reason: AlertBackground.reason, over: bus)
      })
  }

  @MainActor
  private struct Follower {
    weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }
}
