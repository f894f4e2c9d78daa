// SPDX-License-Identifier: GPL-3.0-or-later

/// An action; a list of them is carried out in order.
enum AuthAction: Hashable, Sendable {
  /// Within five seconds; asks no one.
  case readKeyring
  /// As `readKeyring`, but the person may be asked to unlock: they pressed the button.
  case unlockKeyring
  /// The answer comes back with this number.
  case startGrant(Grant, epoch: Int)
  /// Nothing may come of the grant with this number any more.
  case cancelGrant(epoch: Int)
  /// The tokens of the grant just reported are in use from now on.
  case adoptTokens(version: Int)
  /// Tokens that came too late belong to no one: the server is told, once, that they end.
  case revokeLate
  /// All that wait go on with the token in use.
  case releaseWaiters
  case failWaiters(AuthFailure)
  /// The sign-in that the person waits for has ended; nil for success.
  case answerForm(SignInFailure?)
  /// Mark, delete and forget, each step safe to repeat.
  case wipe(SignOutReason)
  /// Forget the secrets, leave the data.
  case forgetSecrets
  /// Tell the server that the session ends, for at most three seconds; best effort.
  case revoke
  /// The keyring holds something else than it should.
  case removeBadSecret
  /// Tokens are in memory only; say so once, write again every thirty seconds, five times.
  case rememberLater
  /// The keyring holds newer tokens, from another program of the person, than this program.
  case rereadKeyring
}

/// The decision about a call that needs to be signed in.
enum CallAction: Hashable, Sendable {
  /// Send with the token of this version.
  case use(version: Int)
  /// Wait until the grant on its way has ended.
  case join
  case fail(AuthFailure)
}
