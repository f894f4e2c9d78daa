// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

public struct ProviderEndpoints: Sendable {
  public struct Span: Sendable {
    public enum Step: Hashable, Sendable {
      case days(Int)
      case month, year
    }

    public let command: Endpoint
    public let step: Step
    /// The endpoints of other tables that are requested for the same days.
    public let beside: [Endpoint]
    /// The endpoints of tables of rarer currencies, which are requested once per month.
    public let monthly: [Endpoint]
    public let otherwise: [Endpoint]
    /// The number of days after today for which the provider may already publish rates.
    public let ahead: Int

    public var all: [Endpoint] { [command] + beside + monthly + otherwise }

    public init(command: Endpoint, days: Int, beside: [Endpoint] = [], monthly: [Endpoint] = [], ahead: Int = 0) {
      self.init(command, .days(days), beside, monthly, ahead: ahead)
    }

    private init(
      _ command: Endpoint, _ step: Step, _ beside: [Endpoint] = [], _ monthly: [Endpoint] = [],
      otherwise: [Endpoint] = [], ahead: Int = 0
    ) {
      (self.command, self.step, self.beside, self.monthly) = (command, step, beside, monthly)
      (self.otherwise, self.ahead) = (otherwise, ahead)
    }

    public static func month(_ command: Endpoint, otherwise: [Endpoint] = []) -> Span {
      Span(command, .month, otherwise: otherwise)
    }
    public static func year(_ command: Endpoint) -> Span { Span(command, .year) }

    public var days: Int? { if case .days(let days) = step { days } else { nil } }
  }

  public struct Request: Sendable {
    public let command: Endpoint
    public let day: Day?
    /// The days that the response covers. Nil for a request of the newest rates, however old they are.
    public var days: ClosedRange<Day>?
    /// The endpoints to try in turn if the server has nothing at `command`.
    public var otherwise: [Endpoint] = []
  }

  /// The server as `https://host`, without a path. The user may replace it.
  public let address: String
  public let key: KeyPlacement
  /// The shortest time between two requests, in seconds.
  public let minimumInterval: Int
  public let latest: [Endpoint]
  public let recent: (command: Endpoint, days: Int)?
  public let span: Span?
  public let history: Endpoint?
  public let isAhead: Bool
  public let iconAddress: String?

  /// The maximum number of spans (ranges of days) per refresh. Later refreshes request the rest of a longer gap.
  public static let spansAtOnce = 12
  /// The longest run of days without rates that can be a holiday. Used if Kurs can't calculate the provider's holidays.
  public static let longestHoliday = 12

  public init(
    address: String, key: KeyPlacement = .none, minimumInterval: Int = 3600, latest: [Endpoint],
    recent: (command: Endpoint, days: Int)? = nil, span: Span? = nil, history: Endpoint? = nil,
    isAhead: Bool = false, iconAddress: String? = nil
  ) {
    self.isAhead = isAhead
    self.address = address
    self.key = key
    self.minimumInterval = minimumInterval
    self.latest = latest
    self.recent = recent
    self.span = span
    self.history = history
    self.iconAddress = iconAddress
  }

  /// Whether each response has all currencies of its days.
  public var hasOneTable: Bool { latest.count <= 1 && span.map { $0.beside.isEmpty && $0.monthly.isEmpty } ?? true }

  /// Returns the smallest requests that fill a gap of `gap` days until today, newest first. `gap` is nil if no rates
  /// are stored. `left`: an older gap that an earlier refresh didn't fill, in days before today.
  public func requests(closing gap: Int?, left: ClosedRange<Int>? = nil, today: Day) -> [Request] {
    let newest = latest.map { Request(command: $0.filled(from: today, to: today), day: today) }
    guard let gap else {
      if let history { return [Request(command: history, day: nil)] }
      if let recent { return [Request(command: recent.command, day: nil, days: today - recent.days...today)] }
      return newest.isEmpty ? spans(closing: 7, today: today) : newest
    }
    let older = left.map { spans(over: $0, today: today) } ?? []
    if gap <= 1, !newest.isEmpty, recent != nil || span.map({ $0.days != nil }) ?? true { return newest + older }
    if let recent, gap <= recent.days {
      return [Request(command: recent.command, day: nil, days: today - recent.days...today)]
    }
    if span != nil {
      // Requests the newest rates too if the spans lack some tables, or if the newest rates may be dated tomorrow.
      let hasMore = latest.count > 1 || span?.days == 1 && isAhead
      return spans(closing: gap, today: today) + (hasMore ? newest : []) + older
    }
    if let command = history ?? recent?.command { return [Request(command: command, day: nil)] }
    return newest
  }

  /// Returns requests for the newest days of a range, newest first. Empty if the provider has no rates of past days.
  public func requests(of days: ClosedRange<Day>, today: Day) -> [Request] {
    guard let span else { return history.map { [Request(command: $0, day: nil)] } ?? [] }
    let last = min(days.upperBound, today + span.ahead)
    let first = span.step == .month ? ClosedRange.month(of: days.lowerBound).lowerBound - 1 : days.lowerBound
    return first <= last ? spans(over: (today - last)...(today - first), today: today) : []
  }

  /// Returns the requests for a gap and the newest stored day, so that each response contains a day with rates.
  private func spans(closing gap: Int, today: Day) -> [Request] {
    // If each response covers one day, the newest stored day isn't requested again.
    spans(over: 0...(span?.days == 1 ? max(gap - 1, 0) : max(gap, 1)), today: today)
  }

  /// Returns requests for the newest `spansAtOnce` spans. Adds a short rest, because a short gap looks like a holiday.
  private func spans(over days: ClosedRange<Int>, today: Day) -> [Request] {
    guard let span else { return [] }
    let (first, last) = (today - days.upperBound, today - days.lowerBound)
    guard let length = span.days else { return parts(from: first, to: last, of: span) }
    let ahead = days.lowerBound == 0 ? span.ahead : 0
    let limit = days.count <= Self.spansAtOnce + Self.longestHoliday ? days.count : Self.spansAtOnce
    var (requests, end) = ([Request](), days.lowerBound)
    for _ in 0..<limit where end <= days.upperBound {
      let start = min(days.upperBound, end + length - 1)
      let until = today - end + (end == days.lowerBound ? ahead : 0)
      for command in [span.command] + span.beside {
        requests.append(
          Request(
            command: command.filled(from: today - start, to: until), day: today - start, days: today - start...until))
      }
      end = start + 1
    }
    return requests + monthly(from: today - (end - 1), to: last, of: span)
  }

  private func monthly(from first: Day, to last: Day, of span: Span) -> [Request] {
    guard !span.monthly.isEmpty, first <= last else { return [] }
    var (requests, month) = ([Request](), ClosedRange<Day>.month(of: last).lowerBound)
    while month >= ClosedRange<Day>.month(of: first).lowerBound {
      requests += span.monthly.map {
        Request(command: $0.filled(from: month, to: month), day: month, days: first...last)
      }
      month = ClosedRange<Day>.month(of: month - 1).lowerBound
    }
    return requests
  }

  /// Returns a request for each month or year, newest first. Yearly files begin with the year of `first`, because its
  /// file may have grown. Monthly files begin with the month after `first`.
  private func parts(from first: Day, to last: Day, of span: Span) -> [Request] {
    if span.step == .year {
      let years = (first.civil.year...last.civil.year).reversed().prefix(Self.spansAtOnce)
      return years.compactMap { ClosedRange(year: $0, month: 1, count: 12) }.map {
        Request(
          command: span.command.filled(from: $0.lowerBound, to: $0.lowerBound), day: $0.lowerBound, days: $0)
      }
    }
    var requests: [Request] = []
    var month = last.civil.year * 12 + last.civil.month - 1
    let oldest = min(first.civil.year * 12 + first.civil.month, month)
    while month >= oldest, requests.count < Self.spansAtOnce {
      guard let day = Day(year: month / 12, month: month % 12 + 1, day: 1) else { break }
      requests.append(
        Request(
          command: span.command.filled(from: day, to: day), day: day, days: .month(of: day),
          otherwise: span.otherwise.map { $0.filled(from: day, to: day) }))
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
  public static let iconPath = "/apple-touch-icon.png"

  public static let teamIconPath = "/api/v1/mark/"

  public static func iconAddress(at server: String) -> String? {
    guard let scheme = server.firstRange(of: "://") else { return nil }
    let host = server[scheme.upperBound...].prefix { $0 != "/" }
    return host.isEmpty ? nil : server[..<scheme.upperBound] + host + iconPath
  }
}
