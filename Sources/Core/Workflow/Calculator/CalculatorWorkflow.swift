// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The calculator behind the window: takes what a person does, gives back what to show.
public actor CalculatorWorkflow {
  /// The currencies that are known, for their names and minor units.
  public nonisolated let catalogue: CurrencyCatalogue
  private var machine: CalculatorMachine
  let rates: RatesWorkflow
  let person: PersonDatabase
  private let provider: ProviderID
  let clock: @Sendable () -> Timestamp
  private var listeners: [AsyncStream<CalculatorState>.Continuation] = []
  private var following: Task<Void, Never>?
  private var saving: Task<Void, Never>?

  /// Brings back the last session, or opens with the currencies of the person's country.
  public static func open(
    rates: RatesWorkflow, person: PersonDatabase, table: RateTable, catalogue: CurrencyCatalogue,
    defaults: CalculatorDefaults, amounts: AmountReader, setAside: String?,
    clock: @escaping @Sendable () -> Timestamp
  ) async -> CalculatorWorkflow {
    // Without its session the calculator is as useful as on the first day; the disk's fault shows elsewhere.
    let session = SessionValues((try? await person.session()) ?? [:])
    let today = clock().day
    var state = CalculatorState(
      typed: session.typed ?? amounts.write(defaults.amount, 0), amount: session.amount,
      source: session.source ?? defaults.source,
      results: (session.results ?? defaults.results).map { CalculatorResult(currency: $0) },
      rates: RatesStatus(provider: table.provider, today: today), window: session.window)
    state.rates.setAside = setAside
    var machine = CalculatorMachine(state: state, catalogue: catalogue, reader: amounts)
    _ = machine.tableLoaded(table, today: today)
    let workflow = CalculatorWorkflow(
      machine: machine, catalogue: catalogue, rates: rates, person: person, provider: table.provider.id,
      clock: clock)
    await workflow.follow()
    return workflow
  }

  private init(
    machine: CalculatorMachine, catalogue: CurrencyCatalogue, rates: RatesWorkflow, person: PersonDatabase,
    provider: ProviderID, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.machine = machine
    self.catalogue = catalogue
    self.rates = rates
    self.person = person
    self.provider = provider
    self.clock = clock
  }

  public var state: CalculatorState { machine.state }

  /// The state now and after each change; only the newest waits for a slow reader.
  public func states() -> AsyncStream<CalculatorState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CalculatorState.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(machine.state)
    listeners.append(continuation)
    return stream
  }

  public func send(_ event: CalculatorEvent) async {
    let actions =
      switch event {
      case .amountTyped(let text): machine.amountTyped(text)
      case .equalsPressed: machine.equalsPressed()
      case .sourceChosen(let currency): machine.sourceChosen(currency)
      case .resultAdded(let currency): machine.resultAdded(currency)
      case .resultRemoved(let index): machine.resultRemoved(at: index)
      case .resultChosen(let index, let currency): machine.resultChosen(at: index, currency)
      case .resultMoved(let index, let target): machine.resultMoved(from: index, to: target)
      case .swapped(let index): machine.swapped(at: index)
      case .dayChosen(let day): machine.dayChosen(day)
      case .windowResized(let size): machine.windowResized(size)
      case .networkChanged(let isOnline): machine.networkChanged(isOnline: isOnline)
      case .setAsideDismissed: machine.setAsideDismissed()
      default: [CalculatorMachine.Action]()
      }
    publish()
    await carryOut(actions)
  }

  private func follow() async {
    let updates = await rates.updates()
    following = Task { [weak self] in
      for await update in updates { await self?.ratesUpdated(update) }
    }
  }

  /// Waits until all that was typed is on disk; windows call it before they close.
  public func flush() async {
    await saving?.value
  }

  private func ratesUpdated(_ update: RatesUpdate) async {
    let actions = machine.ratesUpdated(update)
    publish()
    await carryOut(actions)
  }

  private func carryOut(_ actions: [CalculatorMachine.Action]) async {
    for action in actions {
      switch action {
      case .loadTable(let day): await loadTable(on: day)
      case .saveSession: saveSession()
      }
    }
  }

  private func loadTable(on day: Day?) async {
    do {
      let table = try await rates.table(of: provider, on: day)
      guard machine.state.day == day else { return }
      _ = machine.tableLoaded(table, today: clock().day)
    } catch {
      _ = machine.tableFailed(error)
    }
    publish()
  }

  /// One write follows the one before; what changes meanwhile goes with the next.
  private func saveSession() {
    let (before, values) = (saving, SessionValues(machine.state).values)
    saving = Task { [person] in
      await before?.value
      // A session that cannot be saved must not stop the calculation; opening the file reports such a disk.
      try? await person.saveSession(values)
    }
  }

  private func publish() {
    for listener in listeners { listener.yield(machine.state) }
  }
}
