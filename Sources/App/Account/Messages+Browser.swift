// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// Why a sign-in with the browser came to nothing.
func sentence(for failure: BrowserFailure) -> String {
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
