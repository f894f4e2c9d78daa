// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

enum AuthState: Hashable, Sendable {
  /// Reading the keyring. Valid transitions to: refresh, silent, signedIn, offline, locked, signedOut.
  case boot
  /// An account is known, but its secrets can't be read. Its data is neither shown nor deleted.
  case locked
  case signedOut
  /// The user is signing in. A failure returns to the origin.
  case login(from: Origin)
  case signedIn
  /// One renewal is running. The data stays visible.
  case refresh
  /// One sign-in with the stored password is running. The data stays visible.
  case silent
  /// No token is valid, but the server refused nothing. The network, the connection or the password is missing.
  case offline
  /// Too many grants in a short time. All calls fail at once for a minute.
  case throttled
  /// The server refused. The member's data on this machine is being deleted.
  case wipe(SignOutReason)
  case leaving(keepsData: Bool)

  enum Origin: Hashable, Sendable { case locked, signedOut, offline, throttled }
}

extension AuthState {
  var isAwaitingGrant: Bool {
    switch self {
    case .login, .refresh, .silent: true
    default: false
    }
  }
}

extension AuthState.Origin {
  var state: AuthState {
    switch self {
    case .locked: .locked
    case .signedOut: .signedOut
    case .offline: .offline
    case .throttled: .throttled
    }
  }
}

enum Grant: Hashable, Sendable {
  case interactive
  case refresh
  case silent
}

enum AuthAction: Hashable, Sendable {
  /// Takes at most five seconds and never prompts.
  case readKeyring
  /// May prompt the user, who requested it.
  case unlockKeyring
  case startGrant(Grant, epoch: Int)
  case cancelGrant(epoch: Int)
  case adoptTokens(version: Int)
  case revokeLate
  case releaseWaiters
  case failWaiters(AuthFailure)
  /// The user's sign-in has ended. Nil means success.
  case answerForm(SignInFailure?)
  /// Marks the data, deletes it and forgets the member. Each step can be repeated.
  case wipe(SignOutReason)
  case forgetSecrets
  case revoke
  case removeBadSecret
  /// Tokens that are only in memory. Reports this once, and tries to store them five times, thirty seconds apart.
  case rememberLater
  case rereadKeyring
}

enum CallAction: Hashable, Sendable {
  case use(version: Int)
  case join
  case fail(AuthFailure)
}

/// Limits token requests to five in thirty seconds, and silent sign-ins to three a day. A refused silent sign-in is not
/// repeated until a sign-in succeeds.
struct GrantBudget: Hashable, Sendable {
  static let limit = 5  // guards A03: 5 => 50
  static let window: Int64 = 30_000
  private static let silentLimit = 3
  private static let day: Int64 = 86_400_000

  private var grants: [Uptime] = []
  private var silent: [Uptime] = []
  private var isSilentUsed = false

  func allowsSilent(at now: Uptime) -> Bool {
    !isSilentUsed && silent.count { now - $0 < Self.day } < Self.silentLimit
  }

  /// Counts a grant. Returns false, without counting, if the limit is reached.
  mutating func spend(_ grant: Grant, at now: Uptime) -> Bool {
    grants.removeAll { now - $0 >= Self.window }
    guard grants.count < Self.limit else { return false }
    grants.append(now)
    guard grant == .silent else { return true }
    silent.removeAll { now - $0 >= Self.day }
    silent.append(now)
    isSilentUsed = true
    return true
  }

  mutating func silentSignInEndedUndecided() {
    isSilentUsed = false
  }

  /// The sign-in succeeded or ended. The next silent sign-in is allowed.
  mutating func episodeEnded() {
    isSilentUsed = false
  }
}

/// Disables the sign-in form after wrong passwords. From the fifth on, the pauses are 1, 2, 4 … 60 seconds.
struct FormThrottle: Hashable, Sendable {
  private(set) var opens: Uptime?
  private var refusals = 0

  mutating func refused(at now: Uptime) {
    refusals += 1
    guard refusals >= 5 else { return }  // guards A35
    opens = now + Swift.min(60_000, Int64(1000) << Int64(Swift.min(refusals - 5, 6)))
  }

  mutating func succeeded() {
    self = FormThrottle()
  }
}

/// A time on the clock CLOCK_BOOTTIME, which nobody sets and which includes sleep.
public struct Uptime: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }

  public static func - (a: Uptime, b: Uptime) -> Int64 { a.milliseconds - b.milliseconds }

  public static func + (a: Uptime, milliseconds: Int64) -> Uptime {
    Uptime(milliseconds: a.milliseconds + milliseconds)
  }
}
