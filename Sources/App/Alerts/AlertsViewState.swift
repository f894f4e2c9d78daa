// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel
import KursWorkflow

struct AlertsViewState: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    var alert: RateAlert
    var sentence: String
    var detail: String
    var isWaiting: Bool
  }

  var rows: [Row] = []
  var description = ""
  var notice: String?
}

extension AlertsViewState {
  init(_ state: AlertsState, _ words: Words) {
    rows = state.alerts.map { alert in
      Row(
        alert: alert, sentence: alert.sentence(words.numbers.format), detail: Self.detail(of: alert.state, words),
        isWaiting: alert.isWaiting)
    }
    description =
      switch state.watch {
      case nil: tr("You get one notification for each alert.")
      case .session: tr("You get one notification, even if Kurs is closed.")
      case .whileOpen: tr("You get one notification. Rates are checked while Kurs is open.")
      case .refused:
        tr(
          "You get one notification, but only while Kurs is open. To change this, open Apps in your desktop's settings, and allow background activity for Kurs."
        )
      }
    if state.failure != nil { notice = tr("Can't read or save alerts. Check the disk and its free space.") }
  }

  private static func detail(of state: RateAlert.State, _ words: Words) -> String {
    switch state {
    case .waiting(nil): tr("Waiting")
    case .waiting(let day?): tr("Waiting for a rate dated after {date}", ["date": words.date(day)])
    case .paused: tr("Paused")
    case .notified(let day): tr("You were notified about the rate of {date}", ["date": words.date(day)])
    }
  }
}

extension AlertsState {
  /// Returns the rates at which the chart's alerts notify the user. Empty if the chart compares several lines.
  func heights(of subject: ChartSubject) -> [Rational] {
    guard !subject.isComparison else { return [] }
    return alerts.compactMap { alert in
      guard alert.isWaiting, (alert.from, alert.to) == (subject.base, subject.counters[0]) else { return nil }
      switch alert.condition {
      case .above(let rate), .below(let rate): return rate
      case .changed, .high, .low: return nil
      }
    }
  }
}
