// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
import KursStorage

@MainActor
public final class AlertsWorkflow: Store {
  public struct Desktop: Sendable {
    var canNotify: @Sendable () async -> Bool
    var notify: @MainActor @Sendable (RateAlert, RateSeries.Point) -> Void
    var switchTimer: @Sendable (Bool) async -> AlertWatch

    public init(
      canNotify: @escaping @Sendable () async -> Bool,
      notify: @escaping @MainActor @Sendable (RateAlert, RateSeries.Point) -> Void,
      switchTimer: @escaping @Sendable (Bool) async -> AlertWatch
    ) {
      (self.canNotify, self.notify, self.switchTimer) = (canNotify, notify, switchTimer)
    }
  }

  var machine = AlertsMachine()
  private let objects: UserObjects
  private let rates: RatesWorkflow
  private let desktop: Desktop
  /// Receives each new state before `send` returns.
  public var onChange: (@MainActor (AlertsState) -> Void)?
  private let work = OrderedWork()
  private var following: [Task<Void, Never>] = []

  static func open(_ objects: UserObjects, rates: RatesWorkflow, desktop: Desktop) async -> AlertsWorkflow {
    let workflow = AlertsWorkflow(objects, rates: rates, desktop: desktop)
    // The subscriptions begin before the read, so that no change is missed.
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
    apply { $0.send(event) }
  }

  public func flush() async { await work.finish() }

  private func follow(_ changes: AsyncStream<UserChange>, _ updates: AsyncStream<RatesUpdate>) {
    following = [
      Task { [weak self] in
        for await change in changes where change == .objects(.alert) { self?.readSoon() }
      },
      Task { [weak self] in for await update in updates { self?.apply { $0.ratesUpdated(update) } } },
    ]
  }

  func carryOut(_ action: AlertsMachine.Action) {
    switch action {
    case .save(let alert): work.add { await self.change { try await $0.set(alert) } }
    case .delete(let id): work.add { await self.change { try await $0.removeAlert(id) } }
    case .check: work.add { await self.check() }
    case .switchTimer(let isOn):
      work.add {
        let watch = await self.desktop.switchTimer(isOn)
        if isOn { self.apply { $0.timerAnswered(watch) } }
      }
    }
  }

  /// Reads the alerts again, because kurs-cli may have changed the alerts without notifying this program.
  public func readSoon() { work.add { await self.read() } }

  private func read() async {
    do throws(StorageError) {
      let alerts = try await objects.alerts().map(\.alert)
      apply { $0.read(alerts) }
    } catch {
      apply { $0.failed(error) }
    }
  }

  private func change(_ body: (UserObjects) async throws -> Void) async {
    do {
      try await body(objects)
    } catch {
      guard let error = error as? StorageError else { return }
      apply { $0.failed(error) }
    }
  }

  private func check() async {
    // If the desktop can't show notifications, no alert is checked, so the alerts keep waiting.
    let waiting = machine.state.alerts.filter(\.isWaiting)
    guard !waiting.isEmpty, await desktop.canNotify() else { return }
    for alert in waiting {
      // An alert whose currency has no rate must not stop the other alerts.
      guard let series = try? await rates.series(of: alert), let point = alert.met(by: series.points),
        (try? await objects.claimNotification(alert, on: point.day)) == true
      else { continue }
      desktop.notify(alert, point)
    }
  }
}

extension RatesWorkflow {
  /// Returns the rates that an alert is checked with. `order`: the providers to use, or nil for the enabled providers.
  public func series(of alert: RateAlert, by order: [ProviderID]? = nil) async throws(RatesFailure) -> RateSeries {
    let provider = try await provider(charting: [alert.from, alert.to], of: order)
    // On a first run, only two days of rates may be stored. Their maximum means nothing, so the history is imported.
    if alert.days > 0 || provider.id == importer.bundle?.provider { try await importer.importHistory() }
    let newest = try await table(of: provider.id, on: nil).newest
    let first = max(provider.firstDay, newest - alert.days - provider.carryLimit)
    return try await series(of: provider.id, from: alert.from, to: alert.to, between: first, and: newest)
  }
}

extension CalculatorWorkflow {
  public func alerts(_ desktop: AlertsWorkflow.Desktop) async -> AlertsWorkflow {
    await AlertsWorkflow.open(objects, rates: rates, desktop: desktop)
  }

  public func newestRate(from: Currency, to: Currency) -> Rational? {
    (try? machine.rateCache[nil]?.route(from: from, to: to))?.value
  }
}
