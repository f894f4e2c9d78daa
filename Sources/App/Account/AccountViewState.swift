// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// Everything the account window shows, in the person's language; a pure value.
struct AccountViewState: Equatable, Sendable {
  enum Page: Sendable {
    /// The notice says it all.
    case notice
    case form
    case account
  }

  /// A sentence about the sign-in, and the one action it offers.
  struct Notice: Equatable, Sendable {
    enum Wish: Sendable {
      case retry
      case signIn
      case browser
      /// Gives unsent changes back to the member.
      case takeUp
      /// Keeps or deletes the local data of an account that ended.
      case keepCopy
      case discardCopy
    }

    var text: String
    var isBusy = false
    var wish: Wish?
    var button = ""
    /// The other answer, where there are two.
    var other: Wish?
    var otherButton = ""
  }

  /// The form to sign in or to register.
  struct Form: Equatable, Sendable {
    enum Field: Sendable {
      case server
      case email
      case password
      case invitation
      case code
    }

    /// The text its fields open with.
    var server = ""
    var email = ""
    var isRegistering = false
    /// Sets a new password with a code of the operator's.
    var isResetting = false
    /// True if the server asked for a code.
    var wantsInvitation = false
    var isRunning = false
    var submit = ""
    var other = ""
    var problem: String?
    /// The field that has the problem.
    var field: Field?
    var finished = 0
    /// Instead of the fields, while the person is in the browser.
    var hint: String?
    /// A button for each way to sign in with the browser.
    var browser: [String] = []
  }

  /// The outcome of the answer to an open question.
  struct Question: Equatable, Sendable {
    enum Field: Sendable {
      case old
      case new
    }

    var isAsking = false
    var problem: String?
    /// The field that has the problem.
    var field: Field?
  }

  /// One property that two computers changed, with its two values in words.
  struct Conflict: Equatable, Sendable {
    let conflict: ObjectConflict
    let title: String
    let text: String
  }

  var page: Page
  var notice: Notice?
  var form = Form()
  /// The members to switch to, the last of them nobody; empty if there are none.
  var members: [String] = []
  var member = 0
  var name = ""
  var email = ""
  var server = ""
  /// True if the server takes changes now.
  var canChange = false
  /// True if the account has a password to ask for.
  var hasPassword = true
  var canSignOut = false
  var canGoBack = false
  /// Nil where they are not known.
  var ways: Ways?
  var outcome: String?
  /// Nil where none is open, or what is open was not answered yet.
  var question: Question?
  /// Why the name was not taken.
  var nameProblem: String?
  /// The operator's line to every member; empty for none.
  var message = ""
  /// How this machine stands to the person's others.
  var sync = ""
  var canSync = false
  var conflicts: [Conflict] = []
  /// Shown in place of the initials.
  var picture: DecodedImage?
  /// Why there is none although the member has one.
  var pictureNote: String?
  /// True if there is one to remove.
  var hasPicture = false
}
