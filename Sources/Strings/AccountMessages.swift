// SPDX-License-Identifier: GPL-3.0-or-later

public import KursCore

public func sentence(for failure: SignInFailure) -> String {
  switch failure {
  case .refused(.wrongPassword): tr("Incorrect email or password.")
  case .refused(.accountDeleted): tr("This account was deleted.")
  case .refused: tr("The server refused to sign you in. Contact its operator.")
  case .registrationClosed: tr("This server doesn't accept new members. Contact its operator.")
  case .invitationNeeded: tr("This server requires an unused invitation. Ask its operator for one.")
  case .emailTaken: tr("An account with this email address already exists. Sign in instead.")
  case .emailInvalid: tr("This is not an email address.")
  case .passwordWeak: weakPassword
  case .codeRefused:
    tr("The email address and the code don't match, or the code was already used. Ask the operator for a new code.")
  case .tooManyAttempts(let wait): tooManyTries(seconds: Int((wait + 999) / 1000))
  case .unreachable: tr("Can't reach the account server. Try again later.")
  case .proxy(let proxy, let status?):
    tr(
      "The proxy {proxy} refused the connection (status {n}). Check your proxy settings.",
      ["proxy": proxy, "n": String(status)])
  case .proxy(let proxy, nil): tr("Can't reach the proxy {proxy}. Check your proxy settings.", ["proxy": proxy])
  case .insecure: tr("The secure connection to the account server failed. Check its address.")
  case .serverFault(let status): failedRequest(status: status)
  case .malformedAnswer: tr("Can't read the server's response. Check its address, or try again later.")
  case .addressUnusable: tr("Use https. Without it, others can read or change the data.")
  case .cancelled: tr("Sign-in was cancelled.")
  case .busy: tr("You are already signing in or out. Wait until that ends.")
  case .browser(let failure): sentence(for: failure)
  case .call(let failure): sentence(for: failure)
  case .storage: tr("Can't read or save the account. Check the disk and its free space.")
  }
}

public func sentence(for reason: SignOutReason) -> String {
  switch reason {
  case .user: tr("You are signed out.")
  case .wrongPassword: tr("Your password was changed, so you were signed out. Sign in with the new one.")
  case .sessionEnded: tr("You were signed out by the account server.")
  case .tokenReused:
    tr(
      "You were signed out for your security. Someone else may have used your account. Sign in again, then change your password."
    )
  case .accountDeleted: tr("You were signed out. The account was deleted.")
  }
}

public func sentence(for failure: SignOutFailure) -> String {
  switch failure {
  case .keyring(.locked): tr("The keyring is locked. Unlock it, then sign out again.")
  case .keyring: tr("The keyring didn't delete your sign-in. Kurs will try again at its next start.")
  case .storage: tr("Can't delete the account’s data. Kurs will try again at its next start.")
  case .notSaved: tr("You are still signed in, because Kurs can't write to the disk. Check its free space.")
  }
}

public func sentence(for failure: BrowserFailure) -> String {
  switch failure {
  case .notOffered: tr("This server doesn't support sign-in with the browser. Use your password instead.")
  case .providerUnreachable: tr("Can't reach the server’s sign-in page. Try again later.")
  case .providerUnusable: tr("The server’s sign-in page is not secure. Contact the server's operator.")
  case .noPort: tr("Can't sign in with the browser. This computer has no free network port.")
  case .notOpened: tr("Can't open a browser. Set a default browser in your desktop's settings.")
  case .denied: tr("The sign-in was refused in the browser. Try again.")
  case .failed: tr("The sign-in page reported an error. Try again later.")
  case .foreignResponse: tr("The browser's reply belongs to another sign-in. Try again.")
  case .timedOut: tr("The browser didn't respond within ten minutes. Try again.")
  case .responseRejected: tr("The server rejected this sign-in. Try again.")
  }
}

public func sentence(for failure: AccountCallFailure) -> String {
  switch failure {
  case .auth(.signedOut): tr("You are signed out.")
  case .auth(.unavailable), .api(.unreachable), .api(.timedOut):
    tr("Can't reach the account server. Try again later.")
  case .auth(.busy): tr("Too many requests. Try again later.")
  case .refused(403, "wrong-password", _): tr("Incorrect password.")
  case .refused(403, "proof-needed", _):
    tr("Before you can change this, sign in again with “Use Another Account…”.")
  case .refused(409, "identity-taken", _):
    tr("Another account already uses this sign-in method. Choose a different one.")
  case .refused(409, "last-way-in", _): tr("This is your last sign-in method. Add another, or set a password first.")
  case .refused(404, "no-identity", _): tr("This sign-in method was already removed.")
  case .refused(422, "password-weak", _): weakPassword
  case .refused(413, _, _): tr("The picture is too large. Choose a smaller one.")
  case .refused(415, _, _): sentence(for: PictureFault.unusable)
  case .refused(429, _, let wait): tooManyTries(seconds: wait ?? 1)
  case .refused(let status, _, _), .api(.status(let status)):
    failedRequest(status: status)
  case .api(.unavailable): failedRequest(status: 503)
  case .api(.tooManyRequests(let wait)): tooManyTries(seconds: wait ?? 1)
  case .api(.cancelled): tr("The request was cancelled.")
  case .api(.schemaMissing(let name)):
    tr("The file {name} is missing. Install Kurs again.", ["name": name])
  case .api(.notJSON): tr("This address doesn't belong to a Kurs account server. Check the address.")
  case .api: brokenAnswer
  }
}

private var weakPassword: String {
  tr("Use at least 10 characters. Don't use a common password or your email address.")
}

private func failedRequest(status: Int) -> String {
  status >= 500
    ? tr("The request to the account server failed (status {n}). Try again later.", ["n": String(status)])
    : tr("The account server refused the request (status {n}). Contact its operator.", ["n": String(status)])
}

private func tooManyTries(seconds: Int) -> String {
  guard seconds > 90 else {
    return trn("Too many attempts. Wait {n} second.", "Too many attempts. Wait {n} seconds.", seconds)
  }
  return trn("Too many attempts. Wait {n} minute.", "Too many attempts. Wait {n} minutes.", (seconds + 59) / 60)
}

public func sentence(for fault: PictureFault) -> String {
  switch fault {
  case .unreachable: tr("Can't load the picture. Try again later.")
  case .status(let status): tr("Can't load the picture (status {n}). Try again later.", ["n": String(status)])
  case .tooLarge: tr("The picture is too large. Choose a smaller one.")
  case .unusable: tr("Can't show this picture. Choose a PNG, JPEG or GIF file.")
  case .foreignKind(let kind):
    tr("Kurs can't show {kind} pictures. Choose a PNG, JPEG or GIF file.", ["kind": kind])
  case .unreadable: tr("Can't read the file. Check its permissions.")
  }
}

public func sentence(for failure: SyncFailure) -> String {
  switch failure {
  case .signedOut: tr("Will sync after you sign in")
  case .unavailable: tr("Can't reach the server. Your changes are saved and will be sent later.")
  case .serverIsBehind: tr("The server's data is older than the data on this computer. Contact the server's operator.")
  case .clockIsAhead: tr("This computer's clock is more than a day ahead. Correct it, then sync.")
  case .tooLarge: tr("One of your lists or settings is too large for the account server. Shorten it.")
  case .quotaFull: tr("Your space on the server is full. Delete lists that you no longer need.")
  case .unsound:
    tr("The server’s responses contradict each other. Check this computer’s clock, or contact the operator.")
  case .differs:
    tr(
      "Your data on this computer differs from the server, even after a sync. Ask the operator to check the server’s log."
    )
  case .tooOld: tr("Update Kurs to sync again")
  case .refused(let status, _): failedRequest(status: status)
  case .api(.notJSON), .api(.status(404)):
    tr("This address doesn't belong to a Kurs account server. Check the address.")
  case .api, .malformed: brokenAnswer
  case .storage: tr("Can't read or save the account's data on this computer. Check the disk and its free space.")
  }
}

public func changeTitle(_ change: WaitingChange) -> String {
  switch change.kind {
  case .name(let name): tr("New name: {name}", ["name": name])
  case .picture: tr("New picture")
  case .pictureRemoval: tr("Removal of the picture")
  case .report: tr("Error Report")
  case .statistics(let events): trn("Statistics, {n} event", "Statistics, {n} events", events)
  }
}

public func sentence(for change: WaitingChange) -> String {
  guard let refusal = change.refusal else { return sentence(for: change.history.fault) }
  return switch refusal {
  case .refused(let status):
    tr("The server refused this change (status {n}). Retry or discard it.", ["n": String(status)])
  case .keyReused: tr("This change conflicts with another change on the server. Try again.")
  case .gone: tr("The server no longer accepts this change. Discard it.")
  case .tooManyAttempts:
    trn(
      "Not sent after {n} attempt. Retry or discard the change.",
      "Not sent after {n} attempts. Retry or discard the change.", change.history.attempts)
  case .redirected: tr("The server redirects to another address. Contact the server's operator.")
  case .expired: tr("This change was not sent within a week. Retry or discard it.")
  case .damaged: tr("This change is damaged on the disk. You can only discard it.")
  }
}

private func sentence(for fault: DeliveryFault?) -> String {
  switch fault {
  case nil: tr("Waiting to be sent")
  case .notSignedIn: tr("Will be sent after you sign in")
  case .tooManyRequests: tr("The account server is busy. Kurs will try again.")
  case .status(let status):
    tr("The request to the server failed (status {n}). Kurs will try again.", ["n": String(status)])
  case .unreachable, .timedOut, .broken, .unusableAnswer: tr("Can't reach the server. Kurs will try again.")
  }
}

public func announcement(of change: WaitingChange) -> String {
  switch change.kind {
  case .name: tr("Your new name was not saved on the server.")
  case .picture: tr("Your new picture was not saved on the server.")
  case .pictureRemoval: tr("The server didn't remove your picture. Remove it again.")
  case .report, .statistics: sentence(for: change)
  }
}

extension RedirectPages {
  public static var translated: RedirectPages {
    RedirectPages(
      title: "Kurs", received: tr("You can close this window and return to Kurs."),
      denied: tr("You are not signed in. You can close this window."),
      foreign: tr("This page belongs to another sign-in. Start again in Kurs."))
  }
}
