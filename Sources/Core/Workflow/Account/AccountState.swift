// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

public struct AccountState: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// The sign-in is being checked. Stored data is shown until then.
    case checking
    /// The keyring is locked. No account data is shown until the keyring is unlocked.
    case locked
    case signedOut(SignOutReason?)
    case signingIn
    case signedIn
    /// Stored data is shown. `wantsPassword`: whether only a typed password can sign in again.
    case offline(wantsPassword: Bool)
    /// The member tried to sign in too often. `until`: the time of the next try.
    case waiting(until: Uptime)
    case signingOut
  }

  public var phase: Phase
  /// The shown member; nil while data without an account is shown.
  public var member: Member?
  public var members: [Member]
  /// Whether the tokens are stored. If not, the sign-in ends with the program.
  public var isRemembered: Bool
  /// The last keyring error. Nil if the keyring worked or didn't respond.
  public var keyringFailure: SecretFailure? = nil
  public var browserMethod: BrowserSignInMethod?
  public var service: ServiceTerms = ServiceTerms()
  /// The oldest version that the server supports. Nil unless this Kurs is older.
  public var neededRelease: ReleaseNumber?
}

public enum SignOutFailure: Error, Hashable, Sendable {
  /// The other steps are done, but the keyring has secrets. The next start tries again, as after `storage`.
  case keyring(SecretFailure)
  case storage
  /// The sign-out couldn't be saved, so nothing has changed.
  case notSaved
}

public enum AuthFailure: Error, Hashable, Sendable {
  case signedOut
  /// The member is signed in, but currently has no valid token.
  case unavailable
  case busy
}

public enum SignInFailure: Error, Hashable, Sendable {
  case refused(SignOutReason)
  case registrationClosed
  /// The server requires an invitation to register. The given invitation is invalid or used.
  case invitationNeeded
  /// The code for setting a new password is wrong, used, or older than a day.
  case codeRefused
  case emailTaken
  case emailInvalid
  /// The new member's password is too short, too long, very common, or equal to the address.
  case passwordWeak
  /// The user tried too often, so the form is disabled. `wait`: milliseconds.
  case tooManyAttempts(wait: Int64)
  case unreachable
  case proxy(String, status: Int?)
  case insecure
  case serverFault(status: Int)
  /// The response is incomplete, or isn't from a Kurs account server.
  case malformedAnswer
  /// The server's address is invalid or not https.
  case addressUnusable
  case cancelled
  /// Another sign-in or sign-out is in progress.
  case busy
  case browser(BrowserFailure)
  case call(AccountCallFailure)
  case storage
}

public enum AccountCallFailure: Error, Hashable, Sendable {
  case auth(AuthFailure)
  /// The server refused the call. `retryAfter` is in seconds.
  case refused(status: Int, reason: String, retryAfter: Int?)
  case api(APIError)

  var retryAfter: Int? {
    switch self {
    case .auth: nil
    case .refused(_, _, let seconds): seconds
    case .api(let error): error.retryAfter
    }
  }
}

extension APIError {
  init(_ failure: AccountCallFailure) {
    switch failure {
    case .auth(.unavailable), .auth(.busy): self = .unreachable(.connection)
    case .auth(.signedOut): self = .status(401)
    case .refused(let status, _, let seconds): self.init(status: status, retryAfter: seconds)
    case .api(let error): self = error
    }
  }
}
