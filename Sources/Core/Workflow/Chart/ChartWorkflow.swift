// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

@MainActor
public final class ChartWorkflow: Store {
  public let catalogue: CurrencyCatalogue
  var machine: ChartMachine
  private let rates: RatesWorkflow
  private let user: UserDatabase
  private let track: Track
  public var onChange: (@MainActor (ChartState) -> Void)?
  private var following: Task<Void, Never>?
  private let loads = OrderedWork()
  private let saves = OrderedWork()

  public static func open(
    _ subject: ChartSubject, provider: Provider, rates: RatesWorkflow, user: UserDatabase,
    catalogue: CurrencyCatalogue, today: Day, track: @escaping Track = { _ in }
  ) async -> ChartWorkflow {
    let stored = (try? await user.session()) ?? [:]
    var session = stored[ChartSession.name(of: subject)].map { ChartSession(text: $0) } ?? ChartSession()
    var state = ChartState(
      subject: subject, provider: provider,
      window: DaySpan(first: today.adding(months: -12), last: today))
    state.size = stored[ChartSession.sizeName].flatMap { WindowSize(text: $0) }
    var machine = ChartMachine(state: state)
    if subject.isComparison { session.options.isRebased = true }
    _ = machine.restored(session)
    let workflow = ChartWorkflow(machine: machine, rates: rates, user: user, catalogue: catalogue, track: track)
    track(.chartOpened(lines: .init(subject.counters.count)))
    // The subscription begins before the rates are read, so that no change is missed.
    let updates = await rates.updates()
    await workflow.load(machine.state.subject)
    workflow.follow(updates)
    return workflow
  }

  private init(
    machine: ChartMachine, rates: RatesWorkflow, user: UserDatabase, catalogue: CurrencyCatalogue,
    track: @escaping Track
  ) {
    self.machine = machine
    self.rates = rates
    self.user = user
    self.catalogue = catalogue
    self.track = track
  }

  public var state: ChartState { machine.state }

  public func send(_ event: ChartEvent) {
    if case .rangeChosen(let range) = event { track(.chartRangeChosen(range.stretch)) }
    apply { $0.send(event) }
  }

  /// Ignores new rates from now on, and waits until range and options are on disk.
  public func close() async {
    following?.cancel()
    onChange = nil
    await saves.finish()
  }

  private func follow(_ updates: AsyncStream<RatesUpdate>) {
    following = Task { [weak self] in
      for await update in updates { self?.ratesUpdated(update) }
    }
  }

  /// Loads new rates. Observers are notified only after the load, because a long history arrives in many pieces.
  private func ratesUpdated(_ update: RatesUpdate) {
    for action in machine.ratesUpdated(update) { carryOut(action) }
  }

  /// Runs an action. Loads run in order, so that a pair's stored options are read before its rates.
  func carryOut(_ action: ChartMachine.Action) {
    switch action {
    case .load(let subject): loads.add { await self.load(subject) }
    case .restore(let subject): loads.add { await self.restore(subject) }
    case .saveSession: saveSession()
    case .loadAverages(let period, let span): loads.add { await self.loadAverages(period, span) }
    }
  }

  private func load(_ subject: ChartSubject) async {
    guard subject == machine.state.subject else { return }
    do {
      machine.providerFound(try await rates.provider(charting: [subject.base] + subject.counters), for: subject)
      let sources = try await ChartLoader(rates).sources(of: subject, provider: machine.state.provider.id)
      apply { $0.seriesLoaded(sources, of: subject) }
    } catch {
      apply { $0.seriesFailed(error, of: subject) }
    }
  }

  private func loadAverages(_ period: AveragePeriod, _ span: DaySpan) async {
    let state = machine.state
    guard period == state.averagePeriod, span == state.window else { return }
    var lines: [[Average]] = []
    for counter in state.subject.counters {
      let averages = try? await rates.averages(
        of: state.provider.id, from: state.subject.base, to: counter, in: period.parts(of: span))
      lines.append(averages ?? [])
    }
    apply { $0.averagesLoaded(lines, of: period, in: span, for: state.subject) }
  }

  private func restore(_ subject: ChartSubject) async {
    await saves.finish()
    let text = (try? await user.session())?[ChartSession.name(of: subject)]
    guard machine.isRestoring, subject.pair == machine.state.subject.pair else { return }
    var remembered = text.map { ChartSession(text: $0) }
    if subject.isComparison { remembered?.options.isRebased = true }
    _ = machine.restored(remembered)
  }

  private func saveSession() {
    let state = machine.state
    var values: [String: String] = [:]
    // A pair's stored options must not be overwritten before they are read.
    if !machine.isRestoring { values[ChartSession.name(of: state.subject)] = machine.session.text }
    if let size = state.size { values[ChartSession.sizeName] = size.text }
    saves.add { [user, values] in try? await user.saveSession(values) }
  }
}

public struct ChartLoader: Sendable {
  private let rates: RatesWorkflow

  public init(_ rates: RatesWorkflow) { self.rates = rates }

  public func chart(
    of subject: ChartSubject, provider: Provider, options: ChartOptions, range: ChartRange, today: Day
  ) async throws(RatesFailure) -> ChartState {
    var machine = ChartMachine(
      state: ChartState(
        subject: subject, provider: provider, options: options, range: range,
        window: DaySpan(first: today, last: today)))
    _ = machine.seriesLoaded(try await sources(of: subject, provider: provider.id), of: subject)
    return machine.state
  }

  func sources(of subject: ChartSubject, provider id: ProviderID) async throws(RatesFailure) -> [ChartSource] {
    let newest = try await rates.table(of: id, on: nil).newest
    var sources: [ChartSource] = []
    for counter in subject.counters {
      sources.append(try await source(from: subject.base, to: counter, provider: id, newest: newest))
    }
    return sources
  }

  private func source(
    from base: Currency, to counter: Currency, provider id: ProviderID, newest: Day
  ) async throws(RatesFailure) -> ChartSource {
    let provider = try await rates.provider(id)
    let series = try await rates.series(of: id, from: base, to: counter, between: provider.firstDay, and: newest)
    guard let last = series.points.last?.day else {
      throw .rate(.missing(counter, provider: id, day: newest, lastSeen: nil))
    }
    var source = ChartSource(
      currency: counter, days: series.points.map(\.day), rates: series.points.map(\.rate))
    let weights = series.points.map(\.weight)
    if weights.contains(where: { $0 != .one }) { source.weights = weights }
    if series.lawStart < series.points.count { source.lawStart = series.lawStart }
    let observed = series.lawStart > 0 ? series.points[series.lawStart - 1].day : last
    source.laws = laws(of: [base, counter], provider, from: series.points[0].day, to: last)
    source.sources = await rates.sources(of: series, at: id)
    source.peg = [counter, base].compactMap { rates.catalogue.peg(of: $0, on: last) }.first
    guard newest - observed > provider.carryLimit else { return source }
    let ended = [base, counter].compactMap { rates.catalogue[$0]?.until }.filter {
      $0 >= observed - provider.carryLimit
    }.min()
    source.end = ended.map { .discontinued(last: $0) } ?? .suspended(last: observed)
    return source
  }

  private func laws(of pair: [Currency], _ provider: Provider, from first: Day, to last: Day) -> [LegalRate] {
    Set(pair.flatMap { rates.catalogue.laws(touching: $0, home: provider.home) })
      .filter { $0.kind == .redenomination && first < $0.from && $0.from <= last }
      .sorted { $0.from < $1.from }
  }
}
