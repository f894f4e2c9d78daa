// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursItems
public import KursModel
public import KursStorage

/// How the machines of a person stand to each other, as windows show it.
public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case signedOut
    case working
    /// Idle; the next exchange is at this time.
    case waiting(until: Timestamp)
  }

  public internal(set) var phase = Phase.signedOut
  /// When the last exchange succeeded, in this run of the program.
  public internal(set) var lastDone: Timestamp?
  /// Why the last exchange did not.
  public internal(set) var failure: SyncFailure?
  /// Titles of what is larger than the server takes, and so is on this machine alone.
  public internal(set) var stayed: [String] = []
  /// How many changes went to the server, and came from it, in this run of the program.
  public internal(set) var sent = 0
  public internal(set) var received = 0

  public init() {}
}

/// Why an exchange with the account server came to nothing. What was changed here waits.
public enum SyncFailure: Error, Hashable, Sendable {
  /// Nobody is signed in, or no longer.
  case signedOut
  /// Signed in, but there is no way to the server just now; seconds it asks to wait, where it says so.
  case unavailable(retryAfter: Int?)
  /// The server knows less than was had from it: it was restored from a backup.
  case serverIsBehind
  /// Something was edited more than a day after the server's clock.
  case clockIsAhead
  /// More was sent than the server takes.
  case tooLarge
  /// The member has no room left; deletions went through, and so did the news of other machines.
  case quotaFull
  /// The server's answers contradict themselves: pages without end, or edits from the far future. Nothing of the last
  /// one was taken.
  case unsound
  /// The server's digest of all objects differs from this machine's, even after everything was read again.
  case differs
  /// The server serves no Kurs as old as this one.
  case tooOld(needed: ReleaseNumber)
  /// The server says no, in its own word.
  case refused(status: Int, reason: String)
  /// The answer does not follow the contract.
  case api(APIError)
  case malformed(ItemError)
  case storage(StorageError)

  var retryAfter: Int? { if case .unavailable(let seconds) = self { seconds } else { nil } }

  /// Whether asking again soon would bring the same.
  var isOnlyCuredByTime: Bool {
    switch self {
    case .unavailable, .signedOut: false
    default: true
    }
  }
}
