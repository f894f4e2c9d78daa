// SPDX-License-Identifier: GPL-3.0-or-later

/// How long tokens live.
enum SessionTerms {
  static let accessSeconds: Int64 = 15 * 60
  /// Time since the last renewal after which a person has to sign in again.
  static let refreshSeconds: Int64 = 90 * 86_400
  /// Time since the sign-in after which a person has to sign in again, however often the session was used.
  static let longestSeconds: Int64 = 365 * 86_400
  /// How long a sign-in, or the password typed once more, counts as proof that the person sits there.
  static let proofSeconds: Int64 = 20 * 60
}
