// SPDX-License-Identifier: GPL-3.0-or-later

// Events of the keyring.
extension AuthMachine {
  mutating func started(at now: Uptime) -> [AuthAction] {
    guard case .boot = state else { return [] }
    return readKeyring(at: now)
  }

  /// A deletion was cut short when the program last ended: it is finished before anything else is read.
  mutating func wipeMarkerFound(_ reason: SignOutReason) -> [AuthAction] {
    guard case .boot = state else { return [] }
    state = .wipe(reason)
    wipeAttempts = 1
    due = nil
    return [.wipe(reason)]
  }

  /// `deadline`: until when the access token stored with them is good; nil where none is.
  mutating func credentialsRead(
    refreshToken: Bool, password: Bool, deadline: Uptime?, at now: Uptime
  ) -> [AuthAction] {
    switch state {
    case .boot, .locked, .out:
      (hasRefreshToken, hasPassword, knowsAccount) = (refreshToken, password, true)  // guards A12, A25: (refreshToken, password, true) => (false, password, true)
      if let deadline, isOnline, deadline - now > Self.renewalLead {
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
      goOut()
      return failWaiters(.signedOut)
    case .signedIn, .offline: return [.rememberLater]
    case .out, .login, .refresh, .silent, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func credentialsMalformed() -> [AuthAction] {
    switch state {
    case .boot, .locked:
      goOut()
      return [.removeBadSecret] + failWaiters(.signedOut)
    case .signedIn, .offline: return [.rememberLater]
    case .out, .login, .refresh, .silent, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func keyringLocked() -> [AuthAction] {
    switch state {
    case .boot, .locked: return lock()  // guards A16: lock() => []
    case .signedIn: return [.rememberLater]
    case .out, .login, .refresh, .silent, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  mutating func keyringUnavailable() -> [AuthAction] {
    switch state {
    case .boot where !knowsAccount:
      goOut()
      return failWaiters(.signedOut)
    case .boot, .locked: return lock()
    case .signedIn: return [.rememberLater]
    case .out, .login, .refresh, .silent, .offline, .throttled, .wipe, .leaving: return []
    }
  }

  /// Another program of the person has stored newer tokens.
  mutating func keyringChanged(at now: Uptime) -> [AuthAction] {
    switch state {
    case .boot, .locked, .out: return readKeyring(at: now)
    case .signedIn, .refresh, .silent, .offline, .throttled: return [.rereadKeyring]
    case .login, .wipe, .leaving: return []
    }
  }

  mutating func keyringWriteFailed() -> [AuthAction] {
    switch state {
    case .login, .signedIn, .refresh, .silent, .offline, .throttled: [.rememberLater]
    case .boot, .locked, .out, .wipe, .leaving: []
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
}
