// SPDX-License-Identifier: GPL-3.0-or-later

enum AuthState: Hashable, Sendable {
  /// Reading the keyring. Valid transitions to: refresh, silent, signedIn, offline, locked, out.
  case boot
  /// An account is known, but its secrets can't be read. Nothing of it is shown or wiped.
  case locked
  /// No account, or none signed in.
  case out
  /// The user's own sign-in is running. A failure returns to its origin.
  case login(from: Origin)
  /// The access token is valid.
  case signedIn
  /// The single renewal is running. The shown data stays.
  case refresh
  /// The single sign-in with the stored password is running. The shown data stays.
  case silent
  /// Not refused, but without a valid token: offline, a connection fault, or a missing password.
  case offline
  /// Too many grants in a short time: all calls fail at once for a minute.
  case throttled
  /// The server refused: the member's data on this machine is being deleted.
  case wipe(SignOutReason)
  /// The user signs out.
  case leaving(keepsData: Bool)

  /// The states in which a sign-in can begin.
  enum Origin: Hashable, Sendable { case locked, out, offline, throttled }
}

extension AuthState {
  /// Whether a grant may be running.
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
    case .out: .out
    case .offline: .offline
    case .throttled: .throttled
    }
  }
}

/// How tokens are requested.
enum Grant: Hashable, Sendable {
  /// The user types a password.
  case interactive
  /// The session is renewed by the refresh token.
  case refresh
  /// The session is renewed by the stored password.
  case silent
}

/// An action. A list is carried out in order.
enum AuthAction: Hashable, Sendable {
  /// Within five seconds, without a prompt.
  case readKeyring
  /// Like `readKeyring`, but may prompt the user to unlock, because they pressed the button.
  case unlockKeyring
  /// The response has this number.
  case startGrant(Grant, epoch: Int)
  /// The result of this grant is no longer wanted.
  case cancelGrant(epoch: Int)
  /// The tokens of the reported grant are in use from now on.
  case adoptTokens(version: Int)
  /// Tokens that arrived too late have no owner: the server is notified once that they end.
  case revokeLate
  /// All waiting calls continue with the token in use.
  case releaseWaiters
  case failWaiters(AuthFailure)
  /// The user's sign-in has ended; nil for success.
  case answerForm(SignInFailure?)
  /// Mark, delete and forget. Each step can be repeated.
  case wipe(SignOutReason)
  /// Delete the secrets and keep the data.
  case forgetSecrets
  /// Notify the server that the session ends, for at most three seconds. Best effort.
  case revoke
  /// The keyring contains an invalid value.
  case removeBadSecret
  /// The tokens are in memory only: report it once, and try to store them every thirty seconds, five times.
  case rememberLater
  /// The keyring has newer tokens from another program of the user.
  case rereadKeyring
}

/// The decision about a call that needs a sign-in.
enum CallAction: Hashable, Sendable {
  /// Send with the token of this version.
  case use(version: Int)
  /// Wait for the running grant.
  case join
  case fail(AuthFailure)
}

/// The limit on token requests: five in thirty seconds, one silent sign-in until it succeeds, and three a day.
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

  /// Counts a grant. Returns false, without counting, beyond the limit.
  mutating func take(_ grant: Grant, at now: Uptime) -> Bool {
    grants.removeAll { now - $0 >= Self.window }
    guard grants.count < Self.limit else { return false }
    grants.append(now)
    guard grant == .silent else { return true }
    silent.removeAll { now - $0 >= Self.day }
    silent.append(now)
    isSilentUsed = true
    return true
  }

  /// The silent sign-in met a connection fault, so the server never judged it.
  mutating func silentWasNotJudged() {
    isSilentUsed = false
  }

  /// It succeeded or ended: the next time starts anew.
  mutating func episodeEnded() {
    isSilentUsed = false
  }
}

/// How long the sign-in form is disabled after wrong passwords: from the sixth on 1, 2, 4 … 60 seconds.
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

/// A moment on a clock that nobody sets and that includes sleep (CLOCK_BOOTTIME).
public struct Uptime: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }

  /// Milliseconds from `b` to `a`.
  public static func - (a: Uptime, b: Uptime) -> Int64 { a.milliseconds - b.milliseconds }

  public static func + (a: Uptime, milliseconds: Int64) -> Uptime {
    Uptime(milliseconds: a.milliseconds + milliseconds)
  }
}
