// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension BrowserFailure {
  var code: ExitCode {
    switch self {
    case .notOffered, .denied, .notBelieved, .strangeAnswer: .failure
    case .providerUnreachable, .providerUnusable, .noPort, .notOpened, .failed, .timedOut: .unavailable
    }
  }

  func sentence(server: String) -> String {
    let name = ["server": server]
    return switch self {
    case .notOffered: tr("{server} doesn't support sign-in with the browser, or not at this provider.", name)
    case .providerUnreachable: tr("Can't reach the identity provider of {server}.", name)
    case .providerUnusable: tr("The identity provider of {server} is not secure.", name)
    case .noPort: tr("Can't wait for the browser. This computer has no free port.")
    case .notOpened: tr("Can't open a browser.")
    case .denied: tr("The sign-in was refused in the browser.")
    case .failed(""): tr("The identity provider reported an error.")
    case .failed(let code): tr("The identity provider reported an error: {reason}.", ["reason": code])
    case .strangeAnswer: tr("The browser returned another sign-in, but not this one.")
    case .timedOut: tr("The browser didn't respond within ten minutes.")
    case .notBelieved: tr("{server} rejected this sign-in.", name)
    }
  }
}
