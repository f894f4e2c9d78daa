// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursItems
public import KursModel
public import KursStorage

public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case signedOut
    case working
    case waiting(until: Timestamp)
  }

  public internal(set) var phase = Phase.signedOut
  public internal(set) var lastDone: Timestamp?
  public internal(set) var failure: SyncFailure?
  /// The titles of objects that stay on this computer only, because they are too large for the server.
  public internal(set) var tooLargeTitles: [String] = []
  public internal(set) var sent = 0
  public internal(set) var received = 0

  public init() {}
}

public enum SyncFailure: Error, Hashable, Sendable {
  case signedOut
  /// The server is unavailable. `retryAfter`: the seconds to wait, nil if the server didn't send a number.
  case unavailable(retryAfter: Int?)
  /// The server's data is older than at the last sync, because the server was restored from a backup.
  case serverIsBehind
  case clockIsAhead
  case tooLarge
  /// The account is full. Only deletions were sent. Changes of other computers were received.
  case quotaFull
  /// The server's responses contradict each other. The last response was not stored.
  case unsound
  /// The objects on the server differ from the objects on this computer, although their revisions are equal.
  case differs
  case tooOld(needed: ReleaseNumber)
  case refused(status: Int, reason: String)
  case api(APIError)
  case malformed(ItemError)
  case storage(StorageError)

  var retryAfter: Int? { if case .unavailable(let seconds) = self { seconds } else { nil } }

  var onlyTimeHelps: Bool {
    switch self {
    case .unavailable, .signedOut: false
    default: true
    }
  }
}
