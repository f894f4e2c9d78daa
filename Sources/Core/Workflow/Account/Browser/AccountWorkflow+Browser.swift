// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

extension AccountWorkflow {
  public func identityProviders(at server: String) async throws(SignInFailure) -> [String] {
    try await BrowserDiscovery(client: client()).offers(of: server).map(\.issuer)
  }

  public func signIn(_ browserSignIn: BrowserSignIn) async throws(SignInFailure) {
    try await browse(browserSignIn, for: .signIn)
  }

  func browse(_ browserSignIn: BrowserSignIn, for purpose: BrowserSession.Purpose) async throws(SignInFailure) {
    guard AccountClient.isUsable(browserSignIn.server) else { throw .addressUnusable }
    guard browser == nil else { throw .busy }
    let failure = await withCheckedContinuation { continuation in
      let id = newNumber()
      browser = BrowserSession(id: id, browserSignIn: browserSignIn, purpose: purpose, waiter: continuation)
      handleBrowser(id) { $0.started() }
    }
    if let failure { throw failure }
  }

  func cancelBrowser() {
    guard let id = browser?.id else { return }
    handleBrowser(id) { $0.cancelled() }
  }
}

struct BrowserSession {
  enum Purpose: Hashable, Sendable {
    case signIn
    case adding(to: MemberID)
  }

  let id: Int
  let browserSignIn: BrowserSignIn
  let purpose: Purpose
  let waiter: CheckedContinuation<SignInFailure?, Never>
  var machine = BrowserMachine()
  var port: RedirectPort?
  var alarm: Task<Void, Never>?
  var redeeming: Task<Void, Never>?
}

extension AccountWorkflow {
  private func handleBrowser(_ id: Int, _ event: (inout BrowserMachine) -> [BrowserAction]) {
    guard var machine = browser?.machine, browser?.id == id else { return }
    let actions = event(&machine)
    browser?.machine = machine
    for action in actions { carryOut(action, id) }
  }

  private func carryOut(_ action: BrowserAction, _ id: Int) {
    guard let browserSignIn = browser?.browserSignIn else { return }
    switch action {
    case .find: Task { await find(browserSignIn, id) }
    case .open(let address): Task { await open(address, browserSignIn, id) }
    case .closePort:
      browser?.port?.close()
      browser?.port = nil
    case .redeem(let proof): browser?.redeeming = Task { await redeem(proof, browserSignIn, id) }
    case .cancelRedeeming:
      if browser?.purpose == .signIn { cancelGrants() } else { browser?.redeeming?.cancel() }
    case .answer(let failure):
      let ended = browser
      browser = nil
      ended?.alarm?.cancel()
      note(failure, of: browserSignIn)
      ended?.waiter.resume(returning: failure)
    }
  }

  /// Logs errors that no request has logged.
  private func note(_ failure: SignInFailure?, of browserSignIn: BrowserSignIn) {
    guard case .browser(let fault) = failure else { return }
    switch fault {
    case .providerUnreachable, .providerUnusable, .notBelieved: return
    case .notOffered, .noPort, .notOpened, .denied, .failed, .strangeAnswer, .timedOut:
      Task { [environment] in
        let facts = "sign-in with the browser failed: \(fault)"
        await environment.note(.account(browserSignIn.server, facts, at: environment.clock()))
      }
    }
  }

  private func find(_ browserSignIn: BrowserSignIn, _ id: Int) async {
    do throws(SignInFailure) {
      let provider = try await BrowserDiscovery(client: client()) { [environment] issuer, facts in
        await environment.note(.account(issuer, facts, at: environment.clock()))
      }.provider(for: browserSignIn)
      guard browser?.id == id else { return }
      try listen(to: provider, browserSignIn, id)
    } catch {
      handleBrowser(id) { $0.notFound(error) }
    }
  }

  private func listen(
    to provider: AuthorizationProvider, _ browserSignIn: BrowserSignIn, _ id: Int
  ) throws(SignInFailure) {
    guard let surroundings = environment.browser else { throw .browser(.noPort) }
    var request = AuthorizationRequest(to: provider, random: surroundings.random)
    let port = surroundings.listen { [weak self, request, pages = browserSignIn.pages] target in
      let response = AuthorizationResponse(target, to: request)
      Task { await self?.browserAnswered(response, id) }
      return pages.page(for: response)
    }
    guard let port else { throw .browser(.noPort) }
    request.port = port.number
    browser?.port = port
    handleBrowser(id) { [now = environment.uptime()] in $0.found(request, at: now) }
  }

  private func open(_ address: String, _ browserSignIn: BrowserSignIn, _ id: Int) async {
    rearmBrowser(id)
    let isOpen = await browserSignIn.open(address)
    handleBrowser(id) { isOpen ? $0.opened() : $0.notOpened() }
  }

  private func browserAnswered(_ response: AuthorizationResponse, _ id: Int) {
    handleBrowser(id) { $0.answered(response) }
  }

  private func redeem(_ proof: IdentityProof, _ browserSignIn: BrowserSignIn, _ id: Int) async {
    do throws(SignInFailure) {
      switch browser?.purpose {
      case .adding(let member): try await add(proof, to: member)
      case .signIn, nil: try await signIn(SignIn(server: browserSignIn.server, proof: proof))
      }
      handleBrowser(id) { $0.redeemed(nil) }
    } catch {
      handleBrowser(id) { $0.redeemed(error) }
    }
  }

  private func rearmBrowser(_ id: Int) {
    guard let due = browser?.machine.due else { return }
    browser?.alarm = Task { [weak self, sleep = environment.sleep] in
      await sleep(due)
      guard !Task.isCancelled else { return }
      await self?.browserAlarmRang(id)
    }
  }

  private func browserAlarmRang(_ id: Int) {
    handleBrowser(id) { [now = environment.uptime()] in $0.timedOut(at: now) }
  }
}
