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
  /// Titles of objects that are too large for the server, and stay on this computer only.
  public internal(set) var tooLargeTitles: [String] = []
  public internal(set) var sent = 0
  public internal(set) var received = 0

  public init() {}
}

public enum SyncFailure: Error, Hashable, Sendable {
  case signedOut
  /// The server is unavailable. `retryAfter`: the seconds to wait, if the server sent them.
  case unavailable(retryAfter: Int?)
  /// The server's state is older than before, because the server was restored from a backup.
  case serverIsBehind
  case clockIsAhead
  case tooLarge
  /// The account is full. Only deletions and the changes of other computers were exchanged.
  case quotaFull
  /// The server's responses contradict each other. Nothing of the last response was stored.
  case unsound
  /// The server's digest of all objects differs from this computer's, even after everything was read again.
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
