// SPDX-License-Identifier: GPL-3.0-or-later
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
  /// Why the keyring gave, or took, no sign-in; nil where it did not answer.
  public var keyringFailure: SecretFailure? = nil
  /// Where the member shows, or was signed out, who signed in with the browser; nil for any other.
  public var browserWay: BrowserWay?
  /// The terms that the member's server has told in this run.
  public var service: ServiceTerms = ServiceTerms()
  /// The oldest release that the server serves, where this Kurs is older.
  public var neededRelease: ReleaseNumber?
}
