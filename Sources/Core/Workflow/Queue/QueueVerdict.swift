// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursStorage

extension QueueMachine {
  /// The meaning of an error for its command.
  enum Verdict: Hashable, Sendable {
    /// No meaning: the person or the end of the program stopped the sending.
    case cancelled
    /// Not the command's fault: it is sent again later, after the seconds that the server asks for.
    case wait(DeliveryFault, retryAfter: Int?)
    case signIn
    /// Perhaps the command's fault: so many of these and it is set aside.
    case attempt(DeliveryFault)
    case redirect(DeliveryFault)
    /// The command's fault.
    case setAside(DeliveryFault, Undeliverable)

    var fault: DeliveryFault? {
      switch self {
      case .cancelled: nil
      case .signIn: .notSignedIn
      case .wait(let fault, _), .attempt(let fault), .redirect(let fault), .setAside(let fault, _): fault
      }
    }

    init(_ error: APIError) {
      switch error {
      case .cancelled: self = .cancelled
      case .unreachable: self = .wait(.unreachable, retryAfter: nil)
      case .timedOut: self = .attempt(.timedOut)
      case .broken, .tooLarge: self = .attempt(.broken)
      case .tooManyRequests, .unavailable: self = .wait(.tooManyRequests, retryAfter: error.retryAfter)
      case .notJSON, .refused, .schemaMissing, .unknownProvider: self = .attempt(.unusableAnswer)
      case .status(let status): self.init(status: status)
      }
    }

    private init(status: Int) {
      let fault = DeliveryFault.status(status)
      switch status {
      case 401: self = .signIn  // guards Q17: .signIn => .attempt(fault)
      // Idempotency-Key (IETF draft, section 2.7): 409 while the first request is still under way, 422 where the
      // key came with another content.
      case 408, 409, 425, 500...599: self = .attempt(fault)  // guards Q08, Q09: .attempt(fault) => .setAside(fault, .gone)
      case 422: self = .setAside(fault, .keyReused)  // guards Q10: .keyReused => .gone
      case 410: self = .setAside(fault, .gone)  // guards Q27: .gone => .refused(status: status)
      // Redirects are not followed: a POST may mean something else at another address.
      case 300...399: self = .redirect(fault)  // guards Q20: .redirect(fault) => .attempt(fault)
      default: self = .setAside(fault, .refused(status: status))  // guards Q07: .setAside(fault, .refused(status: status)) => .attempt(fault)
      }
    }
  }
}
