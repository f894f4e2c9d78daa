// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursDesktop
import KursDrawing
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class CalculatorCoordinator {
  enum Purpose: Equatable {
    case source
    case total
    case addition
    case result(String)
  }

  let application: Application
  let chart: @MainActor @Sendable (ChartSubject) -> Void
  var alerts: AlertsCoordinator?
  private let closed: @MainActor @Sendable () -> Void
  private(set) var window: CalculatorWindow?
  private(set) var words: Words? { didSet { memory = ViewMemory() } }
  private var memory = ViewMemory()
  private var lookTask: Task<Void, Never>?
  private var picker: PickerWindow?
  var savedLists: SavedListsCoordinator?
  private var fee: FeeWindow?
  var ownRate: CustomRateWindow?
  var ownRates: CustomRatesWindow?
  var table: TableCoordinator?
  var paid: PaymentCheckCoordinator?
  private(set) var workflow: CalculatorWorkflow?
  var sideChart: SideChart?
  var charted: Currency?
  private var networking: Task<Void, Never>?
  private var days: Task<Void, Never>?

  init?(
    application: Application, chart: @escaping @MainActor @Sendable (ChartSubject) -> Void,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    self.application = application
    self.chart = chart
    self.closed = closed
    window = attempt { try CalculatorWindow { [weak self] intent in self?.handle(intent) } }
    guard window != nil else { return nil }
  }

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
      // This size shows lines and results side by side. On a smaller screen the size in the `.ui` file applies.
      window.window.size = (820, 640)
    } else {
      // A phone has no space for results above the keypad.
      workflow.send(.keypadSwitched(false))
    }
    render(workflow.state)
    workflow.onChange = { [weak self] in self?.render($0) }
    window.window.setApplication(application)
    window.present()
    lookTask = Task { [weak self] in
      for await now in workflow.settings.changes() { self?.lookChanged(now.look) }
    }
    workflow.dayMayHaveChanged()
    days = Task { for await _ in DayEvents.stream() { workflow.dayMayHaveChanged() } }
    networking = Task {
      for await isOnline in Desktop.gio.networkAvailable() { workflow.send(.networkChanged(isOnline: isOnline)) }
    }
  }

  func present() { window?.window.present() }

  var state: CalculatorState? { workflow?.state }

  var frame: Window? { window?.window }

  func close() { window?.window.close() }

  private func lookChanged(_ chosen: CurrencyLook) {
    let look = Flags.drawable(chosen)
    guard look != words?.look else { return }
    words?.look = look
    if let state { render(state) }
  }

  private func render(_ state: CalculatorState) {
    guard let words else { return }
    let wasCompact = window?.shown.isCompact
    window?.render(CalculatorViewState(state, words, &memory))
    if let wasCompact, wasCompact != state.isCompact, window?.isShown == true {
      window?.resize(to: state.isCompact ? state.compactWindow : state.window, isCompact: state.isCompact)
    }
    ownRates?.render(CustomRatesViewState(state, words))
    showSideChart()
  }
}

extension CalculatorCoordinator {
  private func handle(_ intent: CalculatorIntent) {
    if intent.opensWindow { window?.takeFocusBack() }
    switch intent {
    case .event(let event): send(event)
    case .currencyPressed: pick(.source)
    case .totalCurrencyPressed: pick(.total)
    case .addPressed: pick(.addition)
    case .changeResult(let code): pick(.result(code))
    case .feePressed: openFee()
    case .alertPressed(let code): openAlert(to: code)
    case .ownRatesPressed: openOwnRates()
    case .paidPressed: openPaid()
    case .ownRatePressed(let code): openOwnRate(to: code)
    case .lineOwnRatePressed(let index): openOwnRate(ofLine: index)
    case .openFilePressed: openListFile()
    case .exportRequested: askFormat()
    case .printPressed: printReceipt()
    case .tablePressed: openTable()
    case .filesDropped(let paths): open(OpenedFiles(names: paths))
    case .copyResult(let code): copy(code)
    case .copyList: copyList()
    case .chartPressed(let code): openChart(code)
    case .explainPressed(let code): explain(code)
    case .savePressed: nameList()
    case .newListPressed: newList()
    case .listActionRequested(let request, let id): perform(request, of: id)
    case .listDropped(let id, let other): dropList(id, onto: other)
    case .listChosen(let id): openList(id)
    case .listRestored(let id): restoreList(id)
    case .savedListsPressed(let page): openSavedLists(page)
    case .refreshPressed: workflow?.settings.send(.refreshPressed)
    case .onlinePressed: workflow?.settings.send(.set(.offline, .flag(false)))
    case .offerPressed(let offer): accept(offer)
    case .copyPressed: adoptCopy()
    case .suspiciousRatePressed(let code): window?.suspiciousRate(of: code).map { ask(about: $0) }
    case .about: window?.window.showAbout(.kurs)
    case .shortcuts: window?.window.showShortcuts()
    case .sideOpened: showSideChart()
    case .saveAgainPressed: saveAgain()
    case .closeRequested: askBeforeClosing()
    case .closed: finish()
    }
  }

  func send(_ event: CalculatorEvent) { workflow?.send(event) }

  func index(of code: String) -> Int? {
    state?.results.firstIndex { $0.currency.code == code }
  }

  func openChart(_ code: String?) {
    guard let state, let counter = code.flatMap({ Currency($0) }) ?? state.results.first?.currency,
      let subject = ChartSubject(base: state.base, counters: [counter])
    else { return }
    charted = counter
    if window?.side.isOpen == true { showSideChart() } else { chart(subject) }
  }

  private func explain(_ code: String) {
    guard let words, let explanation = Currency(code).flatMap({ workflow?.explanation(to: $0) }) else { return }
    window?.explain(code, words.lines(of: explanation))
  }

  private func copy(_ code: String?) {
    guard let window, let result = state?.results.first(where: { code == nil || $0.currency.code == code }),
      let value = window.value(of: result.currency.code)
    else { return }
    guard case .value = result.outcome else {
      return window.toast(tr("{code} has no result to copy.", ["code": result.currency.code]))
    }
    window.copy(value)
    window.toast(tr("{value} copied", ["value": value]))
  }

  private func pick(_ purpose: Purpose) {
    guard let window else { return }
    let isAddition = purpose == .addition
    let omitted = isAddition ? state?.results.map(\.currency) ?? [] : []
    let title = isAddition ? tr("Add a Currency") : nil
    pick(above: window.window, titled: title, without: omitted) { [weak self] currency in
      self?.chosen(currency, for: purpose)
    }
  }

  func pick(
    above parent: Window, titled title: String? = nil, without omitted: [Currency] = [],
    _ chosen: @escaping @MainActor @Sendable (Currency) -> Void
  ) {
    guard let state, let words else { return }
    Task { [weak self, workflow] in
      let favourites = (try? await workflow?.favourites.currencies()) ?? []
      let recent = (try? await workflow?.recent.currencies()) ?? []
      let choices = PickerViewState(
        words, favourites: favourites, inUse: state.currencies, omitted: omitted, recent: recent,
        today: state.rates.today,
        symbols: workflow?.symbols ?? SymbolPreferences(),
        offer: { currency in workflow?.disabledProvider(for: currency).map { RateOffer($0) } },
        countryNames: CountryNames().callAsFunction)
      self?.pick(choices, above: parent, title, chosen)
    }
  }

  private func pick(
    _ choices: PickerViewState, above parent: Window, _ title: String?,
    _ chosen: @escaping @MainActor @Sendable (Currency) -> Void
  ) {
    guard window != nil else { return }
    picker = try? PickerWindow(
      choices,
      choose: { [workflow] currency in
        workflow?.note(currency)
        chosen(currency)
      }, star: { [workflow] in workflow?.star($0, $1) }, use: { [weak self] in self?.switchOn($0) })
    title.map { picker?.window.setTitle($0) }
    picker?.window.onCloseRequest { [weak self] in self?.picker = nil }
    picker?.present(above: parent)
  }

  private func chosen(_ currency: Currency, for purpose: Purpose) {
    switch purpose {
    case .source: send(.sourceChosen(currency))
    case .total: send(.totalCurrencyChosen(currency))
    case .addition: send(.resultAdded(currency))
    case .result(let code): index(of: code).map { send(.resultChosen(at: $0, currency)) }
    }
  }

  private func accept(_ offer: RateOffer) {
    guard let days = offer.days else { return switchOn(offer.provider) }
    Task { [weak self, workflow] in
      var toastText = ""
      do throws(RatesFailure) {
        guard try await workflow?.settings.ask(offer.provider, over: days) == 0 else { return }
        toastText = tr("{provider} has no rates for these dates.", ["provider": offer.name])
      } catch {
        if let words = self?.words { toastText = sentence(for: error, words) }
      }
      self?.window?.toast(toastText)
    }
  }

  func switchOn(_ provider: ProviderID) {
    workflow?.settings.send(.providerSwitched(provider, isOn: true))
    window?.toast(tr("{provider} is turned on", ["provider": RateOffer(provider).name]))
  }

  private func openFee() {
    guard let words, let window else { return }
    fee = try? FeeWindow(state?.fee, words) { [weak self] fee in self?.send(.feeChosen(fee)) }
    fee?.window.onCloseRequest { [weak self] in self?.fee = nil }
    fee?.present(above: window.window)
  }

  private func finish() {
    networking?.cancel()
    days?.cancel()
    lookTask?.cancel()
    application.holding { [workflow, sideChart] in
      await workflow?.flush()
      await sideChart?.close()
    }
    window = nil
    closed()
  }
}

extension CalculatorState {
  var base: Currency { total?.currency ?? source }

  var currencies: [Currency] {
    var seen: Set<Currency> = []
    return ([base] + lines.map(\.currency) + results.map(\.currency)).filter { seen.insert($0).inserted }
  }
}

extension CalculatorCoordinator {
  func adoptCopy() {
    // Uses the copy that the notice names. A newer copy may be a copy of the damaged file.
    guard let day = state?.rates.recoveredFile?.copy, let objects = workflow?.objects else { return }
    Task { [weak self] in
      guard let copy = objects.copies().first(where: { $0.day == day }) else {
        self?.window?.toast(tr("Can't read the saved copy. Check the disk."))
        return
      }
      do {
        let counts = try await objects.restore(copy)
        self?.send(.noticeDismissed)
        let count = counts.added + counts.changed
        // Omits the day of the copy, so that the toast fits a narrow window. The notice has already shown the day.
        self?.window?.toast(trn("{n} item restored", "{n} items restored", count))
      } catch {
        self?.window?.toast(tr("Can't read the saved copy. Check the disk."))
      }
    }
  }
}

extension CalculatorCoordinator {
  private func saveAgain() {
    Task { [weak self, workflow] in
      if await workflow?.saveAgain() == true { self?.window?.toast(tr("Everything is saved")) }
    }
  }

  private func askBeforeClosing() {
    Task { [weak self, workflow] in
      let isSaved = await workflow?.saveAgain() ?? true
      guard let self, let window else { return }
      guard !isSaved, let failure = state?.saveFailure else { return window.window.close() }
      let question = Question(tr("Close Without Saving?"), sentence(forUnsaved: failure))
      question.add("stay", tr("Keep Open"))
      question.add("close", tr("Close Without Saving"), .destructive)
      question.ask(above: window.window) { [weak self] answer in
        guard answer == "close", let window = self?.window else { return }
        window.closesAnyway = true
        window.window.close()
      }
    }
  }
}

extension CalculatorCoordinator {
  func ask(about suspiciousRate: CalculatorViewState.Row.SuspiciousRate) {
    guard let window else { return }
    let question = Question(tr("Is This Rate Right?"), suspiciousRate.sentence)
    question.add("later", tr("Decide Later"))
    question.add("keep", tr("Keep the Old Rate"))
    question.add("accept", tr("Accept"), .suggested)
    question.ask(above: window.window) { [weak self] answer in
      switch answer {
      case "keep": self?.send(.suspiciousRateDropped(suspiciousRate.id))
      case "accept": self?.send(.suspiciousRateAccepted(suspiciousRate.id))
      default: break
      }
    }
  }
}

extension CalculatorCoordinator {
  func copyList() {
    withList { [weak self] window, list, words in
      let table = list.table(
        .init(note: tr("Note"), amount: tr("Amount"), currency: tr("Currency"), day: tr("Date"), total: tr("Total")))
      let symbols = words.numbers.format.symbols
      window.window.copyToClipboard(table.text(symbols), html: table.html(symbols))
      self?.workflow?.send(.listCopied(as: table.text(symbols)))
      window.toast(tr("List copied"))
    }
  }

  func askFormat() {
    guard let window else { return }
    askExport(
      tr("Export List"), [tr("Table (CSV)"), tr("Receipt (PDF)"), tr("Kurs List")], above: window.window
    ) { [weak self] format in
      switch format {
      case 0: self?.export()
      case 1: self?.saveReceipt()
      default: self?.saveListFile()
      }
    }
  }

  func export() {
    withList { [weak self] window, list, words in
      guard let today = self?.state?.rates.today else { return }
      askCSVForm(words.numbers.format.symbols, above: window.window) { form in
        window.window.chooseFile(
          title: tr("Save List"), name: "\(list.fileName(today: today)).csv", accept: tr("Save")
        ) { path in Task { await Self.save(list.csv(form), to: path, window) } }
      }
    }
  }

  func saveReceipt() {
    withReceipt { window, page, name in
      window.window.chooseFile(title: tr("Save Receipt"), name: "\(name).pdf", accept: tr("Save")) { path in
        guard let bytes = PDFPage.file(page.picture) else {
          return window.toast(tr("Can't create PDF files. Install cairo."))
        }
        Task {
          let failure = await writeFile(bytes, to: path)
          window.toast(failure.map { sentence(for: $0) } ?? tr("Saved as {path}", ["path": path]))
        }
      }
    }
  }

  func printReceipt() {
    withReceipt { window, page, name in
      let failed: @MainActor @Sendable (String) -> Void = { [weak window] in window?.toast(sentence(forPrinting: $0)) }
      window.window.print(name, isUpright: true, failed: failed) { size in
        var page = page
        page.size = size
        return page.picture
      }
    }
  }

  private func withReceipt(_ body: @MainActor (CalculatorWindow, ReceiptPage, String) -> Void) {
    guard let workflow, let window, let words, let state else { return }
    guard let list = workflow.calculation else {
      return window.toast(tr("No total yet. Enter or correct the amounts."))
    }
    let receipt = Receipt(
      list, title: state.list?.title, rates: state.rates, printed: state.rates.today, words)
    body(
      window, ReceiptPage(receipt: receipt, isRightToLeft: Appearance.isRightToLeft),
      ListExport(list).fileName(today: state.rates.today))
  }

  static func save(_ text: String, to path: String, _ window: CalculatorWindow) async {
    let failure = await writeFile(Array(text.utf8), to: path)
    window.toast(failure.map { sentence(for: $0) } ?? tr("Saved as {path}", ["path": path]))
  }

  private func withList(_ body: @escaping @MainActor (CalculatorWindow, ListExport, Words) -> Void) {
    guard let workflow, let window, let words else { return }
    guard let list = workflow.calculation else {
      return window.toast(tr("No total yet. Enter or correct the amounts."))
    }
    body(window, ListExport(list), words)
  }
}

@MainActor
func askExport(
  _ question: String, _ formats: [String], above window: Window,
  _ chosen: @escaping @MainActor @Sendable (Int) -> Void
) {
  let asked = Question(question)
  asked.add("cancel", tr("Cancel"))
  // If a dialog stacks its buttons, the button that was added last is at the top. So the default format is added last.
  for (place, format) in formats.enumerated().reversed() {
    asked.add("\(place)", format, place == 0 ? .suggested : .plain)
  }
  asked.setDefault("0")
  asked.ask(above: window) { answer in
    if let place = Int(answer) { chosen(place) }
  }
}

/// Asks for the number form of a CSV file if the user's decimal separator is a comma. Otherwise uses a point.
@MainActor
func askCSVForm(
  _ symbols: NumberSymbols, above window: Window, _ chosen: @escaping @MainActor @Sendable (CSVForm) -> Void
) {
  guard symbols.decimal == "," else { return chosen(.point) }
  let question = Question(
    tr("Which Number Format Should the File Have?"),
    tr("Spreadsheets in your language can read the decimal number 1.155 as 1155."))
  question.add("cancel", tr("Cancel"))
  // Translators: the number form of a CSV file, and the separator of its columns.
  question.add("point", tr("Decimal Point (1.155)"))
  question.add("comma", tr("Decimal Comma (1,155)"), .suggested)
  question.setDefault("comma")
  question.ask(above: window) { answer in
    switch answer {
    case "comma": chosen(.comma)
    case "point": chosen(.point)
    default: break
    }
  }
}

func sentence(forPrinting reason: String) -> String {
  reason.isEmpty ? tr("Can't print. Check the printer.") : tr("Can't print: {reason}", ["reason": reason])
}

extension CalculatorCoordinator {
  /// Opens the history or the saved lists. A list that the user opens there replaces the current list.
  func openSavedLists(_ page: SavedListsState.Page) {
    guard let window, let words, let workflow else { return }
    if let savedLists { return savedLists.present() }
    Task { [weak self] in
      let archived = await SavedListsWorkflow.open(workflow.archive, page: page)
      guard let self, savedLists == nil else { return }
      savedLists = SavedListsCoordinator(
        archived, words, above: window.window,
        open: { [weak self] row in self?.open(row) },
        closed: { [weak self] in self?.savedLists = nil })
    }
  }

  private func open(_ row: SavedListsViewState.Row) {
    switch row.subject {
    case .history: run { await $0.open(row.record) }
    case .saved(let id): openList(id)
    }
  }
}

extension CalculatorWorkflow {
  nonisolated var favourites: Favourites { Favourites(of: objects) }
  nonisolated var recent: RecentCurrencies { RecentCurrencies(of: objects) }
}

extension CalculatorCoordinator {
  func saveListFile() {
    guard let workflow, let window else { return }
    Task {
      guard let file = await workflow.listFile() else {
        return window.toast(tr("Can't save the list. Enter or correct its amounts."))
      }
      window.window.chooseFile(
        title: tr("Save List as File"), name: "\(Self.fileName(of: file)).txt", accept: tr("Save")
      ) { path in Task { await Self.save(file.text, to: path, window) } }
    }
  }

  func openListFile() {
    window?.window.chooseFile(
      title: tr("Open List"), types: ["text/plain"], named: tr("Lists"), accept: tr("Open")
    ) { [weak self] in self?.open($0) }
  }

  func open(_ files: OpenedFiles) {
    if let refusal = files.refusal {
      window?.window.refuse(refusal.title, refusal.text)
    } else if let path = files.path {
      if files.isTable { openTable(path) } else { open(path) }
    }
  }

  func open(_ path: String) {
    opening(path) { workflow throws(ListFileFailure) in try await workflow.openFile(at: path) }
  }

  func openText(_ text: String) {
    opening { workflow throws(ListFileFailure) in try await workflow.openFile(text) }
  }

  private func opening(
    _ path: String = "",
    _ open: @escaping @MainActor (CalculatorWorkflow) async throws(ListFileFailure) -> Bool
  ) {
    guard let workflow else { return }
    Task { [weak self] in
      do throws(ListFileFailure) {
        let replaced = try await open(workflow)
        // The opened amount is selected, so that typing replaces it.
        self?.window?.returnToAmount()
        if replaced {
          self?.window?.toast(tr("Your list was replaced"), button: (tr("Undo"), WindowAction.undo.name))
        }
      } catch {
        switch error {
        case .fault(let fault):
          self?.window?.window.refuse(tr("Can't Open the List"), sentence(for: fault, path: path))
        case .storage: self?.window?.toast(tr("Can't save the list. Check the disk."))
        }
      }
    }
  }

  private static func fileName(of file: ListFile) -> String {
    let name = String(file.title.map { $0 == "/" || $0.isNewline ? "-" : $0 }).drop { $0 == "." || $0 == " " }
    return name.isEmpty ? "kurs" : String(name)
  }
}

extension CalculatorCoordinator {
  func nameList() {
    guard let window, let state else { return }
    if let list = state.list {
      return run { [weak self] workflow in
        await workflow.flush()
        self?.window?.toast(tr("“{title}” saved", ["title": list.title]))
      }
    }
    guard state.total != nil || state.amount != nil else { return window.toast(tr("Nothing to save yet.")) }
    ask(tr("Save List"), suggestedTitle(state)) { try await $0.nameList($1) }
  }

  func newList() { ask(tr("New List"), "", accept: tr("Create")) { try await $0.newList($1) } }

  /// Runs an action on the list with this id. Nil means the open list.
  func perform(_ request: ListRequest, of id: UserObject.ID?) {
    guard let state, let list = id.map({ id in state.lists.first { $0.id == id } }) ?? state.list else { return }
    switch request {
    case .duplicate:
      ask(tr("Duplicate List"), tr("{title} (copy)", ["title": list.title]), accept: tr("Duplicate")) {
        try await $0.openList(list.id)
        try await $0.duplicateList($1)
      }
    case .rename:
      ask(tr("Rename List"), list.title, accept: tr("Rename"), saysSaved: false) {
        try await $0.archive.rename(list.id, title: $1)
      }
    case .up: move(list, by: -1, among: state.lists)
    case .down: move(list, by: 1, among: state.lists)
    case .delete: delete(list)
    }
  }

  func dropList(_ id: UserObject.ID, onto other: UserObject.ID) {
    guard let place = state?.lists.firstIndex(where: { $0.id == other }) else { return }
    run { try await $0.archive.move(id, to: place) }
  }

  func openList(_ id: UserObject.ID?) {
    run { try await $0.openList(id) }
  }

  private func move(_ list: ListName, by step: Int, among lists: [ListName]) {
    guard let index = lists.firstIndex(where: { $0.id == list.id }) else { return }
    run { try await $0.archive.move(list.id, to: index + step) }
  }

  private func delete(_ list: ListName) {
    run { [weak self] workflow in
      try await workflow.deleteList(list.id)
      let action = "\(WindowAction.restoreList.name)::\(list.id)"
      self?.window?.toast(tr("“{title}” deleted", ["title": list.title]), button: (tr("Undo"), action))
      self?.window?.offerToRestore(list.id)
    }
  }

  func restoreList(_ id: UserObject.ID) {
    run { try await $0.restoreList(id) }
  }

  private func ask(
    _ question: String, _ title: String, accept: String = tr("Save"), saysSaved: Bool = true,
    _ work: @escaping @MainActor (CalculatorWorkflow, String) async throws -> Void
  ) {
    guard let window else { return }
    TitleDialog.ask(question, title: title, accept: accept, above: window.window) { [weak self] title in
      self?.run { workflow in
        try await work(workflow, title)
        if saysSaved { self?.window?.toast(tr("“{title}” saved", ["title": title])) }
      }
    }
  }

  private func run(_ work: @escaping @MainActor (CalculatorWorkflow) async throws -> Void) {
    guard let workflow else { return }
    Task { [weak self] in
      do { try await work(workflow) } catch {
        self?.window?.toast(tr("Can't save the list. Check the disk."))
      }
    }
  }

  /// Returns a title with today's date. A title made of amounts would be wrong after the next change.
  private func suggestedTitle(_ state: CalculatorState) -> String {
    tr("List of {date}", ["date": words?.date(state.rates.today) ?? ""])
  }
}

extension CalculatorCoordinator {
  func openOwnRates() {
    guard let words, let state, let parent = frame else { return }
    if let ownRates { return ownRates.window.present() }
    ownRates = try? CustomRatesWindow { [weak self] intent in self?.handle(intent) }
    ownRates?.render(CustomRatesViewState(state, words))
    ownRates?.present(above: parent)
  }

  /// Opens the form of a custom rate from the total's currency to a result's. Nil selects the first result.
  func openOwnRate(to code: String?) {
    guard let state, let to = code.flatMap({ Currency($0) }) ?? state.results.first?.currency else { return }
    edit(from: state.base, to: to, above: frame)
  }

  func openOwnRate(ofLine index: Int) {
    guard let state, state.lines.indices.contains(index) else { return }
    let from = state.lines[index].currency
    // The total's currency needs no rate to itself, so the form shows the first result.
    if from == state.base { return openOwnRate(to: nil) }
    edit(from: from, to: state.base, above: frame)
  }

  func openAlert(to code: String) {
    guard let state, let frame, let to = Currency(code), let subject = ChartSubject(base: state.base, counters: [to])
    else { return }
    openAlert(subject, above: frame)
  }

  private func openAlert(_ subject: ChartSubject, height: Rational? = nil, above frame: Window) {
    alerts?.open(subject, height: height, above: frame) { [weak self] in self?.window?.toast($0) }
  }

  private func handle(_ intent: CustomRatesIntent) {
    switch intent {
    case .added: add()
    case .edited(let own): edit(from: own.from, to: own.to, above: ownRates?.window)
    case .removed(let own): send(.ownRateRemoved(from: own.from, to: own.to))
    case .restored(let own): send(.ownRateSet(own))
    case .closed: ownRates = nil
    }
  }

  /// Opens the form for the total's currency and the first other currency without a custom rate.
  private func add() {
    guard let state else { return }
    let others = (state.currencies + [.eur, .usd]).filter { $0 != state.base }
    let free = others.first { other in !state.ownRates.contains { $0.isOf(state.base, other) } }
    guard let to = free ?? others.first else { return }
    open(.init(from: state.base, to: to, today: state.rates.today), above: ownRates?.window)
  }

  private func edit(from: Currency, to: Currency, above parent: Window?) {
    guard let state, from != to else { return }
    let own = state.ownRates.first { $0.isOf(from, to) }
    open(.init(from: from, to: to, own: own, today: state.rates.today), above: parent)
  }

  private func open(_ subject: CustomRateWindow.Subject, above parent: Window?) {
    guard let words, let parent else { return }
    ownRate = try? CustomRateWindow(
      subject, words, pick: { [weak self] in self?.pick(above: $0, $1) },
      chosen: { [weak self] own in
        if let own { return self?.send(.ownRateSet(own, replacing: subject.own)) ?? () }
        self?.send(.ownRateRemoved(from: subject.from, to: subject.to))
      })
    ownRate?.window.onCloseRequest { [weak self] in self?.ownRate = nil }
    ownRate?.present(above: parent)
  }
}

extension CustomRate {
  fileprivate func isOf(_ a: Currency, _ b: Currency) -> Bool { (from == a && to == b) || (from == b && to == a) }
}

extension CalculatorCoordinator {
  /// Updates the open side chart. Shows the result charted last, else the first result with a rate, else the first.
  func showSideChart() {
    guard let window, window.side.isOpen, let workflow, let words, let state else { return }
    let results = state.results.map(\.currency)
    let rated = state.results.first { if case .value = $0.outcome { true } else { false } }?.currency
    guard let counter = charted.flatMap({ results.contains($0) ? $0 : nil }) ?? rated ?? results.first,
      let subject = ChartSubject(base: state.base, counters: [counter])
    else { return }
    if sideChart == nil,
      let made = try? SideChart(
        workflow, words, openWindow: chart,
        alert: { [weak self] subject, height in
          guard let self, let frame else { return }
          openAlert(subject, height: height, above: frame)
        })
    {
      sideChart = made
      for style in ["card", "side-chart"] { made.view.widget.style(style, true) }
      window.side.fill(with: made.view.widget)
    }
    sideChart?.show(subject)
    window.mark(charted: counter.code)
  }
}
