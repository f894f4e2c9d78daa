// SPDX-License-Identifier: GPL-3.0-or-later

/// The lifetimes of tokens and proofs, in seconds.
enum SessionTerms {
  static let accessSeconds: Int64 = 15 * 60
  /// The time after the last renewal at which a session expires, so that the user must sign in again.
  static let refreshSeconds: Int64 = 90 * 86_400
  /// The time after the sign-in at which a session expires, even if it was used until then.
  static let longestSeconds: Int64 = 365 * 86_400
  /// The time for which a sign-in or a repeated password proves that the user is present.
  static let proofSeconds: Int64 = 20 * 60
}
