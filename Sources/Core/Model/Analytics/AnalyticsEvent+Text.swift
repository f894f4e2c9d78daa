// SPDX-License-Identifier: GPL-3.0-or-later

extension AnalyticsEvent {
  /// Every event there can be.
  public static let all: [AnalyticsEvent] = Name.allCases.flatMap(\.events)

  /// As it is kept and listed: `calculation.finished lines=few results=one`.
  public var text: String {
    ([name.rawValue] + answers.map { "\($0.question.rawValue)=\($0.answer)" }).joined(separator: " ")
  }

  /// The event of a text; nil for any text that none has, whatever wrote it.
  public init?(text: String) {
    guard let event = Self.byText[text] else { return nil }
    self = event
  }

  private static let byText = Dictionary(all.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
}

extension AnalyticsEvent.Name {
  fileprivate var events: [AnalyticsEvent] {
    switch self {
    case .opened: [.opened]
    case .calculated:
      AnalyticsEvent.Quantity.allCases.flatMap { lines in
        AnalyticsEvent.Quantity.allCases.map { .calculated(lines: lines, results: $0) }
      }
    case .calculationSaved: [.calculationSaved]
    case .calculationReopened: [.calculationReopened]
    case .chartOpened: AnalyticsEvent.Quantity.allCases.map { .chartOpened(lines: $0) }
    case .chartRangeChosen: AnalyticsEvent.Stretch.allCases.map { .chartRangeChosen($0) }
    case .providersChanged: AnalyticsEvent.Quantity.allCases.map { .providersChanged(inUse: $0) }
    case .signedIn: AnalyticsEvent.Entrance.allCases.map { .signedIn($0) }
    case .signedOut: AnalyticsEvent.Cause.allCases.map { .signedOut($0) }
    case .accountSwitched: [.accountSwitched]
    }
  }
}
