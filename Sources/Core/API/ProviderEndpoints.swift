// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// A provider's address and its endpoints.
public struct ProviderEndpoints: Sendable {
  /// An endpoint for a range of days, and the most days of one response.
  public struct Span: Sendable {
    /// The days of one response.
    public enum Step: Hashable, Sendable {
      case days(Int)
      /// A month or a year of the calendar.
      case month, year
    }

    public let command: Endpoint
    public let step: Step
    /// Another table, requested for the same days.
    public let beside: [Endpoint]

    public init(command: Endpoint, days: Int, beside: [Endpoint] = []) {
      self.init(command, .days(days), beside)
    }

    private init(_ command: Endpoint, _ step: Step, _ beside: [Endpoint] = []) {
      (self.command, self.step, self.beside) = (command, step, beside)
    }

    public static func month(_ command: Endpoint) -> Span { Span(command, .month) }
    public static func year(_ command: Endpoint) -> Span { Span(command, .year) }

    /// The days of one response; nil for calendar months or years.
    public var days: Int? { if case .days(let days) = step { days } else { nil } }
  }

  /// An endpoint, and the day of its response if the response doesn't name it.
  public struct Request: Sendable {
    public let command: Endpoint
    public let day: Day?
  }

  /// `https://host`, without a path. The user may choose another (a self-hosted or moved server).
  public let address: String
  public let key: KeyPlacement
  /// Minimum seconds between two requests.
  public let minimumInterval: Int
  /// The newest rates only, in one or several responses.
  public let latest: [Endpoint]
  /// The last weeks, and the number of days they certainly cover; nil if the provider has no such response.
  public let recent: (command: Endpoint, days: Int)?
  /// Any days, a limited number at once; nil if the provider has no such response.
  public let span: Span?
  /// Everything since the first day; nil if there is no such response.
  public let history: Endpoint?
  /// The address of the provider's icon; nil if no usable one is known.
  public let mark: String?

  /// The most spans per refresh. Later refreshes close the rest of a longer gap.
  public static let spansAtOnce = 12
  /// A longer time without rates is a gap. A shorter one may be holidays.
  public static let longestHoliday = 12

  public init(
    address: String, key: KeyPlacement = .none, minimumInterval: Int = 3600, latest: [Endpoint],
    recent: (command: Endpoint, days: Int)? = nil, span: Span? = nil, history: Endpoint? = nil,
    mark: String? = nil
  ) {
    self.address = address
    self.key = key
    self.minimumInterval = minimumInterval
    self.latest = latest
    self.recent = recent
    self.span = span
    self.history = history
    self.mark = mark
  }

  /// The smallest responses that close a gap of `gap` days until today, newest first; nil if nothing is stored.
  ///
  /// `left`: an older gap, in days before today, that an earlier refresh left open.
  public func requests(closing gap: Int?, left: ClosedRange<Int>? = nil, today: Day) -> [Request] {
    let newest = latest.map { Request(command: $0.filled(from: today, to: today), day: today) }
    guard let gap else {
      if let command = history ?? recent?.command { return [Request(command: command, day: nil)] }
      return newest.isEmpty ? spans(closing: 7, today: today) : newest
    }
    let older = left.map { spans(over: $0, today: today) } ?? []
    if gap <= 1, !newest.isEmpty, span.map({ $0.days != nil }) ?? true { return newest + older }
    if let recent, gap <= recent.days { return [Request(command: recent.command, day: nil)] }
    if span != nil { return spans(closing: gap, today: today) + (latest.count > 1 ? newest : []) + older }
    if let command = history ?? recent?.command { return [Request(command: command, day: nil)] }
    return newest
  }

  /// The responses with the days of a range, newest first. A long range is limited to its newest days. Empty if the
  /// provider can't be asked for days.
  public func requests(of days: ClosedRange<Day>, today: Day) -> [Request] {
    guard let span else { return history.map { [Request(command: $0, day: nil)] } ?? [] }
    let last = min(days.upperBound, today)
    // The month before the first day is requested too.
    let first = span.step == .month ? ClosedRange.month(of: days.lowerBound).lowerBound - 1 : days.lowerBound
    return first <= last ? spans(over: (today - last)...(today - first), today: today) : []
  }

  /// Down to the newest stored day, so that each span contains a day with rates.
  private func spans(closing gap: Int, today: Day) -> [Request] {
    // One document per day: the newest stored day needs no second request.
    spans(over: 0...(span?.days == 1 ? max(gap - 1, 0) : max(gap, 1)), today: today)
  }

  /// Newest first. Another full span is better than a rest that looks like a holiday.
  private func spans(over days: ClosedRange<Int>, today: Day) -> [Request] {
    guard let span else { return [] }
    let (first, last) = (today - days.upperBound, today - days.lowerBound)
    guard let length = span.days else { return parts(from: first, to: last, of: span) }
    let limit = days.count <= Self.spansAtOnce + Self.longestHoliday ? days.count : Self.spansAtOnce
    var (requests, end) = ([Request](), days.lowerBound)
    for _ in 0..<limit where end <= days.upperBound {
      let start = min(days.upperBound, end + length - 1)
      for command in [span.command] + span.beside {
        requests.append(Request(command: command.filled(from: today - start, to: today - end), day: today - start))
      }
      end = start + 1
    }
    return requests
  }

  /// One request per month or year, newest first. A year's file grows, so the first year is requested again. The part
  /// of `last` is always included.
  private func parts(from first: Day, to last: Day, of span: Span) -> [Request] {
    if span.step == .year {
      let years = (first.civil.year...last.civil.year).reversed().prefix(Self.spansAtOnce)
      return years.compactMap { Day(year: $0, month: 1, day: 1) }.map {
        Request(command: span.command.filled(from: $0, to: $0), day: $0)
      }
    }
    var requests: [Request] = []
    var month = last.civil.year * 12 + last.civil.month - 1
    let oldest = min(first.civil.year * 12 + first.civil.month, month)
    while month >= oldest, requests.count < Self.spansAtOnce {
      guard let day = Day(year: month / 12, month: month % 12 + 1, day: 1) else { break }
      requests.append(Request(command: span.command.filled(from: day, to: day), day: day))
      month -= 1
    }
    return requests
  }
}

extension Endpoint {
  public static let json = "application/json"
  public static let xml = "application/xml, text/xml"
  public static let csv = "text/csv, application/vnd.sdmx.data+csv;q=0.9, */*;q=0.1"
}

extension ProviderEndpoints {
  /// The conventional address of a site's icon: 180 pixels, at its root.
  public static let markPath = "/apple-touch-icon.png"

  /// The address of the team's icon on an account server.
  public static let teamMarkPath = "/api/v1/mark/"

  /// The icon address of a server that the user entered; nil if the text isn't an address.
  public static func mark(at server: String) -> String? {
    guard let scheme = server.firstRange(of: "://") else { return nil }
    let host = server[scheme.upperBound...].prefix { $0 != "/" }
    return host.isEmpty ? nil : server[..<scheme.upperBound] + host + markPath
  }
}
