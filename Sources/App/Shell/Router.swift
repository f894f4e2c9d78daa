// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class Router {
  static let patience = Duration.milliseconds(200)

  private let application: Application
  private let launch: Launch
  private var starting: Task<Void, Never>?
  /// The calculator's coordinator while its window is hidden, until the first results exist.
  private var hiddenCalculator: CalculatorCoordinator?
  private var splash: SplashWindow?
  private var calculator: CalculatorCoordinator?
  private var workflow: CalculatorWorkflow?
  private var alerts: AlertsCoordinator?
  private var charts: [ChartCoordinator] = []
  private var settings: SettingsCoordinator?
  private var services: ServicesCoordinator?
  private var makeServices: (@Sendable () async -> AccountServices)?
  /// The unfinished work of the last closed calculator. It still uses the member's data.
  private var ending: Task<Void, Never>?
  private var isHeld = false
  private var account: AccountCoordinator?
  private var help: HelpWindow?
  private var pending: [LaunchRequest] = []

  init(application: Application, launch: Launch) {
    self.application = application
    self.launch = launch
    // The actions are installed before the main loop runs, because the launcher may start Kurs with an action.
    application.install(ApplicationAction.self) { [weak self] action, target in self?.run(action, target) }
  }

  func begin() {
    let (states, began) = (launch.start(), ContinuousClock.now)
    // The application is held, because the main loop would end if no window is open.
    application.hold()
    isHeld = true
    starting = Task { [weak self] in await self?.follow(states, since: began) }
  }

  func prepare() {
    if let language = Gettext.language(domain: Paths.domain) { Appearance.follow(language: language) }
    use(Wording(isolates: Appearance.isRightToLeft, zero: launch.numbers.format.symbols.zero))
    application.setAccelerators(ApplicationAction.self)
    application.setAccelerators(WindowAction.self)
    application.setAccelerators(WindowSwitch.self)
    application.setAccelerators(CloseAction.self)
    application.setAccelerators(ChartAction.self)
    application.onWindowActivated { [weak self] in
      self?.services?.windowActivated()
      self?.alerts?.windowActivated()
      self?.calculator?.windowActivated()
    }
    hiddenCalculator = makeCalculator()
    if application.isWaiting { hiddenCalculator?.frame?.measure() }
  }

  func activate() {
    if let calculator { return calculator.present() }
    if let splash { return splash.window.present() }
    if let workflow { return reopen(workflow) }
    if starting == nil { begin() }
  }

  private func makeCalculator() -> CalculatorCoordinator? {
    CalculatorCoordinator(
      application: application, chart: { [weak self] subject in self?.openChart(subject) },
      closed: { [weak self] in self?.calculatorClosed() })
  }

  /// Opens the calculator that was closed while another window kept the program alive.
  private func reopen(_ workflow: CalculatorWorkflow) {
    guard let makeServices, let route = makeCalculator() else { return }
    services = ServicesCoordinator(dataFolder: launch.dataFolder) { [ending] in
      await ending?.value
      return await makeServices()
    }
    calculator = route
    route.alerts = alerts
    route.show(workflow, launch.words(workflow.catalogue))
    returnFreeMemorySoon(workflow.settings)
  }

  private func follow(_ states: AsyncStream<StartState>, since began: ContinuousClock.Instant) async {
    let patience = Task { [weak self] in
      try await Task.sleep(until: began + Self.patience, clock: .continuous)
      self?.showSplash()
    }
    defer { patience.cancel() }
    for await state in states {
      switch state {
      case .working(let step, let permille):
        startState = StartViewState(step: step, permille: permille)
      case .ready(let workflow, let makeServices):
        guard !Task.isCancelled else { return }
        patience.cancel()
        self.makeServices = makeServices
        let words = launch.words(workflow.catalogue)
        (calculator, hiddenCalculator) = (hiddenCalculator, nil)
        let services = ServicesCoordinator(dataFolder: launch.dataFolder, make: makeServices)
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
        endHold()
        returnFreeMemorySoon(workflow.settings)
        followDesktop(workflow.settings)
      case .failed(let failure):
        patience.cancel()
        startState = StartViewState(failure: failure)
        showSplash()
        endHold()
      }
    }
  }

  private func endHold() {
    guard isHeld else { return }
    isHeld = false
    application.release()
  }

  /// Ends the start without a window, because the user closed the splash window or quit.
  private func abandonStart() {
    guard let starting, calculator == nil, workflow == nil else { return }
    starting.cancel()
    self.starting = nil
    pending = []
    endHold()
  }

  /// Returns unused memory to the system after the start, after the account services start, and after a refresh.
  private func returnFreeMemorySoon(_ settings: SettingsWorkflow) {
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(1))
      // Xfce's panel reads the window's icon. Loading the icon is too slow for the first frame.
      self?.application.offerIcon(Paths.applicationId)
      let services = await self?.services?.started()
      Memory.returnFreeMemory()
      if let services { self?.followRefusals(of: services) }
    }
    Task {
      for await states in settings.refreshes() where !states.values.contains(where: \.isRunning) {
        Memory.returnFreeMemory()
      }
    }
  }

  /// Shows a toast for each change that the account server refused, even if it was refused in an earlier run of Kurs.
  private func followRefusals(of services: AccountServices) {
    Task { [weak self] in
      var refused = RefusedChanges()
      for await state in await services.queue.states() {
        let member = await services.account.state.member?.id
        for change in refused.new(among: state.changes(of: member)) {
          self?.calculator?.window?.toast(
            announcement(of: change), button: (tr("Account"), ApplicationAction.account.name))
        }
      }
    }
  }

  /// Observes changes of GSettings. Begins five seconds after the start, to keep the start fast.
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

  private var startState: StartViewState? {
    didSet { if let startState { splash?.render(startState) } }
  }

  private func showSplash() {
    guard splash == nil, calculator == nil, let made = try? SplashWindow() else { return }
    splash = made
    if let startState { made.render(startState) }
    made.window.setApplication(application)
    made.window.onCloseRequest { [weak self] in
      self?.splash = nil
      self?.abandonStart()
    }
    made.window.present()
  }

  private func run(_ action: ApplicationAction, _ target: String) {
    switch action {
    case .account: openAccount()
    case .settings: openSettings()
    case .help: openHelp()
    case .quit: quit()
    case .newList: ask(.newList)
    case .showChart: ask(.chart(nil))
    case .paste: ask(.paste)
    case .alertAgain: ask(.alertAgain(target))
    }
  }

  func ask(_ request: LaunchRequest) {
    activate()
    guard let calculator else { return pending.append(request) }
    calculator.run(request)
  }

  private func quit() {
    splash?.window.close()
    account?.close()
    help?.window.close()
    settings?.close()
    for chart in charts { chart.close() }
    calculator?.close()
    abandonStart()
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
  private func openSettings() {
    if let settings { return settings.present() }
    guard let workflow, let services, let alerts else { return }
    settings = SettingsCoordinator(
      application: application, workflow: workflow.settings,
      words: launch.words(workflow.catalogue), alerts: alerts,
      above: calculator?.frame,
      outgoing: { await services.started().outgoing }, backup: { await services.started().backup },
      icon: { await services.services.icon($0, side: $1, scale: $2) }
    ) { [weak self] in self?.settings = nil }
  }

  private func openHelp() {
    if let help { return help.window.present() }
    guard let made = attempt({ try HelpWindow { [weak self] in self?.help = nil } }) else { return }
    help = made
    made.window.setApplication(application)
    made.window.present(above: calculator?.frame)
  }

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

  private func calculatorClosed() {
    calculator = nil
    account?.close()
    help?.window.close()
    settings?.close()
    let work = Task { [services, workflow, alerts] in
      await alerts?.flush()
      await services?.end()
      await workflow?.settings.flush()
    }
    ending = work
    application.holding { await work.value }
    services = nil
  }
}

extension Connectivity {
  fileprivate init(_ connection: Connection) {
    self.init(
      isOnline: connection.isAvailable, isMetered: connection.isMetered, isSavingBattery: connection.isSavingPower)
  }
}

/// Creates a window. If its `.ui` file can't be read, writes to standard error and returns nil.
@MainActor
func attempt<Made>(_ make: @MainActor () throws -> Made) -> Made? {
  do { return try make() } catch {
    StandardError.write("kurs: \(error)")
    return nil
  }
}

extension Window {
  /// Shows all shortcuts, or those of one section and the general ones.
  func showShortcuts(of section: String? = nil) {
    guard let builder = try? Builder(ui: "shortcuts"),
      let page = try? builder.object("page", as: Widget.self)
    else { return }
    for other in ["calculator", "list", "lists", "chart"] where section != nil && section != other {
      (try? builder.object(other, as: Widget.self))?.isVisible = false
    }
    showShortcuts(page, title: tr("Shortcuts"))
  }
}

/// Writes the file completely, off the main thread. Returns the error, or nil if the file was written.
@concurrent
func writeFile(_ bytes: [UInt8], to path: String) async -> FileFailure? {
  // A file dialog returns a URI if the file has no local path.
  if path.contains("://") {
    let fault = replaceFile(uri: path, with: bytes)
    return fault == 0 ? nil : FileFailure(fault, path)
  }
  do {
    try WholeFile.write(bytes, to: path)
    return nil
  } catch {
    return error
  }
}

@MainActor
final class ServicesCoordinator {
  private let dataFolder: String?
  private let make: @Sendable () async -> AccountServices
  private var making: Task<AccountServices, Never>?

  init(dataFolder: String?, make: @escaping @Sendable () async -> AccountServices) {
    self.dataFolder = dataFolder
    self.make = make
  }

  /// The account services. They are created on first use, but not started.
  var services: AccountServices {
    get async {
      let making = making ?? Task { [make] in await make() }
      self.making = making
      return await making.value
    }
  }

  /// Starts the services and returns them. Loads the signed-in member immediately, because a window shows the account.
  func started() async -> AccountServices {
    let services = await services
    await services.start {
      Desktop.gio.networkAvailable()
    } files: { [dataFolder] in
      dataFolder.map(FolderChanges.stream) ?? AsyncStream { $0.finish() }
    }
    return services
  }

  func windowActivated() {
    Task { [making] in await making?.value.windowActivated() }
  }

  func end() async { await making?.value.end() }
}
