// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

/// Runs browser sign-ins, one at a time.
actor BrowserWorkflow {
  typealias Redeem = @Sendable (IdentityProof) async throws(SignInFailure) -> Void

  private struct Session {
    let id: Int
    let browserSignIn: BrowserSignIn
    let client: AccountClient
    let redeem: Redeem
    let waiter: CheckedContinuation<SignInFailure?, Never>
    var machine = BrowserMachine()
    var port: RedirectPort?
    var alarm: Task<Void, Never>?
    var redeeming: Task<Void, Never>?
  }

  private let environment: AccountEnvironment
  private var session: Session?
  private var lastID = 0

  init(environment: AccountEnvironment) {
    self.environment = environment
  }

  /// Runs a sign-in. Returns after the account server has accepted the identity proof.
  func run(
    _ browserSignIn: BrowserSignIn, client: AccountClient, redeem: @escaping Redeem
  ) async throws(SignInFailure) {
    guard AccountClient.isUsable(browserSignIn.server) else { throw .addressUnusable }
    guard session == nil else { throw .busy }
    lastID += 1
    let id = lastID
    let failure = await withCheckedContinuation { continuation in
      session = Session(
        id: id, browserSignIn: browserSignIn, client: client, redeem: redeem, waiter: continuation)
      handle(id) { $0.started() }
    }
    if let failure { throw failure }
  }

  /// Cancels the sign-in. If the identity proof is being sent to the account server, cancels that request too.
  func cancel() {
    guard let id = session?.id else { return }
    handle(id) { $0.cancelled() }
  }

  private func handle(_ id: Int, _ event: (inout BrowserMachine) -> [BrowserAction]) {
    guard var machine = session?.machine, session?.id == id else { return }
    let actions = event(&machine)
    session?.machine = machine
    for action in actions { carryOut(action, id) }
  }

  private func carryOut(_ action: BrowserAction, _ id: Int) {
    guard let session else { return }
    switch action {
    case .find: Task { await find(session) }
    case .open(let address): Task { await open(address, session) }
    case .closePort:
      session.port?.close()
      self.session?.port = nil
    case .redeem(let proof): self.session?.redeeming = Task { await redeem(proof, session) }
    case .cancelRedeeming: session.redeeming?.cancel()
    case .answer(let failure):
      self.session = nil
      session.alarm?.cancel()
      note(failure, of: session.browserSignIn)
      session.waiter.resume(returning: failure)
    }
  }

  /// Logs a failure that wasn't logged together with a request.
  private func note(_ failure: SignInFailure?, of browserSignIn: BrowserSignIn) {
    guard case .browser(let fault) = failure else { return }
    switch fault {
    case .providerUnreachable, .providerUnusable, .responseRejected: return
    case .notOffered, .noPort, .notOpened, .denied, .failed, .foreignResponse, .timedOut:
      Task { [environment] in
        let facts = "sign-in with the browser failed: \(fault)"
        await environment.note(.account(browserSignIn.server, facts, at: environment.clock()))
      }
    }
  }

  private func find(_ session: Session) async {
    do throws(SignInFailure) {
      let discovery = BrowserDiscovery(client: session.client) { [environment] issuer, facts in
        await environment.note(.account(issuer, facts, at: environment.clock()))
      }
      let provider = try await discovery.provider(for: session.browserSignIn)
      guard self.session?.id == session.id else { return }
      try listen(to: provider, session)
    } catch {
      handle(session.id) { $0.notFound(error) }
    }
  }

  private func listen(to provider: AuthorizationProvider, _ session: Session) throws(SignInFailure) {
    guard let browser = environment.browser else { throw .browser(.noPort) }
    var request = AuthorizationRequest(to: provider, random: browser.random)
    let (id, pages) = (session.id, session.browserSignIn.pages)
    let port = browser.listen { [weak self, request] target in
      let response = AuthorizationResponse(target, to: request)
      Task { await self?.answered(response, id) }
      return pages.page(for: response)
    }
    guard let port else { throw .browser(.noPort) }
    request.port = port.number
    self.session?.port = port
    handle(id) { [now = environment.uptime()] in $0.found(request, at: now) }
  }

  private func open(_ address: String, _ session: Session) async {
    rearm(session.id)
    let isOpen = await session.browserSignIn.open(address)
    handle(session.id) { isOpen ? $0.opened() : $0.notOpened() }
  }

  private func answered(_ response: AuthorizationResponse, _ id: Int) {
    handle(id) { $0.answered(response) }
  }

  private func redeem(_ proof: IdentityProof, _ session: Session) async {
    do throws(SignInFailure) {
      try await session.redeem(proof)
      handle(session.id) { $0.redeemed(nil) }
    } catch {
      handle(session.id) { $0.redeemed(error) }
    }
  }

  private func rearm(_ id: Int) {
    guard let due = session?.machine.due else { return }
    session?.alarm = Task { [weak self, sleep = environment.sleep] in
      await sleep(due)
      guard !Task.isCancelled else { return }
      await self?.alarmRang(id)
    }
  }

  private func alarmRang(_ id: Int) {
    handle(id) { [now = environment.uptime()] in $0.timedOut(at: now) }
  }
}
