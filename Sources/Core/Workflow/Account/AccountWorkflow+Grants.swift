// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
public import KursModel
import KursStorage

// Requests tokens, one request at a time per member among all programs of the user.
extension AccountWorkflow {
  private static let limit = Duration.seconds(15)

  func runGrant(_ grant: Grant, epoch: Int, _ id: Int) async {
    guard let session = sessions[id], let server = session.form?.server ?? session.member?.server else { return }
    // The user's own sign-in creates a new session, which no other program renews.
    let lock = grant == .refresh ? await lock(session.member) : nil  // guards A14: grant == .refresh => false
    defer { lock?.free() }
    // The machine may have stopped waiting during the wait for the lock.
    guard sessions[id]?.machine.isAwaited(epoch: epoch) == true else { return }
    if grant == .refresh, let renewed = await renewedElsewhere(session) {  // guards A13, A14
      return await grantEnded(grant, epoch, id, renewed, member: nil)
    }
    do throws(GrantFault) {
      let request = try await request(grant, id)
      // The old refresh token identifies a known machine. Failed tries from other machines then don't block it.
      let isOwn = grant != .refresh && session.member?.server == server
      let before = isOwn ? sessions[id]?.tokens?.refreshToken : nil
      let item = try await ask(request, server, before)
      let tokens = StoredTokens(
        accessToken: item.accessToken, refreshToken: item.refreshToken,
        deadline: environment.uptime() + item.lifetime, boot: environment.boot,
        issuer: grant == .refresh ? sessions[id]?.tokens?.issuer : session.form?.proof?.issuer)
      await grantEnded(grant, epoch, id, tokens, member: Member(item.member, at: server))
    } catch {
      await grantFailed(error, grant, epoch, id)
    }
  }

  private func lock(_ member: Member?) async -> SessionLock? {
    guard let member else { return nil }
    return await SessionLock(
      folder: environment.lockFolder, member: member.id, patience: environment.lockPatience)
  }

  /// Returns the keyring's tokens if another program stored newer valid ones.
  private func renewedElsewhere(_ session: AuthSession) async -> StoredTokens? {
    guard let member = session.member,
      let secret = try? await environment.secrets.secret(for: .session(member.id)),
      let stored = StoredTokens(secret), stored.refreshToken != session.tokens?.refreshToken
    else { return nil }
    // The access token may have expired, but the refresh token is the newest.
    sessions[session.id]?.tokens = stored
    guard stored.isOf(environment.boot), stored.deadline - environment.uptime() > AuthMachine.renewalLead else {
      return nil
    }
    return stored
  }

  private func request(_ grant: Grant, _ id: Int) async throws(GrantFault) -> AccountRequest {
    switch grant {
    case .interactive:
      guard let form = sessions[id]?.form else { throw .failed(.cancelled) }
      return form.request(device: environment.device)
    case .refresh:
      guard let token = sessions[id]?.tokens?.refreshToken else { throw .failed(.storage) }
      return .renew(refreshToken: token.exposed)
    case .silent:
      guard let member = sessions[id]?.member,
        let password = try? await environment.secrets.secret(for: .password(member.id))
      else { throw .failed(.storage) }
      return .signIn(email: member.email, password: password.exposed, device: environment.device)
    }
  }

  private func ask(
    _ request: AccountRequest, _ server: String, _ before: Secret?
  ) async throws(GrantFault) -> SessionResponse {
    let answer: AccountClient.Answer
    do throws(AccountError) {
      answer = try await client().send(request, to: server, bearer: before?.exposed, timeout: Self.limit)
    } catch {
      throw GrantFault(error)
    }
    do throws(ItemError) { return try SessionResponse(answer.data) } catch { throw .failed(.malformedAnswer) }  // guards A09: .failed(.malformedAnswer) => .refused(.sessionEnded)
  }

  private func grantFailed(_ fault: GrantFault, _ grant: Grant, _ epoch: Int, _ id: Int) async {
    let server = sessions[id]?.form?.server ?? sessions[id]?.member?.server ?? ""
    let what = grant == .interactive ? "sign-in" : grant == .refresh ? "renewal" : "sign-in with the stored password"
    await environment.note(.account(server, "\(what) failed: \(fault.facts)", at: environment.clock()))
    switch fault {
    case .refused(.wrongPassword) where grant == .interactive && sessions[id]?.form?.resetCode.isEmpty == false:
      handle(id) { $0.grantFailed(.codeRefused, epoch: epoch, jitter: 0, at: $1) }
    case .refused(let reason): await grantRefused(reason, grant, epoch, id)
    case .forgotten:
      let holdsNewer = grant == .refresh ? await holdsNewer(id) : false
      handle(id) { $0.grantForgotten(epoch: epoch, holdsNewer: holdsNewer, at: $1) }
    case .failed(let failure, let seconds):
      handle(id) { [jitter = environment.jitter()] in
        $0.grantFailed(failure, epoch: epoch, retryAfter: seconds, jitter: jitter, at: $1)
      }
    }
  }

  private func holdsNewer(_ id: Int) async -> Bool {
    guard let session = sessions[id], let member = session.member,
      let secret = try? await environment.secrets.secret(for: .session(member.id)),
      let stored = StoredTokens(secret), stored.refreshToken != session.tokens?.refreshToken
    else { return false }
    sessions[id]?.tokens = stored
    return true
  }

  private func grantRefused(_ reason: SignOutReason, _ grant: Grant, _ epoch: Int, _ id: Int) async {
    let holdsNewer = grant == .refresh ? await holdsNewer(id) : false
    if grant == .interactive, let form = sessions[id]?.form, reason == .wrongPassword {
      sessions[id]?.refusedPassword = form.fingerprint
    }
    handle(id) { $0.grantRefused(reason, epoch: epoch, holdsNewer: holdsNewer, at: $1) }
  }
}

extension AccountWorkflow {
  /// Stores the tokens before the machine continues, so that they survive a crash.
  private func grantEnded(
    _ grant: Grant, _ epoch: Int, _ id: Int, _ tokens: StoredTokens, member: Member?
  ) async {
    guard let member = member ?? sessions[id]?.member else { return }
    guard sessions[id]?.machine.isAwaited(epoch: epoch) == true else {
      return await grantWasLate(grant, epoch, id, tokens, member)
    }
    if let known = sessions[id]?.member, known.id != member.id {
      return await handOver(tokens, to: member, from: id, epoch)
    }
    handle(id) { $0.grantAnswered(epoch: epoch, at: $1) }
    if grant == .interactive { sessions[id]?.storing = (epoch, tokens, member.server) }
    let form = sessions[id]?.form
    let isKnown = members.contains { $0.id == member.id }
    await endLeaving(of: member.id, besides: id)
    let mark = await wipeMark(of: member.id)
    guard let stored = await store(tokens, form, member, mark) else {
      return await notStored(tokens, grant, epoch, id, member)
    }
    sessions[id]?.storing = nil
    guard sessions[id]?.machine.isAwaited(epoch: epoch) == true else {
      if let mark {
        try? await user.markForWipe(member.id, reason: mark)
      } else if !isKnown {
        try? await user.forget(member.id)
      }
      try? await environment.secrets.remove(.session(member.id))
      return await grantWasLate(grant, epoch, id, tokens, member)
    }
    become(member, id)
    let isRemembered = stored.failure == nil
    sessions[id]?.keyringFailure = stored.failure
    sessions[id]?.arriving = tokens
    sessions[id]?.refusedPassword = nil
    sessions[id]?.isRemembered = isRemembered
    handle(id) { [environment] in
      $0.grantSucceeded(
        grant, epoch: epoch, lifetime: tokens.deadline - environment.uptime(),
        keepsPassword: form?.keepsPassword == true && isRemembered, at: $1)
    }
    if !isRemembered { handle(id) { machine, _ in machine.keyringWriteFailed() } }
    if grant == .interactive {
      current = id
      publish()
      try? await user.makeCurrent(member.id, at: environment.clock())
    }
  }

  private func grantWasLate(
    _ grant: Grant, _ epoch: Int, _ id: Int, _ tokens: StoredTokens, _ member: Member
  ) async {
    var revokes = false
    handle(id) {
      let actions = $0.grantSucceeded(grant, epoch: epoch, lifetime: 0, at: $1)
      revokes = actions.contains(.revokeLate)
      return actions
    }
    guard revokes else { return }  // guards A22: revokes => false
    // A new task, because the current one is cancelled and can't send.
    let goodbye = Task { await revoke(tokens.refreshToken, at: member.server) }
    sessions[id]?.leaving.append(goodbye)
    await goodbye.value
  }

  private func wipeMark(of member: MemberID) async -> String? {
    (try? await user.members())?.first { $0.member.id == member }?.wipeReason
  }

  /// Waits for a running deletion of the same member's data and prevents its repetition.
  private func endLeaving(of member: MemberID, besides id: Int) async {
    for other in sessions.values where other.id != id && other.member?.id == member && other.isLeaving {
      await settle(other.id)
      guard sessions[other.id]?.member?.id == member else { continue }
      sessions[other.id]?.alarm?.task.cancel()
      sessions[other.id] = nil
    }
  }

  /// Stores the tokens and the member. Returns nil if the member can't be saved. Cancels a deletion that an earlier
  /// sign-out left unfinished. A deletion that the user requested is completed first.
  private func store(
    _ tokens: StoredTokens, _ form: SignIn?, _ member: Member, _ mark: String?
  ) async -> Stored? {
    if mark == SignOutReason.user.mark {
      try? await user.wipeRows(of: member.id)
      for part in data { try? await part.wipe(member.id) }
    }
    do throws(StorageError) {
      try await user.save(member, isSignedIn: true, isBack: mark != nil, at: environment.clock())
    } catch {
      if mark != nil { return nil }
    }
    do throws(SecretFailure) {
      try await environment.secrets.store(tokens.secret, for: .session(member.id))
      guard let form else { return Stored() }
      if form.keepsPassword {
        try await environment.secrets.store(form.password, for: .password(member.id))
      } else {
        try await environment.secrets.remove(.password(member.id))
      }
      return Stored()
    } catch {
      // The keyring has the tokens of an earlier session, which the next start must not use.
      if error != .noService { try? await user.save(member, isSignedIn: false, at: environment.clock()) }
      return Stored(failure: error)
    }
  }

  private struct Stored {
    var failure: SecretFailure?
  }

  private func notStored(
    _ tokens: StoredTokens, _ grant: Grant, _ epoch: Int, _ id: Int, _ member: Member
  ) async {
    sessions[id]?.storing = nil
    await grantFailed(.failed(.storage), grant, epoch, id)
    await revoke(tokens.refreshToken, at: member.server)
  }

  private func become(_ member: Member, _ id: Int) {
    for other in sessions.values where other.member?.id == member.id && other.id != id { sessions[other.id] = nil }  // guards A34: other.member?.id == member.id && other.id != id => other.id != id
    sessions[id]?.member = member
    members.removeAll { $0.id == member.id }
    members.insert(member, at: 0)
  }

  /// Moves a sign-in to another member than the session's. Both members keep their session and data.
  private func handOver(_ tokens: StoredTokens, to member: Member, from id: Int, _ epoch: Int) async {
    let form = sessions[id]?.form
    let waiter = sessions[id]?.formWaiter
    sessions[id]?.form = nil
    sessions[id]?.formWaiter = nil
    handle(id) { $0.cancelled(at: $1) }
    await endLeaving(of: member.id, besides: id)
    guard await store(tokens, form, member, wipeMark(of: member.id)) != nil else {
      waiter?.resume(returning: .storage)
      return await revoke(tokens.refreshToken, at: member.server)
    }
    for other in sessions.values where other.member?.id == member.id { sessions[other.id] = nil }
    members.removeAll { $0.id == member.id }
    members.insert(member, at: 0)
    current = open(member, isSignedIn: true)
    publish()
    try? await user.makeCurrent(member.id, at: environment.clock())
    waiter?.resume(returning: nil)
  }
}

extension AccountWorkflow {
  func readKeyring(_ id: Int) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.credentialsMissing() } }
    do throws(SecretFailure) {
      let secret = try await environment.secrets.secret(for: .session(member.id))
      let hasPassword = try await environment.secrets.secret(for: .password(member.id)) != nil
      sessions[id]?.keyringFailure = nil
      keyringRead(id, secret, hasPassword: hasPassword)
    } catch {
      keyringFailed(id, error)
    }
  }

  func unlockKeyring(_ id: Int) async {
    do throws(SecretFailure) {
      try await environment.secrets.unlock()
    } catch {
      return keyringFailed(id, error)
    }
    await readKeyring(id)
  }

  /// Reads the keyring again without a prompt. The intervals grow while it is locked.
  func awaitUnlocking(_ id: Int) {
    guard sessions[id]?.machine.state == .locked else {
      if sessions[id]?.machine.state != .boot { sessions[id]?.unlocking?.cancel() }
      return
    }
    guard sessions[id]?.unlocking == nil else { return }
    sessions[id]?.unlocking = Task { [weak self, environment] in
      var pause: Int64 = 5_000
      while !Task.isCancelled {
        await environment.sleep(environment.uptime() + pause)
        guard !Task.isCancelled, let self, await self.looksAgain(id) else { break }
        pause = min(2 * pause, 60_000)
      }
      await self?.unlockingEnded(id)
    }
  }

  private func looksAgain(_ id: Int) async -> Bool {
    guard sessions[id]?.machine.state == .locked else { return sessions[id]?.machine.state == .boot }
    await readKeyring(id)
    return sessions[id]?.machine.state == .locked
  }

  private func unlockingEnded(_ id: Int) { sessions[id]?.unlocking = nil }

  private func keyringRead(_ id: Int, _ secret: Secret?, hasPassword: Bool) {
    let stored = secret.flatMap { StoredTokens($0) }
    switch (secret, stored) {
    case (_?, nil) where !hasPassword:
      handle(id) { machine, _ in machine.credentialsMalformed() }
    case (nil, _) where !hasPassword:
      handle(id) { machine, _ in machine.credentialsMissing() }
    default:
      // A deadline of an earlier boot is invalid, so the access token counts as expired.
      let deadline = stored.flatMap { $0.isOf(environment.boot) ? $0.deadline : nil }
      // A running grant has the newest tokens.
      if sessions[id]?.machine.state.isAwaitingGrant == false { takeStored(stored, id) }
      handle(id) { machine, now in
        machine.credentialsRead(
          refreshToken: stored != nil, password: hasPassword, deadline: deadline, at: now)
      }
      if let deadline, deadline > environment.uptime() { confirmLater(id) }
    }
  }

  private func takeStored(_ stored: StoredTokens?, _ id: Int) {
    guard let stored else { return }
    switch sessions[id]?.machine.state {
    case .boot, .locked, .out: sessions[id]?.arriving = stored
    default: break
    }
    if sessions[id]?.tokens == nil { sessions[id]?.tokens = stored }
  }

  private func keyringFailed(_ id: Int, _ failure: SecretFailure) {
    sessions[id]?.keyringFailure = failure
    handle(id) { machine, _ in
      switch failure {
      case .locked, .refused: machine.keyringLocked()
      case .noService, .failed: machine.keyringUnavailable()
      }
    }
  }
}

extension AccountWorkflow {
  public func signInMethods(of member: MemberID? = nil) async throws(AccountCallFailure) -> SignInMethods {
    SignInMethods(SignInMethodsResponse(try await send(.signInMethods, as: member).data))
  }

  /// Confirms with the password that the user is present. For a while this session may add sign-in methods.
  public func confirm(_ password: Secret) async throws(AccountCallFailure) -> SignInMethods {
    SignInMethods(SignInMethodsResponse(try await send(.confirm(password: password.exposed)).data))
  }

  public func addIdentity(_ browserSignIn: BrowserSignIn) async throws(SignInFailure) {
    guard let member = sessions[current]?.member, member.server == browserSignIn.server else {
      throw .call(.auth(.signedOut))
    }
    try await browse(browserSignIn, for: .adding(to: member.id))
  }

  public func removeIdentity(_ identity: SignInMethods.Identity) async throws(AccountCallFailure) -> SignInMethods {
    let id = current
    let answer = try await send(.removeIdentity(issuer: identity.issuer, subject: identity.subject))
    let ways = SignInMethods(SignInMethodsResponse(answer.data))
    if !ways.identities.contains(where: { $0.issuer == identity.issuer }) {
      sessions[id]?.forgetWay(identity.issuer)
    }
    return ways
  }

  func add(_ proof: IdentityProof, to member: MemberID) async throws(SignInFailure) {
    do throws(AccountCallFailure) {
      _ = try await send(
        .addIdentity(
          issuer: proof.issuer, code: proof.code.exposed, verifier: proof.verifier.exposed, nonce: proof.nonce,
          redirectURI: proof.redirectURI), as: member)
    } catch {
      switch error {
      case .refused(401, "identity-refused", _): throw .browser(.notBelieved)
      case .refused(404, "issuer-unknown", _): throw .browser(.notOffered)
      case .refused(503, "issuer-unreachable", _): throw .browser(.providerUnreachable)
      case .api(.cancelled): throw .cancelled
      default: throw .call(error)
      }
    }
  }
}

extension AuthSession {
  fileprivate mutating func forgetWay(_ issuer: String) {
    guard let tokens, tokens.issuer == issuer else { return }
    self.tokens = StoredTokens(
      accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, deadline: tokens.deadline,
      boot: tokens.boot)
  }
}
