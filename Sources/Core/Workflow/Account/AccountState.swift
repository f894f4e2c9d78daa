// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

/// The account as windows show it.
public struct AccountState: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Stored data is shown while the sign-in is being checked.
    case checking
    /// The keyring is locked. No account data is shown until it is unlocked.
    case locked
    case signedOut(SignOutReason?)
    case signingIn
    case signedIn
    /// Stored data is shown. `wantsPassword`: only a typed password can sign in again.
    case offline(wantsPassword: Bool)
    /// Too many tries: the next one is allowed then.
    case waiting(until: Uptime)
    case signingOut
  }

  public var phase: Phase
  /// The shown member; nil for data without an account.
  public var member: Member?
  /// Every account on this machine, the last used first.
  public var members: [Member]
  /// False if the tokens could not be stored: the sign-in ends with the program.
  public var isRemembered: Bool
  /// The browser sign-in of the shown or signed-out member; nil for any other.
  public var browserWay: BrowserWay?
  /// The service terms that the member's server sent in this run.
  public var service: ServiceTerms = ServiceTerms()
  /// The oldest version that the server supports, if this Kurs is older.
  public var neededRelease: ReleaseNumber?
}

/// Why a member is no longer signed in.
public enum SignOutReason: Error, Hashable, Sendable {
  /// The user signed out.
  case user
  /// The password is wrong or no longer valid.
  case wrongPassword
  /// The session expired, or was ended from another machine.
  case sessionEnded
  /// The server received a refresh token twice. Someone else may have it, so the session ended.
  case tokenReused
  /// The account no longer exists.
  case accountDeleted
}

/// Why a call that needs a sign-in was not sent, or not again.
public enum AuthFailure: Error, Hashable, Sendable {
  /// Nobody is signed in.
  case signedOut
  /// Signed in, but without a valid token at the moment.
  case unavailable
  /// Too many calls are waiting.
  case busy
}

/// Why signing in or registering failed.
public enum SignInFailure: Error, Hashable, Sendable {
  /// The server refused.
  case refused(SignOutReason)
  /// Registering: the operator accepts no new members.
  case registrationClosed
  /// Registering: the operator requires an invitation, and this one is invalid or used.
  case invitationNeeded
  /// Registering: the address has an account already.
  case emailTaken
  case emailInvalid
  /// Registering: the password is too short or too long.
  case passwordWeak
  /// The form is disabled for `wait` milliseconds.
  case tooManyAttempts(wait: Int64)
  /// No connection to the server, or no response in time.
  case unreachable
  /// The secure connection failed.
  case insecure
  /// A fault of the server, with its status.
  case serverFault(status: Int)
  /// The address answers, but not as a Kurs account server.
  case malformedAnswer
  /// The address of the server is invalid. It must be https.
  case addressUnusable
  case cancelled
  /// Another sign-in or the sign-out is in progress.
  case busy
  /// Only for a browser sign-in.
  case browser(BrowserFailure)
  /// Adding a sign-in method: why the call to the server failed.
  case call(AccountCallFailure)
  /// The stored members can't be read or written.
  case storage
}

/// Why a call to the account server failed.
public enum AccountCallFailure: Error, Hashable, Sendable {
  /// It wasn't sent, or not again, because there was no token.
  case auth(AuthFailure)
  /// The server refused the call, with its code.
  case refused(status: Int, reason: String, retryAfter: Int?)
  case api(APIError)

  /// The seconds to wait that the server sent; nil if it sent none.
  var retryAfter: Int? {
    switch self {
    case .auth: nil
    case .refused(_, _, let seconds): seconds
    case .api(let error): error.retryAfter
    }
  }
}

extension APIError {
  /// Maps an account failure to an `APIError`, for callers that treat all servers alike.
  init(_ failure: AccountCallFailure) {
    switch failure {
    case .auth(.unavailable), .auth(.busy): self = .unreachable(.connection)
    case .auth(.signedOut): self = .status(401)
    case .refused(let status, _, let seconds): self.init(status: status, retryAfter: seconds)
    case .api(let error): self = error
    }
  }
}
