// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The calculator behind the window: takes what a person does, gives back what to show.
public actor CalculatorWorkflow {
  /// The currencies that are known, for their names and minor units.
  public nonisolated let catalogue: CurrencyCatalogue
  private var machine: CalculatorMachine
  nonisolated let rates: RatesWorkflow
  /// What the person chose; windows send it what they choose now.
  public nonisolated let settings: SettingsWorkflow
  let person: PersonDatabase
  nonisolated let amounts: AmountReader
  let clock: @Sendable () -> Timestamp
  nonisolated let track: Track
  private var listeners = Listeners<CalculatorState>()
  private var historians = Listeners<FinishedCalculation>()
  private var ownRateKeepers = Listeners<[OwnRate]>()
  private var resultKeepers = Listeners<ChosenResults>()
  private var following: Task<Void, Never>?
  private var obeying: Task<Void, Never>?
  private var saving: Task<Void, Never>?
  private var hasUnsaved = false

  /// Brings back the last session, or opens with the currencies of the person's country.
  public static func open(
    rates: RatesWorkflow, settings: SettingsWorkflow, person: PersonDatabase, inUse: RatesInUse,
    catalogue: CurrencyCatalogue, defaults: CalculatorDefaults, amounts: AmountReader, setAside: String?,
    track: @escaping Track = { _ in }, clock: @escaping @Sendable () -> Timestamp
  ) async -> CalculatorWorkflow {
    // Without its session the calculator is as useful as on the first day; the disk's fault shows elsewhere.
    let session = SessionValues((try? await person.session()) ?? [:])
    let today = clock().localDay
    var status = RatesStatus(provider: inUse.leading.provider, today: today)
    status.setAside = setAside
    var machine = CalculatorMachine(
      session: session, defaults: defaults, rates: status, catalogue: catalogue, amounts: amounts)
    let missing = machine.ratesLoaded(inUse.resolver, on: nil, awaiting: inUse.awaited, today: today)
    let workflow = CalculatorWorkflow(
      machine: machine, catalogue: catalogue, rates: rates, settings: settings, person: person,
      amounts: amounts, track: track, clock: clock)
    await workflow.follow(region: amounts.preferences.region)
    // A list with days of its own shows its other lines meanwhile.
    if !missing.isEmpty { Task { await workflow.carryOut(missing) } }
    return workflow
  }

  private init(
    machine: CalculatorMachine, catalogue: CurrencyCatalogue, rates: RatesWorkflow, settings: SettingsWorkflow,
    person: PersonDatabase, amounts: AmountReader, track: @escaping Track,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.machine = machine
    self.catalogue = catalogue
    self.rates = rates
    self.settings = settings
    self.person = person
    self.amounts = amounts
    self.track = track
    self.clock = clock
  }

  public var state: CalculatorState { machine.state }

  /// The list as it stands, with what it comes to; nil while it has no total.
  public var calculation: FinishedCalculation? { machine.finished }

  /// How a result was reckoned; nil while it has no value, and where several days' rates are in it.
  public func reckoning(to currency: Currency) -> Reckoning? { machine.reckoning(to: currency, now: clock()) }

  /// The state now and after each change; only the newest waits for a slow reader.
  public func states() -> AsyncStream<CalculatorState> {
    listeners.states(from: machine.state)
  }

  /// Each calculation that is finished from now on, for a history.
  public func finishedCalculations() -> AsyncStream<FinishedCalculation> {
    historians.events()
  }

  /// The person's own rates after each change made here.
  public func ownRateChanges() -> AsyncStream<[OwnRate]> {
    ownRateKeepers.events()
  }

  /// What the person converts to, beside what of it was kept last.
  public var chosenResults: ChosenResults {
    ChosenResults(currencies: machine.sheet.chosen, kept: machine.keptResults)
  }

  /// The same now and after each choice made here; only the newest waits for a slow reader.
  public func resultChoices() -> AsyncStream<ChosenResults> {
    resultKeepers.states(from: chosenResults)
  }

  public func send(_ event: CalculatorEvent) async {
    let actions = machine.send(event)
    publish()
    await carryOut(actions)
  }

  /// Waits until all that was typed is on disk; windows call it before they close.
  public func flush() async {
    await saving?.value
  }
}

extension CalculatorWorkflow {
  private func follow(region: String?) async {
    obeying = followSettings(region: region)
    let updates = await rates.updates()
    following = Task { [weak self] in
      for await update in updates { await self?.ratesUpdated(update) }
    }
  }

  private func ratesUpdated(_ update: RatesUpdate) async {
    let actions = machine.ratesUpdated(update)
    publish()
    await carryOut(actions)
  }

  private func carryOut(_ actions: [CalculatorMachine.Action]) async {
    for action in actions {
      switch action {
      case .loadRates(let day): await loadRates(on: day)
      case .loadTrend(let key): Task { await loadTrend(key) }
      case .loadDoubts: Task { await loadDoubts() }
      case .decide(let id, let isAccepted): await decide(id, accepted: isAccepted)
      case .saveSession: saveSession()
      case .keepOwnRates(let rates): ownRateKeepers.tell(rates)
      case .shareResults: resultKeepers.tell(chosenResults)
      case .keepInHistory: keepInHistory()
      }
    }
  }

  private func loadRates(on day: Day?) async {
    let more: [CalculatorMachine.Action]
    do {
      let inUse = try await rates.ratesInUse(on: day)
      more = machine.ratesLoaded(inUse.resolver, on: day, awaiting: inUse.awaited, today: clock().localDay)
    } catch {
      more = machine.ratesFailed(error, on: day)
    }
    publish()
    await carryOut(more)
  }

  private func loadTrend(_ key: Trend.Key) async {
    guard let last = key.day ?? machine.state.rates.newest else { return }
    // What cannot be followed has no trend; the result says itself why it has no rate.
    let provider = try? await rates.provider(charting: [key.from, key.to]).id
    let series = try? await rates.series(
      of: provider ?? machine.state.rates.provider.id, from: key.from, to: key.to, between: last - Trend.reach,
      and: last)
    let more = machine.trendLoaded(Trend((series?.points ?? []).map(\.rate)), for: key)
    publish()
    await carryOut(more)
  }

  private func loadDoubts() async {
    // What cannot be read is said where the rates are.
    guard let doubts = try? await rates.doubts(), doubts != machine.state.doubts else { return }
    machine.doubtsLoaded(doubts)
    publish()
  }

  private func decide(_ id: Int64, accepted: Bool) async {
    do throws(RatesFailure) {
      _ = try await accepted ? rates.acceptQuarantined(id) : rates.dropQuarantined(id)
    } catch {
      machine.state.rates.failure = error
      publish()
    }
  }

  private func keepInHistory() {
    guard !historians.isEmpty, let calculation = machine.finished else { return }
    historians.tell(calculation)
    track(.calculated(lines: .init(calculation.calculation.lines.count), results: .init(calculation.results.count)))
  }

  /// One write at a time; what changes meanwhile goes with the next.
  private func saveSession() {
    guard !hasUnsaved else { return }
    hasUnsaved = true
    saving = Task { [before = saving, person] in
      await before?.value
      // A session that cannot be saved must not stop the calculation; opening the file reports such a disk.
      try? await person.saveSession(takeUnsaved())
    }
  }

  private func takeUnsaved() -> [String: String] {
    hasUnsaved = false
    return machine.sessionValues.values
  }

  private func publish() {
    listeners.tell(machine.state)
  }
}
