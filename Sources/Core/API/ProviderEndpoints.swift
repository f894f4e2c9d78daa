// SPDX-License-Identifier: GPL-3.0-or-later

/// Where one provider is asked, and for what.
public struct ProviderEndpoints: Sendable {
  /// A command for days between two, and how many days one answer may cover.
  public struct Span: Sendable {
    public let command: Command
    public let days: Int
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

  /// How many spans are asked for at once: a longer gap is closed by the refreshes after this one.
  public static let spansAtOnce = 12

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

  /// The smallest answers that close a gap of so many days up to today; nil where nothing is stored yet.
  ///
  /// `day`: the day that lies so many days before today.
  public func requests(closing gap: Int?, day: (Int) -> AddressDay) -> [Request] {
    let today = day(0)
    let newest = latest.map { Request(command: $0.filled(from: today, to: today), day: today) }
    guard let gap else {
      if let command = history ?? recent?.command { return [Request(command: command, day: nil)] }
      return newest.isEmpty ? spans(closing: 7, day: day) : newest
    }
    if gap <= 1, !newest.isEmpty { return newest }
    if let recent, gap <= recent.days { return [Request(command: recent.command, day: nil)] }
    if span != nil { return spans(closing: gap, day: day) + (latest.count > 1 ? newest : []) }
    if let command = history ?? recent?.command { return [Request(command: command, day: nil)] }
    return newest
  }

  /// Oldest first, beginning with the newest stored day itself: so each span holds a day with rates.
  private func spans(closing gap: Int, day: (Int) -> AddressDay) -> [Request] {
    guard let span else { return [] }
    var (requests, start) = ([Request](), max(gap, 1))
    // A sheet a day: what is stored of the newest day needs no second asking.
    if span.days == 1 { start = max(gap - 1, 0) }
    while start >= 0, requests.count < Self.spansAtOnce {
      let end = max(0, start - span.days + 1)
      requests.append(Request(command: span.command.filled(from: day(start), to: day(end)), day: day(start)))
      start = end - 1
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
