// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

/// The error of a token request. Only `refused` signs the member out.
enum GrantFault: Error, Hashable {
  case refused(SignOutReason)
  /// The server doesn't know the session, for example because the server was restored from a backup.
  case sessionUnknown
  /// The request failed without a refusal. `retryAfter`: the seconds to wait, nil if the server sent no number.
  case failed(SignInFailure, retryAfter: Int? = nil)

  init(_ error: AccountError) {
    switch error {
    case .refused(503, "issuer-unreachable", _): self = .failed(.browser(.providerUnreachable))
    case .refused(401, "wrong-credentials", _), .refused(403, "wrong-credentials", _): self = .refused(.wrongPassword)
    case .refused(401, "token-reused", _): self = .refused(.tokenReused)
    case .refused(401, "sign-in-again", _), .refused(401, "token-invalid", _): self = .sessionUnknown
    case .refused(401, "token-expired", _), .refused(401, "session-ended", _): self = .refused(.sessionEnded)
    case .refused(410, "account-deleted", _), .refused(401, "account-deleted", _), .refused(403, "account-deleted", _):
      self = .refused(.accountDeleted)
    case .refused(403, "registration-closed", _): self = .failed(.registrationClosed)
    case .refused(403, "invitation-needed", _): self = .failed(.invitationNeeded)
    case .refused(409, "email-taken", _): self = .failed(.emailTaken)
    case .refused(422, "email-invalid", _): self = .failed(.emailInvalid)
    case .refused(422, "password-weak", _): self = .failed(.passwordWeak)
    case .refused(401, "identity-refused", _): self = .failed(.browser(.responseRejected))
    case .refused(404, "issuer-unknown", _): self = .failed(.browser(.notOffered))
    case .refused(let status, _, let seconds): self.init(.api(APIError(status: status, retryAfter: seconds)))
    case .api(.status(let status)): self = .failed(.serverFault(status: status))  // guards A04, A10: .failed(.serverFault(status: status)) => .refused(.sessionEnded)
    case .api(.notJSON), .api(.refused), .api(.tooLarge): self = .failed(.malformedAnswer)  // guards A09: .failed(.malformedAnswer) => .refused(.sessionEnded)
    case .api(.unreachable(.proxy(let proxy, let status))): self = .failed(.proxy(proxy, status: status))
    case .api(.unreachable(.security)): self = .failed(.insecure)
    case .api(.unreachable(.address)): self = .failed(.addressUnusable)
    case .api(.tooManyRequests(let seconds)): self = .tooManyAttempts(seconds)
    case .api(.unavailable(let seconds)): self = .failed(.serverFault(status: 503), retryAfter: seconds)
    case .api(.cancelled): self = .failed(.cancelled)
    case .api(.schemaMissing): self = .failed(.storage)
    case .api: self = .failed(.unreachable)  // guards A10, A04: .failed(.unreachable) => .refused(.sessionEnded)
    }
  }

  /// Returns the failure for too many attempts. `asked`: the seconds to wait, from the response. Nil means one second.
  private static func tooManyAttempts(_ asked: Int?) -> GrantFault {
    .failed(.tooManyAttempts(wait: AuthMachine.backOff.requestedPause(asked ?? 1)), retryAfter: asked ?? 1)
  }
}

extension Member {
  init(_ item: MemberResponse, at server: String) {
    self.init(
      id: MemberID(item.id, at: server), server: server, email: item.email, name: item.name,
      avatar: item.avatar, hasPassword: item.hasPassword)
  }
}
