// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension AccountForm {
  /// What is known of the ways to sign in to the account that shows.
  struct Ways: Equatable, Sendable {
    /// Whose they are.
    var member: MemberID?
    var known: WaysIn?
    /// The providers that the server trusts.
    var issuers: [String] = []
    /// The provider that waits for the person's password.
    var wanted: String?
    /// Whether the person is in the browser to add one.
    var isWaiting = false
  }
}

extension AccountForm.Outcome {
  /// Whether the ways to sign in may be others than before; of what failed, the server may have done its part.
  var changesWays: Bool {
    switch self {
    case .passwordChanged, .passwordSet, .identityAdded, .identityRemoved, .failed, .notAdded: true
    case .asking, .renamed, .pictureChanged, .pictureRemoved, .synced, .pictureRefused, .waits: false
    }
  }
}
