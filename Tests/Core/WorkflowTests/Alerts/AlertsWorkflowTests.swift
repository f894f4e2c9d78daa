// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

/// Tests alerts at real rates: 1 EUR was 1.1172 USD on 30 October 2026.
@Suite struct AlertsWorkflowTests {
  @MainActor
  private final class Desk {
    var told: [String] = []
    var timer: [Bool] = []
    var canNotify = true

    var desktop: AlertsWorkflow.Desktop {
      AlertsWorkflow.Desktop(
        canNotify: { await self.canNotify }, notify: { alert, point in self.told.append("\(alert.to) \(point.day)") },
        switchTimer: { isOn in await self.switched(isOn) })
    }

    private func switched(_ isOn: Bool) -> AlertWatch {
      timer.append(isOn)
      return .refused
    }
  }

  private func objects(_ folder: TemporaryFolder) throws -> UserObjects {
    UserObjects(database: try UserDatabase(path: folder.path + "/person.sqlite"), clock: { evening })
  }

  private func alert(_ condition: RateAlert.Condition) throws -> RateAlert {
    try #require(RateAlert(from: .eur, to: .usd, condition))
  }

  /// Waits until the condition is true, for about five seconds at most.
  @MainActor
  private func settle(_ alerts: AlertsWorkflow, until isSo: () -> Bool) async throws {
    for _ in 0..<500 where !isSo() {
      await alerts.flush()
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @MainActor
  @Test("an alert whose condition is met notifies once") func anAlertWhoseConditionIsMetNotifiesOnce() async throws {
    let (folder, desk) = (TemporaryFolder(), Desk())
    let objects = try objects(folder)
    let alerts = await AlertsWorkflow.open(objects, rates: try await shippedHistory().rates, desktop: desk.desktop)
    alerts.send(.set(try alert(.above(number("1.1")))))
    alerts.send(.set(try alert(.above(number("9")))))
    try await settle(alerts) { !desk.told.isEmpty }
    #expect(desk.told == ["USD 2026-10-30"])
    alerts.readSoon()
    await alerts.flush()
    #expect(desk.told.count == 1)
    #expect(alerts.state.alerts.map(\.isWaiting).filter { $0 }.count == 1)
    #expect(alerts.state.watch == .refused)
    #expect(desk.timer == [true])
  }

  @MainActor
  @Test("an alert waits until a notification can be shown")
  func anAlertWaitsUntilANotificationCanBeShown() async throws {
    let (folder, desk) = (TemporaryFolder(), Desk())
    desk.canNotify = false
    let alerts = await AlertsWorkflow.open(
      try objects(folder), rates: try await shippedHistory().rates, desktop: desk.desktop)
    alerts.send(.set(try alert(.above(number("1.1")))))
    try await settle(alerts) { alerts.state.watch != nil }
    #expect(desk.told == [] && alerts.state.alerts.map(\.isWaiting) == [true])
    desk.canNotify = true
    alerts.readSoon()
    try await settle(alerts) { !desk.told.isEmpty }
    #expect(desk.told.count == 1)
  }

  @MainActor
  @Test("of two processes, only one notifies about an alert")
  func ofTwoProcessesOnlyOneNotifiesAboutAnAlert() async throws {
    let folder = TemporaryFolder()
    let objects = try objects(folder)
    let alert = try alert(.above(number("1.1")))
    try await objects.set(alert)
    #expect(try await objects.claimNotification(alert, on: day("2026-10-30")))
    #expect(try await !objects.claimNotification(alert, on: day("2026-10-30")))
    #expect(try await objects.alerts().map(\.alert.state) == [.notified(day("2026-10-30"))])
  }

  @MainActor
  @Test("a deleted alert can be set again unchanged") func aDeletedAlertCanBeSetAgainUnchanged() async throws {
    let (folder, desk) = (TemporaryFolder(), Desk())
    let objects = try objects(folder)
    let alerts = await AlertsWorkflow.open(objects, rates: try await shippedHistory().rates, desktop: desk.desktop)
    let far = try alert(.low(days: 3660))
    alerts.send(.set(far))
    alerts.send(.removed(far.id))
    await alerts.flush()
    #expect(try await objects.alerts().isEmpty)
    alerts.send(.set(far))
    await alerts.flush()
    #expect(try await objects.alerts().map(\.alert) == [far])
  }
}
