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

/// A setting with its name in the GSettings schema. The name never changes.
public struct SettingsKey: Hashable, Sendable {
  public let name: String
  private let get: @Sendable (Settings) -> SettingsValue
  private let put: @Sendable (inout Settings, SettingsValue) -> Bool

  public func value(in settings: Settings) -> SettingsValue { get(settings) }

  /// Sets a value. Returns false, without a change, if the value is out of range.
  public func set(_ value: SettingsValue, in settings: inout Settings) -> Bool { put(&settings, value) }

  public static func == (a: SettingsKey, b: SettingsKey) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  public static let providers = SettingsKey(
    "providers", list: \.providers, read: { ProviderID(name: $0.lowercased()) }, write: \.name)
  public static let strict = SettingsKey("strict", flag: \.isStrict)
  public static let side = SettingsKey("side", text: \.side, read: { QuoteSide(rawValue: $0) }, write: \.rawValue)
  public static let maxAge = SettingsKey("max-age", number: \.mostAge, in: 0...3660)
  public static let refreshInterval = SettingsKey(
    "refresh-interval", text: \.refreshInterval, read: { RefreshInterval(rawValue: $0) }, write: \.rawValue)
  public static let refreshOnMetered = SettingsKey("refresh-on-metered", flag: \.refreshesOnMetered)
  public static let offline = SettingsKey("offline", flag: \.isOffline)
  public static let cacheMemory = SettingsKey(
    "cache-memory", number: \.cacheSizes.memory, in: CacheSizes.memoryRange)
  public static let cacheDisk = SettingsKey("cache-disk", number: \.cacheSizes.disk, in: CacheSizes.diskRange)
  public static let resultCurrencies = SettingsKey(
    "result-currencies", list: \.resultCurrencies, read: { Currency($0) }, write: \.code)
  public static let cashRounding = SettingsKey("cash-rounding", flag: \.roundsToCash)
  public static let currencyMark = SettingsKey(
    "currency-mark", text: \.look.mark, read: { CurrencyLook.Mark(rawValue: $0) }, write: \.rawValue)
  public static let currencyNaming = SettingsKey(
    "currency-naming", text: \.look.naming, read: { CurrencyLook.Naming(rawValue: $0) }, write: \.rawValue)
  public static let logStatistics = SettingsKey("log-statistics", flag: \.logsStatistics)
  public static let sendStatistics = SettingsKey("send-statistics", flag: \.sendsStatistics)
  public static let sendReports = SettingsKey("send-reports", flag: \.sendsReports)
  public static let accountServer = SettingsKey(
    "account-server", text: \.accountServer, read: { $0.isEmpty ? "" : ServerAddress($0)?.text }, write: { $0 })

  public static let all: [SettingsKey] = [
    .providers, .strict, .side, .maxAge, .addresses, .refreshInterval, .refreshOnMetered, .offline, .cacheMemory,
    .cacheDisk, .symbols, .resultCurrencies, .cashRounding, .currencyMark, .currencyNaming, .feeProfiles,
    .logStatistics, .sendStatistics, .sendReports, .accountServer,
  ]

  public static func named(_ name: String) -> SettingsKey? { all.first { $0.name == name } }

  private static let addresses = SettingsKey("addresses") { settings in
    .map(Dictionary(uniqueKeysWithValues: settings.addresses.map { ($0.key.name, $0.value) }))
  } put: { settings, value in
    guard case .map(let items) = value else { return false }
    var addresses: [ProviderID: String] = [:]
    for (name, text) in items {
      guard let id = ProviderID(name: name), let address = ServerAddress(text) else { return false }
      addresses[id] = address.text
    }
    settings.addresses = addresses
    return true
  }

  public static let feeProfiles = SettingsKey(
    "fee-profiles", map: \.feeProfiles, read: { FeeProfile($0) }, write: \.text)
  private static let symbols = SettingsKey("symbols", map: \.symbols, read: { Currency($0) }, write: \.code)
}

extension Settings {
  public func keys(differingFrom before: Settings) -> [SettingsKey] {
    SettingsKey.all.filter { $0.value(in: self) != $0.value(in: before) }
  }

  public var values: [SettingsKey: SettingsValue] {
    Dictionary(uniqueKeysWithValues: SettingsKey.all.map { ($0, $0.value(in: self)) })
  }
}

extension SettingsKey {
  private init(
    _ name: String, get: @escaping @Sendable (Settings) -> SettingsValue,
    put: @escaping @Sendable (inout Settings, SettingsValue) -> Bool
  ) {
    self.name = name
    self.get = get
    self.put = put
  }

  private init(_ name: String, flag path: any WritableKeyPath<Settings, Bool> & Sendable) {
    self.init(name) { .flag($0[keyPath: path]) } put: { settings, value in
      guard case .flag(let flag) = value else { return false }
      settings[keyPath: path] = flag
      return true
    }
  }

  private init(
    _ name: String, number path: any WritableKeyPath<Settings, Int> & Sendable, in range: ClosedRange<Int>
  ) {
    self.init(name) { .number($0[keyPath: path]) } put: { settings, value in
      guard case .number(let number) = value, range.contains(number) else { return false }
      settings[keyPath: path] = number
      return true
    }
  }

  private init<T: SendableMetatype>(
    _ name: String, text path: any WritableKeyPath<Settings, T> & Sendable,
    read: @escaping @Sendable (String) -> T?, write: @escaping @Sendable (T) -> String
  ) {
    self.init(name) { .text(write($0[keyPath: path])) } put: { settings, value in
      guard case .text(let text) = value, let read = read(text) else { return false }
      settings[keyPath: path] = read
      return true
    }
  }

  private init<T: Hashable & SendableMetatype>(
    _ name: String, list path: any WritableKeyPath<Settings, [T]> & Sendable,
    read: @escaping @Sendable (String) -> T?, write: @escaping @Sendable (T) -> String
  ) {
    self.init(name) { .list($0[keyPath: path].map(write)) } put: { settings, value in
      guard case .list(let texts) = value else { return false }
      let items = texts.compactMap(read)
      guard items.count == texts.count, Set(items).count == items.count else { return false }
      settings[keyPath: path] = items
      return true
    }
  }

  private init<T: SendableMetatype>(
    _ name: String, map path: any WritableKeyPath<Settings, [String: T]> & Sendable,
    read: @escaping @Sendable (String) -> T?, write: @escaping @Sendable (T) -> String
  ) {
    self.init(name) { .map($0[keyPath: path].mapValues(write)) } put: { settings, value in
      guard case .map(let texts) = value else { return false }
      let items = texts.compactMapValues(read)
      guard items.count == texts.count, items[""] == nil else { return false }
      settings[keyPath: path] = items
      return true
    }
  }
}

extension ProviderID {
  public init?(name: String) {
    guard (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    self.init(name)
  }
}
