// SPDX-License-Identifier: GPL-3.0-or-later

public import KursItems
public import KursModel
public import KursStorage

@MainActor
public final class CalculatorWorkflow: Store {
  public nonisolated let catalogue: CurrencyCatalogue
  var machine: CalculatorMachine
  nonisolated let rates: RatesWorkflow
  public nonisolated let settings: SettingsWorkflow
  public nonisolated let objects: UserObjects
  public nonisolated let archive: CalculationArchive
  /// The archive of the account whose data is shown. Edits belong to this account.
  private var shownArchive: CalculationArchive
  nonisolated let amounts: AmountReader
  nonisolated let clock: @Sendable () -> Timestamp
  nonisolated let track: Track
  public var onChange: (@MainActor (CalculatorState) -> Void)?
  private let loads = OrderedWork()
  /// Requested days whose rates aren't loading yet.
  private var requestedDays: [RateCache.DayKey] = []
  /// The number of the last load of each trend. The result of a load with a lower number is ignored.
  private var trendLoads: [Trend.Key: Int] = [:]
  let saves = OrderedWork()
  var unsavedEdits: [UserEdit] = []
  /// Whether the start couldn't read the last session. That session must not be overwritten before it is read.
  private var hasUnreadSession: Bool
  /// Finished calculations that couldn't be added to the history, oldest first.
  private var unsavedHistory: [CalculationRecord] = []
  private var hasUnsaved = false

  /// Restores the last session, or starts with the currencies of the user's country.
  public nonisolated static func open(
    rates: RatesWorkflow, settings: SettingsWorkflow, objects: UserObjects, inUse: RatesInUse,
    catalogue: CurrencyCatalogue, defaults: CalculatorDefaults, amounts: AmountReader, recoveredFile: QuarantinedFile?,
    saveError: StorageError? = nil, track: @escaping Track = { _ in }, clock: @escaping @Sendable () -> Timestamp
  ) async -> CalculatorWorkflow {
    // The subscription begins before the read, because only observers are notified of damaged files.
    let updates = await rates.updates()
    let account = objects.of(await objects.member)
    // If the session can't be read, the calculator starts with default values.
    let stored = try? await objects.database.session()
    var session = SessionValues(stored ?? [:])
    if session.lacksReadings {
      let history = (try? await account.historyLines()) ?? []
      var lines = history
      if let id = session.list?.id, let list = try? await account.savedLines(of: id) { lines = list }
      session.take(evidence: lines, waiting: history)
    }
    let (own, results) = (try? await account.ownRates(), try? await account.chosenResults())
    let today = clock().localDay
    var status = RatesStatus(provider: inUse.leading.provider, today: today)
    status.recoveredFile = objects.database.recoveredFile ?? recoveredFile
    status.saveError = saveError
    let (order, damaged) = await (rates.order, rates.damagedSeries)
    status.damagedSeries = order.filter(damaged.contains)
    // Shows the introduction only at the first start, when the session is empty because no window has saved one.
    if stored?.isEmpty == true, status.recoveredFile == nil, saveError == nil {
      let shipped = Set(ProviderDefinition.all.map(\.provider.id))
      status.introducedProviders = await rates.order.filter(shipped.contains)
    }
    var machine = CalculatorMachine(
      session: session, defaults: defaults, rates: status, catalogue: catalogue, amounts: amounts)
    if stored == nil { _ = machine.saveEnded(.session, .notReadable(path: objects.database.file.path)) }
    var missing = machine.ratesLoaded(inUse.resolver, on: nil, awaiting: inUse.awaited, today: today)
    if let own { missing += machine.ownRatesReplaced(own) }
    if let results { missing += machine.resultsReplaced(results) }
    let workflow = CalculatorWorkflow(
      machine: machine, catalogue: catalogue, rates: rates, settings: settings, objects: objects, account: account,
      hasUnreadSession: stored == nil, amounts: amounts, track: track, clock: clock)
    if let version = SessionListVersion(session: stored ?? [:]) { await workflow.begin(with: version) }
    workflow.followSettings(region: amounts.preferences.region)
    await workflow.followObjects()
    Task { @MainActor [weak workflow] in
      // Loads the rates of other days in this task, so that lines with only the newest rates are shown first.
      for action in missing { workflow?.carryOut(action) }
      for await update in updates { workflow?.apply { $0.ratesUpdated(update) } }
    }
    return workflow
  }

  private(set) var profiles: @Sendable () -> [BankProfile] = { [] }

  public func useProfiles(_ profiles: @escaping @Sendable () -> [BankProfile]) { self.profiles = profiles }

  private nonisolated init(
    machine: CalculatorMachine, catalogue: CurrencyCatalogue, rates: RatesWorkflow, settings: SettingsWorkflow,
    objects: UserObjects, account: UserObjects, hasUnreadSession: Bool, amounts: AmountReader,
    track: @escaping Track, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.machine = machine
    self.catalogue = catalogue
    self.rates = rates
    self.settings = settings
    self.objects = objects
    archive = CalculationArchive(
      objects: objects, rates: rates, symbols: amounts.symbols,
      reader: { amounts.reader(catalogue) })
    shownArchive = archive.of(account)
    self.hasUnreadSession = hasUnreadSession
    self.amounts = amounts
    self.track = track
    self.clock = clock
  }

  /// Updates the current day. The window calls this function at midnight and after a suspend.
  public func dayMayHaveChanged() {
    let today = clock().localDay
    apply { $0.dayChanged(today) }
  }

  public var state: CalculatorState { machine.state }

  public var calculation: FinishedCalculation? { machine.finishedCalculation }

  public func explanation(to currency: Currency) -> Explanation? { machine.explanation(to: currency, now: clock()) }

  public func isOffered(_ text: String) -> Bool { machine.isOffered(text) }

  public func send(_ event: CalculatorEvent) {
    apply { $0.send(event) }
  }

  public func flush() async {
    await loaded()
    await saves.finish()
  }

  public func loaded() async { await loads.finish() }

  /// Runs an action. Rates load one after another, so that an older result never replaces a newer result.
  func carryOut(_ action: CalculatorMachine.Action) {
    switch action {
    case .loadRates(let day, let rule):
      requestedDays.append(RateCache.DayKey(day: day, rule: rule))
      if requestedDays.count == 1 { loads.add { await self.loadRates() } }
    case .loadTrend(let key):
      let number = trendLoads[key, default: 0] + 1
      trendLoads[key] = number
      Task { await loadTrend(key, number) }
    case .loadSuspiciousRates: loads.add { await self.loadSuspiciousRates() }
    case .decide(let id, let isAccepted): loads.add { await self.decide(id, accepted: isAccepted) }
    case .saveSession: saveSession()
    case .saveEdit(let edit): saveEdit(edit)
    case .keepInHistory: keepInHistory()
    }
  }

  /// Loads the rates of all requested days, then shows them in one update. A pasted list may have hundreds of days.
  private func loadRates() async {
    let keys = requestedDays
    requestedDays = []
    var loaded: [LoadedRates] = []
    for key in keys {
      let found = await Result { () async throws(RatesFailure) in
        try await rates.ratesInUse(on: key.day, by: key.rule)
      }
      loaded.append(LoadedRates(day: key.day, rule: key.rule, rates: found))
    }
    let today = clock().localDay
    apply { $0.ratesLoaded(loaded, today: today) }
    let isNew = loaded.contains { if case .success = $0.rates { true } else { false } }
    if isNew, machine.unsavedList != nil { inOrder { [self] in await saveList() } }
  }

  private func loadTrend(_ key: Trend.Key, _ number: Int) async {
    guard let last = key.day ?? machine.state.rates.newest else { return }
    // A pair without rates has no trend. The error is ignored here, because the pair's result shows it.
    let provider = try? await rates.provider(charting: [key.from, key.to]).id
    let series = try? await rates.series(
      of: provider ?? machine.state.rates.provider.id, from: key.from, to: key.to, between: last - Trend.reach,
      and: last)
    guard trendLoads[key] == number else { return }
    apply { $0.trendLoaded(Trend((series?.points ?? []).map { ($0.day, $0.rate) }), for: key) }
  }

  private func loadSuspiciousRates() async {
    // A read error is ignored here, because loading the rates reports the same error.
    guard let found = try? await rates.suspiciousRates(), found != machine.state.suspiciousRates else { return }
    apply { $0.suspiciousRatesLoaded(found) }
  }

  private func decide(_ id: Int64, accepted: Bool) async {
    do throws(RatesFailure) {
      _ = try await accepted ? rates.acceptQuarantined(id) : rates.dropQuarantined(id)
    } catch {
      apply { $0.decisionFailed(error) }
    }
  }

  private func keepInHistory() {
    guard let calculation = machine.finishedCalculation else { return }
    inOrder { [self] in
      unsavedHistory.append(await archive.record(calculation))
      unsavedHistory.removeFirst(max(unsavedHistory.count - Self.longestUnsavedHistory, 0))
      await saveHistory()
    }
    track(.calculated(lines: .init(calculation.calculation.lines.count), results: .init(calculation.targets.count)))
  }

  /// Saves the session, one write at a time. Changes during a write are saved by the next write.
  private func saveSession() {
    guard !hasUnsaved else { return }
    hasUnsaved = true
    inOrder { [self] in
      hasUnsaved = false
      await attempt(.session) { () async throws(StorageError) in
        if self.hasUnreadSession { try await self.readSession() }
        try await Self.save(self.machine, in: self.objects.database)
      }
      // Each change also tries again to save the parts that couldn't be saved before.
      await saveList()
      if !unsavedHistory.isEmpty { await saveHistory() }
    }
  }

  /// Reads the session that the start couldn't read. Its lists go to the history, because the window has other lists.
  private func readSession() async throws(StorageError) {
    guard let stored = try? await objects.database.session() else {
      throw .notReadable(path: objects.database.file.path)
    }
    for list in machine.lists(of: SessionValues(stored)) {
      try await shownArchive.keepInHistory(await archive.record(list))
    }
    hasUnreadSession = false
  }

  /// Saves outside the main actor, because writing the rows of a long list would delay the window's next frame.
  private nonisolated static func save(_ machine: CalculatorMachine, in user: UserDatabase) async throws(StorageError) {
    try await user.saveSession(machine.sessionValues.values)
  }

  /// The maximum number of calculations in memory that couldn't be saved, for example because the disk is full.
  private static let longestUnsavedHistory = 200

  private func saveHistory() async {
    await attempt(.history) { () async throws(StorageError) in
      while let record = self.unsavedHistory.first {
        try await self.shownArchive.keepInHistory(record)
        self.unsavedHistory.removeFirst()
      }
    }
  }

  func saveList() async {
    await attempt(.list) { () async throws(StorageError) in try await self.storeList() }
  }

  /// Tries to save a part. If this fails, the window shows the error, and the next change tries again.
  func attempt(
    _ part: CalculatorMachine.SavedPart, _ save: @MainActor () async throws(StorageError) -> Void
  ) async {
    var failure = StorageError?.none
    do throws(StorageError) { try await save() } catch { failure = error }
    // If nothing can be saved on this disk, the user was notified at the start, so this error isn't shown again.
    guard objects.database.saveError == nil, failure != machine.saveFailures[part] else { return }
    apply { $0.saveEnded(part, failure) }
  }

  /// Saves all changes that couldn't be saved before. Returns whether every change is saved.
  public func saveAgain() async -> Bool {
    saveSession()
    inOrder { [self] in await storeEdits() }
    await saves.finish()
    return state.saveFailure == nil
  }

  /// Runs `work` after all earlier work. If the user has switched accounts, first shows the new account.
  private func inOrder(_ work: @escaping @MainActor () async -> Void) {
    saves.add { [self] in
      await followAccount()
      await work()
    }
  }

  /// Saves the edits of the shown account, then shows the current account. If a save fails, the shown account stays.
  private func followAccount() async {
    let (shown, current) = (await shownArchive.objects.member, await objects.member)
    guard current != shown else { return }
    if await objects.hasAdopted, shown == .withoutAccount { return await show(current) }
    if shown != .withoutAccount, await isDeleted(shown) { (unsavedEdits, unsavedHistory) = ([], []) }
    await storeEdits()
    await saveList()
    await saveHistory()
    let parts: [CalculatorMachine.SavedPart] = [.edits, .list, .history]
    guard parts.allSatisfy({ machine.saveFailures[$0] == nil }) else { return }
    await show(current)
  }

  private func show(_ account: MemberID) async {
    shownArchive = archive.of(objects.of(account))
    await readObjects()
    await readLists()
  }

  private func isDeleted(_ account: MemberID) async -> Bool {
    do throws(StorageError) {
      return try await objects.database.state(of: account)?.keepsData != true
    } catch {
      return false
    }
  }

  /// Returns a day's middle rates, even if the user chose buying or selling rates. Nil means the newest day.
  public func middleRates(on day: Day?) async throws(RatesFailure) -> Resolver {
    try await rates.ratesInUse(on: day).resolver.atMiddle
  }

  /// Returns the selling rate of the bank that published `middle`. Nil if this bank publishes no selling rate.
  public func selling(beside middle: ConversionPath, on day: Day?) async -> ConversionPath? {
    await rates.selling(beside: middle, on: day)
  }

  public var symbols: SymbolPreferences {
    SymbolPreferences(region: amounts.preferences.region, chosen: settings.state.settings.symbols)
  }

  public func disabledProvider(for currency: Currency) -> ProviderID? {
    machine.rateCache[machine.state.day]?.disabledProvider(for: currency)
  }

  nonisolated func followSettings(region: String?) {
    Task { @MainActor [weak self] in
      var before = Settings?.none
      guard let changes = self?.settings.changes() else { return }
      for await now in changes {
        defer { before = now }
        if now.isOffline != (before?.isOffline ?? false) { self?.send(.offlineSwitched(now.isOffline)) }
        guard let before else { continue }
        if now.symbols != before.symbols {
          self?.send(.symbolsChosen(SymbolPreferences(region: region, chosen: now.symbols)))
        }
        if now.roundsToCash != before.roundsToCash {
          self?.send(.cashRoundingSwitched(now.roundsToCash))
        }
      }
    }
  }

  /// Returns a chart of the stored rates immediately. The chart adds rates that arrive later.
  public func chart(of subject: ChartSubject) async -> ChartWorkflow {
    let provider = (try? await rates.provider(charting: [subject.base] + subject.counters)) ?? state.rates.provider
    return await ChartWorkflow.open(
      subject, provider: provider, rates: rates, user: objects.database, catalogue: catalogue,
      today: clock().localDay, track: track)
  }

  /// Replaces the unnamed list with a calculation from the history, including its fee and cash rounding.
  public func open(_ record: CalculationRecord) async {
    let calculation = await archive.open(record)
    apply { $0.opened(calculation, record.result, record.targets, hasNoTargets: record.hasNoTargets) }
    if state.fee != record.fee { send(.feeChosen(record.fee)) }
    if state.roundsCash != record.isRoundedToCash { send(.cashRoundingSwitched(record.isRoundedToCash)) }
    track(.calculationReopened)
  }

  nonisolated func followObjects() async {
    let changes = await objects.changes()
    Task { @MainActor [weak self] in
      self?.inOrder { await self?.readLists() }
      for await change in changes {
        switch change {
        case .objects(.ownRate), .objects(.result): self?.objectsChanged()
        case .objects(.saved): self?.inOrder { await self?.readLists() }
        default: continue
        }
      }
    }
  }

  func objectsChanged() {
    inOrder { await self.readObjects() }
  }

  public func star(_ currency: Currency, _ isFavourite: Bool) { saveEdit(.favourite(currency, isOn: isFavourite)) }

  public func note(_ currency: Currency) { saveEdit(.recent(currency)) }

  /// Saves an edit. `saves` runs reads and writes in order, so that an older read doesn't replace this edit.
  func saveEdit(_ edit: UserEdit) {
    unsavedEdits.append(edit)
    inOrder { await self.storeEdits() }
  }

  private func storeEdits() async {
    await attempt(.edits) { () async throws(StorageError) in
      while let edit = self.unsavedEdits.first {
        try await self.shownArchive.objects.apply(edit)  // guards S28
        self.unsavedEdits.removeFirst()
      }
    }
  }

  private func readObjects() async {
    await storeEdits()
    guard let rates = try? await shownArchive.objects.ownRates() else { return }
    let results = try? await shownArchive.objects.chosenResults()
    // The stored objects lack the unsaved edits, so don't show these objects yet. Saving the edits causes another read.
    guard unsavedEdits.isEmpty else { return }
    apply { machine in
      machine.ownRatesReplaced(rates) + (results.map { machine.resultsReplaced($0) } ?? [])
    }
  }

  /// Saves the open list and opens another list. Nil opens the unnamed list. Returns false if the list doesn't exist.
  @discardableResult
  public func openList(_ id: UserObject.ID?) async throws(StorageError) -> Bool {
    try await runInOrder { () async throws(StorageError) in try await self.loadList(id) }
  }

  /// Saves the unnamed list under a name, even if the list is empty.
  public func nameList(_ title: String) async throws(StorageError) {
    try await runInOrder { () async throws(StorageError) in
      let (list, content) = (self.machine.openList, self.machine.shown.content)
      let record = await self.archive.record(list)
      let id = try await self.shownArchive.save(title: title, record)
      let version = Fingerprint(CalculationRecordDocument.text(of: record))
      let saved = OpenedList(content: content, version: version, rates: record.rates.count)
      self.apply { $0.listNamed(ListName(id: id, title: title), as: saved) }
      await self.remember(id, record, as: version)
    }
    track(.calculationSaved)
  }

  public func newList(_ title: String) async throws(StorageError) {
    try await runInOrder { () async throws(StorageError) in
      let id = try await self.shownArchive.save(title: title, await self.archive.record(self.machine.emptyList))
      try await self.loadList(id)
    }
    track(.calculationSaved)
  }

  /// Saves a copy of the open list and opens the copy. An unnamed list isn't copied, but gets the name `title`.
  public func duplicateList(_ title: String) async throws(StorageError) {
    guard let id = machine.shown.list else { return try await nameList(title) }
    try await runInOrder { () async throws(StorageError) in
      try await self.saveListCompletely()
      if let copy = try await self.shownArchive.duplicate(id, title: title) { try await self.loadList(copy) }
    }
    track(.calculationSaved)
  }

  public func deleteList(_ id: UserObject.ID) async throws(StorageError) {
    try await runInOrder { () async throws(StorageError) in
      try await self.saveListCompletely()
      try await self.shownArchive.delete(id)
      self.apply { $0.listDeleted(id) }
    }
  }

  public func restoreList(_ id: UserObject.ID) async throws(StorageError) {
    try await runInOrder { () async throws(StorageError) in
      try await self.shownArchive.restore(id)
      try await self.loadList(id)
    }
  }

  func runInOrder<Value: Sendable>(
    _ work: @escaping @MainActor () async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      inOrder { continuation.resume(returning: await Result { () async throws(StorageError) in try await work() }) }
    }
    return try result.get()
  }

  @discardableResult
  func loadList(_ id: UserObject.ID?, rates: Int = .max) async throws(StorageError) -> Bool {
    guard id != machine.shown.list else { return true }
    guard let id else {
      try await saveListCompletely()
      apply { $0.listClosed() }
      return true
    }
    guard let list = try await shownArchive.saved(id) else { return false }
    var opened = SavedList(list, await archive.open(list.record))
    opened.rates = rates
    // Don't add an `await` between this save and opening the list, because edits during that `await` would be lost.
    try await saveListCompletely()
    apply { $0.listOpened(opened) }
    await remember(id, await archive.record(machine.openList), as: list.version)
    track(.calculationReopened)
    return true
  }

  /// Stores the open list's version in the session. The next start compares this version with the saved list's version.
  private func remember(_ id: UserObject.ID, _ record: CalculationRecord, as version: Fingerprint?) async {
    guard machine.shown.list == id else { return }
    let name = SessionListVersion(id: id, content: record.fingerprint, version: version)
    try? await objects.database.saveSession(name.session)
  }

  /// Saves the open list. If the list changes during the save, saves it again.
  func saveListCompletely() async throws(StorageError) {
    var shown = machine.shown
    try await storeList()
    while shown != machine.shown {
      shown = machine.shown
      try await storeList()
    }
  }

  /// Saves the open list if it was edited. Also saves lists that the user closed before their edits were saved.
  func storeList() async throws(StorageError) {
    for (id, list, unsaved) in machine.leftLists + [machine.unsavedList].compactMap(\.self) {
      let record = await archive.record(list)
      guard let version = try await shownArchive.write(record, into: id, over: unsaved.version) else {
        if machine.shown.list == id || machine.isEdited(id) { try await follow(id, in: shownArchive.saved()) }
        continue
      }
      var saved = unsaved
      saved.version = version
      apply { $0.listSaved(id, as: saved) }
      await remember(id, record, as: version)
    }
  }

  func begin(with stored: SessionListVersion) async {
    guard stored.id == machine.shown.list else { return }
    let isEdited = await archive.record(machine.openList).fingerprint != stored.content
    apply {
      $0.listSaved(stored.id, as: OpenedList(content: isEdited ? nil : $0.shown.content, version: stored.version))
    }
  }

  func readLists() async {
    guard let lists = try? await shownArchive.saved() else { return }
    apply { $0.listsRead(lists.map { ListName(id: $0.id, title: $0.title) }) }
    // A disk error is ignored here, because the user's next action reports it.
    for id in machine.listsInSteps { try? await follow(id, in: lists) }
    await saveList()
  }

  private func follow(_ id: UserObject.ID, in lists: [SavedCalculation]) async throws(StorageError) {
    guard let list = lists.first(where: { $0.id == id }) else {
      if machine.isEdited(id), let title = try await shownArchive.lostTitle(of: id) {
        return try await saveAnew(id, lists.free(title))
      }
      if try await shownArchive.isGone(id) { apply { $0.listDeleted(id) } }
      return
    }
    guard machine.openedLists[id]?.version != list.version else { return }
    let stored = SavedList(list, await archive.open(list.record))
    guard machine.isEdited(id) else {
      apply { $0.listStored(stored) }
      return await remember(id, await archive.record(machine.openList), as: list.version)
    }
    // Another program changed the list too. That version becomes a new list. This program's version keeps the old id.
    try await shownArchive.save(title: lists.free(list.title), list.record)
    apply { $0.listSaved(id, as: OpenedList(version: list.version)) }
    try await storeList()
  }

  /// Saves an edited list as a new list, because the stored list was deleted or can't be read by this version of Kurs.
  private func saveAnew(_ id: UserObject.ID, _ title: String) async throws(StorageError) {
    let left = machine.shown.list == id ? nil : machine.openedLists[id]?.left
    let content = left == nil ? machine.shown.content : left?.content
    let record = await archive.record(left?.list ?? machine.openList)
    let new = try await shownArchive.save(title: title, record)
    let version = Fingerprint(CalculationRecordDocument.text(of: record))
    apply {
      $0.listSavedAsNew(
        id, as: ListName(id: new, title: title),
        OpenedList(content: content, version: version, rates: record.rates.count))
    }
    await remember(new, record, as: version)
  }

  /// Returns the open list as a file. Nil if the list is empty or has an unreadable line.
  public func listFile() async -> ListFile? {
    let (list, title) = (machine.currentAmounts, state.list?.title ?? "")
    let isWhole = list.calculation.lines.allSatisfy { (try? $0.content.get()) != nil }
    guard isWhole, !list.calculation.lines.isEmpty else { return nil }
    return ListFile(title: title, record: await archive.record(list))
  }

  /// Reads a file outside the main actor, because a disk may be slow. Then opens its text with `openFile(_:)`.
  @discardableResult
  public func openFile(at path: String) async throws(ListFileFailure) -> Bool {
    let read = await Task.detached { Result { () throws(ListFileFault) in try ListFile.text(of: path) } }.value
    let text: String
    do throws(ListFileFault) { text = try read.get() } catch { throw .fault(error) }
    return try await openFile(text)
  }

  /// Opens the text of a list file as a saved list or as the unnamed list. Handles any other text like `textReceived`.
  /// Returns whether this replaced a list that has a name or several lines.
  @discardableResult
  public func openFile(_ text: String) async throws(ListFileFailure) -> Bool {
    let (list, lines) = (state.list, state.lines.map(\.text))
    var replaced: Bool { (list != nil || lines.count > 1) && (state.list != list || state.lines.map(\.text) != lines) }
    guard ListFile.isListFile(text) else {
      send(.textReceived(text))
      return replaced
    }
    let file: ListFile
    do throws(ListFileFault) { file = try ListFile(text, catalogue: catalogue, kept: objects.clock()) } catch {
      throw .fault(error)
    }
    guard !file.title.isEmpty else {
      await open(file.record)
      return replaced
    }
    do throws(StorageError) {
      try await runInOrder { () async throws(StorageError) in try await self.importList(file) }
    } catch { throw .storage(error) }
    return replaced
  }

  private func importList(_ file: ListFile) async throws(StorageError) {
    try await saveListCompletely()
    let lists = try await shownArchive.saved()
    if let same = lists.first(where: { $0.title == file.title && $0.record.fingerprint == file.record.fingerprint }) {
      try await loadList(same.id)
      return
    }
    let calculation = await archive.open(file.record)
    var list = FinishedCalculation(
      calculation, result: file.record.result, targets: file.record.targets, rates: machine.rateCache.source)
    (list.fee, list.roundsCash) = (file.record.fee, file.record.isRoundedToCash)
    let record = await archive.record(list)
    // If the rates of other days are loaded later, the list is saved again with these rates.
    try await loadList(shownArchive.save(title: lists.free(file.title), record), rates: record.rates.count)
  }
}

extension [SavedCalculation] {
  func free(_ title: String) -> String {
    let titles = Set(map(\.title))
    guard titles.contains(title) else { return title }
    return (2...).lazy.map { "\(title) (\($0))" }.first { !titles.contains($0) } ?? title
  }
}

public enum ListFileFailure: Error, Hashable, Sendable {
  case fault(ListFileFault)
  case storage(StorageError)
}
