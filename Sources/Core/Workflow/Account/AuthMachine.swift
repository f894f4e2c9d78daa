// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// Decides which actions follow each event of one member's sign-in.
struct AuthMachine: Hashable, Sendable {
  /// The access token in use. The state machine knows the token's number (`version`), but not its text.
  struct Token: Hashable, Sendable {
    let version: Int
    let deadline: Uptime
    /// The time at which to renew the token before its deadline. Nil after this renewal has begun.
    var renewal: Uptime?
    var refusals = 0
  }

  var state = AuthState.boot
  var knowsAccount: Bool
  var isOnline = true
  var hasRefreshToken = false
  var hasPassword = false
  var token: Token?
  var lastVersion = 0
  /// Whether the member counts as signed in during a renewal. False after a renewal has failed.
  var isSettled = false
  /// The number of the current token request. A response with a lower number belongs to an earlier request.
  var epoch = 0
  var waiters = 0
  var budget = GrantBudget()
  var form = FormThrottle()
  /// Whether the server lost the session, for example in a restore from a backup. This doesn't sign the member out.
  var isForgotten = false
  var faults = 0
  var wipeAttempts = 0
  var due: Uptime?
  /// The reason for the state `signedOut`. Nil if the member was already signed out at the start.
  var signOutReason: SignOutReason?
  var pausedSince: Uptime?

  static let waiterLimit = 256
  static let keyringLimit: Int64 = 5000  // guards A19: 5000 => 50_000
  static let grantLimit: Int64 = 15_000  // guards A29: 15_000 => 150_000
  /// The time limit for storing tokens, in milliseconds. The keyring's prompt closes after two minutes.
  static let storingLimit: Int64 = 125_000
  static let faultPause: Int64 = 60_000  // guards A03: 60_000 => 6_000
  static let backOff = BackOff(first: 1000, longest: 300_000)
  static let renewalLead: Int64 = 60_000

  /// The time at which to call `alarmRang`. Nil if no timer is needed.
  var alarm: Uptime? {
    guard case .signedIn = state, let token else { return due }
    return token.renewal ?? token.deadline
  }

  var isChangingAccount: Bool {
    switch state {
    case .login, .wipe, .leaving: true
    default: false
    }
  }

  func hasGoodToken(at now: Uptime) -> Bool {
    guard let token else { return false }
    return token.refusals == 0 && now < token.deadline  // guards A27: now < token.deadline => true
  }

  mutating func renew(at now: Uptime) -> [AuthAction] {
    guard isOnline else { return goOffline() }
    if hasRefreshToken { return start(.refresh, .refresh, at: now) }
    if hasPassword, budget.allowsSilent(at: now) { return start(.silent, .silent, at: now) }
    return goOffline()
  }

  mutating func start(_ grant: Grant, _ next: AuthState, at now: Uptime) -> [AuthAction] {
    guard budget.spend(grant, at: now) else { return guardTripped(at: now) }
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

  mutating func becomeSignedOut(_ reason: SignOutReason? = nil) {
    state = .signedOut
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

  mutating func cancelGrant() -> [AuthAction] {
    guard state.isAwaitingGrant else { return [] }
    defer { epoch += 1 }
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

  mutating func returnToForm(_ failure: SignInFailure, from origin: AuthState.Origin, at now: Uptime) -> [AuthAction] {
    state = origin.state
    switch origin {
    case .throttled: due = pausedSince.map { $0 + Self.faultPause }
    // The sign-in replaced `due`, the time of the next token request, so a new pause begins.
    case .offline where hasRefreshToken || hasPassword: due = now + Self.faultPause
    case .offline, .locked, .signedOut: due = nil
    }
    return [.answerForm(failure)] + failWaiters(origin == .signedOut ? .signedOut : .unavailable)
  }

  mutating func tokenRequested(at now: Uptime) -> (CallAction, [AuthAction]) {
    switch state {
    case .boot, .login, .silent: return (join(), [])
    case .signedIn where hasGoodToken(at: now): return (.use(version: lastVersion), [])
    // The token was refused once and can't be renewed. It is used again, and a second refusal signs the member out.
    case .signedIn where !canRenew(at: now) && now < (token?.deadline ?? now):
      return (.use(version: lastVersion), [])
    case .signedIn:
      let call = join()
      return (call, renew(at: now))
    // During an early renewal, requests use the old token while it is valid.
    case .refresh: return (hasGoodToken(at: now) ? .use(version: lastVersion) : join(), [])
    case .offline, .throttled: return (.fail(.unavailable), [])
    case .locked, .signedOut, .wipe, .leaving: return (.fail(.signedOut), [])
    }
  }

  /// Handles status 401 for a request with the token that has the number `version`.
  mutating func unauthorized(version: Int, at now: Uptime) -> (CallAction, [AuthAction]) {
    switch state {
    case .boot, .login, .refresh, .silent:
      if version == lastVersion { token?.refusals += 1 }
      return (version < lastVersion && hasGoodToken(at: now) ? .use(version: lastVersion) : join(), [])  // guards A01: join() => .fail(.unavailable)
    case .signedIn where version < lastVersion: return (.use(version: lastVersion), [])  // guards A02: version < lastVersion => false
    case .signedIn:
      token?.refusals += 1
      if canRenew(at: now) {
        let call = join()
        return (call, renew(at: now))
      }
      guard let token, token.refusals >= 2 else { return (.fail(.signedOut), []) }  // guards A37: token.refusals >= 2 => true
      return (.fail(.signedOut), beginWipe(.sessionEnded, at: now))
    case .offline where version == lastVersion && isOnline && hasRefreshToken && due == nil:
      let call = join()
      return (call, renew(at: now))
    case .offline, .throttled: return (.fail(.unavailable), [])
    case .locked, .signedOut, .wipe, .leaving: return (.fail(.signedOut), [])
    }
  }

  mutating func accountGone(at now: Uptime) -> [AuthAction] {
    switch state {
    case .login(let origin):
      return cancelGrant() + returnToForm(.refused(.accountDeleted), from: origin, at: now)
    case .signedIn, .refresh, .silent, .offline, .throttled: return beginWipe(.accountDeleted, at: now)
    case .boot, .locked, .signedOut, .wipe, .leaving: return []
    }
  }

  mutating func waiterLeft() {
    waiters = max(0, waiters - 1)
  }

  private func canRenew(at now: Uptime) -> Bool {
    hasRefreshToken || (hasPassword && budget.allowsSilent(at: now))
  }

  private mutating func join() -> CallAction {
    guard waiters < Self.waiterLimit else { return .fail(.busy) }  // guards A30
    waiters += 1
    return .join
  }
}

// These methods handle responses to token requests. The tokens of a late response are never used.
extension AuthMachine {
  /// Adopts stored tokens. `lifetime`: their validity in milliseconds. `keepsPassword`: whether the password is stored.
  mutating func grantSucceeded(
    _ grant: Grant, epoch answered: Int, lifetime: Int64, keepsPassword: Bool = false, at now: Uptime
  ) -> [AuthAction] {
    guard isAwaited(epoch: answered) else { return lateGrant(grant) }  // guards A22, A24
    let wasLogin = grant == .interactive
    if wasLogin {
      form.succeeded()
      hasPassword = keepsPassword
    }
    (hasRefreshToken, knowsAccount) = (true, true)
    faults = 0
    return adopt(deadline: now + lifetime, at: now) + (wasLogin ? [.answerForm(nil)] : [])
  }

  /// Extends the time limit after a response to a token request, because the keyring may prompt before storing tokens.
  mutating func grantAnswered(epoch answered: Int, at now: Uptime) -> [AuthAction] {
    if isAwaited(epoch: answered) { due = now + Self.storingLimit }
    return []
  }

  /// Handles the refusal of a token request. `holdsNewer`: whether the keyring has newer tokens than the request used.
  mutating func grantRefused(
    _ reason: SignOutReason, epoch answered: Int, holdsNewer: Bool, at now: Uptime
  ) -> [AuthAction] {
    guard answered == epoch else { return [] }  // guards A38
    switch state {
    case .login(let origin):
      if reason == .wrongPassword { form.refused(at: now) }
      return returnToForm(.refused(reason), from: origin, at: now)
    case .refresh where holdsNewer: return start(.refresh, .refresh, at: now)  // guards A15: holdsNewer => false
    case .refresh:
      hasRefreshToken = false
      guard hasPassword, isOnline, budget.allowsSilent(at: now) else { return beginWipe(reason, at: now) }  // guards A06: hasPassword => false
      return start(.silent, .silent, at: now)
    // The server lost the session and perhaps also the password, so this refusal doesn't sign the member out.
    case .silent where isForgotten:  // guards N03: isForgotten => false
      hasPassword = false
      return goOffline()
    case .silent: return beginWipe(reason, at: now)  // guards A07, A21: beginWipe(reason, at: now) => goOffline()
    case .boot, .locked, .signedOut, .signedIn, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  /// Handles a token that the server doesn't know. Tries the stored password if there is one, and deletes no data.
  mutating func grantForgotten(epoch answered: Int, holdsNewer: Bool, at now: Uptime) -> [AuthAction] {
    guard answered == epoch else { return [] }
    switch state {
    case .login(let origin): return returnToForm(.refused(.sessionEnded), from: origin, at: now)
    case .refresh where holdsNewer: return start(.refresh, .refresh, at: now)
    case .refresh:
      (hasRefreshToken, isForgotten) = (false, true)
      guard hasPassword, isOnline, budget.allowsSilent(at: now) else { return goOffline() }
      return start(.silent, .silent, at: now)
    case .silent: return goOffline()
    case .boot, .locked, .signedOut, .signedIn, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  /// Handles a token request that failed without a refusal. `retryAfter`: seconds to wait. `jitter`: random, 0 to 1000.
  mutating func grantFailed(
    _ failure: SignInFailure, epoch answered: Int, retryAfter: Int? = nil, jitter: Int64, at now: Uptime
  ) -> [AuthAction] {
    guard answered == epoch else { return [] }
    switch state {
    case .login(let origin): return returnToForm(failure, from: origin, at: now)
    case .refresh where hasGoodToken(at: now):
      // An early renewal failed. The old token is used until its deadline. Then the renewal is tried again.
      state = .signedIn
      token?.renewal = nil
      due = nil
      return releaseWaiters()
    case .refresh, .silent:
      if state == .silent { budget.silentSignInEndedUndecided() }
      defer { scheduleRetry(retryAfter, jitter: jitter, at: now) }
      return goOffline()
    case .boot, .locked, .signedOut, .signedIn, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func grantTimedOut(jitter: Int64, at now: Uptime) -> [AuthAction] {
    guard state.isAwaitingGrant else { return [] }
    let answered = epoch
    let actions = grantFailed(.unreachable, epoch: answered, jitter: jitter, at: now)
    epoch = max(epoch, answered + 1)
    return [.cancelGrant(epoch: answered)] + actions
  }

  mutating func guardTripped(at now: Uptime) -> [AuthAction] {
    switch state {
    case .login(let origin):
      return cancelGrant() + returnToForm(.tooManyAttempts(wait: GrantBudget.window), from: origin, at: now)
    case .signedOut: return [.answerForm(.tooManyAttempts(wait: GrantBudget.window))]
    case .boot, .locked, .signedIn, .refresh, .silent, .offline:
      let cancelled = cancelGrant()
      state = .throttled
      isSettled = false
      pausedSince = now
      due = now + Self.faultPause
      return cancelled + failWaiters(.unavailable)
    case .throttled:
      due = now + Self.faultPause
      return []
    case .wipe, .leaving: return []
    }
  }

  mutating func adopt(deadline: Uptime, at now: Uptime) -> [AuthAction] {
    lastVersion += 1
    state = .signedIn
    isSettled = true
    isForgotten = false
    due = nil
    pausedSince = nil
    budget.episodeEnded()
    // A token that is valid for less than two minutes is renewed after half of that time.
    let lead = min(Self.renewalLead, (deadline - now) / 2)  // guards A28: (deadline - now) / 2 => 60_000
    token = Token(version: lastVersion, deadline: deadline, renewal: deadline + -lead)
    return [.adoptTokens(version: lastVersion)] + releaseWaiters()
  }

  func isAwaited(epoch answered: Int) -> Bool { answered == epoch && state.isAwaitingGrant }

  /// Revokes late tokens. But revoking a renewal's tokens ends the session, so this happens only after a sign-out.
  private func lateGrant(_ grant: Grant) -> [AuthAction] {
    switch state {
    case .signedOut, .wipe, .leaving: [.revokeLate]
    case .boot, .locked, .login, .signedIn, .refresh, .silent, .offline, .throttled:
      grant == .refresh ? [] : [.revokeLate]
    }
  }

  private mutating func scheduleRetry(_ asked: Int?, jitter: Int64, at now: Uptime) {
    faults += 1  // guards A04
    due = now + max(Self.backOff.requestedPause(asked), Self.backOff.pause(after: faults, chance: jitter))  // guards A05: Self.backOff.requestedPause(asked) => 0
  }

  mutating func started(at now: Uptime) -> [AuthAction] {
    guard case .boot = state else { return [] }
    return readKeyring(at: now)
  }

  /// Resumes an interrupted deletion of the member's data, before any data is read.
  mutating func wipeMarkerFound(_ reason: SignOutReason) -> [AuthAction] {
    guard case .boot = state else { return [] }
    state = .wipe(reason)
    wipeAttempts = 1
    due = nil
    return [.wipe(reason)]
  }

  /// Handles the secrets from the keyring. `deadline`: the expiry of the access token, nil if unknown.
  mutating func credentialsRead(
    refreshToken: Bool, password: Bool, deadline: Uptime?, at now: Uptime
  ) -> [AuthAction] {
    switch state {
    case .boot, .locked, .signedOut:
      (hasRefreshToken, hasPassword, knowsAccount) = (refreshToken, password, true)  // guards A12, A25: (refreshToken, password, true) => (false, password, true)
      if let deadline, isOnline, deadline - now > Self.renewalLead {  // guards A13
        return adopt(deadline: deadline, at: now)
      }
      return renew(at: now)
    case .signedIn, .refresh, .offline, .throttled:
      hasRefreshToken = hasRefreshToken || refreshToken
      hasPassword = password
      return []
    case .login, .silent, .wipe, .leaving: return []
    }
  }

  mutating func credentialsMissing() -> [AuthAction] {
    switch state {
    case .boot, .locked:
      becomeSignedOut()
      return failWaiters(.signedOut)
    case .signedIn, .offline: return [.rememberLater]
    case .signedOut, .login, .refresh, .silent, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func credentialsMalformed() -> [AuthAction] {
    switch state {
    case .boot, .locked:
      becomeSignedOut()
      return [.removeBadSecret] + failWaiters(.signedOut)
    case .signedIn, .offline: return [.rememberLater]
    case .signedOut, .login, .refresh, .silent, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func keyringLocked() -> [AuthAction] {
    switch state {
    case .boot, .locked: return lock()  // guards A16: lock() => []
    case .signedIn: return [.rememberLater]
    case .signedOut, .login, .refresh, .silent, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func keyringUnavailable() -> [AuthAction] {
    switch state {
    case .boot where !knowsAccount:
      becomeSignedOut()
      return failWaiters(.signedOut)
    case .boot, .locked: return lock()
    case .signedIn: return [.rememberLater]
    case .signedOut, .login, .refresh, .silent, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func keyringChanged(at now: Uptime) -> [AuthAction] {
    switch state {
    case .boot, .locked, .signedOut: return readKeyring(at: now)
    case .signedIn, .refresh, .silent, .offline, .throttled: return [.rereadKeyring]
    case .login, .wipe, .leaving: return []
    }
  }

  mutating func keyringWriteFailed() -> [AuthAction] {
    switch state {
    case .login, .signedIn, .refresh, .silent, .offline, .throttled: [.rememberLater]
    case .boot, .locked, .signedOut, .wipe, .leaving: []
    }
  }

  mutating func readKeyring(at now: Uptime) -> [AuthAction] {
    state = .boot
    due = now + Self.keyringLimit
    return [.readKeyring]
  }

  private mutating func lock() -> [AuthAction] {
    state = .locked
    due = nil
    return failWaiters(.signedOut)
  }

  mutating func submitted(at now: Uptime) -> [AuthAction] {
    let origin: AuthState.Origin
    switch state {
    case .boot, .signedOut: origin = .signedOut
    case .locked: origin = .locked
    case .offline: origin = .offline
    case .throttled: origin = .throttled
    case .login, .signedIn, .refresh, .silent, .wipe, .leaving: return [.answerForm(.busy)]
    }
    if let opens = form.opens, now < opens { return [.answerForm(.tooManyAttempts(wait: opens - now))] }
    guard budget.spend(.interactive, at: now) else {
      return [.answerForm(.tooManyAttempts(wait: GrantBudget.window))]
    }
    state = .login(from: origin)
    epoch += 1
    due = now + Self.grantLimit
    return [.startGrant(.interactive, epoch: epoch)]
  }

  mutating func cancelled(at now: Uptime) -> [AuthAction] {
    guard case .login(let origin) = state else { return [] }
    return cancelGrant() + returnToForm(.cancelled, from: origin, at: now)
  }

  mutating func signedOut(keepingData: Bool) -> [AuthAction] {
    switch state {
    case .signedOut, .wipe, .leaving: return []
    case .login, .refresh, .silent, .boot, .locked, .signedIn, .offline, .throttled: break
    }
    let wasLogin = if case .login = state { true } else { false }
    let cancelled = cancelGrant()
    state = .leaving(keepsData: keepingData)
    token = nil
    wipeAttempts = 1
    due = nil
    return cancelled + (wasLogin ? [.answerForm(.cancelled)] : [])
      + [.revoke, keepingData ? .forgetSecrets : .wipe(.user)] + failWaiters(.signedOut)
  }

  mutating func retried(at now: Uptime) -> [AuthAction] {
    switch state {
    case .locked:
      state = .boot
      // The user has two minutes to type the keyring's password.
      due = now + 120_000
      return [.unlockKeyring]
    case .offline: return renew(at: now)
    case .throttled:
      guard let pausedSince, now - pausedSince >= 5000 else { return [] }
      return renew(at: now)
    case .wipe, .leaving: return repeatWipe()
    case .boot, .signedOut, .login, .signedIn, .refresh, .silent: return []
    }
  }

  mutating func networkLost(at now: Uptime) -> [AuthAction] {
    isOnline = false
    switch state {
    case .login(let origin): return cancelGrant() + returnToForm(.unreachable, from: origin, at: now)
    case .signedIn, .refresh, .silent:
      let cancelled = cancelGrant()
      return cancelled + goOffline()
    case .boot, .locked, .signedOut, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func networkFound(at now: Uptime) -> [AuthAction] {
    isOnline = true  // guards A25
    guard case .offline = state else { return [] }
    if hasGoodToken(at: now) {
      (state, isSettled) = (.signedIn, true)
      due = nil
      return []
    }
    return renew(at: now)
  }

  mutating func nearExpiry(at now: Uptime) -> [AuthAction] {
    guard case .signedIn = state else { return [] }
    token?.renewal = nil
    return hasRefreshToken ? renew(at: now) : []
  }

  mutating func deadlinePassed(at now: Uptime) -> [AuthAction] {
    guard case .signedIn = state else { return [] }
    return renew(at: now)
  }

  mutating func timerFired(at now: Uptime) -> [AuthAction] {
    switch state {
    case .offline, .throttled: return renew(at: now)
    case .wipe, .leaving: return repeatWipe()
    case .boot, .locked, .signedOut, .login, .signedIn, .refresh, .silent: return []
    }
  }

  /// Handles the alarm if its time has passed. `jitter`: a random number from 0 to 1000.
  mutating func alarmRang(jitter: Int64, at now: Uptime) -> [AuthAction] {
    guard let alarm, alarm <= now else { return [] }
    switch state {
    case .boot:
      due = nil
      return keyringUnavailable()
    case .login, .refresh, .silent: return grantTimedOut(jitter: jitter, at: now)
    case .signedIn:
      guard let token, now < token.deadline else { return deadlinePassed(at: now) }
      return nearExpiry(at: now)
    case .locked, .signedOut, .offline, .throttled, .wipe, .leaving:
      due = nil
      return timerFired(at: now)
    }
  }

  mutating func wipeSucceeded() -> [AuthAction] {
    switch state {
    case .wipe(let reason):
      becomeSignedOut(reason)
      knowsAccount = false
      return []
    case .leaving(let keepsData):
      becomeSignedOut(.user)
      knowsAccount = keepsData
      return []
    case .boot, .locked, .signedOut, .login, .signedIn, .refresh, .silent, .offline, .throttled: return []
    }
  }

  /// Plans another try of a failed deletion, up to three tries. After that, the next start continues the deletion.
  mutating func wipeFailed(at now: Uptime) -> [AuthAction] {
    switch state {
    case .wipe, .leaving:
      guard wipeAttempts < 3 else {  // guards A33: 3 => 2
        if case .wipe(let reason) = state { becomeSignedOut(reason) } else { becomeSignedOut(.user) }
        return []
      }
      due = now + [200, 1000, 5000][wipeAttempts - 1]
      wipeAttempts += 1
      return []
    case .boot, .locked, .signedOut, .login, .signedIn, .refresh, .silent, .offline, .throttled: return []
    }
  }

  func repeatWipe() -> [AuthAction] {
    switch state {
    case .wipe(let reason): [.wipe(reason)]
    case .leaving(let keepsData): [keepsData ? .forgetSecrets : .wipe(.user)]
    default: []
    }
  }
}
