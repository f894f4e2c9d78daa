// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursModel
import KursWorkflow

func sentence(for reason: SignOutReason) -> String {
  switch reason {
  case .user: tr("You are signed out.")
  case .wrongPassword: tr("You are signed out: the password is no longer the right one.")
  case .sessionEnded: tr("You are signed out: the session has ended.")
  case .tokenReused: tr("You are signed out for safety: someone else may have used your session.")
  case .accountDeleted: tr("You are signed out: the account has been deleted.")
  }
}

func sentence(for outcome: AccountForm.Outcome) -> String {
  switch outcome {
  case .asking: tr("Asking the server…")
  case .renamed: tr("The name is changed.")
  case .passwordChanged: tr("The password is changed. Your sessions on other machines have ended.")
  case .passwordSet: tr("The password is set. Your sessions on other machines have ended.")
  case .pictureChanged: tr("The picture is changed.")
  case .pictureRemoved: tr("The picture is removed.")
  case .pictureRefused(let fault): sentence(for: fault)
  case .waits: tr("Can't reach the account server. Kurs sends the change later.")
  case .identityAdded: tr("The way to sign in was added.")
  case .identityRemoved: tr("The way to sign in was removed.")
  case .notAdded(let failure): sentence(for: failure)
  case .failed(let failure): sentence(for: failure)
  case .notSignedOut(let failure): sentence(for: failure)
  case .synced(let sent, let received): sentence(sent: sent, received: received)
  }
}

private func sentence(sent: Int, received: Int) -> String {
  guard sent + received > 0 else { return tr("Nothing was new, here or on the server.") }
  let parts = [
    sent > 0 ? trn("{n} change was sent.", "{n} changes were sent.", sent) : "",
    received > 0 ? trn("{n} change was received.", "{n} changes were received.", received) : "",
  ]
  return parts.filter { !$0.isEmpty }.joined(separator: " ")
}

/// `clock`: formats a time of day.
func sentence(for status: SyncStatus, _ clock: (Timestamp) -> String) -> String {
  var sentences: [String] = []
  if let failure = status.failure {
    sentences.append(sentence(for: failure))
  } else if status.phase == .working {
    sentences.append(tr("Asking the server what is new…"))
  } else if let done = status.lastDone {
    sentences.append(tr("Synced at {time}", ["time": clock(done)]))
  } else {
    sentences.append(tr("Waits until you are signed in"))
  }
  if !status.stayed.isEmpty {
    sentences.append(
      trn(
        "Too large for the server, so on this machine alone: {titles}",
        "Too large for the server, so on this machine alone, {n} of them: {titles}",
        status.stayed.count, ["titles": status.stayed.joined(separator: tr(", "))]))
  }
  return sentences.joined(separator: "\n")
}
