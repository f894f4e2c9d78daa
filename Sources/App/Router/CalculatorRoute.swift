// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

/// The calculator window, its workflow and the windows it opens.
@MainActor
final class CalculatorRoute {
  /// The use of the currency chosen in the picker.
  enum Purpose: Equatable {
    case source
    case total
    case line(Int)
    case addition
    case result(String)
  }

  let application: Application
  let chart: @MainActor @Sendable (ChartSubject) -> Void
  /// Once the core is ready.
  var alerts: AlertsRoute?
  private let closed: @MainActor @Sendable () -> Void
  private(set) var window: CalculatorWindow?
  private(set) var words: Words?
  private var looking: Task<Void, Never>?
  private var picker: PickerWindow?
  var kept: KeptRoute?
  private var fee: FeeWindow?
  var ownRate: OwnRateWindow?
  var ownRates: OwnRatesWindow?
  var table: TableRoute?
  var paid: PaidRoute?
  private(set) var workflow: CalculatorWorkflow?
  var sideChart: SideChart?
  /// The result whose chart was asked for last.
  var charted: Currency?
  private var networking: Task<Void, Never>?

  /// Builds the window, not yet shown.
  init?(
    application: Application, chart: @escaping @MainActor @Sendable (ChartSubject) -> Void,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    self.application = application
    self.chart = chart
    self.closed = closed
    window = attempt { try CalculatorWindow { [weak self] intent in self?.asked(intent) } }
    guard window != nil else { return nil }
  }

  /// Shows the window with its first numbers and follows the workflow from then on.
  func show(_ workflow: CalculatorWorkflow, _ words: Words) {
    guard let window else { return }
    self.words = words
    self.words?.look = Flags.drawable(workflow.settings.state.settings.look)
    self.workflow = workflow
    if workflow.state.isCompact {
      window.resize(to: workflow.state.compactWindow, isCompact: true)
    } else if let size = workflow.state.window {
      window.window.size = (size.width, size.height)
    } else if let screen = Window.screen, screen.width >= 1000, screen.height >= 700 {
      // Lines and results side by side; a smaller screen has the window as its file says.
      window.window.size = (820, 640)
    }
    render(workflow.state)
    workflow.onChange = { [weak self] in self?.render($0) }
    window.window.setApplication(application)
    window.present()
    looking = Task { [weak self] in
      for await now in workflow.settings.changes() { self?.look(now.look) }
    }
    networking = Task {
      for await isOnline in Desktop.gio.networkAvailable() { workflow.send(.networkChanged(isOnline: isOnline)) }
    }
  }

  func present() { window?.window.present() }

  var state: CalculatorState? { workflow?.state }

  /// The window that others are kept above.
  var frame: Window? { window?.window }

  func close() { window?.window.close() }

  private func look(_ chosen: CurrencyLook) {
    let look = Flags.drawable(chosen)
    guard look != words?.look else { return }
    words?.look = look
    if let state { render(state) }
  }

  private func render(_ state: CalculatorState) {
    guard let words else { return }
    let wasCompact = window?.shown.isCompact
    window?.render(CalculatorViewState(state, words))
    if let wasCompact, wasCompact != state.isCompact, window?.isShown == true {
      window?.resize(to: state.isCompact ? state.compactWindow : state.window, isCompact: state.isCompact)
    }
    ownRates?.render(OwnRatesViewState(state, words))
    showSideChart()
  }
}

extension CalculatorRoute {
  private func asked(_ intent: CalculatorIntent) {
    // So that the amount has it when that window closes.
    if intent.opensWindow { window?.takeFocusBack() }
    switch intent {
    case .event(let event): send(event)
    case .currencyPressed: pick(.source)
    case .totalCurrencyPressed: pick(.total)
    case .lineCurrencyPressed(let index): pick(.line(index))
    case .addPressed: pick(.addition)
    case .changeResult(let code): pick(.result(code))
    case .feePressed: openFee()
    case .alertPressed(let code): openAlert(to: code)
    case .ownRatesPressed: openOwnRates()
    case .paidPressed: openPaid()
    case .ownRatePressed(let code): openOwnRate(to: code)
    case .lineOwnRatePressed(let index): openOwnRate(ofLine: index)
    case .saveFilePressed: saveListFile()
    case .openFilePressed: openListFile()
    case .exportPressed: export()
    case .receiptPressed: saveReceipt()
    case .printPressed: printReceipt()
    case .tablePressed: openTable()
    case .fileDropped(let path): if Self.isTable(path) { openTable(path) } else { open(path) }
    case .copyResult(let code): copy(code)
    case .copyList: copyList()
    case .chartPressed(let code): openChart(code)
    case .explainPressed(let code): explain(code)
    case .savePressed: nameList()
    case .newListPressed: newList()
    case .listAsked(let wish, let id): asked(wish, of: id)
    case .listDropped(let id, let other): dropList(id, onto: other)
    case .listChosen(let id): openList(id)
    case .listRestored(let id): restoreList(id)
    case .keptPressed(let page): openKept(page)
    case .refreshPressed: refresh()
    case .onlinePressed: workflow?.settings.send(.set(.offline, .flag(false)))
    case .offerPressed(let offer): take(offer)
    case .copyPressed: takeUpCopy()
    case .doubtPressed(let code): window?.doubt(of: code).map { ask(about: $0) }
    case .about: window?.window.showAbout(.kurs)
    case .shortcuts: window?.window.showShortcuts()
    case .sideOpened: showSideChart()
    case .closed: finish()
    }
  }

  func send(_ event: CalculatorEvent) { workflow?.send(event) }

  func index(of code: String) -> Int? {
    state?.results.firstIndex { $0.currency.code == code }
  }

  /// The chart of a result, or of the first one.
  func openChart(_ code: String?) {
    guard let state, let counter = code.flatMap({ Currency($0) }) ?? state.results.first?.currency,
      let subject = ChartSubject(base: state.base, counters: [counter])
    else { return }
    charted = counter
    if window?.side.isOpen == true { showSideChart() } else { chart(subject) }
  }

  private func explain(_ code: String) {
    guard let words, let reckoning = Currency(code).flatMap({ workflow?.reckoning(to: $0) }) else { return }
    window?.explain(code, words.lines(of: reckoning))
  }

  private func copy(_ code: String?) {
    guard let window, let result = state?.results.first(where: { code == nil || $0.currency.code == code }),
      let value = window.value(of: result.currency.code)
    else { return }
    // What is on the clipboard is worth more than the dash of a result without a rate.
    guard case .value = result.outcome else {
      return window.toast(tr("{code} has no result to copy.", ["code": result.currency.code]))
    }
    window.copy(value)
    window.toast(tr("{value} copied", ["value": value]))
  }

  private func pick(_ purpose: Purpose) {
    guard let window else { return }
    pick(above: window.window) { [weak self] currency in self?.chosen(currency, for: purpose) }
  }

  func pick(above parent: Window, _ chosen: @escaping @MainActor @Sendable (Currency) -> Void) {
    guard let state, let words else { return }
    Task { [weak self, workflow] in
      // Without them the picker still has all currencies.
      let favourites = (try? await workflow?.favourites.currencies()) ?? []
      let recent = (try? await workflow?.recent.currencies()) ?? []
      let choices = PickerViewState(
        words, favourites: favourites, inUse: state.currencies, recent: recent, today: state.rates.today,
        symbols: workflow?.symbols ?? SymbolPreferences(),
        offer: { currency in workflow?.elsewhere(for: currency).map { RateOffer($0) } },
        countryNames: CountryNames().callAsFunction)
      self?.pick(choices, above: parent, chosen)
    }
  }

  private func pick(
    _ choices: PickerViewState, above parent: Window, _ chosen: @escaping @MainActor @Sendable (Currency) -> Void
  ) {
    guard window != nil else { return }
    picker = try? PickerWindow(
      choices,
      choose: { [workflow] currency in
        workflow?.note(currency)
        chosen(currency)
      }, star: { [workflow] in workflow?.star($0, $1) }, use: { [weak self] in self?.switchOn($0) })
    picker?.window.onCloseRequest { [weak self] in self?.picker = nil }
    picker?.present(above: parent)
  }

  private func chosen(_ currency: Currency, for purpose: Purpose) {
    switch purpose {
    case .source: send(.sourceChosen(currency))
    case .total: send(.totalCurrencyChosen(currency))
    case .line(let index): send(.lineCurrencyChosen(at: index, currency))
    case .addition: send(.resultAdded(currency))
    case .result(let code): index(of: code).map { send(.resultChosen(at: $0, currency)) }
    }
  }

  private func take(_ offer: RateOffer) {
    guard let days = offer.days else { return switchOn(offer.provider) }
    Task { [weak self, workflow] in
      var said = ""
      do throws(RatesFailure) {
        // New rates appear by themselves.
        guard try await workflow?.settings.ask(offer.provider, over: days) == 0 else { return }
        said = tr("{provider} has no rates of these days.", ["provider": offer.name])
      } catch {
        if let words = self?.words { said = sentence(for: error, words) }
      }
      self?.window?.toast(said)
    }
  }

  /// One more provider is asked, and what it has comes in as soon as it answers.
  func switchOn(_ provider: ProviderID) {
    workflow?.settings.send(.providerSwitched(provider, isOn: true))
    window?.toast(tr("{provider} is switched on", ["provider": RateOffer(provider).name]))
  }

  private func refresh() {
    workflow?.settings.send(.refreshPressed)
  }

  private func openFee() {
    guard let words, let window else { return }
    fee = try? FeeWindow(state?.fee, words) { [weak self] fee in self?.send(.feeChosen(fee)) }
    fee?.window.onCloseRequest { [weak self] in self?.fee = nil }
    fee?.present(above: window.window)
  }

  /// The last words still reach the disk after the window is gone.
  private func finish() {
    networking?.cancel()
    looking?.cancel()
    application.holding { [workflow, sideChart] in
      await workflow?.flush()
      await sideChart?.close()
    }
    window = nil
    closed()
  }
}

extension CalculatorState {
  /// The currency that results are converted from: the total's, or that of the only amount.
  var base: Currency { total?.currency ?? source }

  /// The currencies in use, each once.
  var currencies: [Currency] {
    var seen: Set<Currency> = []
    return ([base] + lines.map(\.currency) + results.map(\.currency)).filter { seen.insert($0).inserted }
  }
}
