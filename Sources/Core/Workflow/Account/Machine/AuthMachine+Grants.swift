// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

// Answers to requests for tokens. An answer with an older number is late: its tokens are not taken.
extension AuthMachine {
  /// The tokens are stored already. `lifetime`: in milliseconds; `keepsPassword`: it is stored as well.
  mutating func grantSucceeded(
    _ grant: Grant, epoch answered: Int, lifetime: Int64, keepsPassword: Bool = false, at now: Uptime
  ) -> [AuthAction] {
    guard isAwaited(epoch: answered) else { return late(grant) }  // guards A22, A24
    let wasLogin = grant == .interactive
    if wasLogin {
      form.succeeded()
      hasPassword = keepsPassword
    }
    (hasRefreshToken, knowsAccount) = (true, true)
    faults = 0
    return adopt(deadline: now + lifetime, at: now) + (wasLogin ? [.answerForm(nil)] : [])
  }

  /// The tokens have come and are being stored, which may have to wait for a person at the keyring's prompt.
  mutating func grantAnswered(epoch answered: Int, at now: Uptime) -> [AuthAction] {
    if isAwaited(epoch: answered) { due = now + Self.storingLimit }
    return []
  }

  /// The server said no for good. `holdsNewer`: the keyring has other tokens by now than those refused.
  mutating func grantRefused(
    _ reason: SignOutReason, epoch answered: Int, holdsNewer: Bool, at now: Uptime
  ) -> [AuthAction] {
    guard answered == epoch else { return [] }
    switch state {
    case .login(let origin):
      if reason == .wrongPassword { form.refused(at: now) }
      return returnToForm(.refused(reason), from: origin, at: now)
    case .refresh where holdsNewer: return start(.refresh, .refresh, at: now)  // guards A15: holdsNewer => false
    case .refresh:
      hasRefreshToken = false
      guard hasPassword, isOnline, budget.allowsSilent(at: now) else { return beginWipe(reason, at: now) }  // guards A06: hasPassword => false
      return start(.silent, .silent, at: now)
    // A server that forgot the session may have forgotten the password, or the account: that is no word against it.
    case .silent where isForgotten:
      hasPassword = false
      return goOffline()
    case .silent: return beginWipe(reason, at: now)  // guards A07, A21: beginWipe(reason, at: now) => goOffline()
    case .boot, .locked, .out, .signedIn, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  /// The server does not know the token and says so: one has to sign in again, and nothing is deleted.
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
    case .boot, .locked, .out, .signedIn, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  /// A fault on the way. `retryAfter`: seconds that the server asks to wait; `jitter`: 0…1000, by chance.
  mutating func grantFailed(
    _ failure: SignInFailure, epoch answered: Int, retryAfter: Int? = nil, jitter: Int64, at now: Uptime
  ) -> [AuthAction] {
    guard answered == epoch else { return [] }
    switch state {
    case .login(let origin): return returnToForm(failure, from: origin, at: now)
    case .refresh where hasGoodToken(at: now):
      // Renewed ahead of time: the old token serves until its deadline, then it is tried again.
      state = .signedIn
      token?.renewal = nil
      due = nil
      return releaseWaiters()
    case .refresh, .silent:
      if state == .silent { budget.silentWasNotJudged() }
      defer { scheduleRetry(retryAfter, jitter: jitter, at: now) }
      return goOffline()
    case .boot, .locked, .out, .signedIn, .offline, .throttled, .wipe, .leaving: return []
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
    case .out: return [.answerForm(.tooManyAttempts(wait: GrantBudget.window))]
    case .boot, .locked, .signedIn, .refresh, .silent, .offline:
      let cancelled = cancelGrant()
      state = .throttled
      isSettled = false
      restsSince = now
      due = now + Self.faultRest
      return cancelled + failWaiters(.unavailable)
    case .throttled:
      due = now + Self.faultRest
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
    restsSince = nil
    budget.episodeEnded()
    // A token for less than two minutes is used for half its time.
    let lead = min(Self.renewalLead, (deadline - now) / 2)  // guards A28: (deadline - now) / 2 => 60_000
    token = Token(version: lastVersion, deadline: deadline, renewal: deadline + -lead)
    return [.adoptTokens(version: lastVersion)] + releaseWaiters()
  }

  func isAwaited(epoch answered: Int) -> Bool { answered == epoch && state.isAwaitingGrant }

  /// A late renewal is not revoked while the member stays: it is the session that a later try goes on with.
  private func late(_ grant: Grant) -> [AuthAction] {
    switch state {
    case .out, .wipe, .leaving: [.revokeLate]
    case .boot, .locked, .login, .signedIn, .refresh, .silent, .offline, .throttled:
      grant == .refresh ? [] : [.revokeLate]
    }
  }

  /// The server's Retry-After is the least.
  private mutating func scheduleRetry(_ asked: Int?, jitter: Int64, at now: Uptime) {
    faults += 1  // guards A04
    due = now + max(Self.backOff.asked(asked), Self.backOff.pause(after: faults, chance: jitter))  // guards A05: Self.backOff.asked(asked) => 0
  }
}
