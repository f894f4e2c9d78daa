// SPDX-License-Identifier: GPL-3.0-or-later

// Events of the person.
extension AuthMachine {
  mutating func submitted(at now: Uptime) -> [AuthAction] {
    let origin: AuthState.Origin
    switch state {
    case .boot, .out: origin = .out
    case .locked: origin = .locked
    case .offline: origin = .offline
    case .throttled: origin = .throttled
    case .login, .signedIn, .refresh, .silent, .wipe, .leaving: return [.answerForm(.busy)]
    }
    if let opens = form.opens, now < opens { return [.answerForm(.tooManyAttempts(wait: opens - now))] }
    guard budget.take(.interactive, at: now) else {
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

  /// The person has confirmed that they want to sign out.
  mutating func signedOut(keepingData: Bool) -> [AuthAction] {
    switch state {
    case .out, .wipe, .leaving: return []
    case .login, .refresh, .silent, .boot, .locked, .signedIn, .offline, .throttled: break
    }
    let wasLogin = if case .login = state { true } else { false }
    let cancelled = cancelGrant()
    state = .leaving(keepsData: keepingData)
    token = nil
    wipeAttempts = 1
    due = nil
    return cancelled + (wasLogin ? [.answerForm(.cancelled)] : [])
      + [.revoke, keepingData ? .forgetSecrets : .wipe(.person)] + failWaiters(.signedOut)
  }

  /// "Unlock", "Try again".
  mutating func retried(at now: Uptime) -> [AuthAction] {
    switch state {
    case .locked:
      state = .boot
      // As long as a person needs to type a password.
      due = now + 120_000
      return [.unlockKeyring]
    case .offline: return renew(at: now)
    case .throttled:
      guard let restsSince, now - restsSince >= 5000 else { return [] }
      return renew(at: now)
    case .wipe, .leaving: return repeatWipe()
    case .boot, .out, .login, .signedIn, .refresh, .silent: return []
    }
  }
}
