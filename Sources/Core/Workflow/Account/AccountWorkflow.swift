// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
import KursItems
public import KursModel
public import KursStorage

/// Runs the actions of each member's `AuthMachine`, and sends requests to the account server.
public actor AccountWorkflow {
  let user: UserDatabase
  let environment: AccountEnvironment
  private(set) var queue: OfflineQueue?
  let tokens: TokenStore
  private let browser: BrowserWorkflow
  private var removal: MemberRemoval
  var sessions = AuthSessions()
  /// The id of the current member's session. A task uses its own session's id, because the user may switch members.
  private var current: Int
  private var isOnline = true
  private var members: [Member] = []
  private var lastCall = 0
  private var cachedClient: AccountClient?
  private var observers = Broadcast<AccountState>()
  private var published: AccountState?

  /// Creates the workflow without using disk or network. `data`: a member's data outside the user's database.
  public init(user: UserDatabase, environment: AccountEnvironment, data: [MemberData]) {
    self.user = user
    self.environment = environment
    tokens = TokenStore(secrets: environment.secrets)
    removal = MemberRemoval(user: user, tokens: tokens, data: data)
    browser = BrowserWorkflow(environment: environment)
    current = sessions.add(nil, isOnline: true)
  }

  public var state: AccountState {
    let shown = sessions[current]
    return AccountState(
      phase: shown?.phase ?? .signedOut(nil), member: shown?.member, members: members,
      isRemembered: shown?.isRemembered ?? true, keyringFailure: shown?.keyringFailure,
      browserMethod: shown?.browserMethod,
      service: shown?.service.terms ?? ServiceTerms(), neededRelease: shown?.service.neededRelease)
  }

  public func states() -> AsyncStream<AccountState> {
    observers.states(from: state)
  }

  /// Registers more data that is deleted together with a member. Call this function before `start`.
  public func addMemberData(_ more: [MemberData]) { removal.data += more }

  public func wait(in queue: OfflineQueue) { self.queue = queue }

  public nonisolated var profile: ProfileChanges { ProfileChanges(account: self) }
  public nonisolated var identities: IdentityChanges { IdentityChanges(account: self) }

  public func start() async {
    var stored: [StoredMember] = []
    do { stored = try await user.members() } catch {
      await environment.note(.account("", "the accounts were not read: \(error)", at: environment.clock()))
    }
    members = stored.filter { $0.state.keepsData }.map(\.member)  // guards A33: $0.state.keepsData => true
    for member in stored where member.state != .active { continueLeaving(member) }  // guards A32, A33: member.state != .active => false
    if let last = stored.first(where: { $0.isCurrent && $0.state == .active }) {
      current = open(last.member, isSignedIn: last.isSignedIn)
    }
    publish()
  }

  /// Switches to a member, or to the data without an account if `id` is nil. Throws if the choice can't be saved.
  public func switchTo(_ id: MemberID?) async throws(StorageError) {
    let before = sessions[current]?.member?.id
    guard id == nil || members.contains(where: { $0.id == id }) else { return }
    try await user.makeCurrent(id ?? .withoutAccount, at: environment.clock())
    if let id {
      guard let member = members.first(where: { $0.id == id }) else { return }
      let isSignedIn = (try? await user.members())?.first { $0.member.id == id }?.isSignedIn ?? true
      current = open(member, isSignedIn: isSignedIn)
    } else {
      current = sessionWithoutMember()
    }
    publish()
    if id != before { environment.track(.accountSwitched) }
  }

  /// Switches to the member that another program chose. Does nothing while this program signs in or out.
  func followOtherPrograms() async {
    guard let stored = try? await user.members(), !sessions.all.contains(where: { $0.storing != nil }) else { return }
    let (shown, last) = (sessions[current], stored.first { $0.isCurrent && $0.state == .active })
    guard last?.member.id != shown?.member?.id, shown?.machine.isChangingAccount != true else { return }
    members = stored.filter { $0.state.keepsData }.map(\.member)
    if let id = shown?.member?.id, !members.contains(where: { $0.id == id }) { sessions.remove(of: id) }
    current = last.map { open($0.member, isSignedIn: $0.isSignedIn) } ?? sessionWithoutMember()
    publish()
  }

  public func networkChanged(isOnline: Bool) {
    self.isOnline = isOnline
    for session in sessions.all {
      handle(session.id) { isOnline ? $0.networkFound(at: $1) : $0.networkLost(at: $1) }
    }
  }

  /// Reads the keyring again, because another program of the user may have renewed the tokens.
  public func keyringChanged() {
    handle(current) { $0.keyringChanged(at: $1) }
  }

  public func retry() {
    handle(current) { $0.retried(at: $1) }
  }

  public func close() async {
    observers.finish()
    await cancelSignIn()
    for session in sessions.all { session.cancelTasks() }
  }

  func handle(_ id: Int, _ event: (inout AuthMachine, Uptime) -> [AuthAction]) {
    guard var machine = sessions[id]?.machine else { return }
    let actions = event(&machine, environment.uptime())
    sessions[id]?.machine = machine
    for action in actions { carryOut(action, id) }
    rearm(id)
    awaitUnlocking(id)
    publish()
  }

  private func open(_ member: Member, isSignedIn: Bool) -> Int {
    if let open = sessions.all.first(where: { $0.member?.id == member.id && $0.machine.state != .signedOut }) {
      return open.id
    }
    sessions.remove(of: member.id)
    let id = sessions.add(member, isOnline: isOnline)
    handle(id) { isSignedIn ? $0.started(at: $1) : $0.credentialsMissing() }
    return id
  }

  private func sessionWithoutMember() -> Int {
    sessions.first(of: nil)?.id ?? sessions.add(nil, isOnline: isOnline)
  }

  private func session(of member: MemberID) throws(AccountCallFailure) -> Int {
    if let open = sessions.first(of: member) { return open.id }
    guard let known = members.first(where: { $0.id == member }) else { throw .auth(.signedOut) }
    return open(known, isSignedIn: true)
  }

  private func client() -> AccountClient {
    if let cachedClient { return cachedClient }
    let client = environment.client()
    cachedClient = client
    return client
  }

  private func tokenClient() -> TokenClient {
    TokenClient(client: client(), store: tokens, environment: environment)
  }

  func publish() {
    let state = state
    guard state != published else { return }
    published = state
    observers.send(state)
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

  private func carryOut(_ action: AuthAction, _ id: Int) {
    switch action {
    case .readKeyring: Task { await readKeyring(id) }  // guards A17: readKeyring(id) => unlockKeyring(id)
    case .unlockKeyring: Task { await unlockKeyring(id) }
    case .startGrant(let grant, let epoch): startGrant(grant, epoch, id)
    case .cancelGrant(let epoch): cancelGrant(epoch, id)
    case .adoptTokens: sessions[id]?.adoptTokens()
    case .releaseWaiters: releaseWaiters(id)
    case .failWaiters(let failure): sessions[id]?.waiters.end(with: .failure(failure))
    case .answerForm(let failure): sessions[id]?.answerForm(failure)
    case .wipe(let reason): sessions[id]?.leaving.append(Task { await leave(id, reason) })
    case .forgetSecrets: sessions[id]?.leaving.append(Task { await leave(id, .user, keepingData: true) })
    case .revoke: if let tokens = sessions[id]?.tokens { revoke(tokens, at: sessions[id]?.member?.server, id) }
    case .removeBadSecret: removeBadSecret(id)
    case .rememberLater: rememberLater(id)
    case .rereadKeyring: Task { await readKeyring(id) }
    // Does nothing here, because `grantWasLate` revokes the late tokens.
    case .revokeLate: break
    }
  }

  /// The maximum milliseconds that a request waits for a token.
  private static let patience: Int64 = 30_000

  /// Sends a request as `member`, or as the current member if nil. After status 401, tries once more with a new token.
  public func send(
    _ request: AccountRequest, as member: MemberID? = nil
  ) async throws(AccountCallFailure) -> AccountClient.Answer {
    let id: Int
    if let member { id = try session(of: member) } else { id = current }
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

  /// Returns a valid token, and waits for a renewal if needed. `refused`: the version of the token that got status 401.
  private func token(_ id: Int, refused: Int?) async throws(AccountCallFailure) -> AccessToken {
    lastCall += 1
    let number = lastCall
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        decide(id, number, refused: refused, continuation)
        // `onCancel` may have run before the wait began, so the cancellation is checked again.
        if Task.isCancelled { giveUp(id, number) }
      }
    } onCancel: {
      Task { await giveUp(id, number) }  // guards A31
    }
    do throws(AuthFailure) { return try result.get() } catch { throw .auth(error) }
  }

  private func decide(_ id: Int, _ number: Int, refused: Int?, _ waiter: TokenWaiters.Waiter) {
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

  private func wait(_ id: Int, _ number: Int, _ waiter: TokenWaiters.Waiter) {
    let until = environment.uptime() + Self.patience
    let limit = Task { [weak self, environment] in
      await environment.sleep(until)
      guard !Task.isCancelled else { return }
      await self?.giveUp(id, number)
    }
    sessions[id]?.waiters.add(number, waiter, limit: limit)
  }

  private func giveUp(_ id: Int, _ number: Int) {
    if sessions[id]?.waiters.giveUp(number) == true { sessions[id]?.machine.waiterLeft() }
  }

  private func releaseWaiters(_ id: Int) {
    let token = sessions[id]?.accessToken
    sessions[id]?.waiters.end(with: token.map { .success($0) } ?? .failure(.unavailable))
  }

  /// The milliseconds during which a refused password isn't sent again.
  private static let repetition: Int64 = 5_000

  /// Signs in or registers. If the email address belongs to a member on this computer, uses that member's data.
  public func signIn(_ form: SignIn) async throws(SignInFailure) {
    guard AccountClient.isUsable(form.server) else { throw .addressUnusable }  // guards X15
    let id = session(for: form)
    if form.registersAs == nil, form.proof == nil, form.resetCode.isEmpty, let refused = sessions[id]?.refusedPassword,
      refused.fingerprint == form.fingerprint, environment.uptime() < refused.until
    {
      throw .refused(.wrongPassword)
    }
    guard sessions[id]?.formWaiter == nil else { throw .busy }
    let failure = await withCheckedContinuation { continuation in
      sessions[id]?.form = form
      sessions[id]?.formWaiter = continuation
      handle(id) { $0.submitted(at: $1) }
    }
    if let failure {
      // Try to sign in with the password: an earlier request may have succeeded although its response was lost.
      guard [.codeRefused, .emailTaken].contains(failure), form.proof == nil else { throw failure }
      let typed = SignIn(
        server: form.server, email: form.email, password: form.password, keepsPassword: form.keepsPassword)
      do throws(SignInFailure) { return try await signIn(typed) } catch { throw failure }
    }
    // Waits until the tokens are on disk, because the caller may end the program at once.
    await sessions[id]?.grant?.task.value
    environment.track(.signedIn(form.registersAs == nil ? .password : .registration))
  }

  public func signIn(_ browserSignIn: BrowserSignIn) async throws(SignInFailure) {
    try await browse(browserSignIn) { [weak self] proof async throws(SignInFailure) in
      guard let self else { throw .cancelled }
      try await signIn(SignIn(server: browserSignIn.server, proof: proof))
    }
  }

  /// Gets a proof of identity with the browser. `redeem`: sends the proof to the account server.
  func browse(_ browserSignIn: BrowserSignIn, redeem: @escaping BrowserWorkflow.Redeem) async throws(SignInFailure) {
    try await browser.run(browserSignIn, client: client(), redeem: redeem)
  }

  func forgetBrowserMethod(_ issuer: String, of member: MemberID) {
    if let session = sessions.first(of: member) { sessions[session.id]?.forgetBrowserMethod(issuer) }
  }

  public func identityProviders(at server: String) async throws(SignInFailure) -> [String] {
    try await BrowserDiscovery(client: client()).offers(of: server).map(\.issuer)
  }

  public func cancelSignIn() async {
    await browser.cancel()
    for session in sessions.all where session.formWaiter != nil {
      handle(session.id) { $0.cancelled(at: $1) }
    }
  }

  private func session(for form: SignIn) -> Int {
    // Begin without a member if the form names no known member. A browser sign-in names the member only at its end.
    guard let known = members.first(where: { $0.isOf(form) }) else { return sessionWithoutMember() }
    switch sessions.first(of: known.id)?.machine.state {
    // The member's session is still in use. So the new sign-in gets a session without a member.
    case .signedIn, .refresh, .silent, .wipe, .leaving: return sessionWithoutMember()
    default: break
    }
    return open(known, isSignedIn: false)
  }
}

// These methods run grants, which are requests for tokens.
extension AccountWorkflow {
  private func startGrant(_ grant: Grant, _ epoch: Int, _ id: Int) {
    let task = Task { await runGrant(grant, epoch: epoch, id) }
    sessions[id]?.grant = (grant, epoch, task)
  }

  private func runGrant(_ grant: Grant, epoch: Int, _ id: Int) async {
    guard var request = sessions[id].flatMap({ TokenClient.Request(grant, $0, members: members) }) else { return }
    let lock = await tokenClient().lock(request)
    defer { lock?.unlock() }
    // Stop if the state machine cancelled the grant during the wait for the lock.
    guard isAwaited(epoch, id) else { return }
    do throws(GrantFault) {
      let granted = try await tokenClient().tokens(for: &request, isLocked: lock != nil)
      await grantEnded(granted, grant, epoch, id)
    } catch {
      if grant == .refresh, isAwaited(epoch, id) { sessions[id]?.tokens = request.tokens }
      await grantFailed(error, grant, epoch, id)
    }
  }

  private func isAwaited(_ epoch: Int, _ id: Int) -> Bool {
    sessions[id]?.machine.isAwaited(epoch: epoch) == true
  }

  /// Cancels a running renewal. A running sign-in continues, so that its new session can be revoked later.
  private func cancelGrant(_ epoch: Int, _ id: Int) {
    guard let grant = sessions[id]?.grant, grant.epoch == epoch else { return }
    if grant.kind == .refresh { grant.task.cancel() }
    sessions[id]?.grant = nil
    // Revoke the session that the server has already created. Don't wait for the keyring's prompt, which may stay open.
    guard let storing = sessions[id]?.storing, storing.epoch == epoch else { return }
    sessions[id]?.storing = nil
    revoke(storing.tokens, at: storing.server, id)
  }

  private func grantFailed(_ fault: GrantFault, _ grant: Grant, _ epoch: Int, _ id: Int) async {
    let server = sessions[id]?.form?.server ?? sessions[id]?.member?.server ?? ""
    let what = grant == .interactive ? "sign-in" : grant == .refresh ? "renewal" : "sign-in with the stored password"
    await environment.note(.account(server, "\(what) failed: \(fault.facts)", at: environment.clock()))
    switch fault {
    case .refused(.wrongPassword) where grant == .interactive && sessions[id]?.form?.resetCode.isEmpty == false:
      handle(id) { $0.grantFailed(.codeRefused, epoch: epoch, jitter: 0, at: $1) }
    case .refused(let reason):
      let holdsNewer = grant == .refresh ? await holdsNewer(id) : false
      if grant == .interactive, let form = sessions[id]?.form, reason == .wrongPassword {
        sessions[id]?.refusedPassword = (form.fingerprint, environment.uptime() + Self.repetition)
      }
      handle(id) { $0.grantRefused(reason, epoch: epoch, holdsNewer: holdsNewer, at: $1) }
    case .sessionUnknown:
      let holdsNewer = grant == .refresh ? await holdsNewer(id) : false
      handle(id) { $0.grantForgotten(epoch: epoch, holdsNewer: holdsNewer, at: $1) }
    case .failed(let failure, let seconds):
      handle(id) { [jitter = environment.jitter()] in
        $0.grantFailed(failure, epoch: epoch, retryAfter: seconds, jitter: jitter, at: $1)
      }
    }
  }

  /// Uses newer tokens that another program stored. Returns false if no newer tokens are stored.
  private func holdsNewer(_ id: Int) async -> Bool {
    guard let session = sessions[id], let member = session.member,
      let stored = session.keyring.newer(await tokens.tokens(of: member.id), than: session.tokens)
    else { return false }
    sessions[id]?.tokens = stored
    return true
  }

  /// Stores the tokens before the state machine continues, so that the tokens survive a crash.
  private func grantEnded(_ granted: TokenClient.Granted, _ grant: Grant, _ epoch: Int, _ id: Int) async {
    guard let member = granted.member ?? sessions[id]?.member else { return }
    guard isAwaited(epoch, id) else { return await grantWasLate(granted.tokens, grant, epoch, id, member) }
    if let known = sessions[id]?.member, known.id != member.id {
      return await handOver(granted.tokens, to: member, from: id)
    }
    handle(id) { $0.grantAnswered(epoch: epoch, at: $1) }
    if grant == .interactive { sessions[id]?.storing = (epoch, granted.tokens, member.server) }
    let form = sessions[id]?.form
    await endLeaving(of: member.id, besides: id)
    let (before, now) = (try? await user.state(of: member.id), environment.clock())
    guard let stored = await store(granted.tokens, form, member, before, at: now) else {
      sessions[id]?.storing = nil
      await grantFailed(.failed(.storage), grant, epoch, id)
      return await tokenClient().revoke(granted.tokens, at: member.server)
    }
    sessions[id]?.storing = nil
    guard isAwaited(epoch, id) else {
      try? await user.undoSignIn(
        member.id, to: before, shown: sessions[current]?.member?.id ?? .withoutAccount, saved: now)
      try? await environment.secrets.remove(.session(member.id))
      return await grantWasLate(granted.tokens, grant, epoch, id, member)
    }
    setMember(member, id)
    let isRemembered = stored.failure == nil  // guards A18, A20: stored.failure == nil => true
    sessions[id]?.keyringFailure = stored.failure
    sessions[id]?.keyring = stored.keyring
    sessions[id]?.tokensToAdopt = granted.tokens
    sessions[id]?.refusedPassword = nil
    sessions[id]?.isRemembered = isRemembered
    handle(id) { [environment] in
      $0.grantSucceeded(
        grant, epoch: epoch, lifetime: granted.tokens.deadline - environment.uptime(),
        keepsPassword: form?.keepsPassword == true && isRemembered, at: $1)
    }
    if !isRemembered { handle(id) { machine, _ in machine.keyringWriteFailed() } }
    if grant == .interactive {
      current = id
      publish()
    }
  }

  private func grantWasLate(
    _ tokens: StoredTokens, _ grant: Grant, _ epoch: Int, _ id: Int, _ member: Member
  ) async {
    var revokes = false
    handle(id) {
      let actions = $0.grantSucceeded(grant, epoch: epoch, lifetime: 0, at: $1)
      revokes = actions.contains(.revokeLate)
      return actions
    }
    guard revokes else { return }  // guards A22: revokes => false
    await revoke(tokens, at: member.server, id)?.value
  }

  /// Waits until a running removal of this member has ended, and cancels the planned retry of a failed removal.
  private func endLeaving(of member: MemberID, besides id: Int) async {
    for other in sessions.all where other.id != id && other.member?.id == member && other.isLeaving {
      await finishRemovals(other.id)
      guard sessions[other.id]?.member?.id == member else { continue }
      sessions[other.id]?.alarm?.task.cancel()
      sessions[other.id] = nil
    }
  }

  private struct Stored {
    var failure: SecretFailure?
    var keyring = KeyringContent.current
  }

  /// Stores tokens and member. This ends an unfinished removal of the member, after deleting the data if the user
  /// requested the removal. Returns nil if a new sign-in can't be saved. Renewals ignore failures of the database.
  private func store(
    _ tokens: StoredTokens, _ form: SignIn?, _ member: Member, _ before: MemberState?, at now: Timestamp
  ) async -> Stored? {
    do {
      if case .leaving(.user, _)? = before { try await removal.removeData(of: member.id) }
      // The member is stored together with the tokens. Otherwise the next start would show the previous member.
      try await user.save(member, isSignedIn: true, isCurrent: form != nil, at: now)
    } catch {
      if form != nil { return nil }  // guards B13
      if case .leaving? = before { return nil }
    }
    do throws(SecretFailure) {
      try await self.tokens.store(tokens, of: member.id, form: form)
      return Stored()
    } catch {
      // If the keyring still has old tokens, store the member as signed out, so that the next start doesn't use them.
      if error != .noService { try? await user.update(member, isSignedIn: false, at: now) }
      return Stored(failure: error, keyring: await self.tokens.tokens(of: member.id).map { .outdated($0) } ?? .unknown)
    }
  }

  private func setMember(_ member: Member, _ id: Int) {
    sessions.remove(of: member.id, besides: [id])
    sessions[id]?.member = member
    members.removeAll { $0.id == member.id }
    members.insert(member, at: 0)
  }

  /// Moves the new tokens to the session of `member`, whom the server returned instead of the member of session `id`.
  private func handOver(_ tokens: StoredTokens, to member: Member, from id: Int) async {
    let (form, waiter) = (sessions[id]?.form, sessions[id]?.formWaiter)
    sessions[id]?.form = nil
    sessions[id]?.formWaiter = nil
    handle(id) { $0.cancelled(at: $1) }
    await endLeaving(of: member.id, besides: id)
    let before = try? await user.state(of: member.id)
    guard await store(tokens, form, member, before, at: environment.clock()) != nil else {
      waiter?.resume(returning: .storage)
      return await tokenClient().revoke(tokens, at: member.server)
    }
    sessions.remove(of: member.id)
    members.removeAll { $0.id == member.id }
    members.insert(member, at: 0)
    current = open(member, isSignedIn: true)
    publish()
    waiter?.resume(returning: nil)
  }
}

// These methods sign out. After an interruption, `MemberRemoval` continues at the step stored in `MemberState`.
extension AccountWorkflow {
  /// Signs out, and waits at most three seconds for the server. Returns the failure, or nil on success.
  @discardableResult
  public func signOut(keepingData: Bool = false) async -> SignOutFailure? {
    let id = current
    sessions[id]?.signOutFailure = nil
    sessions[id]?.isLeavingStored = false
    // Refuse a sign-out that keeps the data while the keyring is locked, because the tokens can't be removed.
    if keepingData, sessions[id]?.machine.state == .locked {
      return .keyring(sessions[id]?.keyringFailure ?? .noService)
    }
    // The sign-out is stored first. Otherwise the start after a crash would use a session that the server has ended.
    if let session = sessions[id], let member = session.member, !session.isLeaving,
      session.machine.state != .signedOut || !keepingData
    {
      do { try await user.startLeaving(member, .user, keepingData: keepingData, at: environment.clock()) } catch {
        return .notSaved  // guards B13: .notSaved => nil
      }
      sessions[id]?.isLeavingStored = true
    }
    if sessions[id]?.machine.state == .signedOut, sessions[id]?.member != nil, !keepingData {
      sessions[id]?.machine = AuthMachine(knowsAccount: true)
      sessions[id]?.machine.isOnline = isOnline
      handle(id) { machine, _ in machine.wipeMarkerFound(.user) }
    } else {
      handle(id) { machine, _ in machine.signedOut(keepingData: keepingData) }
    }
    await finishRemovals(id)
    return sessions[id]?.signOutFailure
  }

  /// Deletes the account on the server permanently. `password` is nil for a member without a password.
  public func deleteAccount(password: Secret?) async throws(AccountCallFailure) {
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    _ = try await send(
      password.map { .deleteAccount(password: $0.exposed) } ?? .deleteAccount(of: member.ownID), as: member.id)
    guard sessions[id]?.member?.id == member.id else { return }
    handle(id) { $0.accountGone(at: $1) }
    await finishRemovals(id)
  }

  /// Waits until all running removals have ended. Call this function before the program ends.
  public func finishRemovals() async {
    for session in sessions.all { await finishRemovals(session.id) }
  }

  /// Removes an earlier member with the same email address. If a step fails, the next start continues the removal.
  func forgetEarlier(_ id: MemberID) async {
    guard sessions[current]?.member?.id != id, let member = members.first(where: { $0.id == id }) else { return }
    sessions.remove(of: id)
    members.removeAll { $0.id == id }
    publish()
    do {
      try await user.startLeaving(member, .user, at: environment.clock())
      try await removal.removeData(of: id)
      try await removal.removeSecrets(of: id)
    } catch {
      let facts = "an earlier member was not removed: \(error)"
      await environment.note(.account(member.server, facts, at: environment.clock()))
    }
  }

  private func finishRemovals(_ id: Int) async {
    // A task is removed from `leaving` only after it has ended, because several callers may wait for it.
    while let task = sessions[id]?.leaving.last {
      await task.value
      sessions[id]?.leaving.removeAll { $0 == task }
    }
  }

  /// Ends a session on the server in a new task, because a cancelled task can't send a request.
  @discardableResult
  private func revoke(_ tokens: StoredTokens, at server: String?, _ id: Int) -> Task<Void, Never>? {
    guard let server else { return nil }
    let goodbye = Task { [client = tokenClient()] in await client.revoke(tokens, at: server) }
    sessions[id]?.leaving.append(goodbye)
    return goodbye
  }

  private func continueLeaving(_ stored: StoredMember) {
    guard case .leaving(let reason, let step) = stored.state else { return }
    let id = sessions.add(stored.member, isOnline: isOnline)
    sessions[id]?.isLeavingStored = true
    if stored.isCurrent { current = id }
    handle(id) { machine, _ in
      step == .secretsOnly ? machine.signedOut(keepingData: true) : machine.wipeMarkerFound(reason)
    }
  }

  private func leave(_ id: Int, _ reason: SignOutReason, keepingData: Bool = false) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.wipeSucceeded() } }
    let isRevoked = reason != .user || sessions[id]?.tokens != nil
    sessions[id]?.tokens = nil
    sessions[id]?.remembering?.cancel()
    let failure = await remove(member, reason, keepingData: keepingData, isRevoked: isRevoked, id)
    sessions[id]?.signOutFailure = failure
    // Hides a member whose data is being deleted. The member stays if another program has signed the member in again.
    let stays = await (try? user.state(of: member.id)) == .active
    if !keepingData, !stays { members.removeAll { $0.id == member.id } }
    if case .keyring = failure, !keepingData {
      try? await user.hide(member.id)
    } else if failure != nil {
      return handle(id) { $0.wipeFailed(at: $1) }
    }
    handle(id) { machine, _ in machine.wipeSucceeded() }
    leavingEnded(id)
  }

  /// Runs the remaining steps of a removal. Returns the failure, or nil on success.
  private func remove(
    _ member: Member, _ reason: SignOutReason, keepingData: Bool, isRevoked: Bool, _ id: Int
  ) async -> SignOutFailure? {
    do {
      if sessions[id]?.isLeavingStored != true {
        try await user.startLeaving(member, reason, keepingData: keepingData, at: environment.clock())  // guards A33
        sessions[id]?.isLeavingStored = true
      }
      try await removal.removeData(of: member.id)
      // The old API client may still hold the member's data, so the next request uses a new API client.
      cachedClient = nil
      // If the removal began before a crash or with a locked keyring, reads the tokens to revoke from the keyring.
      if !isRevoked, case .leaving? = try await user.state(of: member.id),
        let stored = await tokens.tokens(of: member.id)
      {
        revoke(stored, at: member.server, id)
      }
      try await removal.removeSecrets(of: member.id)
      return nil
    } catch {
      return (error as? SecretFailure).map { SignOutFailure.keyring($0) } ?? .storage
    }
  }

  private func leavingEnded(_ id: Int) {
    sessions[id]?.member = nil
    environment.track(.signedOut(sessions[id]?.machine.signOutReason == .user ? .user : .server))
    // Removes unused sessions without a member. A running sign-in has no member either, but isn't removed.
    for guest in sessions.all where guest.member == nil && guest.machine.state == .signedOut {
      if guest.id != id, guest.id != current { sessions[guest.id] = nil }
    }
    publish()
  }

  /// Changes the password, which ends all other sessions of the member. `old` is nil for a member without a password.
  public func changePassword(from old: Secret?, to new: Secret) async throws(AccountCallFailure) {
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    do {
      _ = try await send(.changePassword(from: old?.exposed, to: new.exposed), as: member.id)
    } catch {
      // The server may have set the new password although the request failed, so remove the saved password.
      if case .api(let fault) = error, ![.unreachable(.switchedOff), .unreachable(.host)].contains(fault) {
        await forgetPassword(of: member.id, id)
      }
      throw error
    }
    guard sessions[id]?.member?.id == member.id else { return }
    sessions[id]?.member?.hasPassword = true
    publish()
    guard sessions[id]?.machine.hasPassword == true else { return }
    do throws(SecretFailure) {
      try await environment.secrets.store(new, for: .password(member.id))
    } catch {
      await forgetPassword(of: member.id, id)
    }
  }

  private func forgetPassword(of member: MemberID, _ id: Int) async {
    sessions[id]?.machine.hasPassword = false
    try? await environment.secrets.remove(.password(member))
  }

  /// Waits for the running request that checks the member's profile. Returns at once if no such request runs.
  public func confirmed() async {
    await sessions[current]?.confirming?.value
  }

  public func askAboutService() async {
    guard let member = sessions[current]?.member else { return }
    _ = try? await limits(of: member.id)
  }

  /// Returns the limits of the member's server. Requests them again after an hour. Throws `tooOld` if Kurs is too old.
  func limits(of member: MemberID) async throws(SyncFailure) -> ServiceLimits {
    guard let id = try? session(of: member) else { throw .signedOut }
    if sessions[id]?.service.shouldRequestTerms(at: environment.uptime()) == true { try await requestTerms(id, member) }
    let service = sessions[id]?.service ?? ServiceMachine()
    if let needed = service.neededRelease { throw .tooOld(needed: needed) }  // guards N07
    return service.terms.limits
  }

  /// Requests the current member's profile again, because a change of name or picture was refused or discarded.
  func changeWithdrawn() { confirmLater(current) }

  func update(_ id: MemberID, _ change: @Sendable (inout Member) -> Void) async {
    guard let session = sessions.first(of: id), var fresh = session.member else { return }
    change(&fresh)
    // A response applies only to the member who requested it.
    guard fresh.id == id, fresh != session.member else { return }
    sessions[session.id]?.member = fresh
    members = members.map { $0.id == id ? fresh : $0 }
    publish()
    let isInKeyring = session.isRemembered || session.keyringFailure == .noService
    try? await user.update(fresh, isSignedIn: isInKeyring, at: environment.clock())
  }

  func confirmLater(_ id: Int) {
    sessions[id]?.confirming = Task { await readProfile(id) }
  }

  private func readProfile(_ id: Int) async {
    guard let member = sessions[id]?.member, let answer = try? await send(.profile, as: member.id),
      let item = try? MemberResponse(answer.data)
    else { return }
    let fresh = Member(item, at: member.server)
    // If the member changed during the request, the response is outdated and isn't used.
    await update(member.id) { if $0 == member { $0 = fresh } }
  }

  private func requestTerms(_ id: Int, _ member: MemberID) async throws(SyncFailure) {
    do throws(AccountCallFailure) {
      let terms = ServiceResponse.read(try await send(.service, as: member).data)
      sessions[id]?.service.received(terms, release: environment.release, at: environment.uptime())
      publish()
    } catch {
      switch error {
      case .auth: break
      case .api(let error) where error.isBeforeResponse: break  // guards N08: error.isBeforeResponse => true
      // An older server doesn't support this request, so the error is ignored.
      case .api, .refused: return
      }
      sessions[id]?.service.requestFailed()
      throw SyncFailure(error)
    }
  }
}
