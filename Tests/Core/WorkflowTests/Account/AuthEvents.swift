// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

@testable import KursWorkflow

/// The events of the table in `AuthTableTests`, in the same order and with the same names.
enum AuthEvent: String, CaseIterable, Sendable {
  case start = "start"
  case wipeMarker = "wipe.marker"
  case credentials = "kr.creds"
  case noCredentials = "kr.none"
  case locked = "kr.locked"
  case unavailable = "kr.unavailable"
  case malformedCredentials = "kr.malformed"
  case keyringChanged = "kr.changed"
  case writeFailed = "kr.writeFailed"
  case submit = "ui.submit"
  case cancel = "ui.cancel"
  case signOut = "ui.signOut"
  case retry = "ui.retry"
  case granted = "grant.ok"
  case refused = "grant.refused"
  case forgotten = "grant.forgotten"
  case fault = "grant.transient"
  case malformed = "grant.malformed"
  case unauthorized = "api.401"
  case lateUnauthorized = "api.401 older"
  case gone = "account.gone"
  case nearExpiry = "token.nearExpiry"
  case deadline = "token.deadline"
  case networkLost = "net.down"
  case networkFound = "net.up"
  case clockJump = "clock.jump"
  case guardTrip = "guard.trip"
  case timer = "timer"
  case grantDeadline = "grant.deadline"
  case wipeSucceeded = "wipe.ok"
  case wipeFailed = "wipe.failed"

  struct Details {
    var refreshToken = true
    var password = true
    var deadline: Uptime?
    var keepsData = false
    var grant = Grant.refresh
    var epoch: Int?
    var lifetime: Int64 = 900_000
    var reason = SignOutReason.sessionEnded
    var holdsNewer = false
    var retryAfter: Int?
    var jitter: Int64 = 500
  }

  func apply(
    to machine: inout AuthMachine, _ details: Details = Details(), at now: Uptime
  ) -> (CallAction?, [AuthAction]) {
    let epoch = details.epoch ?? machine.epoch
    switch self {
    case .unauthorized: return calling(machine.unauthorized(version: machine.lastVersion, at: now))
    case .lateUnauthorized: return calling(machine.unauthorized(version: machine.lastVersion - 1, at: now))
    case .start: return (nil, machine.started(at: now))
    case .wipeMarker: return (nil, machine.wipeMarkerFound(details.reason))
    case .credentials:
      return (
        nil,
        machine.credentialsRead(
          refreshToken: details.refreshToken, password: details.password, deadline: details.deadline, at: now)
      )
    case .noCredentials: return (nil, machine.credentialsMissing())
    case .locked: return (nil, machine.keyringLocked())
    case .unavailable: return (nil, machine.keyringUnavailable())
    case .malformedCredentials: return (nil, machine.credentialsMalformed())
    case .keyringChanged: return (nil, machine.keyringChanged(at: now))
    case .writeFailed: return (nil, machine.keyringWriteFailed())
    case .submit: return (nil, machine.submitted(at: now))
    case .cancel: return (nil, machine.cancelled(at: now))
    case .signOut: return (nil, machine.signedOut(keepingData: details.keepsData))
    case .retry: return (nil, machine.retried(at: now))
    case .granted:
      return (
        nil,
        machine.grantSucceeded(
          details.grant, epoch: epoch, lifetime: details.lifetime, keepsPassword: details.password, at: now)
      )
    case .refused:
      return (
        nil,
        machine.grantRefused(details.reason, epoch: epoch, holdsNewer: details.holdsNewer, at: now)
      )
    case .forgotten:
      return (nil, machine.grantForgotten(epoch: epoch, holdsNewer: details.holdsNewer, at: now))
    case .fault:
      return (
        nil,
        machine.grantFailed(.unreachable, epoch: epoch, retryAfter: details.retryAfter, jitter: details.jitter, at: now)
      )
    case .malformed:
      return (nil, machine.grantFailed(.malformedAnswer, epoch: epoch, jitter: details.jitter, at: now))
    case .gone: return (nil, machine.accountGone(at: now))
    case .nearExpiry: return (nil, machine.nearExpiry(at: now))
    case .deadline: return (nil, machine.deadlinePassed(at: now))
    case .networkLost: return (nil, machine.networkLost(at: now))
    case .networkFound: return (nil, machine.networkFound(at: now))
    // After the computer has slept, its clock jumps and the alarm rings. A changed time of day doesn't move the alarm.
    case .clockJump: return (nil, machine.alarmRang(jitter: details.jitter, at: now))
    case .guardTrip: return (nil, machine.guardTripped(at: now))
    case .timer: return (nil, machine.timerFired(at: now))
    case .grantDeadline: return (nil, machine.grantTimedOut(jitter: details.jitter, at: now))
    case .wipeSucceeded: return (nil, machine.wipeSucceeded())
    case .wipeFailed: return (nil, machine.wipeFailed(at: now))
    }
  }

  private func calling(_ result: (CallAction, [AuthAction])) -> (CallAction?, [AuthAction]) {
    (result.0, result.1)
  }
}

/// The states of the table in `AuthTableTests`, in the same order and with the same names.
enum AuthStateName: String, CaseIterable, Sendable {
  case boot = "BOOT", locked = "LOCKED", signedOut = "OUT", login = "LOGIN", signedIn = "IN", refresh = "REFRESH"
  case silent = "SILENT", offline = "OFFLINE", throttled = "REST", wipe = "WIPE", leaving = "END"

  init(_ state: AuthState) {
    switch state {
    case .boot: self = .boot
    case .locked: self = .locked
    case .signedOut: self = .signedOut
    case .login: self = .login
    case .signedIn: self = .signedIn
    case .refresh: self = .refresh
    case .silent: self = .silent
    case .offline: self = .offline
    case .throttled: self = .throttled
    case .wipe: self = .wipe
    case .leaving: self = .leaving
    }
  }

  /// Returns a state machine that events have brought to this state. The state machine's token is still valid only in
  /// the state `signedIn`.
  func machine(at now: Uptime) -> AuthMachine {
    var machine = AuthMachine(knowsAccount: true)
    let before = now + -2_000_000
    func feed(_ event: AuthEvent, _ time: Uptime, _ details: AuthEvent.Details = .init()) {
      _ = event.apply(to: &machine, details, at: time)
    }
    switch self {
    case .boot: feed(.start, now)
    case .locked: feed(.locked, now)
    case .signedOut: feed(.noCredentials, now)
    case .login:
      feed(.noCredentials, before)
      feed(.submit, now)
    case .signedIn:
      feed(.credentials, before)
      feed(.granted, now)
    case .refresh: feed(.credentials, now)
    case .silent: feed(.credentials, now, .init(refreshToken: false))
    case .offline:
      feed(.networkLost, before)
      feed(.credentials, before)
      // The network is back, as the table's conditions require, but no event has reported it yet.
      machine.isOnline = true
    case .throttled:
      feed(.credentials, before)
      feed(.granted, before)
      feed(.guardTrip, now + -6000)
    case .wipe: feed(.wipeMarker, now)
    case .leaving: feed(.signOut, now)
    }
    return machine
  }
}
