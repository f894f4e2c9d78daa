// SPDX-License-Identifier: GPL-3.0-or-later

/// A usage event. It has no free text and no exact numbers, so that no amount or personal data can be sent.
public enum AnalyticsEvent: Hashable, Sendable {
  /// A window showed a number for the first time.
  case opened
  /// A list had a total and then didn't change for some time.
  case calculated(lines: Quantity, results: Quantity)
  case calculationSaved
  case calculationReopened
  case chartOpened(lines: Quantity)
  case chartRangeChosen(Stretch)
  case providersChanged(inUse: Quantity)
  case signedIn(Entrance)
  case signedOut(Cause)
  case accountSwitched

  public enum Quantity: String, CaseIterable, Sendable {
    case none, one, few, many

    public init(_ count: Int) {
      self =
        switch count {
        case ..<1: .none
        case 1: .one
        case 2...5: .few
        default: .many
        }
    }
  }

  public enum Stretch: String, CaseIterable, Sendable { case week, months, year, years, all }

  public enum Entrance: String, CaseIterable, Sendable { case password, registration }

  public enum Cause: String, CaseIterable, Sendable { case user = "person", server }
}

extension AnalyticsEvent {
  /// The names that the server receives. They must never change.
  public enum Name: String, CaseIterable, Sendable {
    case opened = "program.opened"
    case calculated = "calculation.finished"
    case calculationSaved = "calculation.saved"
    case calculationReopened = "calculation.reopened"
    case chartOpened = "chart.opened"
    case chartRangeChosen = "chart.range-chosen"
    case providersChanged = "providers.changed"
    case signedIn = "account.signed-in"
    case signedOut = "account.signed-out"
    case accountSwitched = "account.switched"
  }

  public enum Question: String, CaseIterable, Sendable { case lines, results, range, providers, way, cause }

  public var name: Name {
    switch self {
    case .opened: .opened
    case .calculated: .calculated
    case .calculationSaved: .calculationSaved
    case .calculationReopened: .calculationReopened
    case .chartOpened: .chartOpened
    case .chartRangeChosen: .chartRangeChosen
    case .providersChanged: .providersChanged
    case .signedIn: .signedIn
    case .signedOut: .signedOut
    case .accountSwitched: .accountSwitched
    }
  }

  public var answers: [(question: Question, answer: String)] {
    switch self {
    case .opened, .calculationSaved, .calculationReopened, .accountSwitched: []
    case .calculated(let lines, let results): [(.lines, lines.rawValue), (.results, results.rawValue)]
    case .chartOpened(let lines): [(.lines, lines.rawValue)]
    case .chartRangeChosen(let stretch): [(.range, stretch.rawValue)]
    case .providersChanged(let count): [(.providers, count.rawValue)]
    case .signedIn(let entrance): [(.way, entrance.rawValue)]
    case .signedOut(let cause): [(.cause, cause.rawValue)]
    }
  }
}

public struct TrackedEvent: Hashable, Sendable, Identifiable {
  /// A random UUID. The server counts an event only once, even if it receives the same id again.
  public let id: String
  public let event: AnalyticsEvent
  public let time: Timestamp

  public init(id: String, event: AnalyticsEvent, time: Timestamp) {
    self.id = id
    self.event = event
    self.time = time
  }
}

extension AnalyticsEvent {
  public static let all: [AnalyticsEvent] = Name.allCases.flatMap(\.events)

  public var text: String {
    ([name.rawValue] + answers.map { "\($0.question.rawValue)=\($0.answer)" }).joined(separator: " ")
  }

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
