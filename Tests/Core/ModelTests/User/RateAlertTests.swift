// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Checks the conditions of alerts. Each condition is reported once.
@Suite struct RateAlertTests {
  /// Returns points with one value a day, from 1 October on.
  private func points(_ values: String) throws -> [RateSeries.Point] {
    try values.split(separator: " ").enumerated().map { index, value in
      RateSeries.Point(day: day("2026-10-01") + index, rate: try #require(Rational(text: String(value))))
    }
  }

  private func alert(
    _ condition: RateAlert.Condition, _ state: RateAlert.State = .waiting(after: nil)
  ) throws -> RateAlert {
    try #require(RateAlert(from: .eur, to: .usd, condition, state))
  }

  private func number(_ text: String) throws -> Rational { try #require(Rational(text: text)) }

  @Test("an alert's condition is checked against the newest rate", arguments: [
    ("above 1.2", "1.1 1.2", true), ("above 1.2", "1.3 1.1999", false), ("below 1.2", "1.3 1.2", true),
    ("below 1.2", "1.1 1.21", false), ("high 3", "1 2 3 4", true), ("high 3", "9 1 2 3 4", true),
    ("high 4", "9 1 2 3 4", false), ("high 3", "4 4", false), ("high 3", "4", false), ("low 2", "1 2 3 1.5", true),
    ("low 3", "1 2 3 1.5", false), ("high 3", "1 2", false), ("low 365", "2 1", false), ("changed 10 2", "100 105 110", true), ("changed 10 2", "100 105 109", false),
    ("changed 10 2", "100 105 90", true), ("changed 10 9", "100 105 190", false), ("above 1", "", false),
  ]) func anAlertsConditionIsCheckedAgainstTheNewestRate(condition: String, values: String, isMet: Bool) throws {
    let words = condition.split(separator: " ").map(String.init)
    let days = Int(words.last ?? "") ?? 0
    let read: RateAlert.Condition =
      switch words[0] {
      case "above": .above(try number(words[1]))
      case "below": .below(try number(words[1]))
      case "high": .high(days: days)
      case "low": .low(days: days)
      default: .changed(percent: try number(words[1]), days: days)
      }
    let points = try points(values)
    #expect(try alert(read).met(by: points) == (isMet ? points.last : nil))
  }

  @Test("only active alerts are triggered, and only by rates of later days")
  func onlyActiveAlertsAreTriggeredAndOnlyByRatesOfLaterDays() throws {
    let points = try points("1.1 1.3")
    let above = RateAlert.Condition.above(try number("1.2"))
    #expect(try alert(above, .notified(day("2026-10-01"))).met(by: points) == nil)
    #expect(try alert(above, .paused(after: nil)).met(by: points) == nil)
    #expect(try alert(above, .waiting(after: day("2026-10-02"))).met(by: points) == nil)
    #expect(try alert(above, .waiting(after: day("2026-10-01"))).met(by: points)?.day == day("2026-10-02"))
  }

  @Test("an alert resumed after a notification is triggered only by newer rates")
  func anAlertResumedAfterANotificationIsTriggeredOnlyByNewerRates() throws {
    let alert = try alert(.above(number("1.2")), .notified(day("2026-10-02")).paused.resumed)
    #expect(alert.state == .waiting(after: day("2026-10-02")))
    #expect(alert.met(by: try points("1.1 1.3")) == nil)
    #expect(alert.met(by: try points("1.1 1.3 1.3"))?.day == day("2026-10-03"))
  }

  @Test("an alert that no rate can meet is not created") func anAlertThatNoRateCanMeetIsNotCreated() throws {
    #expect(RateAlert(from: .eur, to: .eur, .high(days: 7)) == nil)
    #expect(RateAlert(from: .eur, to: .usd, .above(Rational(0))) == nil)
    #expect(RateAlert(from: .eur, to: .usd, .high(days: 0)) == nil)
    #expect(RateAlert(from: .eur, to: .usd, .changed(percent: try number("2"), days: 4000)) == nil)
  }
}
