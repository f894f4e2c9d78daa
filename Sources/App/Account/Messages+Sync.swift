// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

/// How this machine stands to the person's others; `clock`: a moment as the time of day.
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

/// Why the account server and this machine are not in step.
func sentence(for failure: SyncFailure) -> String {
  switch failure {
  case .signedOut: tr("Waits until you are signed in")
  case .unavailable: tr("Can't reach the server. Your changes are kept here until it is back.")
  case .serverIsBehind: tr("The server knows less than this machine; ask its operator.")
  case .clockIsAhead: tr("The clock of this machine is more than a day ahead of the server’s.")
  case .tooLarge: tr("Something saved here is larger than the account server takes.")
  case .quotaFull: fullAccount
  case .unsound: unsoundAnswers
  case .differs: differingServer
  case .tooOld: tr("Waits until Kurs is updated")
  case .refused(let status, _): tr("The account server answered with status {n}.", ["n": String(status)])
  case .api(.notJSON), .api(.status(404)): tr("There is no Kurs account server at this address.")
  case .api, .malformed: brokenAnswer
  case .storage: tr("What the server sent can't be saved. Is the disk full?")
  }
}
