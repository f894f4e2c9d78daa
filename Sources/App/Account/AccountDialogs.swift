// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// The questions of the account window.
@MainActor
enum AccountDialogs {
  /// Whether the data stays on this machine.
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

  static func changePassword(
    hasOld: Bool, above parent: Window, _ body: @escaping @MainActor @Sendable (_ old: Secret?, _ new: Secret) -> Void
  ) {
    let title = hasOld ? tr("Change Password") : tr("Set Password")
    let question = Question(title, tr("Your sessions on other machines end."))
    askForPassword(
      question, accept: title, .suggested, wantsOld: hasOld, wantsNew: true, above: parent
    ) { old, new, _ in
      body(old, new)
    }
  }

  /// Whoever sits there may open another way in only as the one whose account it is.
  static func proveForIdentity(above parent: Window, _ body: @escaping @MainActor @Sendable (Secret) -> Void) {
    let question = Question(
      tr("Is It You?"), tr("Another way to sign in can be added for a while after your password was typed."))
    askForPassword(
      question, accept: tr("Continue"), .suggested, wantsOld: true, wantsNew: false, above: parent
    ) { typed, _, _ in
      if let typed { body(typed) }
    }
  }

  static func removeIdentity(
    _ email: String, at site: String, above parent: Window, _ body: @escaping @MainActor @Sendable () -> Void
  ) {
    let question = Question(
      tr("Remove This Way to Sign In?"),
      email.isEmpty
        ? tr("{site} no longer signs you in to this account.", ["site": site])
        : tr("{email} at {site} no longer signs you in to this account.", ["email": email, "site": site]))
    question.add("cancel", tr("Cancel"))
    question.add("remove", tr("Remove"), .destructive)
    question.ask(above: parent) { answer in
      if answer == "remove" { body() }
    }
  }

  /// Who came by way of a provider has no password to be asked for.
  static func deleteAccount(
    hasPassword: Bool, above parent: Window,
    _ body: @escaping @MainActor @Sendable (_ password: Secret?, _ keepingCopy: Bool) -> Void
  ) {
    let question = Question(
      tr("Delete Account?"), tr("The account and all of its data are deleted on the server, for good."))
    askForPassword(
      question, accept: tr("Delete Account"), .destructive, wantsOld: hasPassword, wantsNew: false,
      mayKeepCopy: true, above: parent
    ) {
      body($0, $2)
    }
  }

  private static func askForPassword(
    _ question: Question, accept: String, _ appearance: Question.Appearance, wantsOld: Bool, wantsNew: Bool,
    mayKeepCopy: Bool = false, above parent: Window,
    _ body: @escaping @MainActor @Sendable (_ old: Secret?, _ new: Secret, _ keepingCopy: Bool) -> Void
  ) {
    guard let builder = try? Builder(resource: Paths.accountPassword, domain: Paths.domain),
      let fields = try? builder.object("fields", as: Widget.self),
      let old = try? builder.object("password", as: Entry.self),
      let new = try? builder.object("new_password", as: Entry.self),
      let rule = try? builder.object("rule", as: Widget.self),
      let copyRow = try? builder.object("keep_copy_row", as: Widget.self),
      let copy = try? builder.object("keep_copy", as: Switch.self)
    else { return }
    old.isVisible = wantsOld
    new.isVisible = wantsNew
    rule.isVisible = wantsNew
    copyRow.isVisible = mayKeepCopy
    if wantsOld || wantsNew || mayKeepCopy { question.setContent(fields) }
    question.add("cancel", tr("Cancel"))
    question.add("accept", accept, appearance)
    question.setDefault("accept")
    question.setEnabled("accept", !wantsOld && !wantsNew)
    // Weak: the dialog holds the fields, and its closures hold these.
    for entry in [old, new] {
      entry.onChange { [weak question, weak old, weak new] in
        guard let question, let old, let new else { return }
        question.setEnabled("accept", (!wantsOld || !old.text.isEmpty) && (!wantsNew || !new.text.isEmpty))
      }
    }
    question.ask(above: parent) { [question, old, new, copy] answer in
      _ = question
      if answer == "accept" { body(wantsOld ? Secret(old.text) : nil, Secret(new.text), copy.isActive) }
    }
    if wantsOld { old.grabFocus() } else if wantsNew { new.grabFocus() }
  }
}
