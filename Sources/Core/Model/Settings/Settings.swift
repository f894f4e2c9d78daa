// SPDX-License-Identifier: GPL-3.0-or-later

/// All user settings as one value. `Settings()` has the defaults.
public struct Settings: Hashable, Sendable {
  /// The enabled providers in order. If the first lacks a rate or is late, the next one is used.
  public var providers: [ProviderID] = [.ecb]
  /// Whether only the first provider counts, and never another bank.
  public var isStrict = false
  /// Which of a bank's rates count, if it publishes several: buying, middle or selling.
  public var side = QuoteSide.middle
  /// Another server than the provider's own: scheme, host and port, without a trailing slash.
  public var addresses: [ProviderID: String] = [:]
  public var refreshInterval = RefreshInterval.timetable
  /// Whether rates may be fetched over a metered connection.
  public var refreshesOnMetered = false
  /// Whether Kurs works offline and sends nothing.
  public var isOffline = false
  public var cacheSizes = CacheSizes()
  /// The currencies chosen for shared symbols (`$`, `kr`, `£`). The region decides the others.
  public var symbols: [String: Currency] = [:]
  /// The result currencies of a new calculation. Empty: by the user's country.
  public var resultCurrencies: [Currency] = []
  /// Whether totals are rounded for cash, if the currency has such a rule.
  public var roundsToCash = false
  /// How currencies appear in result rows.
  public var look = CurrencyLook()
  /// The fees of cards and exchange offices, by the user's names.
  public var feeProfiles: [String: FeeProfile] = [:]
  /// Whether usage is logged on this machine, for the user only.
  public var logsStatistics = false
  /// Whether usage statistics are sent to the account server.
  public var sendsStatistics = false
  /// Whether refused responses are reported to the account server.
  public var sendsReports = false
  /// The account server: scheme, host and port. Empty for none.
  public var accountServer = ""

  public init() {}
}

/// The shortest interval between requests to a provider.
public enum RefreshInterval: String, Hashable, Sendable, CaseIterable {
  /// By the provider's own timetable.
  case timetable
  case sixHours = "six-hours"
  case daily
  case weekly
  /// Manual only.
  case never

  /// Minimum seconds between two requests; nil = manual only.
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

/// The most MiB in the HTTP cache.
public struct CacheSizes: Hashable, Sendable {
  public static let memoryRange = 0...64
  public static let diskRange = 0...1024

  public var memory = 4
  public var disk = 20

  public init() {}
}
