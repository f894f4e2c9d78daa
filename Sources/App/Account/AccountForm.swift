// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursModel
import KursWorkflow

/// The open form and the result of the last request. `AccountState` contains neither of them.
struct AccountForm: Equatable, Sendable {
  enum Kind: Sendable {
    case signIn
    case register
    case reset
  }

  enum Problem: Equatable, Sendable {
    case address(ServerAddress.Problem)
    case signIn(SignInFailure)
  }

  enum Outcome: Equatable, Sendable {
    case asking
    case renamed
    case passwordChanged
    case passwordSet
    case pictureChanged
    case pictureRemoved
    case pictureRefused(PictureFault)
    case queued
    case identityAdded
    case identityRemoved
    case notAdded(SignInFailure)
    case synced(sent: Int, received: Int)
    case failed(AccountCallFailure)
    case notSignedOut(SignOutFailure)
    case discarded
    case notSaved
  }

  struct Question: Equatable, Sendable {
    var isAsking = true
    var failure: AccountCallFailure?
  }

  var server: String
  var kind = Kind.signIn
  var wantsInvitation = false
  /// Whether the user opened the form. If true, the form is shown instead of the page that fits the account's state.
  var isOpenedByUser = false
  /// The number of forms that the user completed. When it grows, the password field is cleared.
  var finished = 0
  var isRunning = false
  var problem: Problem?
  var offers = BrowserOffers()
  var outcome: Outcome?
  /// The result of the open dialog's last request. Nil if no dialog is open or the server hasn't answered.
  var question: Question?
  var nameFailure: AccountCallFailure?
  var picture = MemberPicture.none
  var savedUnsent = 0
  var recoveredCopies: [RecoveredCopy] = []
  var methods = Methods()
  var conflicts: [ObjectConflict] = []
  var queue = QueueState()
}

extension AccountForm {
  mutating func opened() {
    isOpenedByUser = true
    kind = .signIn
    problem = nil
    outcome = nil
  }

  mutating func left() {
    isOpenedByUser = false
    kind = .signIn
    problem = nil
    finished += 1
  }

  mutating func switched() {
    kind = kind == .signIn ? .register : .signIn
    problem = nil
  }

  mutating func passwordForgotten() {
    kind = .reset
    problem = nil
  }

  /// Returns the sign-in request to send; nil if a request is already running or the server's address isn't valid.
  mutating func submitted(_ fields: SignInFields) -> SignIn? {
    guard !isRunning else { return nil }
    switch ServerAddress.reading(fields.server) {
    case .failure(let failure):
      problem = .address(failure)
      return nil
    case .success(let address):
      problem = nil
      isRunning = true
      var form = SignIn(
        server: address.text, email: fields.email.trimmed(), password: fields.password,
        keepsPassword: fields.keepsPassword, registersAs: kind == .register ? fields.name.trimmed() : nil)
      if kind == .register { form.invitation = fields.invitation.trimmed() }
      if kind == .reset { form.resetCode = Secret(fields.code.trimmed()) }
      return form
    }
  }

  var isAsking: Bool { outcome == .asking || question?.isAsking == true }

  mutating func questionAnswered() -> Bool {
    guard !isAsking else { return false }
    question = Question()
    outcome = nil
    return true
  }

  mutating func questionEnded(_ failure: AccountCallFailure?, _ done: Outcome?) {
    guard let failure else { return (question, outcome) = (nil, done) }
    if question != nil { question = Question(isAsking: false, failure: failure) } else { outcome = .failed(failure) }
  }

  mutating func questionLeft() {
    if question?.isAsking == true { outcome = .asking }
    question = nil
  }

  mutating func ended(_ failure: SignInFailure?) {
    isRunning = false
    offers.isTaken = false
    guard let failure else { return left() }
    problem = failure == .cancelled ? nil : .signIn(failure)
    if failure == .invitationNeeded { wantsInvitation = true }
  }
}

extension AccountForm {
  struct Methods: Equatable, Sendable {
    var member: MemberID?
    var known: SignInMethods?
    var issuers: [String] = []
    var wanted: String?
    var isWaiting = false
  }
}

extension AccountForm.Outcome {
  /// Whether the sign-in methods may have changed. True for a failed request, because the server may have executed it.
  var changesMethods: Bool {
    switch self {
    case .passwordChanged, .passwordSet, .identityAdded, .identityRemoved, .failed, .notAdded: true
    case .asking, .renamed, .pictureChanged, .pictureRemoved, .synced, .pictureRefused, .queued, .notSignedOut,
      .discarded, .notSaved:
      false
    }
  }
}
