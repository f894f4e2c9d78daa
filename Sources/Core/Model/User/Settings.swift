// SPDX-License-Identifier: GPL-3.0-or-later

public struct Settings: Hashable, Sendable {
  /// The enabled providers in the user's order. If one provider lacks a rate or is late, the next provider is used.
  public var providers: [ProviderID] = [.ecb]
  /// Whether only the first provider is used.
  public var isStrict = false
  public var side = QuoteSide.middle
  /// The most days between a rate's day and the day for which it is used. 0 means only the provider's limit.
  public var mostAge = 0
  /// The servers that the user set for providers: scheme, host and port, without a trailing slash.
  public var addresses: [ProviderID: String] = [:]
  public var refreshInterval = RefreshInterval.timetable
  public var refreshesOnMetered = false
  public var isOffline = false
  public var cacheSizes = CacheSizes()
  /// The chosen currencies of shared symbols (`$`, `kr`, `£`). A symbol without a choice means the region's currency.
  public var symbols: [String: Currency] = [:]
  public var resultCurrencies: [Currency] = []
  public var roundsToCash = false
  public var look = CurrencyLook()
  public var feeProfiles: [String: FeeProfile] = [:]
  /// Whether usage is logged on this computer. Only the user sees this log.
  public var logsStatistics = false
  public var sendsStatistics = false
  public var sendsReports = false
  /// The scheme, host and port of the account server. Empty if the user has set no server.
  public var accountServer = ""

  public init() {}

  public var maxAge: Int? { mostAge == 0 ? nil : mostAge }
}

public enum RefreshInterval: String, Hashable, Sendable, CaseIterable {
  case timetable
  case sixHours = "six-hours"
  case daily
  case weekly
  case never

  /// The interval in seconds: 0 if refreshes follow the providers' timetables, nil if only the user starts them.
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

/// The largest sizes of the HTTP cache in MiB, in memory and on disk.
public struct CacheSizes: Hashable, Sendable {
  public static let memoryRange = 0...64
  public static let diskRange = 0...1024

  public var memory = 4
  public var disk = 20

  public init() {}
}
