// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct AnalyticsEventTests {
  @Test("every statistics event that is written as text is read back unchanged")
  func everyStatisticsEventThatIsWrittenAsTextIsReadBackUnchanged() {
    for event in AnalyticsEvent.all { #expect(AnalyticsEvent(text: event.text) == event) }
    #expect(Set(AnalyticsEvent.all).count == AnalyticsEvent.all.count)
    #expect(Set(AnalyticsEvent.all.map(\.name)).count == AnalyticsEvent.Name.allCases.count)
  }

  @Test(
    "text that is not a known event gives no event",
    arguments: ["", "opened", "program.opened ", "program.opened lines=one", "chart.opened lines=7"])
  func textThatIsNotAKnownEventGivesNoEvent(text: String) { #expect(AnalyticsEvent(text: text) == nil) }

  @Test("no event contains a number, a currency or an address") func noEventContainsANumberACurrencyOrAnAddress() {
    for event in AnalyticsEvent.all {
      for word in [event.name.rawValue] + event.answers.flatMap({ [$0.question.rawValue, $0.answer] }) {
        #expect(word.allSatisfy { ("a"..."z").contains($0) || ".-".contains($0) }, "\(word)")
        #expect((1...64).contains(word.count))
      }
    }
  }

  @Test(
    "statistics events contain counts only as none, one, few or many",
    arguments: [(-1, AnalyticsEvent.Quantity.none), (0, .none), (1, .one), (2, .few), (5, .few), (6, .many)])
  func statisticsEventsContainCountsOnlyAsNoneOneFewOrMany(count: Int, quantity: AnalyticsEvent.Quantity) {
    #expect(AnalyticsEvent.Quantity(count) == quantity)
  }
}
