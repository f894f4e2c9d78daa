// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a member is not signed in any more.
public enum SignOutReason: Error, Hashable, Sendable {
  /// The person wanted it.
  case person
  /// The password is not, or no longer, the right one.
  case wrongPassword
  /// The session was not used for so long that it ended, or was ended from another machine.
  case sessionEnded
  /// The server saw a refresh token twice: someone else may have it, so the session ended.
  case tokenReused
  /// The account does not exist any more.
  case accountDeleted
}

/// What a sign-out could not do; the rest is done, and the next start of a program tries again.
public enum SignOutFailure: Error, Hashable, Sendable {
  /// The sign-in is still in the keyring.
  case keyring(SecretFailure)
  /// The data of the account could not be deleted.
  case storage
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
  /// Setting a new password: the code is not the member's, or was used, or is older than a day.
  case codeRefused
  /// Registering: there is an account of this address.
  case emailTaken
  case emailInvalid
  /// Registering: the password is too short, too long, very common, or the address itself.
  case passwordWeak
  /// The form stays shut for so many milliseconds.
  case tooManyAttempts(wait: Int64)
  /// No way to the server, or it did not answer in time.
  case unreachable
  /// The proxy of that name took no connection, or answered with a status instead of connecting.
  case proxy(String, status: Int?)
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
