// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Decides what each event does to the sign-in of one member; carries nothing out.
///
/// Every pair of state and event is decided: what a function does not name, it ignores.
struct AuthMachine: Hashable, Sendable {
  /// The access token in use, by number: the machine never sees the token itself.
  struct Token: Hashable, Sendable {
    let version: Int
    let deadline: Uptime
    /// When to renew ahead of time; nil once that was tried.
    var renewal: Uptime?
    /// How often the server refused it.
    var refusals = 0
  }

  var state = AuthState.boot
  /// Whether an account is known on this machine, so that data of it may be.
  var knowsAccount: Bool
  var isOnline = true
  var hasRefreshToken = false
  var hasPassword = false
  var token: Token?
  var lastVersion = 0
  /// Whether a grant on its way is only a renewal: the token before it was good, and none has failed since.
  var isSettled = false
  /// Numbers the grants: an answer with an older number is late.
  var epoch = 0
  var waiters = 0
  var budget = GrantBudget()
  var form = FormThrottle()
  /// Whether the server knows nothing of the session, and so has refused nobody: it was restored, or has a new key.
  var isForgotten = false
  /// Faults on the way since the last success.
  var faults = 0
  var wipeAttempts = 0
  /// When the state must be looked at again, other than for the token's sake.
  var due: Uptime?
  /// Why `out`, where the member was signed out in this run.
  var signOutReason: SignOutReason?
  var restsSince: Uptime?

  static let waiterLimit = 256
  static let keyringLimit: Int64 = 5000  // guards A19: 5000 => 50_000
  static let grantLimit: Int64 = 15_000  // guards A29: 15_000 => 150_000
  /// How long storing tokens may take: the keyring gives a person two minutes to unlock it, and ends the wait itself.
  static let storingLimit: Int64 = 125_000
  static let faultRest: Int64 = 60_000  // guards A03: 60_000 => 6_000
  static let backOff = BackOff(first: 1000, longest: 300_000)
  static let renewalLead: Int64 = 60_000

  /// When `alarmRang` is to be called; nil where only an event from outside leads on.
  var alarm: Uptime? {
    guard case .signedIn = state, let token else { return due }
    return token.renewal ?? token.deadline
  }

  func hasGoodToken(at now: Uptime) -> Bool {
    guard let token else { return false }
    return token.refusals == 0 && now < token.deadline  // guards A27: now < token.deadline => true
  }
}

extension AuthMachine {
  /// Renews by what there is: the refresh token, else the stored password, else not at all.
  mutating func renew(at now: Uptime) -> [AuthAction] {
    guard isOnline else { return goOffline() }
    if hasRefreshToken { return start(.refresh, .refresh, at: now) }
    if hasPassword, budget.allowsSilent(at: now) { return start(.silent, .silent, at: now) }
    return goOffline()
  }

  mutating func start(_ grant: Grant, _ next: AuthState, at now: Uptime) -> [AuthAction] {
    guard budget.take(grant, at: now) else { return guardTripped(at: now) }
    state = next
    epoch += 1
    due = now + Self.grantLimit
    return [.startGrant(grant, epoch: epoch)]
  }

  mutating func goOffline() -> [AuthAction] {
    state = .offline
    due = nil
    isSettled = false
    return failWaiters(.unavailable)
  }

  mutating func goOut(_ reason: SignOutReason? = nil) {
    state = .out
    signOutReason = reason
    due = nil
    token = nil
    (hasRefreshToken, hasPassword, isForgotten) = (false, false, false)
    budget.episodeEnded()
  }

  mutating func beginWipe(_ reason: SignOutReason, at now: Uptime) -> [AuthAction] {
    let cancelled = cancelGrant()
    state = .wipe(reason)
    token = nil
    wipeAttempts = 1
    due = nil
    return cancelled + [.wipe(reason)] + failWaiters(.signedOut)
  }

  /// The answer to a grant that is still on its way is ignored from now on.
  mutating func cancelGrant() -> [AuthAction] {
    guard state.isAwaitingGrant else { return [] }
    defer { epoch += 1 }  // guards A38: 1 => 0
    return [.cancelGrant(epoch: epoch)]
  }

  mutating func failWaiters(_ failure: AuthFailure) -> [AuthAction] {
    guard waiters > 0 else { return [] }
    waiters = 0
    return [.failWaiters(failure)]
  }

  mutating func releaseWaiters() -> [AuthAction] {
    guard waiters > 0 else { return [] }
    waiters = 0
    return [.releaseWaiters]
  }

  /// Back to where the sign-in began, with what went wrong.
  mutating func returnToForm(_ failure: SignInFailure, from origin: AuthState.Origin, at now: Uptime) -> [AuthAction] {
    state = origin.state
    switch origin {
    case .throttled: due = restsSince.map { $0 + Self.faultRest }
    // The form interrupted a wait; a minute more does no harm.
    case .offline where hasRefreshToken || hasPassword: due = now + Self.faultRest
    case .offline, .locked, .out: due = nil
    }
    return [.answerForm(failure)] + failWaiters(origin == .out ? .signedOut : .unavailable)
  }
}
