// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The chart behind its window: takes what a person does, gives back what to show.
public actor ChartWorkflow {
  public nonisolated let catalogue: CurrencyCatalogue
  private var machine: ChartMachine
  private let rates: RatesWorkflow
  private let person: PersonDatabase
  private let track: Track
  private var listeners = Listeners<ChartState>()
  private var following: Task<Void, Never>?
  private var saving: Task<Void, Never>?

  /// Opens a chart as it was last left, with what storage holds; touches no network.
  public static func open(
    _ subject: ChartSubject, provider: Provider, rates: RatesWorkflow, person: PersonDatabase,
    catalogue: CurrencyCatalogue, today: Day, track: @escaping Track = { _ in }
  ) async -> ChartWorkflow {
    // A chart that cannot remember is as useful as on the first day.
    let stored = (try? await person.session()) ?? [:]
    var session = stored[ChartSession.name(of: subject)].map { ChartSession(text: $0) } ?? ChartSession()
    let counters = subject.counters.count > 1 ? subject.counters : subject.counters + session.others
    let size = stored[ChartSession.sizeName]?.split(separator: "x").compactMap { Int($0) } ?? []
    var state = ChartState(
      subject: ChartSubject(base: subject.base, counters: counters) ?? subject, provider: provider,
      window: DaySpan(first: today.adding(months: -12), last: today))
    if size.count == 2, size[0] > 0, size[1] > 0 { state.size = WindowSize(width: size[0], height: size[1]) }
    var machine = ChartMachine(state: state)
    // Lines of different height only compare from a common start.
    if counters.count > 1, session == ChartSession() { session.options.isRebased = true }
    _ = machine.restored(session)
    let workflow = ChartWorkflow(machine: machine, rates: rates, person: person, catalogue: catalogue, track: track)
    track(.chartOpened(lines: .init(counters.count)))
    // Heard from before the reading: what arrives meanwhile would be missed.
    let updates = await rates.updates()
    await workflow.load(machine.state.subject)
    await workflow.follow(updates)
    return workflow
  }

  private init(
    machine: ChartMachine, rates: RatesWorkflow, person: PersonDatabase, catalogue: CurrencyCatalogue,
    track: @escaping Track
  ) {
    self.machine = machine
    self.rates = rates
    self.person = person
    self.catalogue = catalogue
    self.track = track
  }

  public var state: ChartState { machine.state }

  /// The state now and after each change; only the newest waits for a slow reader.
  public func states() -> AsyncStream<ChartState> {
    listeners.states(from: machine.state)
  }

  public func send(_ event: ChartEvent) async {
    if case .rangeChosen(let range) = event { track(.chartRangeChosen(range.stretch)) }
    let actions =
      switch event {
      case .subjectChosen(let subject): machine.subjectChosen(subject)
      case .rangeChosen(let range): machine.rangeChosen(range)
      case .optionsChosen(let options): machine.optionsChosen(options)
      case .windowChosen(let window): machine.windowChosen(window)
      case .zoomed(let permille, let day): machine.zoomed(permille: permille, around: day)
      case .panned(let days): machine.panned(days: days)
      case .reset: machine.reset()
      case .cursorMoved(let step): machine.cursorMoved(step)
      case .cursorPlaced(let day): machine.cursorPlaced(day)
      case .windowResized(let size): machine.windowResized(size)
      }
    publish()
    await carryOut(actions)
  }

  /// Waits until range and options are on disk, and ends the following of new rates.
  public func close() async {
    following?.cancel()
    listeners.finish()
    await saving?.value
  }
}

extension ChartWorkflow {
  private func follow(_ updates: AsyncStream<RatesUpdate>) {
    following = Task { [weak self] in
      for await update in updates { await self?.ratesUpdated(update) }
    }
  }

  private func ratesUpdated(_ update: RatesUpdate) async {
    let actions = machine.ratesUpdated(update)
    guard !actions.isEmpty else { return }
    await carryOut(actions)
  }

  private func carryOut(_ actions: [ChartMachine.Action]) async {
    for action in actions {
      switch action {
      case .load(let subject):
        await load(subject)
        publish()
      case .restore(let subject): await restore(subject)
      case .saveSession: saveSession()
      }
    }
  }

  private func load(_ subject: ChartSubject) async {
    do {
      let currencies = [subject.base] + subject.counters
      machine.providerFound(try await rates.provider(charting: currencies), for: subject)
      let sources = try await rates.chartSources(of: subject, provider: machine.state.provider.id)
      _ = machine.seriesLoaded(sources, of: subject)
    } catch {
      _ = machine.seriesFailed(error, of: subject)
    }
  }

  private func restore(_ subject: ChartSubject) async {
    await saving?.value
    let text = (try? await person.session())?[ChartSession.name(of: subject)]
    guard let text, subject == machine.state.subject else { return }
    _ = machine.restored(ChartSession(text: text))
  }

  /// One write follows the one before; what changes meanwhile goes with the next.
  private func saveSession() {
    let state = machine.state
    var values = [ChartSession.name(of: state.subject): ChartSession(state).text]
    if let size = state.size { values[ChartSession.sizeName] = "\(size.width)x\(size.height)" }
    saving = Task { [before = saving, person, values] in
      await before?.value
      try? await person.saveSession(values)
    }
  }

  private func publish() {
    listeners.tell(machine.state)
  }
}
