// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursItems
public import KursModel
public import KursStorage

/// Why rates could not be read, taken up or fetched: a fact each, worded by the front end.
public enum RatesFailure: Error, Hashable, Sendable {
  case rate(RateError)
  case storage(StorageError)
  case document(provider: ProviderID, ItemError)
  case api(provider: ProviderID, APIError)
  case unknownProvider(String)
  /// A document names a day that has not come yet.
  case future(provider: ProviderID, Day)
  case fileNotReadable(path: String)
}

/// The timetable's state of a provider.
public struct RefreshState: Hashable, Sendable {
  public var isRunning = false
  public var failure: RatesFailure?
  /// When it is asked next; nil while it is not waited for.
  public var next: Timestamp?
  public var hindrance: SkipReason?
}

/// Why a provider is not asked.
public enum SkipReason: Hashable, Sendable {
  case offline
  /// The person switched the network off.
  case switchedOff
  case metered
  /// Only when asked for, by the person's choice.
  case manual
  case needsKey
}

extension ItemError {
  /// As it may be shown: what the server wrote is cut, harmless, and without the person's key.
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
