// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

extension AnalyticsBatch {
  init(_ lot: AnalyticsLot) {
    self.init(installation: lot.installation, dropped: lot.dropped, events: lot.events.map(Event.init))
  }
}

extension AnalyticsBatch.Event {
  init(_ tracked: TrackedEvent) {
    let answers = tracked.event.answers.map { ($0.question.rawValue, $0.answer) }
    self.init(
      id: tracked.id, name: tracked.event.name.rawValue, time: tracked.time.utcText,
      answers: Dictionary(answers, uniquingKeysWith: { first, _ in first }))
  }
}
