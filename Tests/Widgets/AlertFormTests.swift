// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// The alert form and the list of alerts in the settings, without GTK.
final class AlertFormTests: ViewStateCase {
  private func form(height: String? = nil) -> AlertForm {
    AlertForm(
      from: .eur, to: .usd, newest: Rational(text: "1.1172"), height: height.flatMap { Rational(text: $0) }, words)
  }

  func testARateBelowTheNewestRateGivesAFallingAlert() {
    XCTAssertEqual(form(height: "1.05").kind, .below)
    XCTAssertEqual(form(height: "1.2").kind, .above)
    XCTAssertEqual(form(height: "1.2").number, "1.2")
    XCTAssertEqual(form().number, "")
    XCTAssertEqual(form().now(words), "Now: 1 EUR = 1.1172 USD")
  }

  func testEachKindInTheAlertFormCreatesAnAlertWithThatCondition() throws {
    let two = try XCTUnwrap(Rational(text: "2"))
    let wanted: [(AlertForm.Kind, RateAlert.Condition)] = [
      (.above, .above(two)), (.below, .below(two)), (.changed, .changed(percent: two, days: 30)),
      (.high, .high(days: 30)), (.low, .low(days: 30)),
    ]
    XCTAssertEqual(wanted.map(\.0), AlertForm.Kind.allCases)
    for (kind, condition) in wanted {
      var form = form()
      form.kind = kind
      XCTAssertEqual(form.alert(two)?.condition, condition)
      XCTAssertEqual(form.alert(nil) == nil, form.hasNumber)
      XCTAssertEqual(form.hasPeriod, [.changed, .high, .low].contains(kind))
    }
    XCTAssertNil(form().alert(Rational(0)))
    XCTAssertEqual(AlertForm.periods.count, AlertForm.periodWords.count)
    XCTAssertTrue(AlertForm.periods.allSatisfy(RateAlert.periods.contains))
  }

  func testAnAlertIsListedWithItsState() throws {
    let states: [(RateAlert.State, String, Bool)] = [
      (.waiting(after: nil), "Waiting", true),
      (.waiting(after: day), "Waiting for a rate dated after 30 October 2026", true),
      (.paused(after: nil), "Paused", false),
      (.notified(day), "You were notified about the rate of 30 October 2026", false),
    ]
    for (state, detail, isWaiting) in states {
      var alerts = AlertsState()
      alerts.alerts = [try XCTUnwrap(RateAlert(from: .eur, to: .usd, .high(days: 30), state))]
      let row = try XCTUnwrap(AlertsViewState(alerts, words).rows.first)
      XCTAssertEqual(row.sentence, "EUR/USD is at its highest in 30 days")
      XCTAssertEqual(row.detail, detail)
      XCTAssertEqual(row.isWaiting, isWaiting)
    }
  }

  func testTheListOfAlertsShowsWhenAlertsAreChecked() {
    var alerts = AlertsState()
    let unknown = AlertsViewState(alerts, words).description
    let said = [AlertWatch.session, .whileOpen, .refused].map { watch in
      alerts.watch = watch
      return AlertsViewState(alerts, words).description
    }
    XCTAssertEqual(Set(said).count, 3)
    // Until Kurs knows how alerts are checked, the list shows a different text.
    XCTAssertFalse(said.contains(unknown))
    XCTAssertTrue(said[2].contains("your desktop's settings"))
  }

  func testTheChartHasALineForEachActiveAlertOfItsCurrencies() throws {
    let rate = try XCTUnwrap(Rational(text: "1.2"))
    var alerts = AlertsState()
    alerts.alerts = [
      try XCTUnwrap(RateAlert(from: .eur, to: .usd, .above(rate))),
      try XCTUnwrap(RateAlert(from: .eur, to: .usd, .below(rate), .paused(after: nil))),
      try XCTUnwrap(RateAlert(from: .usd, to: .eur, .above(rate))),
      try XCTUnwrap(RateAlert(from: .eur, to: .usd, .high(days: 7))),
    ]
    XCTAssertEqual(alerts.heights(of: try XCTUnwrap(ChartSubject(text: "EUR/USD"))), [rate])
    XCTAssertEqual(alerts.heights(of: try XCTUnwrap(ChartSubject(text: "EUR/USD,GBP"))), [])
  }
}
