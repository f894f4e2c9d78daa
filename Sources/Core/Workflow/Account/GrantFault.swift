// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

/// Why asking for tokens gave none: the server's word, or anything else, which never signs anyone out.
enum GrantFault: Error, Hashable {
  case refused(SignOutReason)
  /// The server does not know the session: another life of it began, or another key.
  case forgotten
  /// `floor`: milliseconds to wait at least.
  case failed(SignInFailure, floor: Int64)

  init(_ error: AccountError) {
    switch error {
    case .refused(let refusal): self.init(refusal)
    case .api(.notJSON), .api(.refused), .api(.broken), .api(.tooLarge): self = .failed(.malformedAnswer, floor: 0)
    case .api(.unreachable(.security)): self = .failed(.insecure, floor: 0)
    case .api(.unreachable(.address)): self = .failed(.addressUnusable, floor: 0)
    case .api(.tooManyRequests(let seconds)):
      let wait = Int64(min(seconds ?? 1, 3600)) * 1000
      self = .failed(.tooManyAttempts(wait: wait), floor: wait)
    case .api(.unavailable(let seconds)):
      self = .failed(.serverFault(status: 503), floor: Int64(min(seconds, 3600)) * 1000)
    case .api(.status(let status)): self = .failed(.serverFault(status: status), floor: 0)
    case .api(.cancelled): self = .failed(.cancelled, floor: 0)
    // The installation lacks a file.
    case .api(.schemaMissing): self = .failed(.storage, floor: 0)
    case .api: self = .failed(.unreachable, floor: 0)
    }
  }

  private init(_ refusal: AccountError.Refusal) {
    let wait = Int64(min(refusal.retryAfter ?? 1, 3600)) * 1000
    switch (refusal.status, refusal.reason) {
    case (503, "issuer-unreachable"): self = .failed(.browser(.providerUnreachable), floor: 0)
    case (503, _): self = .failed(.serverFault(status: 503), floor: refusal.retryAfter == nil ? 0 : wait)
    case (429, _): self = .failed(.tooManyAttempts(wait: wait), floor: wait)
    case (401, "wrong-credentials"), (403, "wrong-credentials"): self = .refused(.wrongPassword)
    case (401, "token-reused"): self = .refused(.tokenReused)
    case (401, "sign-in-again"), (401, "token-invalid"): self = .forgotten
    case (401, "token-expired"), (401, "session-ended"): self = .refused(.sessionEnded)
    case (410, "account-deleted"), (401, "account-deleted"), (403, "account-deleted"):
      self = .refused(.accountDeleted)
    case (403, "registration-closed"): self = .failed(.registrationClosed, floor: 0)
    case (403, "invitation-needed"): self = .failed(.invitationNeeded, floor: 0)
    case (409, "email-taken"): self = .failed(.emailTaken, floor: 0)
    case (422, "email-invalid"): self = .failed(.emailInvalid, floor: 0)
    case (422, "password-weak"): self = .failed(.passwordWeak, floor: 0)
    case (401, "identity-refused"): self = .failed(.browser(.notBelieved), floor: 0)
    case (404, "issuer-unknown"): self = .failed(.browser(.notOffered), floor: 0)
    default: self = .failed(.serverFault(status: refusal.status), floor: 0)
    }
  }
}

extension Member {
  init(_ item: MemberItem, at server: String) {
    self.init(
      id: MemberID(item.id, at: server), server: server, email: item.email, name: item.name,
      avatar: item.avatar, hasPassword: item.hasPassword)
  }
}

extension SignIn {
  func request(device: String) -> AccountRequest {
    if let proof {
      return .signIn(
        issuer: proof.issuer, code: proof.code.exposed, verifier: proof.verifier.exposed, nonce: proof.nonce,
        redirectURI: proof.redirectURI, device: device)
    }
    guard let registersAs else {
      return .signIn(email: email, password: password.exposed, device: device)
    }
    return .register(
      email: email, password: password.exposed, name: registersAs, device: device, invitation: invitation)
  }

  /// Salted anew in each run of the program.
  var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(server)
    hasher.combine(email)
    hasher.combine(password)
    return hasher.finalize()
  }
}
