// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

enum AuthState: Hashable, Sendable {
  /// The keyring is being read.
  case boot
  /// An account is known, but its secrets can't be read. The account's data is neither shown nor deleted.
  case locked
  case signedOut
  /// The user is signing in. If this fails, the state returns to `from`.
  case login(from: Origin)
  case signedIn
  /// The tokens are being renewed. The data stays visible.
  case refresh
  /// A sign-in with the stored password is running. The data stays visible.
  case silent
  /// No token is valid, but the server didn't refuse the member. For example, the computer has no network.
  case offline
  /// Kurs requested tokens too often in a short time. For a minute, all requests of the member fail immediately.
  case throttled
  /// The server refused the member. The member's data on this computer is being deleted.
  case wipe(SignOutReason)
  case leaving(keepsData: Bool)

  enum Origin: Hashable, Sendable { case locked, signedOut, offline, throttled }

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
  /// Reads the keyring without a prompt, in at most five seconds.
  case readKeyring
  /// Unlocks the keyring, perhaps with a prompt. This happens only at the user's request.
  case unlockKeyring
  case startGrant(Grant, epoch: Int)
  case cancelGrant(epoch: Int)
  case adoptTokens(version: Int)
  case revokeLate
  case releaseWaiters
  case failWaiters(AuthFailure)
  /// Returns the result of a sign-in to the caller of `signIn`. Nil means success.
  case answerForm(SignInFailure?)
  /// Deletes the member, with data, tokens and password, from this computer. An interrupted deletion can be repeated.
  case wipe(SignOutReason)
  case forgetSecrets
  case revoke
  case removeBadSecret
  /// Tries again to store the tokens in the keyring, five times with pauses of 30 seconds.
  case rememberLater
  case rereadKeyring
}

enum CallAction: Hashable, Sendable {
  case use(version: Int)
  case join
  case fail(AuthFailure)
}

/// Limits token requests to five in thirty seconds, and sign-ins with the stored password (`silent`) to three a day.
/// After a refusal, the stored password isn't sent again until another sign-in succeeds.
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

  /// Counts a token request. If the limit is reached, returns false and doesn't count the request.
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

  /// Allows the next sign-in with the stored password, because the member has signed in or out.
  mutating func episodeEnded() {
    isSilentUsed = false
  }
}

/// Disables the sign-in form for 1, 2, 4 … 60 seconds after the fifth and each later wrong password in a row.
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

/// A time on the clock CLOCK_BOOTTIME. No user can set this clock, and it continues during a suspend.
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
