// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason for which a member was signed out. The raw values are stored with the member.
public enum SignOutReason: String, Error, Hashable, Sendable {
  case user = "person"
  case wrongPassword = "wrong-password"
  /// The sign-in expired, or the user ended it on another computer.
  case sessionEnded = "session-ended"
  /// The server received a refresh token twice. The token may be stolen, so the server signed the member out.
  case tokenReused = "token-reused"
  case accountDeleted = "account-deleted"
}
