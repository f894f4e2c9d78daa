// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension AccountForm {
  /// The known ways to sign in to the account shown.
  struct Ways: Equatable, Sendable {
    /// The member they belong to.
    var member: MemberID?
    var known: WaysIn?
    /// The providers that the server trusts.
    var issuers: [String] = []
    /// The provider that waits for the person's password.
    var wanted: String?
    /// True while the person is in the browser to add one.
    var isWaiting = false
  }
}

extension AccountForm.Outcome {
  /// True if the ways to sign in may have changed; the server may have carried out a request that failed.
  var changesWays: Bool {
    switch self {
    case .passwordChanged, .passwordSet, .identityAdded, .identityRemoved, .failed, .notAdded: true
    case .asking, .renamed, .pictureChanged, .pictureRemoved, .synced, .pictureRefused, .waits, .notSignedOut: false
    }
  }
}
