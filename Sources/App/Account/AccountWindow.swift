// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class AccountWindow {
  @Child("window") var window: Window
  @Child("back") private var back: Button
  @Child("notice_group") private var noticeGroup: Widget
  @Child("notice") private var notice: ActionRow
  @Child("notice_spinner") private var noticeSpinner: Spinner
  @Child("notice_button") var noticeButton: Button
  @Child("notice_other") var noticeOther: Button
  @Child("members_group") private var membersGroup: Widget
  @Child("members") var members: ComboRow
  private let form: SignInForm
  let page: AccountPage
  private var shown = AccountViewState(page: .notice)
  private var question: AccountQuestion?
  private var signOut: Question?
  private var isRendering = false
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "account")
    form = try SignInForm(builder, send: send)
    page = try AccountPage(builder, send: send)
    self.send = send
    try builder.bind(self)
    page.picture.askAbove(window)
    page.methods.askToRemove = { [weak self] in self?.askToRemove($0) }
    connect()
  }

  func render(_ state: AccountViewState) {
    isRendering = true
    defer { isRendering = false }
    let before = shown
    shown = state
    back.isVisible = state.canGoBack
    members.setChoices(state.members)
    members.selected = state.member
    membersGroup.isVisible = !state.members.isEmpty && !state.canGoBack
    members.isSensitive = !state.form.isRunning
    window.setEnabled(AccountAction.changePassword, state.canChange)
    window.setEnabled(AccountAction.deleteAccount, state.canChange)
    window.setEnabled(AccountAction.signOut, state.canSignOut)
    page.render(state)
    form.render(state.form, isShown: state.page == .form)
    renderNotice(state, before)
    renderQuestion(state, before)
  }

  func present(above parent: Window?) {
    window.present(above: parent)
    // Waits until the window is active, because screen readers notice a focused field only then.
    window.onceActive { [weak self] in
      if let self { form.takeFocus(in: window) }
    }
  }

  private func renderNotice(_ state: AccountViewState, _ before: AccountViewState) {
    noticeGroup.isVisible = state.notice != nil
    noticeSpinner.isSpinning = state.notice?.isBusy ?? false
    notice.title = state.notice?.text ?? ""
    noticeButton.isVisible = state.notice?.action != nil
    noticeOther.isVisible = state.notice?.other != nil
    noticeOther.label = state.notice?.otherButton ?? ""
    guard let notice = state.notice, notice.action != nil else { return }
    noticeButton.label = notice.button
    // GTK 4.8 can't announce a notice, so the notice becomes the name of the focused button, which is spoken.
    noticeButton.setAccessibleLabel(
      tr("{button}: {outcome}", ["button": notice.button, "outcome": notice.text]))
    if state.page == .notice, state.notice != before.notice { noticeButton.grabFocus() }
  }

  private func connect() {
    let send = self.send
    back.onClick { send(.backPressed) }
    noticeButton.onClick { send(.noticePressed) }
    noticeOther.onClick { send(.noticeOtherPressed) }
    members.onSelect { [weak self] in
      guard let self, !isRendering else { return }
      send(.memberChosen(members.selected))
    }
    window.install(AccountAction.self) { [weak self] action, _ in self?.run(action) }
    window.onEscape { [weak self] in
      guard let self else { return }
      if shown.canGoBack { send(.backPressed) } else { window.close() }
    }
    window.onCloseRequest { send(.closed) }
  }

  private func run(_ action: AccountAction) {
    let send = self.send
    switch action {
    case .addAccount: send(.addPressed)
    case .changePassword:
      ask(try? AccountDialogs.changePassword(hasOld: shown.hasPassword)) {
        send(.passwordChanged(from: $0.old, to: $0.new))
      }
    case .signOut:
      signOut = AccountDialogs.signOut(above: window) { [weak self] keepingData in
        self?.signOut = nil
        if let keepingData { send(.signedOut(keepingData: keepingData)) }
      }
    case .deleteAccount:
      ask(try? AccountDialogs.deleteAccount(hasPassword: shown.hasPassword)) {
        send(.accountDeleted($0.old, keepingCopy: $0.keepsCopy))
      }
    }
  }

  /// Closes the open dialogs, because they are about an account that is no longer shown.
  func leaveQuestion() {
    question?.close()
    signOut?.close()
    (question, signOut) = (nil, nil)
  }

  func askForProof() {
    ask(try? AccountDialogs.proveForIdentity()) { [send] in
      if let password = $0.old { send(.proved(password)) }
    }
  }

  private func askToRemove(_ identity: AccountViewState.Methods.Row) {
    ask(try? AccountDialogs.removeIdentity(identity.subtitle, at: identity.title)) { [send] _ in
      send(.identityRemoved(identity.identity))
    }
  }

  private func ask(
    _ question: AccountQuestion?, _ answered: @escaping @MainActor @Sendable (AccountQuestion.Answer) -> Void
  ) {
    guard let question, self.question == nil else { return }
    self.question = question
    question.ask(
      above: window,
      left: { [weak self] in
        self?.question = nil
        self?.send(.questionLeft)
      }, answered)
  }

  private func renderQuestion(_ state: AccountViewState, _ before: AccountViewState) {
    guard let question else { return }
    if let shown = state.question {
      question.render(shown)
    } else if before.question != nil {
      question.close()
      self.question = nil
    }
  }
}
