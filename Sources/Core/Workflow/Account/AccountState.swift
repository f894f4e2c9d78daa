// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

public struct AccountState: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Stored data is shown until the sign-in is checked.
    case checking
    /// The keyring is locked. No account data is shown until it is unlocked.
    case locked
    case signedOut(SignOutReason?)
    case signingIn
    case signedIn
    /// Stored data is shown. `wantsPassword`: only a typed password can sign in again.
    case offline(wantsPassword: Bool)
    /// The time of the next try, after too many tries.
    case waiting(until: Uptime)
    case signingOut
  }

  public var phase: Phase
  /// The shown member; nil while data without an account is shown.
  public var member: Member?
  public var members: [Member]
  /// Whether the tokens are stored. If not, the sign-in ends with the program.
  public var isRemembered: Bool
  /// The last keyring error; nil if the keyring worked or didn't answer.
  public var keyringFailure: SecretFailure? = nil
  public var browserMethod: BrowserSignInMethod?
  public var service: ServiceTerms = ServiceTerms()
  /// The oldest version that the server supports. Nil unless this Kurs is older.
  public var neededRelease: ReleaseNumber?
}

public enum SignOutFailure: Error, Hashable, Sendable {
  /// The rest is done, and the next start tries again. The same holds for `storage`.
  case keyring(SecretFailure)
  case storage
  /// Nothing has changed.
  case notSaved
}

public enum AuthFailure: Error, Hashable, Sendable {
  case signedOut
  /// Signed in, but currently without a valid token.
  case unavailable
  case busy
}

public enum SignInFailure: Error, Hashable, Sendable {
  case refused(SignOutReason)
  case registrationClosed
  /// Registering: the server requires an invitation, and this one is invalid or used.
  case invitationNeeded
  /// Setting a new password: the code is wrong, used, or older than a day.
  case codeRefused
  case emailTaken
  case emailInvalid
  /// Registering: the password is too short, too long, very common, or the address itself.
  case passwordWeak
  /// `wait`: milliseconds for which the form is disabled.
  case tooManyAttempts(wait: Int64)
  case unreachable
  case proxy(String, status: Int?)
  case insecure
  case serverFault(status: Int)
  /// Not from a Kurs account server, or cut on its way.
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
