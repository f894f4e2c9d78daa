// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
import KursStorage

/// The person's alerts behind the windows: set, paused and deleted there, and told of as soon as new rates are in.
@MainActor
public final class AlertsWorkflow: Store {
  /// The desktop's part in alerts.
  public struct Desktop: Sendable {
    /// Whether somebody shows notifications.
    var isHeard: @Sendable () async -> Bool
    var tell: @MainActor @Sendable (RateAlert, RateSeries.Point) -> Void
    /// Has the session look at alerts while no window is open, or no more; who does so then.
    var switchTimer: @Sendable (Bool) async -> AlertWatch

    public init(
      isHeard: @escaping @Sendable () async -> Bool,
      tell: @escaping @MainActor @Sendable (RateAlert, RateSeries.Point) -> Void,
      switchTimer: @escaping @Sendable (Bool) async -> AlertWatch
    ) {
      (self.isHeard, self.tell, self.switchTimer) = (isHeard, tell, switchTimer)
    }
  }

  var machine = AlertsMachine()
  private let objects: UserObjects
  private let rates: RatesWorkflow
  private let desktop: Desktop
  /// Gets each new state, in the turn that made it.
  public var onChange: (@MainActor (AlertsState) -> Void)?
  private let work = OrderedWork()
  private var following: [Task<Void, Never>] = []

  /// Reads them, and follows what other windows and programs make of them and of the rates.
  static func open(_ objects: UserObjects, rates: RatesWorkflow, desktop: Desktop) async -> AlertsWorkflow {
    let workflow = AlertsWorkflow(objects, rates: rates, desktop: desktop)
    // Heard from before the reading: what arrives meanwhile would be missed.
    let (changes, updates) = (await objects.changes(), await rates.updates())
    await workflow.read()
    workflow.follow(changes, updates)
    return workflow
  }

  private init(_ objects: UserObjects, rates: RatesWorkflow, desktop: Desktop) {
    (self.objects, self.rates, self.desktop) = (objects, rates, desktop)
  }

  deinit { for task in following { task.cancel() } }

  public var state: AlertsState { machine.state }

  public func send(_ event: AlertsEvent) {
    take { $0.send(event) }
  }

  /// Waits until what was asked for is on disk.
  public func flush() async { await work.finish() }

  private func follow(_ changes: AsyncStream<UserChange>, _ updates: AsyncStream<RatesUpdate>) {
    following = [
      Task { [weak self] in
        for await change in changes where change == .objects(.alert) { self?.readSoon() }
      },
      Task { [weak self] in for await update in updates { self?.take { $0.ratesUpdated(update) } } },
    ]
  }
}

extension AlertsWorkflow {
  func carryOut(_ action: AlertsMachine.Action) {
    switch action {
    case .keep(let alert): work.add { await self.change { try await $0.set(alert) } }
    case .delete(let id): work.add { await self.change { try await $0.removeAlert(id) } }
    case .check: work.add { await self.check() }
    case .switchTimer(let isOn):
      work.add {
        let watch = await self.desktop.switchTimer(isOn)
        if isOn { self.take { $0.timerAnswered(watch) } }
      }
    }
  }

  /// The program in the terminal changes them too, and no word of that comes here.
  public func readSoon() { work.add { await self.read() } }

  private func read() async {
    do throws(StorageError) {
      let alerts = try await objects.alerts().map(\.alert)
      take { $0.read(alerts) }
    } catch {
      take { $0.failed(error) }
    }
  }

  private func change(_ body: (UserObjects) async throws -> Void) async {
    do {
      try await body(objects)
    } catch {
      guard let error = error as? StorageError else { return }
      take { $0.failed(error) }
    }
  }

  private func check() async {
    // Without anybody who shows it the alert waits on.
    let waiting = machine.state.alerts.filter(\.isWaiting)
    guard !waiting.isEmpty, await desktop.isHeard() else { return }
    for alert in waiting {
      // A currency without a rate keeps no other alert from being looked at.
      guard let series = try? await series(of: alert), let point = alert.met(by: series.points),
        (try? await objects.claim(alert, toldOf: point.day)) == true
      else { continue }
      desktop.tell(alert, point)
    }
  }

  private func series(of alert: RateAlert) async throws -> RateSeries {
    let provider = try await rates.provider(charting: [alert.from, alert.to])
    // On a first day the history may still be on its way, and a new high of two days is none.
    if alert.days > 0 { try await rates.importHistory() }
    let newest = try await rates.table(of: provider.id, on: nil).newest
    let first = max(provider.firstDay, newest - alert.days - provider.carryLimit)
    return try await rates.series(of: provider.id, from: alert.from, to: alert.to, between: first, and: newest)
  }
}

extension CalculatorWorkflow {
  /// The person's alerts, at the rates that the calculator converts with.
  public func alerts(_ desktop: AlertsWorkflow.Desktop) async -> AlertsWorkflow {
    await AlertsWorkflow.open(objects, rates: rates, desktop: desktop)
  }

  /// The newest rate of a pair; nil where there is none.
  public func newestRate(from: Currency, to: Currency) -> Rational? {
    (try? machine.book[nil]?.route(from: from, to: to))?.value
  }
}
