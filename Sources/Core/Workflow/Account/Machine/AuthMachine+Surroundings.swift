// SPDX-License-Identifier: GPL-3.0-or-later

// Events of the network, the clock and a deletion.
extension AuthMachine {
  mutating func networkLost(at now: Uptime) -> [AuthAction] {
    isOnline = false
    switch state {
    case .login(let origin): return cancelGrant() + returnToForm(.unreachable, from: origin, at: now)
    case .signedIn, .refresh, .silent:
      let cancelled = cancelGrant()
      return cancelled + goOffline()
    case .boot, .locked, .out, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func networkFound(at now: Uptime) -> [AuthAction] {
    isOnline = true  // guards A25
    guard case .offline = state else { return [] }
    // A cable pulled for a moment costs no renewal.
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
    case .boot, .locked, .out, .login, .signedIn, .refresh, .silent: return []
    }
  }

  /// `alarm` has come; `jitter`: 0…1000, by chance.
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
    case .locked, .out, .offline, .throttled, .wipe, .leaving:
      due = nil
      return timerFired(at: now)
    }
  }

  mutating func wipeSucceeded() -> [AuthAction] {
    switch state {
    case .wipe(let reason):
      goOut(reason)
      knowsAccount = false
      return []
    case .leaving(let keepsData):
      goOut(.person)
      knowsAccount = keepsData
      return []
    case .boot, .locked, .out, .login, .signedIn, .refresh, .silent, .offline, .throttled: return []
    }
  }

  /// Three tries; then it is left to the next start, which the mark on disk reminds of.
  mutating func wipeFailed(at now: Uptime) -> [AuthAction] {
    switch state {
    case .wipe, .leaving:
      guard wipeAttempts < 3 else {  // guards A33: 3 => 2
        if case .wipe(let reason) = state { goOut(reason) } else { goOut(.person) }
        return []
      }
      due = now + [200, 1000, 5000][wipeAttempts - 1]
      wipeAttempts += 1
      return []
    case .boot, .locked, .out, .login, .signedIn, .refresh, .silent, .offline, .throttled: return []
    }
  }

  func repeatWipe() -> [AuthAction] {
    switch state {
    case .wipe(let reason): [.wipe(reason)]
    case .leaving(let keepsData): [keepsData ? .forgetSecrets : .wipe(.person)]
    default: []
    }
  }
}
