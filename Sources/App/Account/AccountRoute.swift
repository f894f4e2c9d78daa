// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

/// The account window and its workflow.
@MainActor
final class AccountRoute {
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

  /// `server`: the one of the settings; `newKey`: a key that the server has not seen, for each wish of its own.
  init?(
    application: Application, services: AccountServices, state: AccountState, server: String, format: NumberFormat,
    above parent: Window?, pictures: AccountPictures, newKey: @escaping @Sendable () -> String,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    let (intents, asked) = AsyncStream.makeStream(of: AccountIntent.self)
    guard let window = attempt({ try AccountWindow { asked.yield($0) } }) else { return nil }
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
      Task { [weak self] in for await intent in intents { self?.asked(intent) } },
      Task { [weak self, workflow] in for await state in await workflow.states() { self?.changed(state) } },
      Task { [weak self, sync] in for await status in await sync.statuses() { self?.changed(status) } },
    ]
    window.window.setApplication(application)
    // GTK 4.8 tells a screen reader of no window where a field of it was spoken of before it was shown.
    window.present(above: parent)
    render()
    loadPicture()
    loadWays()
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
    if isAnother { (form.outcome, form.nameFailure) = (nil, nil) }
    // A fetch that failed is repeated once somebody is signed in.
    let isNew = state.member?.avatar != self.state.member?.avatar || state.member?.id != self.state.member?.id
    let wasSignedIn = self.state.phase == .signedIn && form.ways.member == state.member?.id
    let mayHelp = state.phase != self.state.phase && form.picture.isMissing
    let isFresh = state.phase == .signedIn && (self.state.phase != .signedIn || isAnother)
    self.state = state
    if let member = state.member, form.server.isEmpty { form.server = member.server }
    if isNew { form.picture = .none }
    if isAnother { form.keptUnsent = 0 }
    render()
    if isAnother { loadCopies() }
    if isAnother { loadConflicts() }
    if isNew || mayHelp { loadPicture() }
    if state.phase == .signedIn, !wasSignedIn { loadWays() }
    if isFresh { loadUnsent() }
  }

  /// Counts the unsent changes that wait for a decision since the server signed the member out.
  private func loadUnsent() {
    Task { [weak self, services] in
      let kept = await services.keptUnsent()
      guard let self, kept != form.keptUnsent else { return }
      form.keptUnsent = kept
      render()
    }
  }

  /// Counts the copies that wait for a decision since an account ended.
  private func loadCopies() {
    Task { [weak self, services] in
      let count = await services.copiesAside()
      guard let self, count != form.copiesAside else { return }
      form.copiesAside = count
      render()
    }
  }

  private func decideOnCopies(_ work: @escaping @Sendable (AccountServices) async throws -> Void) {
    go { [weak self, services] _ in
      try? await work(services)
      await self?.loadCopies()
    }
  }

  private func syncNow() {
    form.outcome = .asking
    Task { [weak self, sync] in
      let before = await sync.settled()
      await sync.ask()
      let status = await sync.settled()
      // Why it came to nothing stands beside the button.
      let done = AccountForm.Outcome.synced(
        sent: status.sent - before.sent, received: status.received - before.received)
      self?.ended(status.failure == nil ? done : nil)
    }
  }

  private func takeUpUnsent() {
    go { [weak self, services] _ in
      try? await services.takeUpUnsent()
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
    go { [weak self] workflow in await self?.ended(await work(workflow)) }
  }

  private func changed(_ status: SyncStatus) {
    self.status = status
    render()
    loadConflicts()
  }

  private func asked(_ intent: AccountIntent) {
    switch intent {
    case .submitted(let fields): signIn(fields)
    case .signInCancelled: go { await $0.cancelSignIn() }
    case .serverEntered(let server): form.offers.entered(server, instead: AccountViewState(state, form).form.server)
    case .browserPressed(let place): browserPressed(place)
    case .otherFormPressed: form.switched()
    case .passwordForgotten: form.passwordForgotten()
    case .backPressed: form.left()
    case .noticePressed: carryOut(AccountViewState(state, form).notice?.wish)
    case .noticeOtherPressed: carryOut(AccountViewState(state, form).notice?.other)
    case .memberChosen(let place): switchTo(place)
    case .addPressed: form.asked()
    case .syncPressed: syncNow()
    case .renamed(let name): rename(name)
    case .pictureChosen(let path): change { [pictures, key = newKey()] in await pictures.take(path, $0, key) }
    case .pictureRemoved: change { [pictures, key = newKey()] in await pictures.remove($0, key) }
    case .passwordChanged(let old, let new):
      answer(old == nil ? .passwordSet : .passwordChanged) { workflow throws(AccountCallFailure) in
        try await workflow.changePassword(from: old, to: new)
      }
    case .accountDeleted(let password, let keepingCopy): answer(nil) { [services] _ throws(AccountCallFailure) in
      try await services.deleteAccount(password: password, keepingCopy: keepingCopy)
    }
    case .identityAddPressed(let place): addIdentity(place)
    case .addingCancelled: go { await $0.cancelSignIn() }
    case .identityRemoved(let identity): removeIdentity(identity)
    case .proved(let password): prove(password)
    case .questionLeft: form.questionLeft()
    case .conflictDecided(let conflict, let takesOther): decide(conflict, takesOther: takesOther)
    case .signedOut(let keepingData):
      go { [weak self] workflow in
        guard let failure = await workflow.signOut(keepingData: keepingData) else { return }
        await self?.ended(.notSignedOut(failure))
      }
    case .closed: return finish()
    }
    render()
  }

  private func carryOut(_ wish: AccountViewState.Notice.Wish?) {
    switch wish {
    case .keepCopy: decideOnCopies { try await $0.keepCopies() }
    case .discardCopy: decideOnCopies { try await $0.discardCopies() }
    case .takeUp: takeUpUnsent()
    case .retry: go { await $0.retry() }
    case .signIn: form.asked()
    case .browser: if let way = state.browserWay { signIn(with: way) }
    case nil: break
    }
  }

  private func switchTo(_ place: Int) {
    let member = state.members.indices.contains(place) ? state.members[place].id : nil
    guard member != state.member?.id else { return }
    form.left()
    go { await $0.switchTo(member) }
  }

  private func signIn(_ fields: SignInFields) {
    guard let wish = form.submitted(fields) else { return }
    go { [weak self] workflow in
      do throws(SignInFailure) {
        try await workflow.signIn(wish)
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
    if outcome?.changesWays == true { loadWays() }
  }

  /// Kurs does not end before it is done.
  func go(_ work: @escaping @Sendable (AccountWorkflow) async -> Void) {
    application.holding { [workflow] in await work(workflow) }
  }

  private func finish() {
    if form.isRunning || form.ways.isWaiting { go { await $0.cancelSignIn() } }
    for task in tasks { task.cancel() }
    closed()
  }
}
