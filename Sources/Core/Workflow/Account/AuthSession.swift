// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct AuthSession {
  typealias Waiter = CheckedContinuation<Result<AccessToken, AuthFailure>, Never>

  /// Stays the same when the session gets a member.
  let id: Int
  var machine: AuthMachine
  var member: Member?
  var tokens: StoredTokens? {
    didSet { noteWay() }
  }
  /// Tokens of a grant or the keyring, until the machine adopts them.
  var arriving: StoredTokens?
  var form: SignIn?
  var formWaiter: CheckedContinuation<SignInFailure?, Never>?
  var waiters: [Int: (waiter: Waiter, limit: Task<Void, Never>)] = [:]
  var grant: (kind: Grant, epoch: Int, task: Task<Void, Never>)?
  /// Tokens of a sign-in that are being stored. If the sign-in is cancelled, their session is ended on the server.
  var storing: (epoch: Int, tokens: StoredTokens, server: String)?
  var alarm: (due: Uptime, task: Task<Void, Never>)?
  var leaving: [Task<Void, Never>] = []
  var remembering: Task<Void, Never>?
  var unlocking: Task<Void, Never>?
  var signOutFailure: SignOutFailure?
  /// Checks with the server whether a sign-in from the keyring is still valid.
  var confirming: Task<Void, Never>?
  var isRemembered = true
  /// The last keyring error; nil if the keyring worked or didn't answer.
  var keyringFailure: SecretFailure?
  var service = ServiceMachine()
  /// The fingerprint of a refused sign-in, which is not sent again.
  var refusedPassword: Int?
  /// The member's browser sign-in, if any. It is offered again after the member signs out.
  private(set) var way: BrowserWay?

  init(id: Int, member: Member?, isOnline: Bool = true) {
    self.id = id
    self.member = member
    machine = AuthMachine(knowsAccount: member != nil)
    machine.isOnline = isOnline
  }
}

struct AccessToken: Sendable {
  let secret: Secret
  let version: Int
}

extension AuthSession {
  private mutating func noteWay() {
    guard let tokens, let member else { return }
    way = tokens.issuer.map { BrowserWay(server: member.server, issuer: $0) }
  }

  var isLeaving: Bool {
    switch machine.state {
    case .wipe, .leaving: true
    default: false
    }
  }

  var accessToken: AccessToken? {
    tokens.map { AccessToken(secret: $0.accessToken, version: machine.lastVersion) }
  }

  var phase: AccountState.Phase {
    switch machine.state {
    case .boot: .checking
    case .locked: .locked
    case .out: .signedOut(machine.signOutReason)
    case .login: .signingIn
    case .signedIn: .signedIn
    case .refresh, .silent: machine.isSettled ? .signedIn : .checking
    case .offline:
      .offline(wantsPassword: machine.isOnline && !machine.hasRefreshToken && machine.due == nil)
    case .throttled: .waiting(until: machine.due ?? Uptime(milliseconds: 0))
    case .wipe, .leaving: .signingOut
    }
  }
}
