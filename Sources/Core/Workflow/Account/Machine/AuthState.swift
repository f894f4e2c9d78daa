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
