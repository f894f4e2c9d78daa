// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class AccountCoordinator {
  private let application: Application
  let workflow: AccountWorkflow
  private let sync: SyncWorkflow
  let services: AccountServices
  private let format: NumberFormat
  let newKey: @Sendable () -> String
  private let pictures: AccountPictures
  private let closed: @MainActor @Sendable () -> Void
  let window: AccountWindow
  private(set) var state: AccountState
  var form: AccountForm
  private var status = SyncStatus()
  private var tasks: [Task<Void, Never>] = []

  /// `newKey`: creates an idempotency key for each request.
  init?(
    application: Application, services: AccountServices, state: AccountState, server: String, format: NumberFormat,
    above parent: Window?, pictures: AccountPictures, newKey: @escaping @Sendable () -> String,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    let (intents, continuation) = AsyncStream.makeStream(of: AccountIntent.self)
    guard let window = attempt({ try AccountWindow { continuation.yield($0) } }) else { return nil }
    self.window = window
    self.application = application
    workflow = services.account
    sync = services.sync
    self.services = services
    self.format = format
    self.newKey = newKey
    self.pictures = pictures
    self.closed = closed
    self.state = state
    form = AccountForm(server: server)
    tasks = [
      Task { [weak self] in for await intent in intents { self?.handle(intent) } },
      Task { [weak self, workflow] in for await state in await workflow.states() { self?.changed(state) } },
      Task { [weak self, queue = services.queue] in
        for await state in await queue.states() { self?.changed(state) }
      },
      Task { [weak self, sync] in for await status in await sync.statuses() { self?.changed(status) } },
    ]
    window.window.setApplication(application)
    // GTK 4.8 hides a window from screen readers if a field gets the focus before `present`, so `render` comes second.
    window.present(above: parent)
    render()
    loadPicture()
    loadMethods()
    loadUnsent()
    loadCopies()
    loadConflicts()
  }

  func present() { window.present(above: nil) }

  func close() { window.window.close() }

  func render() {
    let view = AccountViewState(
      state, form, sync: status, clock: { inOwnDigits(System.clockTime(ofMilliseconds: $0.milliseconds)) },
      format: format)
    window.render(view)
    lookForOffers(view)
  }

  private func changed(_ state: AccountState) {
    let isAnother = state.member?.id != self.state.member?.id
    if isAnother {
      (form.outcome, form.nameFailure) = (nil, nil)
      form.questionLeft()
      window.leaveQuestion()
    }
    let isNew = state.member?.avatar != self.state.member?.avatar || state.member?.id != self.state.member?.id
    let wasSignedIn = self.state.phase == .signedIn && form.methods.member == state.member?.id
    let mayHelp = state.phase != self.state.phase && form.picture.isMissing
    let isFresh = state.phase == .signedIn && (self.state.phase != .signedIn || isAnother)
    self.state = state
    if let member = state.member, form.server.isEmpty { form.server = member.server }
    if isNew { form.picture = .none }
    if isAnother { form.savedUnsent = 0 }
    render()
    if isAnother { loadCopies() }
    if isAnother { loadConflicts() }
    if isNew || mayHelp { loadPicture() }
    if state.phase == .signedIn, !wasSignedIn { loadMethods() }
    if isFresh { loadUnsent() }
  }

  /// Loads the number of changes that were unsent when the server last ended the sign-in. The user can restore them.
  private func loadUnsent() {
    Task { [weak self, services] in
      guard let kept = try? await services.savedUnsent(), let self, kept != form.savedUnsent else { return }
      form.savedUnsent = kept
      render()
    }
  }

  private func loadCopies() {
    Task { [weak self, services] in
      let copies = await services.recoveredCopies()
      guard let self, copies != form.recoveredCopies else { return }
      form.recoveredCopies = copies
      render()
    }
  }

  private func decideOnCopy(_ work: @escaping @Sendable (AccountServices, MemberID) async throws -> Void) {
    guard let copy = form.recoveredCopies.first else { return }
    run { [weak self, services] _ in
      do { try await work(services, copy.member) } catch { await self?.ended(.notSaved) }
      await self?.loadCopies()
    }
  }

  private func syncNow() {
    form.outcome = .asking
    Task { [weak self, sync] in
      let before = await sync.settled()
      await sync.requestSync()
      let status = await sync.settled()
      let done = AccountForm.Outcome.synced(
        sent: status.sent - before.sent, received: status.received - before.received)
      self?.ended(status.failure == nil ? done : nil)
    }
  }

  private func adoptUnsent() {
    run { [weak self, services] _ in
      do { try await services.adoptUnsent() } catch { await self?.ended(.notSaved) }
      await self?.loadUnsent()
    }
  }

  private func loadPicture() {
    guard let member = state.member, member.avatar != nil else { return }
    let (side, scale) = (window.page.picture.side, window.page.picture.scale)
    Task { [weak self, pictures] in
      let picture = await pictures.load(member, side, scale)
      guard let self, state.member?.id == member.id, state.member?.avatar == member.avatar else { return }
      form.picture = picture
      render()
    }
  }

  private func change(_ work: @escaping @Sendable (AccountWorkflow) async -> AccountForm.Outcome) {
    guard !form.isAsking else { return }
    form.outcome = .asking
    run { [weak self] workflow in await self?.ended(await work(workflow)) }
  }

  private func changed(_ queue: QueueState) {
    form.queue = queue
    render()
  }

  private func changed(_ status: SyncStatus) {
    self.status = status
    render()
    loadConflicts()
  }

  private func handle(_ intent: AccountIntent) {
    switch intent {
    case .submitted(let fields): signIn(fields)
    case .signInCancelled: run { await $0.cancelSignIn() }
    case .serverEntered(let server): form.offers.entered(server, instead: AccountViewState(state, form).form.server)
    case .browserPressed(let place): browserPressed(place)
    case .otherFormPressed: form.switched()
    case .passwordForgotten: form.passwordForgotten()
    case .backPressed: form.left()
    case .noticePressed: carryOut(AccountViewState(state, form).notice?.action)
    case .noticeOtherPressed: carryOut(AccountViewState(state, form).notice?.other)
    case .memberChosen(let place): switchTo(place)
    case .addPressed: form.opened()
    case .syncPressed: syncNow()
    case .renamed(let name): rename(name)
    case .pictureChosen(let path): change { [pictures, key = newKey()] in await pictures.replace(path, $0, key) }
    case .pictureRemoved: change { [pictures, key = newKey()] in await pictures.remove($0, key) }
    case .passwordChanged(let old, let new):
      answer(old == nil ? .passwordSet : .passwordChanged) { workflow throws(AccountCallFailure) in
        try await workflow.changePassword(from: old, to: new)
      }
    case .accountDeleted(let password, let keepingCopy):
      answer(nil) { [services] _ throws(AccountCallFailure) in
        try await services.deleteAccount(password: password, keepingCopy: keepingCopy)
      }
    case .identityAddPressed(let place): addIdentity(place)
    case .addingCancelled: run { await $0.cancelSignIn() }
    case .identityRemoved(let identity): removeIdentity(identity)
    case .proved(let password): prove(password)
    case .questionLeft: form.questionLeft()
    case .conflictDecided(let conflict, let takesOther): decide(conflict, takesOther: takesOther)
    case .changeRetried(let change): retry(change)
    case .changeDiscarded(let change): discard(change)
    case .signedOut(let keepingData):
      run { [weak self, services] workflow in
        if !keepingData { _ = try? await services.sendUnsent() }
        guard let failure = await workflow.signOut(keepingData: keepingData) else { return }
        await self?.ended(.notSignedOut(failure))
      }
    case .closed: return finish()
    }
    render()
  }

  private func carryOut(_ action: AccountViewState.Notice.Action?) {
    switch action {
    case .keepCopy: decideOnCopy { try await $0.keepCopy(of: $1) }
    case .discardCopy: decideOnCopy { try await $0.discardCopy(of: $1) }
    case .adopt: adoptUnsent()
    case .retry: run { await $0.retry() }
    case .signIn: form.opened()
    case .browser: if let method = state.browserMethod { signIn(with: method) }
    case nil: break
    }
  }

  private func switchTo(_ place: Int) {
    let member = state.members.indices.contains(place) ? state.members[place].id : nil
    guard member != state.member?.id else { return }
    form.left()
    run { [weak self] workflow in
      do { try await workflow.switchTo(member) } catch { await self?.ended(.notSaved) }
    }
  }

  private func signIn(_ fields: SignInFields) {
    guard let submitted = form.submitted(fields) else { return }
    run { [weak self] workflow in
      do throws(SignInFailure) {
        try await workflow.signIn(submitted)
        await self?.signInEnded(nil)
      } catch {
        await self?.signInEnded(error)
      }
    }
  }

  func signInEnded(_ failure: SignInFailure?) async {
    state = await workflow.state
    form.ended(failure)
    render()
  }

  func ended(_ outcome: AccountForm.Outcome?) {
    form.outcome = outcome
    render()
    if outcome?.changesMethods == true { loadMethods() }
  }

  /// Runs `work` and keeps Kurs from quitting until the work is done.
  func run(_ work: @escaping @Sendable (AccountWorkflow) async -> Void) {
    application.holding { [workflow] in await work(workflow) }
  }

  private func finish() {
    if form.isRunning || form.methods.isWaiting { run { await $0.cancelSignIn() } }
    for task in tasks { task.cancel() }
    closed()
  }
}

@MainActor
enum AccountDialogs {
  /// Asks whether to sign out. `body` receives whether to keep the data, or nil if the user cancels.
  @discardableResult
  static func signOut(
    above parent: Window, _ body: @escaping @MainActor @Sendable (_ keepingData: Bool?) -> Void
  ) -> Question {
    let question = Question(
      tr("Sign Out?"),
      tr("Keep your data on this computer? Your history and unsent changes are not on the server."))
    question.add("cancel", tr("Cancel"))
    question.add("delete", tr("Delete and Sign Out"), .destructive)
    question.add("keep", tr("Keep and Sign Out"), .suggested)
    question.setDefault("keep")
    question.ask(above: parent) { answer in
      body(answer == "cancel" ? nil : answer == "keep")
    }
    return question
  }

  static func changePassword(hasOld: Bool) throws(BuilderError) -> AccountQuestion {
    let title = hasOld ? tr("Change Password") : tr("Set Password")
    let question = Question(title, tr("You will be signed out on your other computers."))
    return try AccountQuestion(question, accept: title, .suggested, .init(wantsOld: hasOld, wantsNew: true))
  }

  /// Creates the dialog for the password, which proves that the account's owner wants to add the sign-in method.
  static func proveForIdentity() throws(BuilderError) -> AccountQuestion {
    let question = Question(
      tr("Confirm Your Password"), tr("Enter your password. You then have a few minutes to add a sign-in method."))
    return try AccountQuestion(question, accept: tr("Continue"), .suggested, .init(wantsOld: true))
  }

  static func removeIdentity(_ email: String, at site: String) throws(BuilderError) -> AccountQuestion {
    let question = Question(
      tr("Remove Sign-In Method?"),
      email.isEmpty
        ? tr("You won't be able to sign in to this account with {site}.", ["site": site])
        : tr("You won't be able to sign in to this account with {email} at {site}.", ["email": email, "site": site]))
    return try AccountQuestion(question, accept: tr("Remove"), .destructive, .init())
  }

  /// Creates the question before the account is deleted. `hasPassword` is false if a sign-in site created the account.
  static func deleteAccount(hasPassword: Bool) throws(BuilderError) -> AccountQuestion {
    let question = Question(
      tr("Delete Account?"), tr("The account and all its data will be permanently deleted from the server."))
    return try AccountQuestion(
      question, accept: tr("Delete Account"), .destructive, .init(wantsOld: hasPassword, mayKeepCopy: true))
  }
}

enum AccountAction: String, Action {
  case changePassword = "change-password"
  case addAccount = "add-account"
  case signOut = "sign-out"
  case deleteAccount = "delete-account"

  static let scope = "win"
}

enum AccountIntent: Equatable, Sendable {
  case submitted(SignInFields)
  case signInCancelled
  case serverEntered(String)
  /// The user pressed the button of a sign-in site. The value is the site's index in the server's list.
  case browserPressed(Int)
  case otherFormPressed
  case passwordForgotten
  case backPressed
  case noticePressed
  case noticeOtherPressed
  /// The user chose a member in the list. The value is the index. The entry after the last member means signed out.
  case memberChosen(Int)
  case addPressed
  case syncPressed
  case renamed(String)
  case pictureChosen(String)
  case pictureRemoved
  case passwordChanged(from: Secret?, to: Secret)
  /// The user chose a sign-in site to add to the account. The value is the site's index in the server's list.
  case identityAddPressed(Int)
  case addingCancelled
  case identityRemoved(SignInMethods.Identity)
  case proved(Secret)
  case questionLeft
  case conflictDecided(ObjectConflict, takesOther: Bool)
  case changeRetried(WaitingChange)
  case changeDiscarded(WaitingChange)
  case signedOut(keepingData: Bool)
  case accountDeleted(Secret?, keepingCopy: Bool)
  case closed
}

struct SignInFields: Equatable, Sendable {
  var server: String
  var name: String
  var email: String
  var password: Secret
  var keepsPassword: Bool
  var invitation = ""
  var code = ""
}

extension AccountCoordinator {
  func lookForOffers(_ view: AccountViewState) {
    guard view.page == .form, !view.form.isRunning, let server = form.offers.next(view.form.server) else { return }
    Task { [weak self, workflow] in
      let found = (try? await workflow.identityProviders(at: server)) ?? []
      guard let self, !found.isEmpty else { return }
      form.offers.received(found, from: server)
      render()
    }
  }

  func browserPressed(_ place: Int) {
    if let method = form.offers.method(place) { signIn(with: method) }
  }

  func signIn(with method: BrowserSignInMethod) {
    guard !form.isRunning else { return }
    if state.phase != .signedOut(nil) { form.opened() }
    form.problem = nil
    form.isRunning = true
    form.offers.isTaken = true
    let browserSignIn = BrowserSignIn(server: method.server, issuer: method.issuer, pages: .translated) {
      await Browser.open($0)
    }
    run { [weak self] workflow in
      do throws(SignInFailure) {
        try await workflow.signIn(browserSignIn)
        await self?.browserEnded(nil)
      } catch {
        await self?.browserEnded(error)
      }
    }
  }

  /// Shows the result of the browser sign-in. Raises this window, because the browser is in front of it.
  private func browserEnded(_ failure: SignInFailure?) async {
    await signInEnded(failure)
    if failure != .cancelled { window.window.present() }
  }
}

extension AccountCoordinator {
  func loadConflicts() {
    Task { [weak self, services] in
      let conflicts = (try? await services.objects.conflicts()) ?? []
      guard let self, conflicts != form.conflicts else { return }
      form.conflicts = conflicts
      render()
    }
  }

  func decide(_ conflict: ObjectConflict, takesOther: Bool) {
    run { [weak self, services] _ in
      do {
        try await takesOther ? services.objects.acceptOther(conflict) : services.objects.settle(conflict)
      } catch {
        await self?.ended(.notSaved)
      }
      await self?.loadConflicts()
    }
  }
}

extension AccountCoordinator {
  func retry(_ change: WaitingChange) {
    run { [weak self, services] _ in
      do { try await services.queue.retry(change.id) } catch { await self?.ended(.notSaved) }
    }
  }

  func discard(_ change: WaitingChange) {
    run { [weak self, services] _ in
      do {
        try await services.discard(change)
        await self?.ended(.discarded)
      } catch {
        await self?.ended(.notSaved)
      }
    }
  }
}

// Shows an error of the server where the user made the request: in the open dialog or beside the member's name.
extension AccountCoordinator {
  func answer(
    _ done: AccountForm.Outcome?, then next: @escaping @MainActor @Sendable () -> Void = {},
    _ work: @escaping @Sendable (AccountWorkflow) async throws(AccountCallFailure) -> Void
  ) {
    guard form.questionAnswered() else { return }
    run { [weak self] workflow in
      do throws(AccountCallFailure) {
        try await work(workflow)
        await self?.questionEnded(nil, done)
        await next()
      } catch {
        await self?.questionEnded(error, done)
      }
    }
  }

  private func questionEnded(_ failure: AccountCallFailure?, _ done: AccountForm.Outcome?) {
    form.questionEnded(failure, done)
    render()
    if failure != nil || done?.changesMethods == true { loadMethods() }
  }

  func rename(_ name: String) {
    form.nameFailure = nil
    guard !form.isAsking else { return }
    form.outcome = .asking
    run { [weak self, key = newKey()] workflow in
      do throws(AccountCallFailure) {
        let isSent = try await workflow.profile.rename(name, idempotencyKey: key)
        await self?.ended(isSent ? .renamed : .queued)
      } catch {
        await self?.renamingFailed(error)
      }
    }
  }

  private func renamingFailed(_ failure: AccountCallFailure) {
    form.nameFailure = failure
    ended(nil)
  }
}

extension AccountCoordinator {
  /// Loads the member's sign-in methods. Changes nothing if the server is too old to list them.
  func loadMethods() {
    guard state.phase == .signedIn, let member = state.member else { return }
    Task { [weak self, workflow] in
      guard let known = try? await workflow.identities.methods(of: member.id) else { return }
      let issuers = (try? await workflow.identityProviders(at: member.server)) ?? []
      guard let self, state.member?.id == member.id else { return }
      (form.methods.member, form.methods.known, form.methods.issuers) = (member.id, known, issuers)
      render()
    }
  }

  /// Adds a sign-in site in the browser. If the server requires proof, the user enters the password first.
  func addIdentity(_ place: Int) {
    guard form.methods.issuers.indices.contains(place), !form.isAsking else { return }
    let issuer = form.methods.issuers[place]
    form.outcome = .asking
    run { [weak self] workflow in
      do throws(AccountCallFailure) {
        let methods = try await workflow.identities.methods()
        await self?.addIdentity(at: issuer, methods)
      } catch {
        await self?.ended(.failed(error))
      }
    }
  }

  private func addIdentity(at issuer: String, _ methods: SignInMethods) {
    if methods.isProven { return browse(to: issuer) }
    guard methods.hasPassword else {
      return ended(.failed(.refused(status: 403, reason: "proof-needed", retryAfter: nil)))
    }
    ended(nil)
    form.methods.wanted = issuer
    window.askForProof()
  }

  func prove(_ password: Secret) {
    guard let issuer = form.methods.wanted else { return }
    answer(nil, then: { [weak self] in self?.browse(to: issuer) }) { workflow throws(AccountCallFailure) in
      _ = try await workflow.identities.confirm(password)
    }
  }

  private func browse(to issuer: String) {
    guard let member = state.member else { return ended(nil) }
    form.outcome = nil
    form.methods.isWaiting = true
    render()
    let browserSignIn = BrowserSignIn(server: member.server, issuer: issuer, pages: .translated) {
      await Browser.open($0)
    }
    run { [weak self] workflow in
      do throws(SignInFailure) {
        try await workflow.identities.add(browserSignIn)
        await self?.identityEnded(.identityAdded)
      } catch {
        await self?.identityEnded(error == .cancelled ? nil : .notAdded(error))
      }
    }
  }

  private func identityEnded(_ outcome: AccountForm.Outcome?) {
    form.methods.isWaiting = false
    ended(outcome)
    if outcome != nil { window.window.present() }
  }

  func removeIdentity(_ identity: SignInMethods.Identity) {
    answer(.identityRemoved) { workflow throws(AccountCallFailure) in
      _ = try await workflow.identities.remove(identity)
    }
  }
}
