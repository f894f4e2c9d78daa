// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension AlertsState {
  /// The rates of a chart's pair that are waited for; none where lines are compared.
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
