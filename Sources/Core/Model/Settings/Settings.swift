// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything a person can choose, as one value; `Settings()` is what holds before anybody has chosen.
public struct Settings: Hashable, Sendable {
  /// The providers in use, in order: a rate that the first lacks, or has not renewed in time, comes from the next.
  public var providers: [ProviderID] = [.ecb]
  /// Whether the first provider alone counts: never another bank by itself.
  public var isStrict = false
  /// Whether the bank's buying, middle or selling rate counts, where it publishes more than one.
  public var side = QuoteSide.middle
  /// Another server than the provider's own: scheme, host and port, without a trailing slash.
  public var addresses: [ProviderID: String] = [:]
  public var refreshInterval = RefreshInterval.timetable
  /// Whether rates may be fetched over a connection that is paid by volume.
  public var refreshesOnMetered = false
  /// The offline switch: nothing is sent while it is on.
  public var isOffline = false
  public var cacheSizes = CacheSizes()
  /// The currencies chosen for shared symbols (`$`, `kr`, `£`); the region decides for the others.
  public var symbols: [String: Currency] = [:]
  /// The result currencies of a new calculation; empty: by the person's country.
  public var resultCurrencies: [Currency] = []
  /// Whether totals are rounded to what can be paid in coins, where a currency has such a rule.
  public var roundsToCash = false
  /// How currencies stand in the rows of results.
  public var look = CurrencyLook()
  /// The fees of cards and exchange offices, by the person's names.
  public var feeProfiles: [String: FeeProfile] = [:]
  /// Whether what is used is noted in a log on this machine, for the person alone.
  public var logsStatistics = false
  /// Whether what is used is told to the account server.
  public var sendsStatistics = false
  /// Whether answers that a check refused are sent to the account server.
  public var sendsReports = false
  /// The account server: scheme, host and port; empty where there is none.
  public var accountServer = ""

  public init() {}
}

/// How often a provider is asked at most.
public enum RefreshInterval: String, Hashable, Sendable, CaseIterable {
  /// Whenever the provider's own timetable says that there is news.
  case timetable
  case sixHours = "six-hours"
  case daily
  case weekly
  /// Only when the person asks.
  case never

  /// Seconds that pass at least between two questions; nil where none is asked.
  public var seconds: Int? {
    switch self {
    case .timetable: 0
    case .sixHours: 21_600
    case .daily: 86_400
    case .weekly: 604_800
    case .never: nil
    }
  }
}

/// How much the HTTP cache may hold, in MiB.
public struct CacheSizes: Hashable, Sendable {
  public static let memoryRange = 0...64
  public static let diskRange = 0...1024

  public var memory = 4
  public var disk = 20

  public init() {}
}
