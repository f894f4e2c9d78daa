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
    switch self {
    case .notOffered: "\(server) offers no sign-in with the browser, or not at this provider."
    case .providerUnreachable: "The provider that \(server) trusts cannot be reached."
    case .providerUnusable: "The provider that \(server) trusts cannot be used safely."
    case .noPort: "This machine has no free port to wait for the browser at."
    case .notOpened: "No browser could be opened."
    case .denied: "The sign-in was refused in the browser."
    case .failed(let code): "The provider gave up\(code.isEmpty ? "" : ": \(code)")."
    case .strangeAnswer: "The browser brought the answer to another sign-in, and none to this one."
    case .timedOut: "The browser brought no answer within ten minutes."
    case .notBelieved: "\(server) does not accept what the browser brought back."
    }
  }
}
