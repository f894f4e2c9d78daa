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
  /// Titles of objects that are too large for the server, and stay on this machine only.
  public internal(set) var tooLargeTitles: [String] = []
  public internal(set) var sent = 0
  public internal(set) var received = 0

  public init() {}
}

public enum SyncFailure: Error, Hashable, Sendable {
  case signedOut
  /// The server is unavailable. The seconds to wait, if it sent them.
  case unavailable(retryAfter: Int?)
  /// The server has an older state than before, because it was restored from a backup.
  case serverIsBehind
  case clockIsAhead
  case tooLarge
  /// The member has no room left. Deletions and changes of other machines were exchanged.
  case quotaFull
  /// The server's responses contradict each other. Nothing of the last one was stored.
  case unsound
  /// The server's digest of all objects differs from this machine's, even after everything was read again.
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
