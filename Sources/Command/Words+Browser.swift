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
    case .notOffered: tr("{server} offers no sign-in with the browser, or not at this provider.", name)
    case .providerUnreachable: tr("The provider that {server} trusts cannot be reached.", name)
    case .providerUnusable: tr("The provider that {server} trusts cannot be used safely.", name)
    case .noPort: tr("Can't wait for the browser. This computer has no free port.")
    case .notOpened: tr("Can't open a browser.")
    case .denied: tr("The sign-in was refused in the browser.")
    case .failed(""): tr("The provider gave up.")
    case .failed(let code): tr("The provider gave up: {reason}.", ["reason": code])
    case .strangeAnswer: tr("The browser brought the answer to another sign-in, and none to this one.")
    case .timedOut: tr("The browser didn't respond within ten minutes.")
    case .notBelieved: tr("{server} does not accept what the browser brought back.", name)
    }
  }
}
