// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursItems
public import KursModel
public import KursStorage

public enum RatesFailure: Error, Hashable, Sendable {
  case rate(RateError)
  case storage(StorageError)
  case document(provider: ProviderID, ItemError)
  case api(provider: ProviderID, APIError)
  case unknownProvider(String)
  case future(provider: ProviderID, Day)
  case overdue(provider: ProviderID, since: Day)
  case fileNotReadable(path: String)
  /// A request failed after the rates of other requests were stored. `changed`: the number of new stored rates.
  indirect case partly(changed: Int, RatesFailure)
  case damagedSeries(ProviderID)

  public var cause: RatesFailure {
    if case .partly(_, let failure) = self { failure } else { self }
  }
}

public struct RefreshState: Hashable, Sendable {
  public var isRunning = false
  public var failure: RatesFailure?
  /// The time of the next request. Nil if no request is planned.
  public var next: Timestamp?
  public var skipReason: SkipReason?
}

public enum SkipReason: Hashable, Sendable {
  case offline
  case switchedOff
  case metered
  case manual
  case needsKey
}

extension ItemError {
  /// Returns an error that is safe to show. The server's text is shortened, and the user's API key is removed.
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
