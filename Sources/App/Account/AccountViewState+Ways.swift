// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension AccountViewState {
  /// The ways to sign in, as the page shows them.
  struct Ways: Equatable, Sendable {
    /// Someone at a provider.
    struct Row: Equatable, Sendable {
      let identity: WaysIn.Identity
      let title: String
      let subtitle: String
      let canRemove: Bool
    }

    var password = ""
    var identities: [Row] = []
    /// A row for each provider at which one more can be added.
    var offers: [String] = []
    /// True while the person is in the browser.
    var isWaiting = false
  }
}

extension AccountViewState.Ways {
  /// Nil where they are not known, or are not those of this member.
  init?(_ form: AccountForm.Ways, of member: Member?) {
    guard let known = form.known, let member, form.member == member.id else { return nil }
    password = member.hasPassword ? tr("Set") : tr("Not set")
    identities = known.identities.map {
      Row(
        identity: $0, title: $0.site, subtitle: $0.email,
        canRemove: member.hasPassword || known.identities.count > 1)
    }
    offers = form.issuers.map { issuer in
      guard form.issuers.count > 1 else { return tr("Add Sign-In with Browser…") }
      return tr("Add Sign-In with {site}…", ["site": WaysIn.site(of: issuer)])
    }
    isWaiting = form.isWaiting
  }
}
