// SPDX-License-Identifier: GPL-3.0-or-later

public struct Settings: Hashable, Sendable {
  /// The enabled providers in order. If the first lacks a rate or is late, the next one is used.
  public var providers: [ProviderID] = [.ecb]
  /// Whether only the first provider counts.
  public var isStrict = false
  public var side = QuoteSide.middle
  /// The most days between a rate and the day it is used for. 0 means no limit beyond the provider's own.
  public var mostAge = 0
  /// Replacement servers: scheme, host and port, without a trailing slash.
  public var addresses: [ProviderID: String] = [:]
  public var refreshInterval = RefreshInterval.timetable
  public var refreshesOnMetered = false
  public var isOffline = false
  public var cacheSizes = CacheSizes()
  /// Chosen currencies of shared symbols (`$`, `kr`, `£`). The region decides the others.
  public var symbols: [String: Currency] = [:]
  public var resultCurrencies: [Currency] = []
  public var roundsToCash = false
  public var look = CurrencyLook()
  public var feeProfiles: [String: FeeProfile] = [:]
  /// Logs usage on this machine. Only the user sees this log.
  public var logsStatistics = false
  public var sendsStatistics = false
  public var sendsReports = false
  /// Scheme, host and port. Empty for none.
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

  /// Nil for manual refreshes only.
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
