// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursModel
import KursWorkflow

func sentence(for outcome: AccountForm.Outcome) -> String {
  switch outcome {
  case .asking: tr("Connecting to the server…")
  case .renamed: tr("Name changed.")
  case .passwordChanged: tr("Password changed. You were signed out on your other computers.")
  case .passwordSet: tr("Password set. You were signed out on your other computers.")
  case .pictureChanged: tr("Picture changed.")
  case .pictureRemoved: tr("Picture removed.")
  case .pictureRefused(let fault): sentence(for: fault)
  case .queued: tr("Can't reach the account server. Kurs will send the change later.")
  case .identityAdded: tr("Sign-in method added.")
  case .identityRemoved: tr("Sign-in method removed.")
  case .notAdded(let failure): sentence(for: failure)
  case .failed(let failure): sentence(for: failure)
  case .notSignedOut(let failure): sentence(for: failure)
  case .discarded: tr("Change discarded.")
  case .notSaved: tr("Can't save the change. Check the disk and its free space.")
  case .synced(let sent, let received): sentence(sent: sent, received: received)
  }
}

private func sentence(sent: Int, received: Int) -> String {
  guard sent + received > 0 else { return tr("Everything is already synced.") }
  let parts = [
    sent > 0 ? trn("{n} change was sent.", "{n} changes were sent.", sent) : "",
    received > 0 ? trn("{n} change was received.", "{n} changes were received.", received) : "",
  ]
  return parts.filter { !$0.isEmpty }.joined(separator: " ")
}

func sentence(for status: SyncStatus, _ clock: (Timestamp) -> String) -> String {
  var sentences: [String] = []
  if let failure = status.failure {
    sentences.append(sentence(for: failure))
  } else if status.phase == .working {
    sentences.append(tr("Checking for changes…"))
  } else if let done = status.lastDone {
    sentences.append(tr("Synced at {time}", ["time": clock(done)]))
  } else {
    sentences.append(tr("Will sync after you sign in"))
  }
  if !status.tooLargeTitles.isEmpty {
    sentences.append(
      trn(
        "{n} item is too large for the server and stays on this computer: {titles}",
        "{n} items are too large for the server and stay on this computer: {titles}",
        status.tooLargeTitles.count, ["titles": status.tooLargeTitles.joined(separator: tr(", "))]))
  }
  return sentences.joined(separator: "\n")
}
