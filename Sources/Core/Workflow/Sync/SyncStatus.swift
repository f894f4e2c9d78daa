// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursItems
public import KursModel
public import KursStorage

/// The sync state of the user's machines, for windows.
public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case signedOut
    case working
    /// Idle until the next sync.
    case waiting(until: Timestamp)
  }

  public internal(set) var phase = Phase.signedOut
  /// The last successful sync in this run.
  public internal(set) var lastDone: Timestamp?
  /// The error of the last sync; nil if it succeeded.
  public internal(set) var failure: SyncFailure?
  /// Titles of objects that are too large for the server, and stay on this machine only.
  public internal(set) var stayed: [String] = []
  /// The changes sent and received in this run.
  public internal(set) var sent = 0
  public internal(set) var received = 0

  public init() {}
}

/// Why a sync failed. Local changes wait.
public enum SyncFailure: Error, Hashable, Sendable {
  /// Nobody is signed in.
  case signedOut
  /// Signed in, but the server is unavailable. Seconds to wait, if sent.
  case unavailable(retryAfter: Int?)
  /// The server has an older state than before: it was restored from a backup.
  case serverIsBehind
  /// An edit is more than a day ahead of the server's clock.
  case clockIsAhead
  /// More than the server accepts.
  case tooLarge
  /// The server doesn't support a Kurs as old as this one.
  case tooOld(needed: ReleaseNumber)
  /// The server refused, with its reason.
  case refused(status: Int, reason: String)
  /// The response is invalid.
  case api(APIError)
  case malformed(ItemError)
  case storage(StorageError)

  var retryAfter: Int? { if case .unavailable(let seconds) = self { seconds } else { nil } }

  var isOnlyCuredByTime: Bool {
    switch self {
    case .unavailable, .signedOut: false
    default: true
    }
  }
}
