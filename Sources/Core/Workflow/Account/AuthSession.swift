// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// One member's sign-in: its machine and its data.
struct AuthSession {
  /// A call that waits for the machine.
  typealias Waiter = CheckedContinuation<Result<AccessToken, AuthFailure>, Never>

  /// Stays the same when a session without a member gets one.
  let id: Int
  var machine: AuthMachine
  /// Nil while nobody has signed in here.
  var member: Member?
  var tokens: StoredTokens? {
    didSet { noteWay() }
  }
  /// Tokens of a grant or the keyring, until the machine adopts them.
  var arriving: StoredTokens?
  /// The submitted form, during the sign-in.
  var form: SignIn?
  var formWaiter: CheckedContinuation<SignInFailure?, Never>?
  var waiters: [Int: (waiter: Waiter, limit: Task<Void, Never>)] = [:]
  var grant: (kind: Grant, epoch: Int, task: Task<Void, Never>)?
  var alarm: (due: Uptime, task: Task<Void, Never>)?
  /// Pending sign-out work. `signOut` awaits it.
  var leaving: [Task<Void, Never>] = []
  var remembering: Task<Void, Never>?
  /// Checks with the server whether a sign-in from the keyring is still valid.
  var confirming: Task<Void, Never>?
  var isRemembered = true
  var service = ServiceMachine()
  /// A password that the server refused, which is not sent again.
  var refusedPassword: Int?
  /// The browser sign-in of the member, if there was one. Kept after the member leaves, for the next sign-in.
  private(set) var way: BrowserWay?

  init(id: Int, member: Member?, isOnline: Bool = true) {
    self.id = id
    self.member = member
    machine = AuthMachine(knowsAccount: member != nil)
    machine.isOnline = isOnline
  }
}

/// A token to send with a call, and its number.
struct AccessToken: Sendable {
  let secret: Secret
  let version: Int
}

extension AuthSession {
  private mutating func noteWay() {
    guard let tokens, let member else { return }
    way = tokens.issuer.map { BrowserWay(server: member.server, issuer: $0) }
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
