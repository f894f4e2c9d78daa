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
  private let newKey: @Sendable () -> String
  private let closed: @MainActor @Sendable () -> Void
  let window: AccountWindow
  private(set) var state: AccountState
  var form: AccountForm
  private var status = SyncStatus()
  private var tasks: [Task<Void, Never>] = []

  /// `server`: the one of the settings; `newKey`: a key that the server has not seen, for each wish of its own.
  init?(
    application: Application, services: AccountServices, state: AccountState, server: String, above parent: Window?,
    newKey: @escaping @Sendable () -> String, closed: @escaping @MainActor @Sendable () -> Void
  ) {
    let (intents, asked) = AsyncStream.makeStream(of: AccountIntent.self)
    do {
      window = try AccountWindow { asked.yield($0) }
    } catch {
      StandardError.write("kurs: \(error)")
      return nil
    }
    self.application = application
    workflow = services.account
    sync = services.sync
    self.newKey = newKey
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
  }

  func present() { window.present(above: nil) }

  func close() { window.window.close() }

  func render() {
    let view = AccountViewState(state, form, sync: status) { System.clockTime(ofMilliseconds: $0.milliseconds) }
    window.render(view)
    lookForOffers(view)
  }

  private func changed(_ state: AccountState) {
    if state.member?.id != self.state.member?.id { form.outcome = nil }
    self.state = state
    render()
  }

  private func changed(_ status: SyncStatus) {
    self.status = status
    render()
  }

  private func asked(_ intent: AccountIntent) {
    switch intent {
    case .submitted(let fields): signIn(fields)
    case .signInCancelled: go { await $0.cancelSignIn() }
    case .serverEntered(let server): form.offers.entered(server, instead: AccountViewState(state, form).form.server)
    case .browserPressed(let place): browserPressed(place)
    case .otherFormPressed: form.switched()
    case .backPressed: form.left()
    case .noticePressed: noticePressed()
    case .memberChosen(let place): switchTo(place)
    case .addPressed: form.asked()
    case .syncPressed: Task { [sync] in await sync.ask() }
    case .renamed(let name): ask(.renamed) { [key = newKey()] workflow throws(AccountCallFailure) in
      try await workflow.rename(name, idempotencyKey: key)
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
    switch AccountViewState.Notice(state)?.wish {
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
  func go(_ work: @escaping @Sendable (AccountWorkflow) async -> Void) {
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
