// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The account window; it shows a view state and passes on what a person does, and decides nothing.
@MainActor
final class AccountWindow {
  let window: Window
  private let back: Button
  private let noticeGroup: Widget
  private let notice: ActionRow
  private let noticeSpinner: Spinner
  let noticeButton: Button
  let noticeOther: Button
  private let membersGroup: Widget
  let members: ComboRow
  private let form: SignInForm
  let page: AccountPage
  private var shown = AccountViewState(page: .notice)
  private var isRendering = false
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.account, domain: Paths.domain)
    window = try builder.object("window")
    back = try builder.object("back")
    noticeGroup = try builder.object("notice_group")
    notice = try builder.object("notice")
    noticeSpinner = try builder.object("notice_spinner")
    noticeButton = try builder.object("notice_button")
    noticeOther = try builder.object("notice_other")
    membersGroup = try builder.object("members_group")
    members = try builder.object("members")
    form = try SignInForm(builder, send: send)
    page = try AccountPage(builder, send: send)
    page.picture.askAbove(window)
    page.ways.askAbove(window)
    self.send = send
    connect()
  }

  func render(_ state: AccountViewState) {
    isRendering = true
    defer { isRendering = false }
    let before = shown
    shown = state
    back.isVisible = state.canGoBack
    if state.members != before.members { members.setChoices(state.members) }
    if members.selected != state.member { members.selected = state.member }
    membersGroup.isVisible = !state.members.isEmpty && !state.canGoBack
    members.isSensitive = !state.form.isRunning
    window.setEnabled(AccountAction.changePassword, state.canChange)
    window.setEnabled(AccountAction.deleteAccount, state.canChange)
    window.setEnabled(AccountAction.signOut, state.canSignOut)
    page.render(state)
    form.render(state.form, isShown: state.page == .form)
    renderNotice(state, before)
  }

  /// Opens it beside another window.
  func present(above parent: Window?) { window.present(above: parent) }

  private func renderNotice(_ state: AccountViewState, _ before: AccountViewState) {
    noticeGroup.isVisible = state.notice != nil
    noticeSpinner.isSpinning = state.notice?.isBusy ?? false
    notice.title = state.notice?.text ?? ""
    noticeButton.isVisible = state.notice?.wish != nil
    noticeOther.isVisible = state.notice?.other != nil
    noticeOther.label = state.notice?.otherButton ?? ""
    guard let notice = state.notice, notice.wish != nil else { return }
    noticeButton.label = notice.button
    // GTK 4.8 has no announcements; the name of what gets the focus is spoken.
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
      AccountDialogs.changePassword(hasOld: shown.hasPassword, above: window) {
        send(.passwordChanged(from: $0, to: $1))
      }
    case .signOut: AccountDialogs.signOut(above: window) { send(.signedOut(keepingData: $0)) }
    case .deleteAccount:
      AccountDialogs.deleteAccount(hasPassword: shown.hasPassword, above: window) {
        send(.accountDeleted($0, keepingCopy: $1))
      }
    }
  }
}
