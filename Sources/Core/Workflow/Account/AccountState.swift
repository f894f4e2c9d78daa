// SPDX-License-Identifier: GPL-3.0-or-later

public import KursAPI
public import KursModel

/// The account as windows show it.
public struct AccountState: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Stored data shows; whether its member is still signed in is being checked.
    case checking
    /// The keyring is locked: nothing of the account shows until it is opened.
    case locked
    case signedOut(SignOutReason?)
    case signingIn
    case signedIn
    /// Stored data shows. `wantsPassword`: only a password from the person can sign in again.
    case offline(wantsPassword: Bool)
    /// Too many tries: the next one comes then.
    case waiting(until: Uptime)
    case signingOut
  }

  public var phase: Phase
  /// The member whose data shows; nil for data without an account.
  public var member: Member?
  /// Every account on this machine, the last used first.
  public var members: [Member]
  /// False where the tokens could not be stored: the sign-in ends with the program.
  public var isRemembered: Bool
  /// Where the member shows, or was signed out, who signed in with the browser; nil for any other.
  public var browserWay: BrowserWay?
  /// The terms that the member's server has told in this run.
  public var service: ServiceTerms = ServiceTerms()
  /// The oldest release that the server serves, where this Kurs is older.
  public var neededRelease: ReleaseNumber?
}

/// Why a member is not signed in any more.
public enum SignOutReason: Error, Hashable, Sendable {
  /// The person wanted it.
  case user
  /// The password is not, or no longer, the right one.
  case wrongPassword
  /// The session was not used for so long that it ended, or was ended from another machine.
  case sessionEnded
  /// The server saw a refresh token twice: someone else may have it, so the session ended.
  case tokenReused
  /// The account does not exist any more.
  case accountDeleted
}

/// Why a call that needs to be signed in was not sent, or not again.
public enum AuthFailure: Error, Hashable, Sendable {
  /// No one is signed in, or no longer.
  case signedOut
  /// Signed in, but there is no way to a good token just now.
  case unavailable
  /// Too many calls wait already.
  case busy
}

/// Why a sign-in or registration came to nothing.
public enum SignInFailure: Error, Hashable, Sendable {
  /// The server said no.
  case refused(SignOutReason)
  /// Registering: the operator takes no new members.
  case registrationClosed
  /// Registering: the operator takes who has a code, and this is none, or a used one.
  case invitationNeeded
  /// Registering: there is an account of this address.
  case emailTaken
  case emailInvalid
  /// Registering: the password is too short, or too long.
  case passwordWeak
  /// The form stays shut for so many milliseconds.
  case tooManyAttempts(wait: Int64)
  /// No way to the server, or it did not answer in time.
  case unreachable
  /// The secure connection failed.
  case insecure
  /// The server's own fault; its status.
  case serverFault(status: Int)
  /// The address answers, but not as a Kurs account server.
  case malformedAnswer
  /// The address of the server cannot be used: it must be https.
  case addressUnusable
  case cancelled
  /// Another sign-in, or the sign-out, is under way.
  case busy
  /// Only for a sign-in with the browser.
  case browser(BrowserFailure)
  /// Adding a way in: why the call to the server came to nothing.
  case call(AccountCallFailure)
  /// The stored members cannot be read or written.
  case storage
}

/// Why a call to the account server gave nothing.
public enum AccountCallFailure: Error, Hashable, Sendable {
  /// It was not sent, or not again, for want of a token.
  case auth(AuthFailure)
  /// The server refused the call itself; its code.
  case refused(status: Int, reason: String, retryAfter: Int?)
  /// A fault on the way.
  case api(APIError)

  /// Seconds that the server asks to be left alone; nil where it names none.
  var retryAfter: Int? {
    switch self {
    case .auth: nil
    case .refused(_, _, let seconds): seconds
    case .api(let error): error.retryAfter
    }
  }
}

extension APIError {
  /// As whoever asks judges it that need not know whose answer it is: the queue, and the timetable of a team's rates.
  init(_ failure: AccountCallFailure) {
    switch failure {
    case .auth(.unavailable), .auth(.busy): self = .unreachable(.connection)
    case .auth(.signedOut): self = .status(401)
    case .refused(let status, _, let seconds): self.init(status: status, retryAfter: seconds)
    case .api(let error): self = error
    }
  }
}
