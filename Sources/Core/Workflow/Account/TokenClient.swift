// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursAPI
import KursItems
import KursModel

/// Requests tokens from the account server. Only one of the user's programs renews tokens at a time.
struct TokenClient: Sendable {
  struct Request: Sendable {
    let grant: Grant
    let server: String
    let member: Member?
    let form: SignIn?
    /// The newest known tokens. Another program may have stored newer tokens than the session has.
    var tokens: StoredTokens?
    let keyring: KeyringContent
    /// Whether a member who already has a session signs in again.
    let isSecond: Bool

    /// Creates a request. Nil if no server is known. `members`: all members on this computer.
    init?(_ grant: Grant, _ session: AuthSession, members: [Member]) {
      guard let server = session.form?.server ?? session.member?.server else { return nil }
      (self.grant, self.server) = (grant, server)
      (form, tokens, keyring) = (session.form, session.tokens, session.keyring)
      member = session.member ?? session.form.flatMap { form in members.first { $0.isOf(form) } }
      isSecond = session.member == nil && member != nil
    }

    /// Whether only one program at a time may send the request. A sign-in creates a new session, so it needs no lock.
    var needsLock: Bool { grant == .refresh && member != nil }  // guards A14: grant == .refresh => false
  }

  struct Granted: Sendable {
    let tokens: StoredTokens
    /// The member in the server's response. Nil if another program renewed the tokens.
    let member: Member?
  }

  let client: AccountClient
  let store: TokenStore
  let environment: AccountEnvironment

  private static let limit = Duration.seconds(15)

  /// Returns a lock that makes the user's other programs wait. Nil if no lock is needed or possible.
  func lock(_ request: Request) async -> SessionLock? {
    guard request.needsLock, let member = request.member else { return nil }
    return await SessionLock(
      folder: environment.lockFolder, member: member.id, patience: environment.lockPatience)
  }

  /// Returns tokens that another program has renewed, or requests new tokens. Updates `request.tokens`. Renews only
  /// with the lock, because the server treats a refresh token that is used twice as stolen.
  func tokens(for request: inout Request, isLocked: Bool) async throws(GrantFault) -> Granted {
    if let renewed = await renewedElsewhere(&request) { return Granted(tokens: renewed, member: nil) }  // guards A14
    guard isLocked || !request.needsLock else { throw .failed(.unreachable) }  // guards A14
    // A sign-in also sends the old refresh token, so that failed sign-ins on other computers don't block this computer.
    let isOwn = request.grant != .refresh && request.member?.server == request.server
    var own = isOwn ? request.tokens : nil
    if isOwn, request.isSecond, let member = request.member { own = await store.tokens(of: member.id) }
    let response = try await send(accountRequest(request), request.server, bearer: own?.refreshToken)
    let tokens = StoredTokens(
      accessToken: response.accessToken, refreshToken: response.refreshToken,
      deadline: environment.uptime() + response.lifetime, boot: environment.boot,
      issuer: request.grant == .refresh ? request.tokens?.issuer : request.form?.proof?.issuer)
    return Granted(tokens: tokens, member: Member(response.member, at: request.server))
  }

  /// Ends a session on the server. Tries once, for at most three seconds.
  func revoke(_ tokens: StoredTokens, at server: String) async {
    _ = try? await client.send(
      .signOut(refreshToken: tokens.refreshToken.exposed), to: server, timeout: .seconds(3))  // guards A23: .seconds(3) => .seconds(30)
  }

  private func renewedElsewhere(_ request: inout Request) async -> StoredTokens? {
    guard request.grant == .refresh, let member = request.member,
      let stored = request.keyring.newer(await store.tokens(of: member.id), than: request.tokens)
    else { return nil }
    // Uses the stored refresh token, because it is the newest even if the stored access token has expired.
    request.tokens = stored
    guard stored.isOf(environment.boot), stored.deadline - environment.uptime() > AuthMachine.renewalLead else {
      return nil
    }
    return stored
  }

  private func accountRequest(_ request: Request) async throws(GrantFault) -> AccountRequest {
    switch request.grant {
    case .interactive:
      guard let form = request.form else { throw .failed(.cancelled) }
      return form.request(device: environment.device)
    case .refresh:
      guard let tokens = request.tokens else { throw .failed(.storage) }
      return .renew(refreshToken: tokens.refreshToken.exposed)
    case .silent:
      guard let member = request.member, let password = await store.password(of: member.id) else {
        throw .failed(.storage)
      }
      return .signIn(email: member.email, password: password.exposed, device: environment.device)
    }
  }

  private func send(
    _ request: AccountRequest, _ server: String, bearer: Secret?
  ) async throws(GrantFault) -> SessionResponse {
    let answer: AccountClient.Answer
    do throws(AccountError) {
      answer = try await client.send(request, to: server, bearer: bearer?.exposed, timeout: Self.limit)
    } catch {
      throw GrantFault(error)
    }
    do throws(ItemError) { return try SessionResponse(answer.data) } catch { throw .failed(.malformedAnswer) }
  }
}

extension Member {
  func isOf(_ form: SignIn) -> Bool {
    form.registersAs == nil && form.proof == nil && form.server == server
      && form.email.lowercased() == email.lowercased()
  }
}

/// The error of a token request. Only `refused` signs the member out.
enum GrantFault: Error, Hashable {
  case refused(SignOutReason)
  /// The server doesn't know the session, for example because the server was restored from a backup.
  case sessionUnknown
  /// The request failed without a refusal. `retryAfter`: the seconds to wait, nil if the server sent no number.
  case failed(SignInFailure, retryAfter: Int? = nil)

  init(_ error: AccountError) {
    switch error {
    case .refused(503, "issuer-unreachable", _): self = .failed(.browser(.providerUnreachable))
    case .refused(401, "wrong-credentials", _), .refused(403, "wrong-credentials", _): self = .refused(.wrongPassword)
    case .refused(401, "token-reused", _): self = .refused(.tokenReused)
    case .refused(401, "sign-in-again", _), .refused(401, "token-invalid", _): self = .sessionUnknown
    case .refused(401, "token-expired", _), .refused(401, "session-ended", _): self = .refused(.sessionEnded)
    case .refused(410, "account-deleted", _), .refused(401, "account-deleted", _), .refused(403, "account-deleted", _):
      self = .refused(.accountDeleted)
    case .refused(403, "registration-closed", _): self = .failed(.registrationClosed)
    case .refused(403, "invitation-needed", _): self = .failed(.invitationNeeded)
    case .refused(409, "email-taken", _): self = .failed(.emailTaken)
    case .refused(422, "email-invalid", _): self = .failed(.emailInvalid)
    case .refused(422, "password-weak", _): self = .failed(.passwordWeak)
    case .refused(401, "identity-refused", _): self = .failed(.browser(.responseRejected))
    case .refused(404, "issuer-unknown", _): self = .failed(.browser(.notOffered))
    case .refused(let status, _, let seconds): self.init(.api(APIError(status: status, retryAfter: seconds)))
    case .api(.status(let status)): self = .failed(.serverFault(status: status))  // guards A04, A10: .failed(.serverFault(status: status)) => .refused(.sessionEnded)
    case .api(.notJSON), .api(.refused), .api(.tooLarge): self = .failed(.malformedAnswer)  // guards A09: .failed(.malformedAnswer) => .refused(.sessionEnded)
    case .api(.unreachable(.proxy(let proxy, let status))): self = .failed(.proxy(proxy, status: status))
    case .api(.unreachable(.security)): self = .failed(.insecure)
    case .api(.unreachable(.address)): self = .failed(.addressUnusable)
    case .api(.tooManyRequests(let seconds)): self = .tooManyAttempts(seconds)
    case .api(.unavailable(let seconds)): self = .failed(.serverFault(status: 503), retryAfter: seconds)
    case .api(.cancelled): self = .failed(.cancelled)
    case .api(.schemaMissing): self = .failed(.storage)
    case .api: self = .failed(.unreachable)  // guards A10, A04: .failed(.unreachable) => .refused(.sessionEnded)
    }
  }

  /// Returns the failure for too many attempts. `asked`: the seconds to wait, from the response. Nil means one second.
  private static func tooManyAttempts(_ asked: Int?) -> GrantFault {
    .failed(.tooManyAttempts(wait: AuthMachine.backOff.requestedPause(asked ?? 1)), retryAfter: asked ?? 1)
  }
}

extension Member {
  init(_ item: MemberResponse, at server: String) {
    self.init(
      id: MemberID(item.id, at: server), server: server, email: item.email, name: item.name,
      avatar: item.avatar, hasPassword: item.hasPassword)
  }
}

/// A lock file. Only the program that has the lock may renew tokens. The lock ends when this program ends.
struct SessionLock: Sendable {
  private static let pause = Duration.milliseconds(20)

  private let file: Int32

  /// Waits for the lock without blocking a thread. Nil if the file can't be created or `patience` has passed.
  init?(folder: String, member: MemberID, patience: Duration) async {
    let path = "\(folder)/kurs-\(Self.name(of: member)).lock"
    var file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    // On a read-only disk, opens an existing file for reading, because such a file can still be locked.
    if file < 0 { file = open(path, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    let deadline = ContinuousClock.now + patience
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline, !Task.isCancelled else {
        close(file)
        return nil
      }
      try? await Task.sleep(for: Self.pause)
    }
    self.file = file
  }

  func unlock() {
    close(file)
  }

  // A simple hash is enough for the file's name, because the folder belongs to the user.
  private static func name(of member: MemberID) -> String { String(member.text.utf8.fnv1a, radix: 16) }
}
