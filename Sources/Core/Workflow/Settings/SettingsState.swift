// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
public import KursModel
public import KursStorage

public struct SettingsState: Equatable, Sendable {
  public var settings: Settings
  /// The enabled providers in the user's order, then the other providers in their default order.
  public var providers: [ProviderState]
  public var quarantine: [QuarantinedQuote] = []
  /// The size of each cache in bytes, without caches that don't exist. Empty until the caches are counted.
  public var cacheUse: [CacheKind: Int] = [:]
  public var log: [String] = []
  /// The last error of the keyring, or nil. After an error, the user must type the API keys at each start.
  public var keyFailure: SecretFailure?
  public var accountServerProblem: ServerAddress.Problem?
  /// The errors in a damaged settings file, and the path of its copy. Nil after the user dismissed the message.
  public var damage: SettingsReading?
  /// The error of the last save, or nil. Unsaved settings apply until the program ends.
  public var saveFailure: FileFailure?
  /// The reason why rates aren't refreshed automatically. It is `offline` until the desktop reports a network.
  public var skipReason: SkipReason? = .offline
  /// The current day in the user's time zone. The ages of rates are counted from this day.
  public var today: Day

  public subscript(id: ProviderID) -> ProviderState? { providers.first { $0.id == id } }
}

public struct ProviderState: Equatable, Sendable, Identifiable {
  public let provider: Provider
  /// The publisher's name. If the publisher has several providers, the provider's id is added.
  public let title: String
  public let ownAddress: String
  public let needsKey: Bool
  public var isDescribed = false
  let ownIconAddress: String?
  let place: Int
  /// The position among the enabled providers, from 0. Nil while the provider is disabled.
  public var rank: Int?
  public var newest: Day?
  public var answered: Timestamp?
  public var key: KeyState
  /// The server address that the user typed. Nil means the provider's own server.
  public var address: String?
  public var addressProblem: ServerAddress.Problem?
  /// The address to which the server moved permanently. Nil again after the user types an address.
  public var moved: MovedAddress?
  public var test = ConnectionTest.untried
  public var refresh = RefreshState()

  public var id: ProviderID { provider.id }
  public var isOn: Bool { rank != nil }

  /// The icon's address on the server that the user typed, or on the provider's own server. Nil if it is unknown.
  public var iconAddress: String? { address.map(ProviderEndpoints.iconAddress(at:)) ?? ownIconAddress }

  /// Returns the state of a team's provider. Its address belongs to the account and can't be changed.
  static func team(_ team: Team) -> ProviderState {
    let provider = Provider.team(team, home: .eur)
    return ProviderState(
      provider: provider, title: provider.publisher, ownAddress: provider.terms, needsKey: false,
      ownIconAddress: provider.terms + ProviderEndpoints.teamIconPath,
      place: -1, key: .notNeeded)
  }

  /// Returns the state of a user-defined provider. It is listed after the bundled providers.
  static func described(_ items: ProviderDefinition) -> ProviderState {
    let (provider, endpoints) = (items.provider, items.endpoints)
    return ProviderState(
      provider: provider, title: provider.publisher, ownAddress: endpoints.address, needsKey: endpoints.key != .none,
      isDescribed: true, ownIconAddress: nil, place: .max, key: endpoints.key == .none ? .notNeeded : .unknown)
  }

  static func directory(_ items: [ProviderDefinition] = ProviderDefinition.all) -> [ProviderState] {
    let publishers = Dictionary(grouping: items, by: \.provider.publisher)
    return items.enumerated().map { place, items in
      if items.endpoints.isDescribed { return described(items) }
      let (provider, endpoints) = (items.provider, items.endpoints)
      let isAlone = publishers[provider.publisher]?.count == 1
      return ProviderState(
        provider: provider, title: isAlone ? provider.publisher : "\(provider.publisher) (\(provider.id))",
        ownAddress: endpoints.address, needsKey: endpoints.key != .none,
        ownIconAddress: endpoints.iconAddress, place: place,
        key: endpoints.key == .none ? .notNeeded : .unknown)
    }
  }
}

public enum KeyState: Hashable, Sendable {
  case notNeeded
  case unknown
  case missing
  case stored
  /// The key could not be stored, so it is lost when the program ends.
  case thisRunOnly
  /// The keyring is locked or doesn't respond. It may contain a key.
  case unreadable
  /// The typed text isn't a key: it contains more than letters, digits, `-`, `_` and `.`.
  case malformed
}

public enum ConnectionTest: Hashable, Sendable {
  case untried
  case running
  case succeeded(rates: Int, newest: Day, milliseconds: Int)
  case needsKey
  case failed(RatesFailure)
}

public enum SettingsEvent: Hashable, Sendable {
  /// Changes a setting. A value out of the setting's range changes nothing.
  case set(SettingsKey, SettingsValue)
  /// Moves a provider in the list. Position 0 has the highest priority.
  case providerMoved(from: Int, to: Int)
  /// Enables a provider at the end of the list, or disables a provider. One provider always stays enabled.
  case providerSwitched(ProviderID, isOn: Bool)
  case providerChosen(ProviderID)
  case addressTyped(ProviderID, String)
  case keyTyped(ProviderID, Secret)
  case keyRemoved(ProviderID)
  case unlockPressed
  case connectionTested(ProviderID)
  case refreshPressed
  case cacheCleared(CacheKind)
  case quarantineAccepted(Int64)
  case quarantineDropped(Int64)
  /// Chooses the currency of an ambiguous symbol such as "$". Nil uses the currency of the user's region.
  case symbolChosen(String, Currency?)
  case accountServerTyped(String)
  /// Uses settings from another computer. The dictionary maps a setting's name to its value in GVariant's text format.
  case syncedValuesReceived([String: String])
  /// Uses the settings of a backup. Settings that the user has changed on this computer stay unchanged.
  case backupRestored([String: SettingsValue])
  case damageDismissed
}

public enum CacheKind: String, Hashable, Sendable, CaseIterable {
  case network
  case documents
  case images
}

public protocol SettingsStore: Sendable {
  func read() async -> SettingsReading

  /// Saves the values that differ from `before`. Other values in the file stay unchanged.
  func write(_ settings: Settings, over before: Settings) async throws(FileFailure)

  func changes() async -> AsyncStream<Void>
}

public struct SettingsReading: Equatable, Sendable {
  public var settings: Settings
  public var problems: [SettingsProblem] = []
  public var recoveredFile: String?
  /// The settings that the file lacks, so that their defaults apply. Comparisons with `==` ignore this property.
  public var missing: Set<SettingsKey> = []

  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  public static func == (a: Self, b: Self) -> Bool {
    (a.settings, a.problems, a.recoveredFile) == (b.settings, b.problems, b.recoveredFile)
  }
}

public enum SettingsProblem: Hashable, Sendable {
  case notReadable(path: String)
  case tooLarge(limit: Int)
  case line(Int)
  case value(key: String)
}
