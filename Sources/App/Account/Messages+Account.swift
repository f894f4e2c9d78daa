// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursModel
import KursWorkflow

func sentence(for reason: SignOutReason) -> String {
  switch reason {
  case .user: tr("You are signed out.")
  case .wrongPassword: tr("You were signed out. Your password was changed.")
  case .sessionEnded: tr("You were signed out. Your session has ended.")
  case .tokenReused: tr("You were signed out for your security. Someone else may have used your session.")
  case .accountDeleted: tr("You were signed out. The account was deleted.")
  }
}

func sentence(for failure: SignInFailure) -> String {
  switch failure {
  case .refused(.wrongPassword): tr("Incorrect email or password.")
  case .refused(.accountDeleted): tr("This account was deleted.")
  case .refused: tr("The server refused to sign you in.")
  case .registrationClosed: tr("This server doesn't accept new members.")
  case .invitationNeeded: tr("This server requires an unused invitation.")
  case .emailTaken: tr("An account with this email address already exists.")
  case .emailInvalid: tr("This is not an email address.")
  case .passwordWeak: weakPassword
  case .codeRefused: refusedCode
  case .tooManyAttempts(let wait): tooManyTries(seconds: Int((wait + 999) / 1000))
  case .unreachable: tr("Can't reach the account server. Try again later.")
  case .proxy(let proxy, let status?):
    tr("The proxy {proxy} refused the connection with status {n}.", ["proxy": proxy, "n": String(status)])
  case .proxy(let proxy, nil): tr("Can't reach the proxy {proxy}.", ["proxy": proxy])
  case .insecure: tr("The secure connection to the account server failed.")
  case .serverFault(let status): tr("The account server reported status {n}.", ["n": String(status)])
  case .malformedAnswer: tr("This address doesn't belong to a Kurs account server.")
  case .addressUnusable: tr("Use https. Anything else can be read or changed on the way.")
  case .cancelled: tr("Sign-in was cancelled.")
  case .busy: tr("You are already signing in or out.")
  case .browser(let failure): sentence(for: failure)
  case .call(let failure): sentence(for: failure)
  case .storage: tr("Can't save the account. Is the disk full?")
  }
}

func sentence(for outcome: AccountForm.Outcome) -> String {
  switch outcome {
  case .asking: tr("Connecting to the server…")
  case .renamed: tr("Name changed.")
  case .passwordChanged: tr("Password changed. Your sessions on other computers have ended.")
  case .passwordSet: tr("Password set. Your sessions on other computers have ended.")
  case .pictureChanged: tr("Picture changed.")
  case .pictureRemoved: tr("Picture removed.")
  case .pictureRefused(let fault): sentence(for: fault)
  case .waits: tr("Can't reach the account server. Kurs will send the change later.")
  case .identityAdded: tr("Sign-in method added.")
  case .identityRemoved: tr("Sign-in method removed.")
  case .notAdded(let failure): sentence(for: failure)
  case .failed(let failure): sentence(for: failure)
  case .notSignedOut(.keyring(.locked)): tr("The keyring is locked. Unlock it, then sign out again.")
  case .notSignedOut(.keyring):
    tr("The keyring didn't delete your sign-in. Kurs will try again at its next start.")
  case .notSignedOut(.storage):
    tr("Can't delete the account’s data. Kurs will try again at its next start.")
  case .synced(let sent, let received): sentence(sent: sent, received: received)
  }
}

private func sentence(sent: Int, received: Int) -> String {
  guard sent + received > 0 else { return tr("Nothing has changed here or on the server.") }
  let parts = [
    sent > 0 ? trn("{n} change was sent.", "{n} changes were sent.", sent) : "",
    received > 0 ? trn("{n} change was received.", "{n} changes were received.", received) : "",
  ]
  return parts.filter { !$0.isEmpty }.joined(separator: " ")
}

func sentence(for fault: PictureFault) -> String {
  switch fault {
  case .unreachable: tr("Can't load the picture. Try again later.")
  case .status(let status): tr("The server refused the picture with status {n}.", ["n": String(status)])
  case .tooLarge: tr("The picture is too large.")
  case .unusable: tr("Can't show this picture. Choose a PNG, JPEG or GIF file.")
  case .foreignKind(let kind):
    tr("Kurs can't show {kind} pictures. Choose a PNG, JPEG or GIF file.", ["kind": kind])
  case .unreadable: tr("Can't read the file.")
  }
}

func sentence(for failure: AccountCallFailure) -> String {
  switch failure {
  case .auth(.signedOut): tr("You are signed out.")
  case .auth(.unavailable), .api(.unreachable), .api(.timedOut):
    tr("Can't reach the account server. Try again later.")
  case .auth(.busy): tr("Too many requests. Try again later.")
  case .refused(403, "wrong-password", _): tr("Incorrect password.")
  case .refused(403, "proof-needed", _):
    tr("You signed in too long ago for this. Choose “Use Another Account…” and sign in again.")
  case .refused(409, "identity-taken", _): tr("Another account already uses this sign-in method.")
  case .refused(409, "last-way-in", _): tr("You can't remove your last sign-in method.")
  case .refused(404, "no-identity", _): tr("This sign-in method was already removed.")
  case .refused(422, "password-weak", _): weakPassword
  case .refused(413, _, _): tr("The picture is too large.")
  case .refused(415, _, _): sentence(for: PictureFault.unusable)
  case .refused(429, _, let wait): tooManyTries(seconds: wait ?? 1)
  case .refused(let status, _, _), .api(.status(let status)):
    tr("The account server reported status {n}.", ["n": String(status)])
  case .api(.unavailable): tr("The account server reported status {n}.", ["n": "503"])
  case .api(.tooManyRequests(let wait)): tooManyTries(seconds: wait ?? 1)
  case .api(.cancelled): tr("The request was cancelled.")
  case .api(.schemaMissing(let name)):
    tr("The file {name} is missing. Install Kurs again.", ["name": name])
  case .api(.notJSON): tr("This address doesn't belong to a Kurs account server.")
  case .api: brokenAnswer
  }
}

private func tooManyTries(seconds: Int) -> String {
  guard seconds > 90 else {
    return trn("Too many attempts. Wait {n} second.", "Too many attempts. Wait {n} seconds.", seconds)
  }
  return trn("Too many attempts. Wait {n} minute.", "Too many attempts. Wait {n} minutes.", (seconds + 59) / 60)
}

func sentence(for failure: BrowserFailure) -> String {
  switch failure {
  case .notOffered: tr("This server doesn't support sign-in with the browser.")
  case .providerUnreachable: tr("Can't reach the server’s sign-in page.")
  case .providerUnusable: tr("The server’s sign-in page is not secure.")
  case .noPort: tr("Can't wait for the browser. This computer has no free port.")
  case .notOpened: tr("Can't open a browser.")
  case .denied: tr("The sign-in was refused in the browser.")
  case .failed: tr("The sign-in page reported an error. Try again later.")
  case .strangeAnswer: tr("The browser returned another sign-in. Try again.")
  case .timedOut: tr("The browser didn't respond within ten minutes.")
  case .notBelieved: tr("The server rejected this sign-in. Try again.")
  }
}

/// `clock`: formats a time of day.
func sentence(for status: SyncStatus, _ clock: (Timestamp) -> String) -> String {
  var sentences: [String] = []
  if let failure = status.failure {
    sentences.append(sentence(for: failure))
  } else if status.phase == .working {
    sentences.append(tr("Checking for changes…"))
  } else if let done = status.lastDone {
    sentences.append(tr("Synced at {time}", ["time": clock(done)]))
  } else {
    sentences.append(tr("Waiting until you sign in"))
  }
  if !status.stayed.isEmpty {
    sentences.append(
      trn(
        "Too large for the server, stored on this computer only: {titles}",
        "Too large for the server, {n} stored on this computer only: {titles}",
        status.stayed.count, ["titles": status.stayed.joined(separator: tr(", "))]))
  }
  return sentences.joined(separator: "\n")
}

func sentence(for failure: SyncFailure) -> String {
  switch failure {
  case .signedOut: tr("Waiting until you sign in")
  case .unavailable: tr("Can't reach the server. Your changes are saved and will be sent later.")
  case .serverIsBehind: tr("The server's data is older than this computer's. Ask its operator.")
  case .clockIsAhead: tr("This computer's clock is more than a day ahead. Correct it, then sync.")
  case .tooLarge: tr("One of your lists or settings is too large for the account server.")
  case .quotaFull: fullAccount
  case .unsound: unsoundAnswers
  case .differs: differingServer
  case .tooOld: tr("Waiting for an update of Kurs")
  case .refused(let status, _): tr("The account server reported status {n}.", ["n": String(status)])
  case .api(.notJSON), .api(.status(404)): tr("This address doesn't belong to a Kurs account server.")
  case .api, .malformed: brokenAnswer
  case .storage: tr("Can't save the server's data. Is the disk full?")
  }
}
