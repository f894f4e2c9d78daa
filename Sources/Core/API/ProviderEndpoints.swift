// SPDX-License-Identifier: GPL-3.0-or-later

/// Where one provider is asked, and for what.
public struct ProviderEndpoints: Sendable {
  /// A command for days between two, and how many days one answer may cover.
  public struct Span: Sendable {
    public let command: Command
    /// Zero where an answer is about one month of the calendar.
    public let days: Int
    /// Asked for the same days as well: another table.
    var beside: [Command] = []

    static func month(_ command: Command) -> Span { Span(command: command, days: 0) }
  }

  /// What to ask, and the day it is about where the answer does not say so.
  public struct Request: Sendable {
    public let command: Command
    public let day: AddressDay?
  }

  /// The provider's name, as in its stored rates.
  public let id: String
  /// `https://host`, without a path; the person may name another (a self-hosted or moved server).
  public let address: String
  public let key: KeyPlacement
  /// Seconds that pass at least between two requests.
  public let minimumInterval: Int
  /// The newest rates alone, in one answer or several.
  public let latest: [Command]
  /// The last weeks, and how many days they surely cover; nil where the provider has no such answer.
  public let recent: (command: Command, days: Int)?
  /// Any days, a limited number at once; nil where the provider has no such answer.
  public let span: Span?
  /// Everything since the first day; nil where it cannot be had at once.
  public let history: Command?
  /// Where the provider's own site has its mark; nil where no picture that can be shown is known of.
  public let mark: String?

  /// How many spans are asked for at once: the rest of a longer gap is closed by the refreshes after this one.
  public static let spansAtOnce = 12
  /// More days than this without rates are a gap that was left open; fewer may be holidays.
  public static let longestHoliday = 12

  init(
    id: String, address: String, key: KeyPlacement = .none, minimumInterval: Int = 3600, latest: [Command],
    recent: (command: Command, days: Int)? = nil, span: Span? = nil, history: Command? = nil,
    mark: String? = nil
  ) {
    self.id = id
    self.address = address
    self.key = key
    self.minimumInterval = minimumInterval
    self.latest = latest
    self.recent = recent
    self.span = span
    self.history = history
    self.mark = mark
  }

  /// The smallest answers that close a gap of so many days up to today, newest first; nil where nothing is stored yet.
  ///
  /// `left`: an older gap, in days before today, that an earlier refresh left open; `day`: the day that lies so many
  /// days before today.
  public func requests(closing gap: Int?, left: ClosedRange<Int>? = nil, day: (Int) -> AddressDay) -> [Request] {
    let today = day(0)
    let newest = latest.map { Request(command: $0.filled(from: today, to: today), day: today) }
    guard let gap else {
      if let command = history ?? recent?.command { return [Request(command: command, day: nil)] }
      return newest.isEmpty ? spans(closing: 7, day: day) : newest
    }
    let older = left.map { spans(over: $0, day: day) } ?? []
    if gap <= 1, !newest.isEmpty, span.map({ $0.days > 0 }) ?? true { return newest + older }
    if let recent, gap <= recent.days { return [Request(command: recent.command, day: nil)] }
    if span != nil { return spans(closing: gap, day: day) + (latest.count > 1 ? newest : []) + older }
    if let command = history ?? recent?.command { return [Request(command: command, day: nil)] }
    return newest
  }

  /// Down to the newest stored day itself: so each span holds a day with rates.
  private func spans(closing gap: Int, day: (Int) -> AddressDay) -> [Request] {
    // A sheet a day: what is stored of the newest day needs no second asking.
    spans(over: 0...(span?.days == 1 ? max(gap - 1, 0) : max(gap, 1)), day: day)
  }

  /// Newest first; one more time as many rather than a rest that would be taken for a holiday.
  private func spans(over days: ClosedRange<Int>, day: (Int) -> AddressDay) -> [Request] {
    guard let span else { return [] }
    if span.days == 0 { return months(from: day(days.upperBound), to: day(days.lowerBound)) }
    let limit = days.count <= Self.spansAtOnce + Self.longestHoliday ? days.count : Self.spansAtOnce
    var (requests, end) = ([Request](), days.lowerBound)
    for _ in 0..<limit where end <= days.upperBound {
      let start = min(days.upperBound, end + span.days - 1)
      for command in [span.command] + span.beside {
        requests.append(Request(command: command.filled(from: day(start), to: day(end)), day: day(start)))
      }
      end = start + 1
    }
    return requests
  }

  /// Each month after that of `first`, down from `last`'s; that one again where it is the same.
  private func months(from first: AddressDay, to last: AddressDay) -> [Request] {
    guard let span else { return [] }
    var requests: [Request] = []
    var month = last.year * 12 + last.month - 1
    let oldest = min(first.year * 12 + first.month, month)
    while month >= oldest, requests.count < Self.spansAtOnce {
      let day = AddressDay(year: month / 12, month: month % 12 + 1, day: 1)
      requests.append(Request(command: span.command.filled(from: day, to: day), day: day))
      month -= 1
    }
    return requests
  }

  /// Every provider Kurs can ask.
  public static let all: [ProviderEndpoints] = [
    .ecb, .frankfurter, .frankfurterV2, .bankOfCanada, .nbp, .cbr, .nbu, .cnb, .norgesBank, .rba, .bankOfIsrael,
    .tcmb, .openExchangeRateAPI, .floatRates, .nbrb, .bnr, .inforEuro, .openExchangeRates, .exchangeRateAPI, .fixer,
    .fixerByAPILayer, .exchangeRatesAPI, .currencyLayer, .exchangeRateHost, .coinGecko,
  ]
}

extension Command {
  static let json = "application/json"
  static let xml = "application/xml, text/xml"
  static let csv = "text/csv, application/vnd.sdmx.data+csv;q=0.9, */*;q=0.1"
}
