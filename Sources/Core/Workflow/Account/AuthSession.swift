// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct AuthSession {
  /// The session's id. It doesn't change when a sign-in adds the member.
  let id: Int
  var machine: AuthMachine
  var member: Member?
  var tokens: StoredTokens? {
    didSet { updateBrowserMethod() }
  }
  /// New tokens that the state machine hasn't adopted yet.
  var tokensToAdopt: StoredTokens?
  var form: SignIn?
  var formWaiter: CheckedContinuation<SignInFailure?, Never>?
  var waiters = TokenWaiters()
  var grant: (kind: Grant, epoch: Int, task: Task<Void, Never>)?
  /// The tokens of a sign-in while they are being stored. If the user cancels, the tokens are revoked on the server.
  var storing: (epoch: Int, tokens: StoredTokens, server: String)?
  var alarm: (due: Uptime, task: Task<Void, Never>)?
  var leaving: [Task<Void, Never>] = []
  /// Whether the member's removal is stored. A second try continues this removal instead of starting it again.
  var isLeavingStored = false
  var remembering: Task<Void, Never>?
  var unlocking: Task<Void, Never>?
  var signOutFailure: SignOutFailure?
  var confirming: Task<Void, Never>?
  var isRemembered = true
  var keyring = KeyringContent.current
  var keyringFailure: SecretFailure?
  var service = ServiceMachine()
  /// A refused sign-in. The same sign-in isn't sent again before `until`.
  var refusedPassword: (fingerprint: Int, until: Uptime)?
  /// The browser sign-in that the member used, nil for a password. It is offered again after the member signs out.
  private(set) var browserMethod: BrowserSignInMethod?

  init(id: Int, member: Member?, isOnline: Bool = true) {
    self.id = id
    self.member = member
    machine = AuthMachine(knowsAccount: member != nil)
    machine.isOnline = isOnline
  }

  var accessToken: AccessToken? {
    tokens.map { AccessToken(secret: $0.accessToken, version: machine.lastVersion) }
  }

  var isLeaving: Bool {
    switch machine.state {
    case .wipe, .leaving: true
    default: false
    }
  }

  var phase: AccountState.Phase {
    switch machine.state {
    case .boot: .checking
    case .locked: .locked
    case .signedOut: .signedOut(machine.signOutReason)
    case .login: .signingIn
    case .signedIn: .signedIn
    case .refresh, .silent: machine.isSettled ? .signedIn : .checking
    case .offline:
      .offline(wantsPassword: machine.isOnline && !machine.hasRefreshToken && machine.due == nil)
    case .throttled: .waiting(until: machine.due ?? Uptime(milliseconds: 0))
    case .wipe, .leaving: .signingOut
    }
  }

  mutating func adoptTokens() {
    guard let tokensToAdopt else { return }
    tokens = tokensToAdopt
    self.tokensToAdopt = nil
    service.renewed()
  }

  /// Uses tokens from the keyring. Does nothing during a token request, because its response contains newer tokens.
  mutating func use(_ stored: StoredTokens) {
    guard !machine.state.isAwaitingGrant else { return }
    switch machine.state {
    case .boot, .locked, .signedOut: tokensToAdopt = stored
    default: break
    }
    if tokens == nil { tokens = stored }
  }

  mutating func answerForm(_ failure: SignInFailure?) {
    let waiter = formWaiter
    (formWaiter, form) = (nil, nil)
    waiter?.resume(returning: failure)
  }

  mutating func forgetBrowserMethod(_ issuer: String) {
    if tokens?.issuer == issuer { tokens?.issuer = nil }
  }

  func cancelTasks() {
    alarm?.task.cancel()
    remembering?.cancel()
    unlocking?.cancel()
  }

  private mutating func updateBrowserMethod() {
    guard let tokens, let member else { return }
    browserMethod = tokens.issuer.map { BrowserSignInMethod(server: member.server, issuer: $0) }
  }
}

struct AccessToken: Sendable {
  let secret: Secret
  let version: Int
}

struct TokenWaiters {
  typealias Waiter = CheckedContinuation<Result<AccessToken, AuthFailure>, Never>

  private var waiting: [Int: (waiter: Waiter, limit: Task<Void, Never>)] = [:]

  mutating func add(_ number: Int, _ waiter: Waiter, limit: Task<Void, Never>) {
    waiting[number] = (waiter, limit)
  }

  /// Ends one request's wait for a token with the error `unavailable`. Returns false if the wait has already ended.
  mutating func giveUp(_ number: Int) -> Bool {
    guard let call = waiting.removeValue(forKey: number) else { return false }
    call.limit.cancel()
    call.waiter.resume(returning: .failure(.unavailable))
    return true
  }

  mutating func end(with result: Result<AccessToken, AuthFailure>) {
    let ended = waiting.sorted { $0.key < $1.key }.map(\.value)
    waiting = [:]
    for call in ended {
      call.limit.cancel()
      call.waiter.resume(returning: result)
    }
  }
}

/// Holds the sessions that were created since Kurs started: at most one for each member, and sessions without a member.
struct AuthSessions {
  private var sessions: [Int: AuthSession] = [:]
  private var lastID = 0

  subscript(id: Int) -> AuthSession? {
    get { sessions[id] }
    set { sessions[id] = newValue }
  }

  var all: [AuthSession] { sessions.values.sorted { $0.id < $1.id } }

  func first(of member: MemberID?) -> AuthSession? { all.first { $0.member?.id == member } }

  mutating func add(_ member: Member?, isOnline: Bool) -> Int {
    lastID += 1
    sessions[lastID] = AuthSession(id: lastID, member: member, isOnline: isOnline)
    if member == nil { _ = sessions[lastID]?.machine.credentialsMissing() }
    return lastID
  }

  mutating func remove(of member: MemberID?, besides kept: [Int] = []) {
    for session in all where session.member?.id == member && !kept.contains(session.id) { sessions[session.id] = nil }  // guards A34: session.member?.id == member && !kept.contains(session.id) => !kept.contains(session.id)
  }
}
