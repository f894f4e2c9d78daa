// SPDX-License-Identifier: GPL-3.0-or-later

// Calls that need to be signed in.
extension AuthMachine {
  mutating func tokenRequested(at now: Uptime) -> (CallAction, [AuthAction]) {
    switch state {
    case .boot, .login, .silent: return (join(), [])
    case .signedIn where hasGoodToken(at: now): return (.use(version: lastVersion), [])
    // Once refused and nothing to renew it with: the next answer decides.
    case .signedIn where !canRenew(at: now) && now < (token?.deadline ?? now):
      return (.use(version: lastVersion), [])
    case .signedIn:
      let call = join()
      return (call, renew(at: now))
    // Renewed ahead of time: no call waits while the old token is good.
    case .refresh: return (hasGoodToken(at: now) ? .use(version: lastVersion) : join(), [])
    case .offline, .throttled: return (.fail(.unavailable), [])
    case .locked, .out, .wipe, .leaving: return (.fail(.signedOut), [])
    }
  }

  /// The server itself answered 401 to a call that carried the token of this version.
  mutating func unauthorized(version: Int, at now: Uptime) -> (CallAction, [AuthAction]) {
    switch state {
    case .boot, .login, .refresh, .silent:
      if version == lastVersion { token?.refusals += 1 }
      // The token in use may be newer than the one refused.
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
    case .locked, .out, .wipe, .leaving: return (.fail(.signedOut), [])
    }
  }

  /// The server says that the account does not exist any more.
  mutating func accountGone(at now: Uptime) -> [AuthAction] {
    switch state {
    case .login(let origin):
      return cancelGrant() + returnToForm(.refused(.accountDeleted), from: origin, at: now)
    case .signedIn, .refresh, .silent, .offline, .throttled: return beginWipe(.accountDeleted, at: now)
    case .boot, .locked, .out, .wipe, .leaving: return []
    }
  }

  /// A call that waited has been given up.
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
