// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct AlertsMachineTests {
  private let alert = RateAlert(from: .eur, to: .usd, .above(number("1.2")))!

  private func machine(_ alerts: RateAlert...) -> AlertsMachine {
    var machine = AlertsMachine()
    _ = machine.read(alerts)
    return machine
  }

  @Test("the alert timer runs while at least one alert exists")
  func theAlertTimerRunsWhileAtLeastOneAlertExists() {
    var machine = AlertsMachine()
    #expect(machine.read([]) == [])
    #expect(machine.send(.set(alert)) == [.save(alert)])
    #expect(machine.read([alert]) == [.switchTimer(true), .check])
    #expect(machine.read([alert]) == [.check])
    #expect(machine.send(.removed(alert.id)) == [.delete(alert.id)])
    #expect(machine.read([]) == [.switchTimer(false)])
  }

  @Test("an alert that is set twice is listed once") func anAlertThatIsSetTwiceIsListedOnce() {
    var machine = machine()
    _ = machine.send(.set(alert))
    _ = machine.send(.set(alert))
    #expect(machine.state.alerts == [alert])
  }

  @Test("a paused alert isn't checked, and a resumed alert can notify again")
  func aPausedAlertIsntCheckedAndAResumedAlertCanNotifyAgain() {
    var machine = machine(alert)
    _ = machine.send(.paused(alert.id))
    #expect(machine.state.alerts.map(\.state) == [.paused(after: nil)])
    #expect(machine.ratesUpdated(.orderChanged) == [])
    _ = machine.send(.resumed(alert.id))
    #expect(machine.state.alerts.map(\.state) == [.waiting(after: nil)])
    #expect(machine.ratesUpdated(.newest(provider: .ecb, day("2026-10-30"))) == [.check])
    var told = alert
    told.state = .notified(day("2026-10-30"))
    _ = machine.read([told])
    _ = machine.send(.resumed(alert.id))
    #expect(machine.state.alerts.map(\.state) == [.waiting(after: day("2026-10-30"))])
  }

  @Test("a deleted alert cannot be changed") func aDeletedAlertCannotBeChanged() {
    var machine = machine()
    #expect(machine.send(.paused(alert.id)) == [])
    #expect(machine.state.alerts == [])
  }
}
