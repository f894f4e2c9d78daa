// SPDX-License-Identifier: GPL-3.0-or-later

/// The state of the sign-in of one member.
enum AuthState: Hashable, Sendable {
  /// The keyring is being read. To `renewing` states, `signedIn`, `offline`, `locked`, `out`.
  case boot
  /// An account is known, its secrets cannot be read; nothing is shown of it, nothing wiped.
  case locked
  /// No account, or none that is signed in.
  case out
  /// The person's own sign-in is on its way; a failure goes back to where it came from.
  case login(from: Origin)
  /// The access token is good.
  case signedIn
  /// The one renewal is on its way; what the person sees stays.
  case refresh
  /// The one sign-in with the stored password is on its way; what the person sees stays.
  case silent
  /// Not refused, but without a good token: offline, a fault on the way, or a password is wanted.
  case offline
  /// Too many grants in a short time: all calls fail at once for a minute.
  case throttled
  /// The server refused: what the member has on this machine is being deleted.
  case wipe(SignOutReason)
  /// The person signs out.
  case leaving(keepsData: Bool)

  /// The states that a sign-in can begin in.
  enum Origin: Hashable, Sendable { case locked, out, offline, throttled }
}

extension AuthState {
  /// Whether a grant may be on its way.
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

/// How tokens are asked for.
enum Grant: Hashable, Sendable {
  /// The person types.
  case interactive
  /// The session is renewed by the refresh token.
  case refresh
  /// The session is renewed by the stored password.
  case silent
}

/// An action; a list of them is carried out in order.
enum AuthAction: Hashable, Sendable {
  /// Within five seconds; asks no one.
  case readKeyring
  /// As `readKeyring`, but the person may be asked to unlock: they pressed the button.
  case unlockKeyring
  /// The answer comes back with this number.
  case startGrant(Grant, epoch: Int)
  /// Nothing may come of the grant with this number any more.
  case cancelGrant(epoch: Int)
  /// The tokens of the grant just reported are in use from now on.
  case adoptTokens(version: Int)
  /// Tokens that came too late belong to no one: the server is told, once, that they end.
  case revokeLate
  /// All that wait go on with the token in use.
  case releaseWaiters
  case failWaiters(AuthFailure)
  /// The sign-in that the person waits for has ended; nil for success.
  case answerForm(SignInFailure?)
  /// Mark, delete and forget, each step safe to repeat.
  case wipe(SignOutReason)
  /// Forget the secrets, leave the data.
  case forgetSecrets
  /// Tell the server that the session ends, for at most three seconds; best effort.
  case revoke
  /// The keyring holds something else than it should.
  case removeBadSecret
  /// Tokens are in memory only; say so once, write again every thirty seconds, five times.
  case rememberLater
  /// The keyring holds newer tokens, from another program of the person, than this program.
  case rereadKeyring
}

/// The decision about a call that needs to be signed in.
enum CallAction: Hashable, Sendable {
  /// Send with the token of this version.
  case use(version: Int)
  /// Wait until the grant on its way has ended.
  case join
  case fail(AuthFailure)
}

/// How often tokens may be asked for: five times in thirty seconds, silently once until it worked and thrice a day.
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

  /// Counts a grant; false, and not counted, where it would be one too many.
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

  /// The silent sign-in met a fault on the way: the server never judged it.
  mutating func silentWasNotJudged() {
    isSilentUsed = false
  }

  /// It worked, or it is over: the next time begins anew.
  mutating func episodeEnded() {
    isSilentUsed = false
  }
}

/// How long the sign-in form stays shut after wrong passwords: from the sixth on 1, 2, 4 … 60 seconds.
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

/// A moment on a clock that no one sets and that counts on while the machine sleeps (CLOCK_BOOTTIME).
public struct Uptime: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }

  /// Milliseconds from `b` to `a`.
  public static func - (a: Uptime, b: Uptime) -> Int64 { a.milliseconds - b.milliseconds }

  /// So many milliseconds later.
  public static func + (a: Uptime, milliseconds: Int64) -> Uptime {
    Uptime(milliseconds: a.milliseconds + milliseconds)
  }
}
