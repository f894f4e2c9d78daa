// SPDX-License-Identifier: GPL-3.0-or-later

public import KursCore

/// Why signing in or registering failed.
public func sentence(for failure: SignInFailure) -> String {
  switch failure {
  case .refused(.wrongPassword): tr("The e-mail address or the password is not right.")
  case .refused(.accountDeleted): tr("This account has been deleted.")
  case .refused: tr("The server refused to sign you in.")
  case .registrationClosed: tr("This server takes no new members.")
  case .invitationNeeded: tr("This server wants an invitation that was not used before.")
  case .emailTaken: tr("There is an account with this e-mail address already.")
  case .emailInvalid: tr("This is not an e-mail address.")
  case .passwordWeak: weakPassword
  case .codeRefused: tr("The address or the code is not right, or the code was used. Ask the operator for a new one.")
  case .tooManyAttempts(let wait): tooManyTries(seconds: Int((wait + 999) / 1000))
  case .unreachable: tr("Can't reach the account server, or it did not answer in time.")
  case .proxy(let proxy, let status?):
    tr("The proxy {proxy} refused the connection with status {n}.", ["proxy": proxy, "n": String(status)])
  case .proxy(let proxy, nil): tr("The proxy {proxy} cannot be reached.", ["proxy": proxy])
  case .insecure: tr("The secure connection to the account server failed.")
  case .serverFault(let status): tr("The account server answered with status {n}.", ["n": String(status)])
  case .malformedAnswer: tr("There is no Kurs account server at this address.")
  case .addressUnusable: tr("Only https is safe from being read or changed on the way.")
  case .cancelled: tr("Signing in was cancelled.")
  case .busy: tr("You are being signed in or out already.")
  case .browser(let failure): sentence(for: failure)
  case .call(let failure): sentence(for: failure)
  case .storage: tr("The account cannot be kept on disk: is the disk full?")
  }
}

/// Why signing out left something behind.
public func sentence(for failure: SignOutFailure) -> String {
  switch failure {
  case .keyring(.locked): tr("The keyring is locked. Unlock it, then sign out again.")
  case .keyring: tr("The keyring did not delete your sign-in. Kurs tries again at its next start.")
  case .storage: tr("The account's data could not be deleted. Kurs tries again at its next start.")
  }
}

/// Why a browser sign-in failed.
public func sentence(for failure: BrowserFailure) -> String {
  switch failure {
  case .notOffered: tr("This server offers no sign-in with the browser.")
  case .providerUnreachable: tr("Can't reach the sign-in page that the server trusts.")
  case .providerUnusable: tr("The sign-in page that the server trusts cannot be used safely.")
  case .noPort: tr("This machine has no free port to wait for the browser at.")
  case .notOpened: tr("No browser could be opened.")
  case .denied: tr("The sign-in was refused in the browser.")
  case .failed: tr("The sign-in page reported a fault; try again later.")
  case .strangeAnswer: tr("The browser brought the answer to another sign-in; try again.")
  case .timedOut: tr("The browser brought no answer within ten minutes.")
  case .notBelieved: tr("The server does not accept what the browser brought back; try again.")
  }
}

/// Why a request to the account server failed.
public func sentence(for failure: AccountCallFailure) -> String {
  switch failure {
  case .auth(.signedOut): tr("You are signed out.")
  case .auth(.unavailable), .api(.unreachable), .api(.timedOut):
    tr("Can't reach the account server, or it did not answer in time.")
  case .auth(.busy): tr("Too many requests at once. Try again.")
  case .refused(403, "wrong-password", _): tr("The password is not right.")
  case .refused(403, "proof-needed", _):
    tr("Too long ago that you signed in for this: sign in with the browser once more, by “Use Another Account…”.")
  case .refused(409, "identity-taken", _): tr("Another account already uses this way to sign in.")
  case .refused(409, "last-way-in", _): tr("This is the last way to sign in. Add another, or set a password first.")
  case .refused(404, "no-identity", _): tr("This way to sign in was already removed.")
  case .refused(422, "password-weak", _): weakPassword
  case .refused(413, _, _): tr("The picture is too large.")
  case .refused(415, _, _): sentence(for: PictureFault.unusable)
  case .refused(429, _, let wait): tooManyTries(seconds: wait ?? 1)
  case .refused(let status, _, _), .api(.status(let status)):
    tr("The account server answered with status {n}.", ["n": String(status)])
  case .api(.unavailable): tr("The account server answered with status {n}.", ["n": "503"])
  case .api(.tooManyRequests(let wait)): tooManyTries(seconds: wait ?? 1)
  case .api(.cancelled): tr("Asking the server was cancelled.")
  case .api(.schemaMissing(let name)):
    tr("The file {name}, which comes with Kurs, is missing.", ["name": name])
  case .api(.notJSON): tr("There is no Kurs account server at this address.")
  case .api: brokenAnswer
  }
}

private var weakPassword: String {
  tr("Choose a password of at least 10 characters that is not a common one or your address.")
}

private func tooManyTries(seconds: Int) -> String {
  guard seconds > 90 else {
    return trn("Too many tries: wait {n} second.", "Too many tries: wait {n} seconds.", seconds)
  }
  return trn("Too many tries: wait {n} minute.", "Too many tries: wait {n} minutes.", (seconds + 59) / 60)
}

/// Why a picture can't be shown or uploaded.
public func sentence(for fault: PictureFault) -> String {
  switch fault {
  case .unreachable: tr("The picture can't be fetched right now.")
  case .status(let status): tr("The server refused the picture with status {n}.", ["n": String(status)])
  case .tooLarge: tr("The picture is too large.")
  case .unusable: tr("Kurs can't show this picture. Choose a PNG, JPEG or GIF file.")
  case .foreignKind(let kind):
    tr("Kurs does not show {kind} pictures. Save it as PNG, JPEG or GIF, and choose that.", ["kind": kind])
  case .unreadable: tr("The file cannot be read.")
  }
}

/// Why the sync failed.
public func sentence(for failure: SyncFailure) -> String {
  switch failure {
  case .signedOut: tr("Waits until you are signed in")
  case .unavailable: tr("Can't reach the server. Your changes are kept here until it is back.")
  case .serverIsBehind: tr("The server knows less than this machine; ask its operator.")
  case .clockIsAhead: tr("The clock of this machine is more than a day ahead of the server’s.")
  case .tooLarge: tr("Something saved here is larger than the account server takes.")
  case .quotaFull: tr("Your space on the server is full. Delete lists that you no longer need.")
  case .unsound: tr("The server’s answers contradict each other. Check this computer’s clock, or ask the operator.")
  case .differs: tr("This computer and the server still differ. Ask the operator to look at the server’s log.")
  case .tooOld: tr("Waits until Kurs is updated")
  case .refused(let status, _): tr("The account server answered with status {n}.", ["n": String(status)])
  case .api(.notJSON), .api(.status(404)): tr("There is no Kurs account server at this address.")
  case .api, .malformed: brokenAnswer
  case .storage: tr("What the server sent can't be saved. Is the disk full?")
  }
}
