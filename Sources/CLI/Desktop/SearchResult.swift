// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

struct SearchResult: Sendable {
  enum Action: Hashable, Sendable {
    case copy(Currency, question: String)
    case chart(ChartSubject)
  }

  let action: Action
  let title: String
  let description: String
  let copied: String?

  var id: String { action.id }
}

extension SearchResult.Action {
  /// The identifier for the desktop. It must stay valid after the service has ended.
  var id: String {
    switch self {
    case .copy(let currency, let question): "copy \(currency) \(question)"
    case .chart(let subject): "chart \(subject)"
    }
  }

  init?(id: String) {
    let parts = id.split(separator: " ", maxSplits: 2).map(String.init)
    switch parts.first {
    case "copy" where parts.count == 3:
      guard let currency = Currency(parts[1]) else { return nil }
      self = .copy(currency, question: parts[2])
    case "chart" where parts.count == 2:
      guard let subject = ChartSubject(text: parts[1]) else { return nil }
      self = .chart(subject)
    default: return nil
    }
  }
}
