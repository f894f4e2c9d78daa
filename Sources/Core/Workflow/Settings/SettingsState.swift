// SPDX-License-Identifier: GPL-3.0-or-later
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
  public var hindrance: RefreshHindrance? = .offline
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
