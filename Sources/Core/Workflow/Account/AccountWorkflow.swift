// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
import KursItems
public import KursModel
public import KursStorage

/// Signs in and out, renews tokens, switches members, and sends calls. Layers above never receive a token.
public actor AccountWorkflow {
  let user: UserDatabase
  let environment: AccountEnvironment
  private(set) var data: [MemberData]
  var sessions: [Int: AuthSession] = [:]
  var current = 0
  var isOnline = true
  var members: [Member] = []
  var queue: OfflineQueue?
  var browser: BrowserSession?
  private var lastNumber = 0
  private var cachedClient: AccountClient?
  private var observers = Broadcast<AccountState>()
  private var published: AccountState?

  /// `data`: a member's data outside `user.sqlite`. Uses neither disk nor network.
  public init(user: UserDatabase, environment: AccountEnvironment, data: [MemberData]) {
    self.user = user
    self.environment = environment
    self.data = data
    sessions[0] = AuthSession(id: 0, member: nil)
    _ = sessions[0]?.machine.credentialsMissing()
  }

  public var state: AccountState {
    let shown = sessions[current]
    return AccountState(
      phase: shown?.phase ?? .signedOut(nil), member: shown?.member, members: members,
      isRemembered: shown?.isRemembered ?? true, keyringFailure: shown?.keyringFailure, browserWay: shown?.way,
      service: shown?.service.terms ?? ServiceTerms(), neededRelease: shown?.service.neededRelease)
  }

  public func states() -> AsyncStream<AccountState> {
    observers.states(from: state)
  }

  /// Adds data that is deleted with a member. Call it before the start.
  public func wipeToo(_ more: [MemberData]) { data += more }

  /// Shows the stored data of the last member, resumes interrupted deletions, then checks the sign-in.
  public func start() async {
    let stored = (try? await user.members()) ?? []
    members = stored.filter { $0.wipeReason == nil }.map(\.member)  // guards A33: $0.wipeReason == nil => true
    for member in stored where member.wipeReason != nil { finishWipe(of: member) }  // guards A32, A33: member.wipeReason != nil => false
    if let last = stored.first(where: { $0.isCurrent && $0.wipeReason == nil }) {
      current = open(last.member, isSignedIn: last.isSignedIn)
    }
    publish()
  }

  /// Shows another member's data at once. Nil shows the data without an account.
  public func switchTo(_ id: MemberID?) async {
    let before = sessions[current]?.member?.id
    if let id {
      guard let member = members.first(where: { $0.id == id }) else { return }
      let isSignedIn = (try? await user.members())?.first { $0.member.id == id }?.isSignedIn ?? true
      current = open(member, isSignedIn: isSignedIn)
    } else {
      current = guest()
    }
    publish()
    if id != before { environment.track(.accountSwitched) }
    try? await user.makeCurrent(id ?? .nobody, at: environment.clock())
  }

  public func networkChanged(isOnline: Bool) {
    self.isOnline = isOnline
    for id in sessions.keys.sorted() {
      handle(id) { isOnline ? $0.networkFound(at: $1) : $0.networkLost(at: $1) }
    }
  }

  /// Reads the keyring again, because another program of the user may have renewed the tokens.
  public func keyringChanged() {
    handle(current) { $0.keyringChanged(at: $1) }
  }

  public func retry() {
    handle(current) { $0.retried(at: $1) }
  }

  public func close() {
    observers.finish()
    cancelBrowser()
    for id in sessions.keys {
      sessions[id]?.alarm?.task.cancel()
      sessions[id]?.remembering?.cancel()
      sessions[id]?.unlocking?.cancel()
    }
  }
}

extension AccountWorkflow {
  func handle(_ id: Int, _ event: (inout AuthMachine, Uptime) -> [AuthAction]) {
    guard sessions[id] != nil else { return }
    let now = environment.uptime()
    let actions = sessions[id].map { session -> [AuthAction] in
      var machine = session.machine
      let actions = event(&machine, now)
      sessions[id]?.machine = machine
      return actions
    }
    for action in actions ?? [] { carryOut(action, id) }
    rearm(id)
    awaitUnlocking(id)
    publish()
  }

  func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func open(_ member: Member, isSignedIn: Bool) -> Int {
    if let open = sessions.values.first(where: { $0.member?.id == member.id && $0.machine.state != .out }) {
      return open.id
    }
    for old in sessions.values where old.member?.id == member.id { sessions[old.id] = nil }
    let id = newNumber()
    sessions[id] = AuthSession(id: id, member: member, isOnline: isOnline)
    handle(id) { isSignedIn ? $0.started(at: $1) : $0.credentialsMissing() }
    return id
  }

  func guest() -> Int {
    if let guest = sessions.values.first(where: { $0.member == nil }) { return guest.id }
    let id = newNumber()
    sessions[id] = AuthSession(id: id, member: nil, isOnline: isOnline)
    _ = sessions[id]?.machine.credentialsMissing()
    return id
  }

  func client() -> AccountClient {
    if let cachedClient { return cachedClient }
    let client = environment.client()
    cachedClient = client
    return client
  }

  /// Makes the next call create a client, because the old one remembers the member.
  func dropClient() {
    cachedClient = nil
  }

  func publish() {
    let state = state
    guard state != published else { return }
    published = state
    observers.tell(state)
  }

  private func rearm(_ id: Int) {
    guard let session = sessions[id], session.alarm?.due != session.machine.alarm else { return }
    session.alarm?.task.cancel()
    sessions[id]?.alarm = session.machine.alarm.map { due in
      let task = Task { [weak self, sleep = environment.sleep] in
        await sleep(due)
        guard !Task.isCancelled else { return }
        await self?.alarmRang(id)
      }
      return (due, task)
    }
  }

  private func alarmRang(_ id: Int) {
    sessions[id]?.alarm = nil
    handle(id) { [jitter = environment.jitter()] in $0.alarmRang(jitter: jitter, at: $1) }
  }
}

extension AccountWorkflow {
  /// Sends as the shown member, or as another signed-in one. Renews if needed, and sends at most twice.
  public func send(
    _ request: AccountRequest, as member: MemberID? = nil
  ) async throws(AccountCallFailure) -> AccountClient.Answer {
    let id = try session(of: member)
    let first = try await token(id, refused: nil)
    do throws(AccountError) {
      return try await send(request, id, first)
    } catch .refused(401, let reason, _) where reason != "identity-refused" {
      let second = try await token(id, refused: first.version)
      do throws(AccountError) { return try await send(request, id, second) } catch { throw failure(error, id) }
    } catch {
      throw failure(error, id)
    }
  }

  public func proof(of member: MemberID) async -> [String: String]? {
    guard let id = try? session(of: member), let token = try? await token(id, refused: nil) else { return nil }
    return ["Authorization": "Bearer \(token.secret.exposed)"]
  }

  func session(of member: MemberID?) throws(AccountCallFailure) -> Int {
    guard let member else { return current }
    if let open = sessions.values.first(where: { $0.member?.id == member }) { return open.id }
    guard let known = members.first(where: { $0.id == member }) else { throw .auth(.signedOut) }
    return open(known, isSignedIn: true)
  }

  private func send(
    _ request: AccountRequest, _ id: Int, _ token: AccessToken
  ) async throws(AccountError) -> AccountClient.Answer {
    guard let member = sessions[id]?.member else { throw .api(.cancelled) }
    return try await client().send(
      request, to: member.server, bearer: token.secret.exposed, member: member.id.text)
  }

  private func failure(_ error: AccountError, _ id: Int) -> AccountCallFailure {
    switch error {
    case .api(let error): return .api(error)
    case .refused(410, "account-deleted", _):
      handle(id) { $0.accountGone(at: $1) }
      return .auth(.signedOut)
    case .refused(let status, let reason, let seconds):
      return .refused(status: status, reason: reason, retryAfter: seconds)
    }
  }
}

extension AccountWorkflow {
  /// The longest wait of a call for a token, in milliseconds.
  private static let patience: Int64 = 30_000

  /// Returns a valid token, at once or after the one renewal that all waiting calls share.
  private func token(_ id: Int, refused: Int?) async throws(AccountCallFailure) -> AccessToken {
    let number = newNumber()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        decide(id, number, refused: refused, continuation)
        // A cancellation before the wait had nothing to cancel.
        if Task.isCancelled { giveUp(id, number) }
      }
    } onCancel: {
      Task { await giveUp(id, number) }  // guards A31
    }
    do throws(AuthFailure) { return try result.get() } catch { throw .auth(error) }
  }

  private func decide(_ id: Int, _ number: Int, refused: Int?, _ waiter: AuthSession.Waiter) {
    var call = CallAction.fail(.signedOut)
    var actions: [AuthAction] = []
    let now = environment.uptime()  // guards A26: environment.uptime() => Uptime(milliseconds: environment.clock().milliseconds)
    if var machine = sessions[id]?.machine {
      (call, actions) =
        refused.map { machine.unauthorized(version: $0, at: now) } ?? machine.tokenRequested(at: now)
      sessions[id]?.machine = machine
    }
    switch call {
    case .use:
      let token = sessions[id]?.accessToken
      waiter.resume(returning: token.map { .success($0) } ?? .failure(.unavailable))
    case .fail(let failure): waiter.resume(returning: .failure(failure))
    case .join: wait(id, number, waiter)
    }
    handle(id) { _, _ in actions }
  }

  private func wait(_ id: Int, _ number: Int, _ waiter: AuthSession.Waiter) {
    let until = environment.uptime() + Self.patience
    let limit = Task { [weak self, environment] in
      await environment.sleep(until)
      guard !Task.isCancelled else { return }
      await self?.giveUp(id, number)
    }
    sessions[id]?.waiters[number] = (waiter, limit)
  }

  private func giveUp(_ id: Int, _ number: Int) {
    guard let waiting = sessions[id]?.waiters.removeValue(forKey: number) else { return }
    waiting.limit.cancel()
    sessions[id]?.machine.waiterLeft()
    waiting.waiter.resume(returning: .failure(.unavailable))
  }

  func releaseWaiters(_ id: Int) {
    let token = sessions[id]?.accessToken
    endWaiting(id, with: token.map { .success($0) } ?? .failure(.unavailable))
  }

  func failWaiters(_ id: Int, _ failure: AuthFailure) {
    endWaiting(id, with: .failure(failure))
  }

  private func endWaiting(_ id: Int, with result: Result<AccessToken, AuthFailure>) {
    let waiting = sessions[id]?.waiters ?? [:]
    sessions[id]?.waiters = [:]
    for number in waiting.keys.sorted() {
      waiting[number]?.limit.cancel()
      waiting[number]?.waiter.resume(returning: result)
    }
  }
}

extension AccountWorkflow {
  func carryOut(_ action: AuthAction, _ id: Int) {
    switch action {
    case .readKeyring: Task { await readKeyring(id) }  // guards A17: readKeyring(id) => unlockKeyring(id)
    case .unlockKeyring: Task { await unlockKeyring(id) }
    case .startGrant(let grant, let epoch): startGrant(grant, epoch, id)
    case .cancelGrant(let epoch): cancelGrant(epoch, id)
    case .adoptTokens: adoptTokens(id)
    case .releaseWaiters: releaseWaiters(id)
    case .failWaiters(let failure): failWaiters(id, failure)
    case .answerForm(let failure): answerForm(id, failure)
    case .wipe(let reason): leave(id) { await self.wipe(id, reason) }
    case .forgetSecrets: leave(id) { await self.forgetSecrets(id) }
    case .revoke: revoke(id)
    case .removeBadSecret: removeBadSecret(id)
    case .rememberLater: rememberLater(id)
    case .rereadKeyring: Task { await readKeyring(id) }
    case .revokeLate: break
    }
  }

  private func startGrant(_ grant: Grant, _ epoch: Int, _ id: Int) {
    let task = Task { await runGrant(grant, epoch: epoch, id) }
    sessions[id]?.grant = (grant, epoch, task)
  }

  /// Cancels a renewal. A sign-in continues, so that its session can be revoked.
  private func cancelGrant(_ epoch: Int, _ id: Int) {
    guard let grant = sessions[id]?.grant, grant.epoch == epoch else { return }
    if grant.kind == .refresh { grant.task.cancel() }
    sessions[id]?.grant = nil
    // The server already has the session, and the keyring's prompt may stay open for long.
    guard let storing = sessions[id]?.storing, storing.epoch == epoch else { return }
    sessions[id]?.storing = nil
    sessions[id]?.leaving.append(Task { await revoke(storing.tokens.refreshToken, at: storing.server) })
  }

  private func adoptTokens(_ id: Int) {
    guard let arriving = sessions[id]?.arriving else { return }
    sessions[id]?.tokens = arriving
    sessions[id]?.arriving = nil
    sessions[id]?.service.renewed()
  }

  private func answerForm(_ id: Int, _ failure: SignInFailure?) {
    let waiter = sessions[id]?.formWaiter
    // The machine answers "busy" to a second caller only. The first caller still waits.
    sessions[id]?.formWaiter = nil
    sessions[id]?.form = nil
    waiter?.resume(returning: failure)
  }

  private func leave(_ id: Int, _ work: @escaping @Sendable () async -> Void) {
    sessions[id]?.leaving.append(Task { await work() })
  }

  private func revoke(_ id: Int) {
    guard let session = sessions[id], let tokens = session.tokens, let server = session.member?.server else { return }
    sessions[id]?.leaving.append(Task { await revoke(tokens.refreshToken, at: server) })
  }

  private func removeBadSecret(_ id: Int) {
    guard let member = sessions[id]?.member else { return }
    Task { [secrets = environment.secrets] in try? await secrets.remove(.session(member.id)) }
  }

  /// Tries to store the tokens five more times, thirty seconds apart. Otherwise the sign-in ends with the program.
  private func rememberLater(_ id: Int) {
    guard let session = sessions[id], session.remembering == nil else { return }
    sessions[id]?.isRemembered = false  // guards A18, A20
    let began = environment.uptime()
    sessions[id]?.remembering = Task { [weak self, environment] in
      for round: Int64 in 1...5 {  // guards A20: 1...5 => 1...9
        await environment.sleep(began + round * 30_000)  // guards A20: 30_000 => 3_000
        guard !Task.isCancelled, let self else { return }
        if await self.rememberAgain(id) { break }
      }
      await self?.rememberingEnded(id)
    }
  }

  private func rememberAgain(_ id: Int) async -> Bool {
    guard let session = sessions[id], let member = session.member, let tokens = session.tokens else { return true }
    guard (try? await environment.secrets.store(tokens.secret, for: .session(member.id))) != nil else { return false }
    // The user has signed out since, so nothing may stay in the keyring.
    guard sessions[id]?.tokens != nil else {
      try? await environment.secrets.remove(.session(member.id))
      return true
    }
    sessions[id]?.isRemembered = true
    sessions[id]?.keyringFailure = nil
    publish()
    try? await user.save(member, isSignedIn: true, at: environment.clock())
    return true
  }

  private func rememberingEnded(_ id: Int) {
    sessions[id]?.remembering = nil
  }
}

extension AccountWorkflow {
  /// Signs in or registers. A known address continues with its member's data. A new address becomes a new member.
  public func signIn(_ form: SignIn) async throws(SignInFailure) {
    guard AccountClient.isUsable(form.server) else { throw .addressUnusable }  // guards X15
    let id = desk(for: form)
    if form.registersAs == nil, form.proof == nil, form.resetCode.isEmpty, let refused = sessions[id]?.refusedPassword,
      refused == form.fingerprint
    {
      throw .refused(.wrongPassword)
    }
    guard sessions[id]?.formWaiter == nil else { throw .busy }
    let failure = await withCheckedContinuation { continuation in
      sessions[id]?.form = form
      sessions[id]?.formWaiter = continuation
      handle(id) { $0.submitted(at: $1) }
    }
    if let failure { throw failure }
    // The tokens must be on disk first, because the caller may end the program at once.
    await sessions[id]?.grant?.task.value
    environment.track(.signedIn(form.registersAs == nil ? .password : .registration))
  }

  public func cancelSignIn() {
    cancelBrowser()
    cancelGrants()
  }

  func cancelGrants() {
    for session in sessions.values where session.formWaiter != nil {
      handle(session.id) { $0.cancelled(at: $1) }
    }
  }

  /// Signs out, and waits at most three seconds for the server. Returns the part that failed.
  @discardableResult
  public func signOut(keepingData: Bool = false) async -> SignOutFailure? {
    let id = current
    sessions[id]?.signOutFailure = nil
    if keepingData, sessions[id]?.machine.state == .locked {
      return .keyring(sessions[id]?.keyringFailure ?? .noService)
    }
    if sessions[id]?.machine.state == .out, sessions[id]?.member != nil, !keepingData {
      sessions[id]?.machine = AuthMachine(knowsAccount: true)
      sessions[id]?.machine.isOnline = isOnline
      handle(id) { machine, _ in machine.wipeMarkerFound(.user) }
    } else {
      handle(id) { machine, _ in machine.signedOut(keepingData: keepingData) }
    }
    await settle(id)
    return sessions[id]?.signOutFailure
  }

  func forgetEarlier(_ member: MemberID) async {
    guard sessions[current]?.member?.id != member else { return }
    for session in sessions.values where session.member?.id == member { sessions[session.id] = nil }
    members.removeAll { $0.id == member }
    try? await environment.secrets.remove(.session(member))
    try? await environment.secrets.remove(.password(member))
    try? await user.wipeRows(of: member)
    try? await user.forget(member)
    publish()
  }

  private func desk(for form: SignIn) -> Int {
    // A browser sign-in has no member until the server responds.
    guard form.registersAs == nil, form.proof == nil,
      let known = members.first(where: {
        $0.server == form.server && $0.email.lowercased() == form.email.lowercased()
      })
    else { return guest() }
    switch sessions.values.first(where: { $0.member?.id == known.id })?.machine.state {
    // The member is still signed in. The second sign-in has no member until the server confirms one.
    case .signedIn, .refresh, .silent, .wipe, .leaving: return guest()
    default: break
    }
    return open(known, isSignedIn: false)
  }
}

extension AccountWorkflow {
  /// Changes the name and shows it at once. Returns false if the change is still queued.
  @discardableResult
  public func rename(_ name: String, idempotencyKey: String) async throws(AccountCallFailure) -> Bool {
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    let isSent = try await change(member, by: .rename(name, idempotencyKey: idempotencyKey))
    if !isSent, var fresh = sessions[id]?.member, fresh.id == member.id {
      fresh.name = name
      await adopt(fresh, id)
    }
    return isSent
  }

  /// Ends all other sessions of the member. `old` is nil for a member without a password.
  public func changePassword(from old: Secret?, to new: Secret) async throws(AccountCallFailure) {
    // The windows may show another member when the response arrives.
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    _ = try await send(.changePassword(from: old?.exposed, to: new.exposed), as: member.id)
    guard sessions[id]?.member?.id == member.id else { return }
    sessions[id]?.member?.hasPassword = true
    publish()
    guard sessions[id]?.machine.hasPassword == true else { return }
    try? await environment.secrets.store(new, for: .password(member.id))
  }

  /// Deletes the account on the server permanently. `password` is nil for a member without one.
  public func deleteAccount(password: Secret?) async throws(AccountCallFailure) {
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    _ = try await send(
      password.map { .deleteAccount(password: $0.exposed) } ?? .deleteAccount(of: member.ownID), as: member.id)
    guard sessions[id]?.member?.id == member.id else { return }
    handle(id) { $0.accountGone(at: $1) }
    await settle(id)
  }

  /// Waits until the server confirmed a sign-in from the keyring. Returns at once without one.
  public func confirmed() async {
    await sessions[current]?.confirming?.value
  }

  func confirmLater(_ id: Int) {
    sessions[id]?.confirming = Task { try? await takeProfile(.profile, id) }
  }

  /// Requests the shown member's name and picture again after a change of them was refused or discarded.
  func changeWithdrawn() { confirmLater(current) }

  private func takeProfile(_ request: AccountRequest, _ id: Int? = nil) async throws(AccountCallFailure) {
    let id = id ?? current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    let answer = try await send(request, as: member.id)
    guard let item = try? MemberResponse(answer.data) else { return }
    let fresh = Member(item, at: member.server)
    guard fresh.id == member.id, fresh != member, sessions[id]?.member == member else { return }
    await adopt(fresh, id)
  }

  func adopt(_ fresh: Member, _ id: Int) async {
    sessions[id]?.member = fresh
    members = members.map { $0.id == fresh.id ? fresh : $0 }
    publish()
    let isInKeyring = sessions[id].map { $0.isRemembered || $0.keyringFailure == .noService } ?? true
    try? await user.save(fresh, isSignedIn: isInKeyring, at: environment.clock())
  }
}

extension AccountWorkflow {
  /// Changes the shown member's picture. Empty bytes remove it. Returns false if the change is still queued.
  @discardableResult
  public func replacePicture(_ bytes: [UInt8], idempotencyKey: String) async throws(AccountCallFailure) -> Bool {
    guard let member = sessions[current]?.member else { throw .auth(.signedOut) }
    guard bytes.count <= sessions[current]?.service.terms.limits.picture ?? .max else {
      throw .refused(status: 413, reason: "too-large", retryAfter: nil)
    }
    return try await change(member, by: .replaceAvatar(bytes, idempotencyKey: idempotencyKey))
  }
}

extension AccountWorkflow {
  nonisolated func teamSource(of member: MemberID) -> TeamSource {
    { [weak self] command throws(APIError) in
      guard let self else { throw .cancelled }
      do throws(AccountCallFailure) {
        let answer = try await send(AccountRequest(command), as: member)
        return SourceDocument(bytes: answer.body, json: answer.data)
      } catch {
        throw APIError(error)
      }
    }
  }
}

extension AccountWorkflow {
  /// Sends queued commands as the member who made them, even if another member is shown.
  public nonisolated var memberSender: OfflineQueue.MemberSender {
    { [weak self] command, member, _, body, headers async throws(APIError) in
      guard let self else { throw .cancelled }
      let request = AccountRequest(
        command, bytes: body,
        idempotencyKey: headers["Idempotency-Key"].map { String($0.trimmingPrefix("\"").prefix { $0 != "\"" }) })
      do throws(AccountCallFailure) {
        try await self.sendChange(request, of: MemberID(member))
      } catch {
        throw APIError(error)
      }
    }
  }

  public func wait(in queue: OfflineQueue) { self.queue = queue }

  /// Sends a change of a member. Returns false if it is queued.
  func change(_ member: Member, by request: AccountRequest) async throws(AccountCallFailure) -> Bool {
    if await isWaiting(request.command, of: member), await enqueue(request, of: member) { return false }  // guards Q01
    do throws(AccountCallFailure) {
      try await sendChange(request, of: member.id)
      return true
    } catch {
      guard APIError(error).isPassing, await enqueue(request, of: member) else { throw error }
      return false
    }
  }

  private func sendChange(_ request: AccountRequest, of member: MemberID) async throws(AccountCallFailure) {
    do throws(SyncFailure) { _ = try await limits(of: member) } catch {
      // Treated like an unreachable server. The change waits until an updated Kurs sends it.
      if case .tooOld = error { throw .api(.unreachable(.connection)) }
    }
    await take(try await send(request, as: member), to: request.command, of: member)
    // Older refused changes of the same kind are obsolete. The queue may wait for this call, so the storage is used.
    let outdated = try? await user.removeUndeliverable(request.command.name, of: member.text)
    if outdated ?? 0 > 0 { await queue?.wake() }
  }

  private func isWaiting(_ command: Endpoint, of member: Member) async -> Bool {
    await queue?.state().waiting.contains { $0.content.command == command.name && $0.content.member == member.id.text }
      ?? false
  }

  private func enqueue(_ request: AccountRequest, of member: Member) async -> Bool {
    guard let queue else { return false }
    let id = try? await queue.enqueue(
      request.command, body: request.body, to: member.server, member: member.id.text, key: request.idempotencyKey)
    return id != nil
  }

  private func take(_ answer: AccountClient.Answer, to command: Endpoint, of member: MemberID) async {
    guard let session = sessions.values.first(where: { $0.member?.id == member }), var fresh = session.member else {
      return
    }
    switch command {
    case _ where command.name == Endpoint.rename.name:
      guard let item = try? MemberResponse(answer.data) else { return }
      fresh = Member(item, at: fresh.server)
    case _ where command.name == Endpoint.replaceAvatar.name: fresh.avatar = AvatarResponse(answer.data).digest
    default: return
    }
    // The response applies only to the member who requested it.
    guard fresh.id == member, fresh != session.member else { return }
    await adopt(fresh, session.id)
  }
}
