// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
public import KursModel
public import KursStorage

/// Everything the settings window shows, as facts: no sentence, no formatted number.
public struct SettingsState: Equatable, Sendable {
  /// The current settings.
  public var settings: Settings
  /// Those in use in their order, then the others as Kurs lists them.
  public var providers: [ProviderState]
  /// Rates that looked wrong and wait for a word.
  public var quarantine: [QuarantinedQuote] = []
  /// Bytes held, by cache; nil until they are counted, and for one that does not exist.
  public var cacheUse: [CacheKind: Int] = [:]
  /// Recent refreshes, answers and pictures, newest first.
  public var log: [String] = []
  /// Why keys cannot be kept: they are asked for again at each start.
  public var keyFailure: SecretFailure?
  /// The text that was typed as account server and is no address of one.
  public var accountServerProblem: ServerAddress.Problem?
  /// A damaged file of settings: what was wrong, and where it lies now. Said once.
  public var damage: SettingsReading?
  /// The last change could not be kept; it holds until the end of this run.
  public var saveFailure: FileFailure?
  /// The reason not to fetch what nobody asked for; offline until the desktop says otherwise.
  public var hindrance: SkipReason? = .offline
  /// Today in UTC, which ages are counted to.
  public var today: Day

  public subscript(id: ProviderID) -> ProviderState? { providers.first { $0.id == id } }
}

/// One provider in the settings.
public struct ProviderState: Equatable, Sendable, Identifiable {
  /// Publisher, coverage, first day, terms and attribution are its own.
  public let provider: Provider
  /// Its name in the list: the publisher, with the short name where a publisher has several.
  public let title: String
  public let ownAddress: String
  public let needsKey: Bool
  /// Whether a file of the person's says who it is and how it is asked.
  public var isDescribed = false
  /// The address of its mark on its own site.
  let ownMark: String?
  /// Its place in the list of those that are off.
  let place: Int
  /// Its place among those in use, from 0; nil while it is off.
  public var rank: Int?
  /// The newest stored day; nil where nothing is stored.
  public var newest: Day?
  /// When it last answered; nil where it never did.
  public var answered: Timestamp?
  public var key: KeyState
  /// The server typed instead of its own; nil for its own.
  public var address: String?
  public var addressProblem: ServerAddress.Problem?
  /// The address that its server has moved to for good, as it says; forgotten once the person names an address.
  public var moved: MovedAddress?
  public var test = ConnectionTest.untried
  /// Whether it is being asked by the timetable now, and how the last time went.
  public var refresh = RefreshState()

  public var id: ProviderID { provider.id }
  public var isOn: Bool { rank != nil }
}

/// The state of a provider's key.
public enum KeyState: Hashable, Sendable {
  case notNeeded
  /// Not looked for yet.
  case unknown
  case missing
  case stored
  /// It could not be stored and is gone with this run.
  case thisRunOnly
  /// There may be one, behind a locked or silent service.
  case unreadable
  /// The typed text cannot be a key: it has others than letters, digits, `-`, `_` and `.`.
  case malformed
}

/// How asking a provider went.
public enum ConnectionTest: Hashable, Sendable {
  case untried
  case running
  /// How many rates came, the newest of their days, and how long it took.
  case succeeded(rates: Int, newest: Day, milliseconds: Int)
  case needsKey
  case failed(RatesFailure)
}

/// An event of the settings.
public enum SettingsEvent: Hashable, Sendable {
  /// A value out of the setting's range changes nothing.
  case set(SettingsKey, SettingsValue)
  /// Among those in use: 0 is the first that is asked.
  case providerMoved(from: Int, to: Int)
  /// On: it becomes the last of those in use. The last one left cannot be switched off.
  case providerSwitched(ProviderID, isOn: Bool)
  /// Makes the provider the first, whether or not it was in use.
  case providerChosen(ProviderID)
  /// Another server than its own; empty for its own again.
  case addressTyped(ProviderID, String)
  case keyTyped(ProviderID, Secret)
  case keyRemoved(ProviderID)
  /// Let the keyring ask to be unlocked.
  case unlockPressed
  /// Ask the provider once and say how it went; nothing is stored.
  case connectionTested(ProviderID)
  /// Fetch now what is missing of everyone in use.
  case refreshPressed
  case cacheCleared(CacheKind)
  case quarantineAccepted(Int64)
  case quarantineDropped(Int64)
  /// Nil: what the region says.
  case symbolChosen(String, Currency?)
  /// Empty: none.
  case accountServerTyped(String)
  /// Chosen on another machine of the person; variants by the names of settings.
  case valuesTaken([String: String])
  /// Settings of a backup, by name; those chosen here stay.
  case backupRestored([String: SettingsValue])
  /// The word about a damaged file was read.
  case damageDismissed
}

/// The caches that can be cleared: all can be fetched again.
public enum CacheKind: String, Hashable, Sendable, CaseIterable {
  /// HTTP answers, in memory and on disk.
  case network
  /// The raw documents that rates were read from; the rates stay.
  case documents
  case images
}

/// The store of the settings.
public protocol SettingsStore: Sendable {
  /// Reads the settings; a damaged file is set aside and its readable part is used.
  func read() async -> SettingsReading

  /// Keeps what differs from `before`; all else, which others may have changed meanwhile, stays as it is.
  func write(_ settings: Settings, over before: Settings) async throws(FileFailure)

  /// Yields when somebody else changed what is kept.
  func changes() async -> AsyncStream<Void>
}

/// The settings as read, and what could not be.
public struct SettingsReading: Hashable, Sendable {
  public var settings: Settings
  public var problems: [SettingsProblem] = []
  /// The path of the damaged file.
  public var setAside: String?

  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }
}

/// A fault in a file of settings; the rest of the file is used.
public enum SettingsProblem: Hashable, Sendable {
  /// The file is there and cannot be opened.
  case notReadable(path: String)
  /// Longer than any such file can be, in bytes.
  case tooLarge(limit: Int)
  /// No line of such a file; from 1.
  case line(Int)
  /// A value that the setting cannot have.
  case value(key: String)
}

extension ProviderState {
  /// The address of its mark, at the typed server if there is one; nil where none is known.
  public var mark: String? { address.map(ProviderEndpoints.mark(at:)) ?? ownMark }

  /// A team's rates, which no other address can be typed for: the account has it.
  static func team(_ team: Team) -> ProviderState {
    let provider = Provider.team(team, home: .eur)
    return ProviderState(
      provider: provider, title: provider.publisher, ownAddress: provider.terms, needsKey: false,
      ownMark: provider.terms + ProviderEndpoints.teamMarkPath,
      place: -1, key: .notNeeded)
  }

  /// The providers that the person's files describe, behind all that come with Kurs.
  static func described(_ items: ProviderDefinition) -> ProviderState {
    let (provider, endpoints) = (items.provider, items.endpoints)
    return ProviderState(
      provider: provider, title: provider.publisher, ownAddress: endpoints.address, needsKey: endpoints.key != .none,
      isDescribed: true, ownMark: nil, place: .max, key: endpoints.key == .none ? .notNeeded : .unknown)
  }

  /// Every provider that Kurs can read and ask, none of them in use.
  static func directory(_ items: [ProviderDefinition] = ProviderDefinition.all) -> [ProviderState] {
    let publishers = Dictionary(grouping: items, by: \.provider.publisher)
    return items.enumerated().map { place, items in
      if items.endpoints.isDescribed { return described(items) }
      let (provider, endpoints) = (items.provider, items.endpoints)
      let isAlone = publishers[provider.publisher]?.count == 1
      return ProviderState(
        provider: provider, title: isAlone ? provider.publisher : "\(provider.publisher) (\(provider.id))",
        ownAddress: endpoints.address, needsKey: endpoints.key != .none,
        ownMark: endpoints.mark, place: place,
        key: endpoints.key == .none ? .notNeeded : .unknown)
    }
  }
}
