// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension Failure {
  init(_ error: SignInFailure, _ form: SignIn) {
    let code: ExitCode
    switch error {
    case .addressUnusable, .emailInvalid, .passwordWeak: code = .usage
    case .refused, .registrationClosed, .invitationNeeded, .emailTaken, .codeRefused: code = .failure
    case .browser(let failure): code = failure.code
    case .call(let failure):
      self.init(failure)
      return
    default: code = .unavailable
    }
    self.init(code: code, description: Self.sentence(for: error, form))
  }

  init(_ error: SignOutFailure, keepingData: Bool) {
    switch error {
    case .keyring(.locked) where keepingData:
      self.init(.unavailable, tr("The keyring is locked. Unlock it, then sign out again."))
    case .keyring(.locked):
      self.init(
        .unavailable,
        tr("The account's data is deleted here, but the keyring is locked. Unlock it, then run this again."))
    case .keyring:
      self.init(.unavailable, tr("The keyring did not delete your sign-in. Kurs tries again at its next start."))
    case .storage:
      self.init(.unavailable, tr("The account's data could not be deleted. Kurs tries again at its next start."))
    }
  }

  init(_ error: AuthFailure) {
    switch error {
    case .signedOut: self.init(.failure, tr("Nobody is signed in."))
    case .unavailable:
      self.init(.unavailable, tr("The account server cannot be reached; what is stored is unchanged."))
    case .busy: self.init(.unavailable, tr("Too much is being sent to the account server."))
    }
  }

  private static func sentence(for error: SignInFailure, _ form: SignIn) -> String {
    let parts = ["server": form.server, "email": form.email]
    return switch error {
    case .refused(.wrongPassword): tr("The e-mail address or the password is not right.")
    case .refused: tr("The server refused to sign you in.")
    case .registrationClosed: tr("{server} takes no new accounts.", parts)
    case .invitationNeeded where form.invitation.isEmpty:
      tr("{server} takes who has an invitation; give its code with --invitation.", parts)
    case .invitationNeeded: tr("{server} does not take this invitation, or it was used before.", parts)
    case .codeRefused: KursWords.refusedCode
    case .emailTaken where form.email.isEmpty: tr("There is an account with this e-mail address already.")
    case .emailTaken: tr("There is an account of {email} already.", parts)
    case .emailInvalid: tr("\"{email}\" is not an e-mail address.", parts)
    case .passwordWeak: KursWords.weakPassword
    case .tooManyAttempts(let wait): tooManyTries(Int((wait + 999) / 1000))
    case .unreachable: tr("{server} cannot be reached.", parts)
    case .proxy(let proxy, let status?):
      tr("The proxy {proxy} refused the connection with status {n}.", ["proxy": proxy, "n": String(status)])
    case .proxy(let proxy, nil): tr("The proxy {proxy} cannot be reached.", ["proxy": proxy])
    case .insecure: tr("The secure connection to {server} failed; nothing was sent.", parts)
    case .serverFault(let status):
      tr("{server} answered with status {n}.", parts.merging(["n": String(status)]) { $1 })
    case .malformedAnswer: tr("There is no Kurs account server at {server}.", parts)
    case .addressUnusable: tr("\"{server}\" cannot be used: it must be an https address without a path.", parts)
    case .cancelled: tr("Signing in was cancelled.")
    case .busy: tr("Another sign-in is under way.")
    case .browser(let failure): failure.sentence(server: form.server)
    case .call(let failure): Failure(failure).description
    case .storage: tr("The files of Kurs, or of its installation, cannot be used.")
    }
  }

  static func tooManyTries(_ seconds: Int) -> String {
    trn("Too many tries; the next one in {n} second.", "Too many tries; the next one in {n} seconds.", seconds)
  }
}

extension SignOutReason {
  var words: String {
    switch self {
    case .person: "signed out"
    case .wrongPassword: "the password is not right any more"
    case .sessionEnded: "the session has ended"
    case .tokenReused: "the session was used from two places at once, as a thief would"
    case .accountDeleted: "the account does not exist any more"
    }
  }
}

extension AccountState {
  var sentence: String {
    let who = member.map { "\($0.calling) at \($0.server)" } ?? ""
    return switch phase {
    case .checking: "Checking who is signed in."
    case .locked where keyringFailure == .locked: "The keyring is locked: \(who) cannot be signed in."
    case .locked where keyringFailure == .refused: "The keyring refused: \(who) cannot be signed in."
    case .locked: "There is no Secret Service: \(who) cannot be signed in."
    case .signedOut(nil) where member != nil: "\(who): signed out, with its data kept here."
    case .signedOut(nil): "Nobody is signed in."
    case .signedOut(let reason?): "Nobody is signed in: \(reason.words)."
    case .signingIn: "Signing in."
    case .signedIn: "Signed in: \(who)."
    case .offline(false): "\(who): offline, with what is stored."
    case .offline(true): "\(who): sign in again with the password; what is stored is kept."
    case .waiting: "\(who): too many tries, the next one in a minute."
    case .signingOut: "Signing out."
    }
  }

  /// The sentences about the service of the member's server.
  var serviceSentences: [String] {
    let parts = ["message": service.message]
    return (neededRelease.map { [KursWords.sentence(tooOld: $0)] } ?? [])
      + (service.message.isEmpty ? [] : [tr("Message from the operator: {message}", parts)])
  }

  var json: JSONValue {
    var said = JSONObject([
      ("state", .string(word)), ("member", member?.json ?? .null),
      ("members", .array(members.map(\.json))), ("remembered", .bool(isRemembered)),
    ])
    if !service.message.isEmpty { said["message"] = .string(service.message) }
    said["neededRelease"] = neededRelease.map { .string($0.description) }
    return .object(said)
  }

  private var word: String {
    switch phase {
    case .checking: "checking"
    case .locked: "locked"
    case .signedOut: "signed-out"
    case .signingIn: "signing-in"
    case .signedIn: "signed-in"
    case .offline: "offline"
    case .waiting: "waiting"
    case .signingOut: "signing-out"
    }
  }
}

extension Member {
  /// A member who signed in through a provider may have no e-mail address.
  fileprivate var calling: String { [email, name].first { !$0.isEmpty } ?? "someone without a name" }

  fileprivate var json: JSONValue {
    [
      "id": .string(id.text), "server": .string(server), "email": .string(email), "name": .string(name),
    ]
  }
}
