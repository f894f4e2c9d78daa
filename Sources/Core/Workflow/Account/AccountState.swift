// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

public struct AccountState: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Kurs checks whether the member is still signed in. During the check, stored data is shown.
    case checking
    /// The keyring is locked. No account data is shown until the keyring is unlocked.
    case locked
    case signedOut(SignOutReason?)
    case signingIn
    case signedIn
    /// No token is valid, so only stored data is shown. `wantsPassword`: whether the user must sign in again.
    case offline(wantsPassword: Bool)
    /// Kurs requested tokens too often and must pause. `until`: the time of the next try.
    case waiting(until: Uptime)
    case signingOut
  }

  public var phase: Phase
  /// The current member. Nil while data without an account is shown.
  public var member: Member?
  public var members: [Member]
  /// Whether the tokens are stored in the keyring. If not, the user must sign in again at the next start.
  public var isRemembered: Bool
  /// The last keyring error. Nil if the keyring worked or didn't respond.
  public var keyringFailure: SecretFailure? = nil
  public var browserMethod: BrowserSignInMethod?
  public var service: ServiceTerms = ServiceTerms()
  /// The oldest version of Kurs that the server supports. Nil if the server supports this version.
  public var neededRelease: ReleaseNumber?
}

public enum SignOutFailure: Error, Hashable, Sendable {
  /// The data was deleted, but the keyring still has tokens or the password. The next start tries again.
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
  /// The server requires an invitation to register. The user gave no invitation, or it is invalid or used.
  case invitationNeeded
  /// The code for setting a new password is wrong, used, or older than a day.
  case codeRefused
  case emailTaken
  case emailInvalid
  /// The new member's password is too short, too long, very common, or equal to the email address.
  case passwordWeak
  /// The user tried to sign in too often. `wait`: the milliseconds until the next try.
  case tooManyAttempts(wait: Int64)
  case unreachable
  case proxy(String, status: Int?)
  case insecure
  case serverFault(status: Int)
  /// The response is incomplete, or isn't from a Kurs account server.
  case malformedAnswer
  /// The server's address is invalid or doesn't use HTTPS.
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
  /// The server refused the request. `retryAfter`: the seconds to wait, nil if unknown.
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
