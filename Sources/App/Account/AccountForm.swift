// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel
import KursWorkflow

/// The window's own state beside the account: the form that is open, and the outcome of the last request.
struct AccountForm: Equatable, Sendable {
  enum Kind: Sendable {
    case signIn
    case register
  }

  /// Why nothing was sent, or what was sent came to nothing.
  enum Problem: Equatable, Sendable {
    case address(ServerAddress.Problem)
    case signIn(SignInFailure)
  }

  /// The outcome of the last request on the account page.
  enum Outcome: Equatable, Sendable {
    case asking
    case renamed
    case passwordChanged
    case passwordSet
    case pictureChanged
    case pictureRemoved
    case pictureRefused(PictureFault)
    /// A new name or picture is in the offline queue.
    case waits
    case identityAdded
    case identityRemoved
    case notAdded(SignInFailure)
    case synced(sent: Int, received: Int)
    case failed(AccountCallFailure)
  }

  /// A question whose answer was sent.
  struct Question: Equatable, Sendable {
    var isAsking = true
    var failure: AccountCallFailure?
  }

  var server: String
  var kind = Kind.signIn
  /// A server has said that it takes who has a code.
  var wantsInvitation = false
  /// Asked for although there is something else to show.
  var isAsked = false
  /// Counts the forms that came to their end: each leaves no password behind.
  var finished = 0
  var isRunning = false
  var problem: Problem?
  var offers = BrowserOffers()
  var outcome: Outcome?
  /// Nil where none is open, or what is open was not answered yet.
  var question: Question?
  /// Why the name was not taken.
  var nameFailure: AccountCallFailure?
  var picture = MemberPicture.none
  /// How many changes were never sent and wait for the person's word.
  var keptUnsent = 0
  /// How many things of an account that ended wait for the person's word.
  var recoveredCopies = 0
  var ways = Ways()
  /// The values that two computers changed differently.
  var conflicts: [ObjectConflict] = []
}

extension AccountForm {
  mutating func asked() {
    isAsked = true
    kind = .signIn
    problem = nil
    outcome = nil
  }

  mutating func left() {
    isAsked = false
    kind = .signIn
    problem = nil
    finished += 1
  }

  mutating func switched() {
    kind = kind == .signIn ? .register : .signIn
    problem = nil
  }

  /// The sign-in to send; nil if the address is not valid.
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
      return form
    }
  }

  /// True while a request to the server is under way.
  var isAsking: Bool { outcome == .asking || question?.isAsking == true }

  /// True if the answer to the open question may be sent.
  mutating func questionAnswered() -> Bool {
    guard !isAsking else { return false }
    question = Question()
    outcome = nil
    return true
  }

  /// The page shows the outcome of a question that was closed before its answer came.
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
    // The person's own wish needs no sentence.
    problem = failure == .cancelled ? nil : .signIn(failure)
    if failure == .invitationNeeded { wantsInvitation = true }
  }
}

extension AccountForm {
  /// The known ways to sign in to the account shown.
  struct Ways: Equatable, Sendable {
    /// The member they belong to.
    var member: MemberID?
    var known: SignInMethods?
    /// The providers that the server trusts.
    var issuers: [String] = []
    /// The provider that waits for the person's password.
    var wanted: String?
    /// True while the person is in the browser to add one.
    var isWaiting = false
  }
}

extension AccountForm.Outcome {
  /// True if the ways to sign in may have changed; the server may have carried out a request that failed.
  var changesWays: Bool {
    switch self {
    case .passwordChanged, .passwordSet, .identityAdded, .identityRemoved, .failed, .notAdded: true
    case .asking, .renamed, .pictureChanged, .pictureRemoved, .synced, .pictureRefused, .waits: false
    }
  }
}
