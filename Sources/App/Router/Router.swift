// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
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
  private var starting: Task<Void, Never>?
  /// The calculator's window, until the core has a number for it.
  private var unshown: CalculatorCoordinator?
  private var splash: SplashWindow?
  private var calculator: CalculatorCoordinator?
  private var workflow: CalculatorWorkflow?
  private var alerts: AlertsCoordinator?
  private var charts: [ChartCoordinator] = []
  private var settings: SettingsCoordinator?
  private var services: ServicesCoordinator?
  private var account: AccountCoordinator?
  /// Asked for before the core was ready.
  private var pending: [LaunchRequest] = []

  init(application: Application, launch: Launch) {
    self.application = application
    self.launch = launch
    // Before the main loop: the launcher may ask for an action of a program that is not running yet.
    application.install(ApplicationAction.self) { [weak self] action, target in self?.run(action, target) }
  }

  /// Begins the core, on other threads.
  func begin() {
    let (states, began) = (launch.start(), ContinuousClock.now)
    // No window is open yet, which would end the main loop.
    application.hold()
    starting = Task { [weak self] in await self?.follow(states, since: began) }
  }

  /// Builds the window, whose numbers the core may be reading.
  func prepare() {
    if let language = Gettext.language(domain: Paths.domain) { Appearance.follow(language: language) }
    use(Wording(isolates: Appearance.isRightToLeft, zero: launch.numbers.format.symbols.zero))
    application.setAccelerators(ApplicationAction.self)
    application.setAccelerators(WindowAction.self)
    application.setAccelerators(WindowSwitch.self)
    application.setAccelerators(CloseAction.self)
    application.setAccelerators(ChartAction.self)
    application.onWindowActivated { [weak self] in
      self?.services?.attended()
      self?.alerts?.attended()
      self?.calculator?.attended()
    }
    unshown = CalculatorCoordinator(
      application: application, chart: { [weak self] subject in self?.openChart(subject) },
      closed: { [weak self] in self?.calculatorClosed() })
    // Nobody waits for it yet.
    if application.isWaiting { unshown?.frame?.measure() }
  }

  /// May come more than once: a second one brings the open window to the front.
  func activate() {
    if let calculator { return calculator.present() }
    if let splash { return splash.window.present() }
    if starting == nil { begin() }
  }

  private func follow(_ states: AsyncStream<StartState>, since began: ContinuousClock.Instant) async {
    let patience = Task { [weak self] in
      try await Task.sleep(until: began + Self.patience, clock: .continuous)
      self?.showSplash()
    }
    for await state in states {
      switch state {
      case .working(let step, let permille):
        said = StartViewState(step: step, permille: permille)
      case .ready(let workflow, let makeServices):
        patience.cancel()
        let words = launch.words(workflow.catalogue)
        (calculator, unshown) = (unshown, nil)
        let services = ServicesCoordinator(make: makeServices)
        self.services = services
        let alerts = AlertsCoordinator(application: application, program: launch.program, workflow, words)
        self.alerts = alerts
        calculator?.alerts = alerts
        calculator?.show(workflow, words)
        splash?.window.destroy()
        splash = nil
        self.workflow = workflow
        for request in pending { calculator?.run(request) }
        pending = []
        application.release()
        settleSoon(workflow.settings)
        followDesktop(workflow.settings)
      case .failed(let failure):
        patience.cancel()
        said = StartViewState(failure: failure)
        showSplash()
        application.release()
      }
    }
  }

  /// Gives back the memory that the start, the account and a refresh no longer need, once nobody waits.
  private func settleSoon(_ settings: SettingsWorkflow) {
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(1))
      _ = await self?.services?.started()
      Memory.settle()
    }
    Task {
      for await states in settings.refreshes() where !states.values.contains(where: \.isRunning) { Memory.settle() }
    }
  }

  /// The desktop's side of the settings can wait until nobody waits for a number.
  private func followDesktop(_ settings: SettingsWorkflow) {
    Task { [launch, alerts] in
      try? await Task.sleep(for: .seconds(5))
      let locator = ResourceLocator(environment: launch.environment, executable: System.executable())
      if let file = launch.settingsFile,
        let desktop = DesktopSettings(file: file.path, schemas: try? locator.path(of: "gschemas.compiled"))
      {
        await settings.use(GSettingsStore(file, desktop))
      }
      alerts?.start()
      for await connection in Desktop.gio.connection() {
        await settings.connectivityChanged(Connectivity(connection))
      }
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

  private func run(_ action: ApplicationAction, _ target: String) {
    switch action {
    case .account: openAccount()
    case .settings: openSettings()
    case .quit: quit()
    case .newList: ask(.newList)
    case .showChart: ask(.chart(nil))
    case .paste: ask(.paste)
    case .alertAgain: ask(.alertAgain(target))
    }
  }

  /// Does what was asked for as the program was started; before the core is ready, as soon as it is.
  func ask(_ request: LaunchRequest) {
    activate()
    guard let calculator else { return pending.append(request) }
    calculator.run(request)
  }

  private func quit() {
    splash?.window.close()
    account?.close()
    settings?.close()
    for chart in charts { chart.close() }
    calculator?.close()
  }

  private func openChart(_ subject: ChartSubject) {
    guard let workflow else { return }
    application.holding { [weak self] in
      let chart = await workflow.chart(of: subject)
      self?.show(chart)
    }
  }

  private func show(_ chart: ChartWorkflow) {
    guard let alerts else { return }
    let words = launch.words(chart.catalogue)
    let route = ChartCoordinator(
      application: application, workflow: chart, words: words, alerts: alerts
    ) { [weak self] route in
      self?.charts.removeAll { $0 === route }
    }
    if let route { charts.append(route) }
  }
}

extension Router {
  /// The settings window is one: a second wish brings it to the front.
  private func openSettings() {
    if let settings { return settings.present() }
    guard let workflow, let services, let alerts else { return }
    settings = SettingsCoordinator(
      application: application, workflow: workflow.settings,
      words: launch.words(workflow.catalogue), alerts: alerts,
      above: calculator?.frame,
      outgoing: { await services.started().outgoing }, backup: { await services.started().backup },
      mark: { await services.services.mark($0, side: $1, scale: $2) }
    ) { [weak self] in self?.settings = nil }
  }

  /// The account window is one as well.
  private func openAccount() {
    if let account { return account.present() }
    guard let workflow, let services else { return }
    application.holding { [weak self] in
      let started = await services.started()
      self?.show(started, await started.account.state, server: workflow.settings.values.accountServer)
    }
  }

  private func show(_ services: AccountServices, _ state: AccountState, server: String) {
    guard account == nil else { return }
    account = AccountCoordinator(
      application: application, services: services, state: state, server: server, format: launch.numbers.format,
      above: calculator?.frame, pictures: AccountPictures(services)
    ) {
      var generator = SystemRandomNumberGenerator()
      return UserObject.ID(random: &generator).text
    } closed: { [weak self] in
      self?.account = nil
    }
  }

  /// GTK takes such a window down with the one it lies above, unasked: so it is closed first.
  private func calculatorClosed() {
    calculator = nil
    account?.close()
    settings?.close()
    application.holding { [services, workflow, alerts] in
      await alerts?.flush()
      await services?.end()
      await workflow?.settings.flush()
    }
    services = nil
  }
}

extension Connectivity {
  fileprivate init(_ connection: Connection) {
    self.init(
      isOnline: connection.isAvailable, isMetered: connection.isMetered, isSavingBattery: connection.isSavingPower)
  }
}

/// Makes a window; nil, and a word on standard error, where its file cannot be read.
@MainActor
func attempt<Made>(_ make: @MainActor () throws -> Made) -> Made? {
  do { return try make() } catch {
    StandardError.write("kurs: \(error)")
    return nil
  }
}

extension Window {
  /// Opens the window of all shortcuts above this one, at those of a section.
  func showShortcuts(of section: String = "calculator") {
    guard let builder = try? Builder(resource: Paths.shortcuts, domain: Paths.domain),
      let shortcuts = try? builder.object("window", as: Window.self)
    else { return }
    showShortcuts(shortcuts, section: section)
  }
}

/// Writes a whole file beside the main thread; why it could not, or nil.
@concurrent
func writeFile(_ bytes: [UInt8], to path: String) async -> FileFailure? {
  do {
    try WholeFile.write(bytes, to: path)
    return nil
  } catch {
    return error
  }
}

/// The account and what goes with it: put together after the first frame, started once nobody waits for a number.
@MainActor
final class ServicesCoordinator {
  private let make: @Sendable () async -> AccountServices
  private var making: Task<AccountServices, Never>?

  init(make: @escaping @Sendable () async -> AccountServices) {
    self.make = make
  }

  /// Put together when first asked for; not started by it.
  var services: AccountServices {
    get async {
      let making = making ?? Task { [make] in await make() }
      self.making = making
      return await making.value
    }
  }

  /// Finds out who is signed in; a window that shows the account need not wait for its turn.
  func started() async -> AccountServices {
    let services = await services
    await services.start { Desktop.gio.networkAvailable() }
    return services
  }

  /// A window came to the front; until something is put together there is nothing to look at.
  func attended() {
    Task { [making] in await making?.value.attended() }
  }

  /// Returns once nothing of a member is being written or sent.
  func end() async { await making?.value.end() }
}
