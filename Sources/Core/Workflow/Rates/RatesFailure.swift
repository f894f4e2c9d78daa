// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursItems
public import KursModel
public import KursStorage

/// Why rates could not be read, imported or fetched. The front end words it.
public enum RatesFailure: Error, Hashable, Sendable {
  case rate(RateError)
  case storage(StorageError)
  case document(provider: ProviderID, ItemError)
  case api(provider: ProviderID, APIError)
  case unknownProvider(String)
  /// A document contains a day in the future.
  case future(provider: ProviderID, Day)
  /// A prescribed table has been due since a day, and the server has none at its address.
  case overdue(provider: ProviderID, since: Day)
  case fileNotReadable(path: String)
  /// Some of a provider's tables are stored, with this many new rates, and the next one failed.
  indirect case partly(changed: Int, RatesFailure)
  /// A file of the user's own series is damaged.
  case damagedSeries(ProviderID)
}

public struct RefreshState: Hashable, Sendable {
  public var isRunning = false
  public var failure: RatesFailure?
  /// The time of the next request; nil if none is planned.
  public var next: Timestamp?
  public var hindrance: SkipReason?
}

/// Why a provider is not asked.
public enum SkipReason: Hashable, Sendable {
  case offline
  /// The user works offline.
  case switchedOff
  case metered
  /// Manual only, by the user's choice.
  case manual
  case needsKey
}

extension RatesFailure {
  /// The failure without what was stored before it.
  public var cause: RatesFailure {
    if case .partly(_, let failure) = self { failure } else { self }
  }
}

extension ItemError {
  /// A copy that is safe to show: the server's text is cut, sanitised and without the user's key.
  func shown(without key: ProviderKey?) -> ItemError {
    func shown(_ text: String) -> String { (key?.blanked(in: text) ?? text).harmless(limit: 120) }
    return switch self {
    case .unreadable(let place, let found, let expected):
      .unreadable(place: shown(place), found: shown(found), expected: expected)
    case .refusedBySource(let word): .refusedBySource(shown(word))
    default: self
    }
  }
}
