// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason for which a member was signed out. The raw values are stored with a member who leaves.
public enum SignOutReason: String, Error, Hashable, Sendable {
  case user = "person"
  case wrongPassword = "wrong-password"
  /// The session expired or was ended on another machine.
  case sessionEnded = "session-ended"
  /// The server received a refresh token twice. A thief may have it, so the session ended.
  case tokenReused = "token-reused"
  case accountDeleted = "account-deleted"
}
