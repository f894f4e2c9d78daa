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
  private let workflow: AccountWorkflow
  private let newKey: @Sendable () -> String
  private let pictures: AccountPictures
  private let closed: @MainActor @Sendable () -> Void
  private let window: AccountWindow
  private var state: AccountState
  private var form: AccountForm
  private var tasks: [Task<Void, Never>] = []

  /// `server`: the one of the settings; `newKey`: a key that the server has not seen, for each wish of its own.
  init?(
    application: Application, workflow: AccountWorkflow, state: AccountState, server: String, above parent: Window?,
    pictures: AccountPictures, newKey: @escaping @Sendable () -> String,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    let (intents, asked) = AsyncStream.makeStream(of: AccountIntent.self)
    do {
      window = try AccountWindow { asked.yield($0) }
    } catch {
      StandardError.write("kurs: \(error)")
      return nil
    }
    self.application = application
    self.workflow = workflow
    self.newKey = newKey
    self.pictures = pictures
    self.closed = closed
    self.state = state
    form = AccountForm(server: server)
    tasks = [
      Task { [weak self] in for await intent in intents { self?.asked(intent) } },
      Task { [weak self] in for await state in await workflow.states() { self?.changed(state) } },
    ]
    render()
    loadPicture()
    window.window.setApplication(application)
    window.present(above: parent)
  }

  func present() { window.present(above: nil) }

  func close() { window.window.close() }

  private func render() { window.render(AccountViewState(state, form)) }

  private func changed(_ state: AccountState) {
    if state.member?.id != self.state.member?.id { form.outcome = nil }
    // What could not be fetched is asked for again once there is a sign-in to ask with.
    let isNew = state.member?.avatar != self.state.member?.avatar || state.member?.id != self.state.member?.id
    let mayHelp = state.phase != self.state.phase && form.picture.isMissing
    self.state = state
    if isNew { form.picture = .none }
    render()
    if isNew || mayHelp { loadPicture() }
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

  private func takePicture(_ path: String) {
    guard form.outcome != .asking else { return }
    form.outcome = .asking
    go { [weak self, pictures, key = newKey()] workflow in
      await self?.ended(await pictures.take(path, workflow, key))
    }
  }

  private func asked(_ intent: AccountIntent) {
    switch intent {
    case .submitted(let fields): signIn(fields)
    case .signInCancelled: go { await $0.cancelSignIn() }
    case .otherFormPressed: form.switched()
    case .backPressed: form.left()
    case .noticePressed: noticePressed()
    case .memberChosen(let place): switchTo(place)
    case .addPressed: form.asked()
    case .renamed(let name): ask(.renamed) { [key = newKey()] workflow throws(AccountCallFailure) in
      try await workflow.rename(name, idempotencyKey: key)
    }
    case .pictureChosen(let path): takePicture(path)
    case .pictureRemoved: ask(.pictureRemoved) { [key = newKey()] workflow throws(AccountCallFailure) in
      try await workflow.replacePicture([], idempotencyKey: key)
    }
    case .passwordChanged(let old, let new): ask(.passwordChanged) { workflow throws(AccountCallFailure) in
      try await workflow.changePassword(from: old, to: new)
    }
    case .accountDeleted(let password): ask(nil) { workflow throws(AccountCallFailure) in
      try await workflow.deleteAccount(password: password)
    }
    case .signedOut(let keepingData): go { await $0.signOut(keepingData: keepingData) }
    case .closed: return finish()
    }
    render()
  }

  private func noticePressed() {
    switch AccountViewState(state, form).notice?.wish {
    case .retry: go { await $0.retry() }
    case .signIn: form.asked()
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

  private func signInEnded(_ failure: SignInFailure?) async {
    state = await workflow.state
    form.ended(failure)
    render()
  }

  /// Asks the server for one thing at a time; nil where the window changes by itself when it is done.
  private func ask(
    _ done: AccountForm.Outcome?,
    _ work: @escaping @Sendable (AccountWorkflow) async throws(AccountCallFailure) -> Void
  ) {
    guard form.outcome != .asking else { return }
    form.outcome = .asking
    go { [weak self] workflow in
      do throws(AccountCallFailure) {
        try await work(workflow)
        await self?.ended(done)
      } catch {
        await self?.ended(.failed(error))
      }
    }
  }

  private func ended(_ outcome: AccountForm.Outcome?) {
    form.outcome = outcome
    render()
  }

  /// Kurs does not end before it is done.
  private func go(_ work: @escaping @Sendable (AccountWorkflow) async -> Void) {
    application.hold()
    Task { [application, workflow] in
      await work(workflow)
      application.release()
    }
  }

  private func finish() {
    if form.isRunning { go { await $0.cancelSignIn() } }
    for task in tasks { task.cancel() }
    closed()
  }
}
