// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Makes one call of `SecretCalls` for a test, and prints the outcome and the secret. Usage: secret_calls
/// lookup|store|remove|unlock.
@main
enum SecretCallsProgram {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 2, let calls = SecretCalls.opened else { exit(2) }
    let cancellable = calls.cancellable()
    // Cancels the call after five seconds, like SecretServiceStore.
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { cancellable in
        sleep(5)
        if let cancellable {
          Unmanaged<SecretCalls.Cancellable>.fromOpaque(cancellable).takeUnretainedValue().cancel()
        }
        return nil
      }, Unmanaged.passRetained(cancellable).toOpaque())
    var text: String?
    let outcome: SecretCalls.Outcome
    switch arguments[1] {
    case "lookup": (outcome, text) = calls.lookup("session", "ada", cancellable)
    case "store": outcome = calls.store("session", "ada", label: "Kurs", "a canary", cancellable)
    case "remove": outcome = calls.remove("session", "ada", cancellable)
    default: outcome = calls.unlock(cancellable)
    }
    var fault = "|0"
    if case .failed(let domain, let code) = outcome { fault = "\(domain)|\(code)" }
    print("\(name(of: outcome))|\(text ?? "")|\(fault)")
  }

  private static func name(of outcome: SecretCalls.Outcome) -> String {
    switch outcome {
    case .done: "done"
    case .none: "none"
    case .noService: "no service"
    case .locked: "locked"
    case .refused: "refused"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}
