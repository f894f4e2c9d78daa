// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursModel
import KursWorkflow

struct AccountViewState: Equatable, Sendable {
  enum Page: Sendable {
    case notice
    case form
    case account
  }

  struct Notice: Equatable, Sendable {
    enum Action: Sendable {
      case retry
      case signIn
      case browser
      /// Restores the unsent changes from before the server ended the member's last sign-in.
      case adopt
      case keepCopy
      case discardCopy
    }

    var text: String
    var isBusy = false
    var action: Action?
    var button = ""
    var other: Action?
    var otherButton = ""
  }

  struct Form: Equatable, Sendable {
    enum Field: Sendable {
      case server
      case email
      case password
      case invitation
      case code
    }

    var server = ""
    var email = ""
    var isRegistering = false
    var isResetting = false
    var wantsInvitation = false
    var isRunning = false
    var submit = ""
    var other = ""
    var problem: String?
    var field: Field?
    var finished = 0
    /// The text that replaces the fields while the user signs in in the browser.
    var hint: String?
    var browser: [String] = []
  }

  struct Question: Equatable, Sendable {
    enum Field: Sendable {
      case old
      case new
    }

    var isAsking = false
    var problem: String?
    var field: Field?
  }

  struct Conflict: Equatable, Sendable {
    let conflict: ObjectConflict
    let title: String
    let text: String
  }

  struct Waiting: Equatable, Sendable {
    let change: WaitingChange
    let title: String
    let text: String
    let isRefused: Bool
    let canRetry: Bool
  }

  var page: Page
  var notice: Notice?
  var form = Form()
  /// The members that the user can switch to. The last entry means signed out. Empty without members.
  var members: [String] = []
  var member = 0
  var name = ""
  var email = ""
  var server = ""
  var canChange = false
  var hasPassword = true
  var canSignOut = false
  var canGoBack = false
  /// The member's sign-in methods. Nil if the server hasn't listed them.
  var methods: Methods?
  var outcome: String?
  var question: Question?
  var nameProblem: String?
  /// The operator's message to all members. Empty without a message.
  var message = ""
  var sync = ""
  var canSync = false
  var conflicts: [Conflict] = []
  var waiting: [Waiting] = []
  var picture: DecodedImage?
  var pictureNote: String?
  var hasPicture = false
}

extension AccountViewState {
  init(
    _ state: AccountState, _ form: AccountForm, sync status: SyncStatus = SyncStatus(),
    clock: (Timestamp) -> String = { _ in "" }, format: NumberFormat = NumberFormat(NumberSymbols(posix: "C"))
  ) {
    page = Self.page(state, form)
    let copies = Notice(copies: form.recoveredCopies, of: state)
    notice = page == .form ? copies : copies ?? Notice(state) ?? Notice(kept: form.savedUnsent, of: state)
    self.form = Form(state, form)
    if !state.members.isEmpty {
      members = state.members.map { Self.title(of: $0, among: state.members) } + [tr("No Account")]
      member = state.members.firstIndex { $0.id == state.member?.id } ?? state.members.count
    }
    name = state.member?.name ?? ""
    email = state.member?.email ?? ""
    server = state.member?.server ?? ""
    message = state.service.message
    canChange = state.phase == .signedIn && !form.isAsking && !form.methods.isWaiting
    methods = Methods(form.methods, of: state.member)
    canSignOut = state.member != nil && state.phase != .signingOut
    hasPassword = state.member?.hasPassword ?? true
    // The user can go back from the form only if closing the form would show another page.
    var unopened = form
    unopened.isOpenedByUser = false
    canGoBack = form.isOpenedByUser && Self.page(state, unopened) != .form
    outcome = form.outcome.map { sentence(for: $0) }
    question = form.question.map { Question($0) }
    nameProblem = form.nameFailure.map { sentence(for: $0) }
    sync = sentence(for: status, clock)
    if case .waiting = status.phase { canSync = state.phase == .signedIn }
    conflicts = form.conflicts.map { Conflict($0, format) }
    if !canGoBack { waiting = form.queue.changes(of: state.member?.id).map(Waiting.init) }
    hasPicture = state.member?.avatar != nil
    switch form.picture {
    case .none: break
    case .shown(let image): picture = image
    case .unavailable(let fault): pictureNote = sentence(for: fault)
    }
  }

  private static func page(_ state: AccountState, _ form: AccountForm) -> Page {
    if form.isRunning || form.isOpenedByUser { return .form }
    switch state.phase {
    case .signingIn, .signedOut(nil), .signedOut(.user): return .form
    case .signedOut, .signingOut: return .notice
    case .waiting where state.member == nil: return .form
    case .checking, .locked, .signedIn, .offline, .waiting: return state.member == nil ? .notice : .account
    }
  }

  /// Returns the member's title. Email address and server are added only for members with the same name.
  private static func title(of member: Member, among members: [Member]) -> String {
    let namesakes = members.filter { $0.id != member.id && $0.name == member.name }
    // A member who signed in through a sign-in site may have no email address, so empty parts are omitted.
    let known = [member.name, member.email].filter { !$0.isEmpty }
    let title =
      known.count == 2 && !namesakes.isEmpty
      ? tr("{name}, {email}", ["name": member.name, "email": member.email]) : known.first ?? member.ownID
    let isTwice = namesakes.contains { $0.email == member.email }
    return isTwice ? tr("{member} at {server}", ["member": title, "server": member.server]) : title
  }
}

extension AccountViewState.Conflict {
  init(_ conflict: ObjectConflict, _ format: NumberFormat) {
    self.init(
      conflict: conflict, title: conflict.subject,
      text: tr("Value in use: {value}", ["value": conflict.text(of: conflict.kept, format)]) + "\n"
        + tr("Other value: {value}", ["value": conflict.text(of: conflict.other, format)]))
  }
}

extension AccountViewState.Waiting {
  init(_ change: WaitingChange) {
    self.init(
      change: change, title: changeTitle(change), text: sentence(for: change), isRefused: change.refusal != nil,
      canRetry: change.refusal != .damaged)
  }
}

extension AccountViewState.Question {
  init(_ question: AccountForm.Question) {
    isAsking = question.isAsking
    problem = question.failure.map { sentence(for: $0) }
    field = question.failure.flatMap(Self.field)
  }

  private static func field(of failure: AccountCallFailure) -> Field? {
    switch failure {
    case .refused(_, "wrong-password", _): .old
    case .refused(_, "password-weak", _): .new
    case .auth, .refused, .api: nil
    }
  }
}

extension AccountViewState.Notice {
  fileprivate init?(copies: [RecoveredCopy], of state: AccountState) {
    guard let copy = copies.first, case .signedOut(let shown) = state.phase else { return nil }
    let reason = (copy.reason ?? shown).flatMap { $0 == .user ? nil : sentence(for: $0) }
    let end = reason ?? tr("The account that you used here was deleted or closed.")
    let place =
      copy.email.isEmpty
      ? tr("The account's data is still on this computer. Keep a copy or delete it.")
      : tr("The data of {account} is still on this computer. Keep a copy or delete it.", ["account": copy.email])
    self.init(
      text: end + " " + place, action: .keepCopy,
      button: tr("Keep a Copy on This Computer"), other: .discardCopy, otherButton: tr("Delete"))
  }

  /// Creates the notice about `kept` unsent changes; nil if none were unsent when the server ended the sign-in.
  fileprivate init?(kept: Int, of state: AccountState) {
    guard kept > 0, state.phase == .signedIn else { return nil }
    self.init(
      text: tr("Some changes were not sent before you were signed out. They are saved on this computer."),
      action: .adopt,
      button: tr("Restore Changes"))
  }

  init?(_ state: AccountState) {
    switch state.phase {
    case .checking: self.init(text: tr("Checking your sign-in…"), isBusy: true)
    case .locked where state.keyringFailure == .locked || state.keyringFailure == .refused:
      self.init(text: tr("The keyring that stores your sign-in is locked."), action: .retry, button: tr("Unlock"))
    case .locked:
      self.init(
        text: tr("The keyring that stores your sign-in doesn't respond."), action: .retry, button: tr("Try Again"))
    case .signedOut(let reason?) where state.browserMethod != nil && reason != .accountDeleted:
      self.init(text: sentence(for: reason), action: .browser, button: tr("Sign In with Browser…"))
    case .signedOut(let reason?):
      self.init(text: sentence(for: reason), action: .signIn, button: tr("Sign In"))
    case .offline(wantsPassword: true):
      self.init(
        text: tr("Showing saved data. To sync again, sign in with your password."), action: .signIn,
        button: tr("Sign In"))
    case .offline(wantsPassword: false):
      self.init(
        text: tr("Can't reach the account server. Showing saved data."), action: .retry,
        button: tr("Try Again"))
    case .waiting:
      self.init(text: tr("The account server is busy. Kurs will try again."))
    case .signingOut: self.init(text: tr("Signing out…"), isBusy: true)
    case .signedIn where state.neededRelease != nil:
      self.init(text: state.neededRelease.map { sentence(tooOld: $0) } ?? "")
    case .signedIn where !state.isRemembered:
      self.init(text: tr("The keyring can't store your sign-in. You will be signed out when you quit Kurs."))
    case .signedOut(nil), .signingIn, .signedIn: return nil
    }
  }
}

extension AccountViewState.Form {
  init(_ state: AccountState, _ form: AccountForm) {
    // If the server signed a member out, the form already contains the member's server and email address.
    let known = state.phase == .signedIn ? nil : state.member
    let usual = form.server.isEmpty ? state.members.first?.server ?? "" : form.server
    server = known?.server ?? usual
    email = known?.email ?? ""
    isRegistering = form.kind == .register
    isResetting = form.kind == .reset
    wantsInvitation = form.wantsInvitation
    isRunning = form.isRunning || state.phase == .signingIn
    submit = isRegistering ? tr("Create Account") : isResetting ? tr("Set New Password") : tr("Sign In")
    other = isRegistering ? tr("I Have an Account") : isResetting ? tr("Back to Sign In") : tr("Create an Account…")
    finished = form.finished
    if form.offers.isTaken { hint = tr("Continue in your browser.") }
    browser = isRegistering || isResetting ? [] : form.offers.buttons
    switch form.problem {
    case .address(let problem):
      self.problem = sentence(for: problem)
      field = .server
    case .signIn(let failure):
      problem = sentence(for: failure)
      field = Self.field(of: failure)
    case nil: break
    }
  }

  private static func field(of failure: SignInFailure) -> Field? {
    switch failure {
    case .addressUnusable, .malformedAnswer, .insecure, .unreachable: .server
    case .emailTaken, .emailInvalid: .email
    case .refused, .passwordWeak: .password
    case .invitationNeeded: .invitation
    case .codeRefused: .code
    case .registrationClosed, .tooManyAttempts, .serverFault, .cancelled, .busy, .browser, .call, .storage, .proxy: nil
    }
  }
}

extension AccountViewState {
  struct Methods: Equatable, Sendable {
    struct Row: Equatable, Sendable {
      let identity: SignInMethods.Identity
      let title: String
      let subtitle: String
      let canRemove: Bool
    }

    var password = ""
    var identities: [Row] = []
    var offers: [String] = []
    var isWaiting = false
  }
}

extension AccountViewState.Methods {
  init?(_ form: AccountForm.Methods, of member: Member?) {
    guard let known = form.known, let member, form.member == member.id else { return nil }
    password = member.hasPassword ? tr("Password set") : tr("No password")
    identities = known.identities.map {
      Row(
        identity: $0, title: $0.site, subtitle: $0.email,
        canRemove: member.hasPassword || known.identities.count > 1)
    }
    offers = form.issuers.map { issuer in
      guard form.issuers.count > 1 else { return tr("Add Sign-In with Browser…") }
      return tr("Add Sign-In with {site}…", ["site": SignInMethods.site(of: issuer)])
    }
    isWaiting = form.isWaiting
  }
}

func sentence(for outcome: AccountForm.Outcome) -> String {
  switch outcome {
  case .asking: tr("Connecting to the server…")
  case .renamed: tr("Name changed.")
  case .passwordChanged: tr("Password changed. You were signed out on your other computers.")
  case .passwordSet: tr("Password set. You were signed out on your other computers.")
  case .pictureChanged: tr("Picture changed.")
  case .pictureRemoved: tr("Picture removed.")
  case .pictureRefused(let fault): sentence(for: fault)
  case .queued: tr("Can't reach the account server. Kurs will send the change later.")
  case .identityAdded: tr("Sign-in method added.")
  case .identityRemoved: tr("Sign-in method removed.")
  case .notAdded(let failure): sentence(for: failure)
  case .failed(let failure): sentence(for: failure)
  case .notSignedOut(let failure): sentence(for: failure)
  case .discarded: tr("Change discarded.")
  case .notSaved: tr("Can't save the change. Check the disk and its free space.")
  case .synced(let sent, let received): sentence(sent: sent, received: received)
  }
}

private func sentence(sent: Int, received: Int) -> String {
  guard sent + received > 0 else { return tr("Everything is already synced.") }
  let parts = [
    sent > 0 ? trn("{n} change was sent.", "{n} changes were sent.", sent) : "",
    received > 0 ? trn("{n} change was received.", "{n} changes were received.", received) : "",
  ]
  return parts.filter { !$0.isEmpty }.joined(separator: " ")
}

func sentence(for status: SyncStatus, _ clock: (Timestamp) -> String) -> String {
  var sentences: [String] = []
  if let failure = status.failure {
    sentences.append(sentence(for: failure))
  } else if status.phase == .working {
    sentences.append(tr("Checking for changes…"))
  } else if let done = status.lastDone {
    sentences.append(tr("Synced at {time}", ["time": clock(done)]))
  } else {
    sentences.append(tr("Will sync after you sign in"))
  }
  if !status.tooLargeTitles.isEmpty {
    sentences.append(
      trn(
        "{n} item is too large for the server and stays on this computer: {titles}",
        "{n} items are too large for the server and stay on this computer: {titles}",
        status.tooLargeTitles.count, ["titles": status.tooLargeTitles.joined(separator: tr(", "))]))
  }
  return sentences.joined(separator: "\n")
}
