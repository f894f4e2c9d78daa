// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// A provider that would have a rate which none in use has.
struct RateOffer: Equatable, Sendable {
  var provider: ProviderID
  var name: String

  init(_ provider: ProviderID) {
    self.provider = provider
    name = publisher(of: provider)
  }

  /// What switches it on.
  var action: String { tr("Switch on {provider}", ["provider": name]) }
}
