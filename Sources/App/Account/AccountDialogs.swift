// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The questions of the account window.
@MainActor
enum AccountDialogs {
  /// True to leave the data on this machine.
  static func signOut(above parent: Window, _ body: @escaping @MainActor @Sendable (_ keepingData: Bool) -> Void) {
    let question = Question(
      tr("Sign Out?"),
      tr("What is kept of the account on this machine can stay for the next time, or be deleted here. The server keeps it."))
    question.add("cancel", tr("Cancel"))
    question.add("delete", tr("Delete and Sign Out"), .destructive)
    question.add("keep", tr("Keep and Sign Out"), .suggested)
    question.setDefault("keep")
    question.ask(above: parent) { answer in
      if answer != "cancel" { body(answer == "keep") }
    }
  }

  static func changePassword(hasOld: Bool) throws(BuilderError) -> AccountQuestion {
    let title = hasOld ? tr("Change Password") : tr("Set Password")
    let question = Question(title, tr("Your sessions on other machines end."))
    return try AccountQuestion(question, accept: title, .suggested, .init(wantsOld: hasOld, wantsNew: true))
  }

  /// Asks for the password first: only the account's owner may add a way to sign in.
  static func proveForIdentity() throws(BuilderError) -> AccountQuestion {
    let question = Question(
      tr("Is It You?"), tr("Another way to sign in can be added for a while after your password was typed."))
    return try AccountQuestion(question, accept: tr("Continue"), .suggested, .init(wantsOld: true))
  }

  static func removeIdentity(_ email: String, at site: String) throws(BuilderError) -> AccountQuestion {
    let question = Question(
      tr("Remove This Way to Sign In?"),
      email.isEmpty
        ? tr("{site} no longer signs you in to this account.", ["site": site])
        : tr("{email} at {site} no longer signs you in to this account.", ["email": email, "site": site]))
    return try AccountQuestion(question, accept: tr("Remove"), .destructive, .init())
  }

  /// An account made at a sign-in provider has no password to ask for.
  static func deleteAccount(hasPassword: Bool) throws(BuilderError) -> AccountQuestion {
    let question = Question(
      tr("Delete Account?"), tr("The account and all of its data are deleted on the server, for good."))
    return try AccountQuestion(
      question, accept: tr("Delete Account"), .destructive, .init(wantsOld: hasPassword, mayKeepCopy: true))
  }
}
