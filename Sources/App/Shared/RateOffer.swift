// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel

/// A provider from which the user can get a missing rate.
struct RateOffer: Equatable, Sendable {
  var provider: ProviderID
  var name: String
  /// The days to request from the provider. Nil if the user must enable the provider first.
  var days: ClosedRange<Day>?

  init(_ provider: ProviderID) {
    self.provider = provider
    name = publisher(of: provider)
  }

  /// Creates the offer that resolves the error, or nil if no provider has the rate.
  init?(mending error: RateError, today: Day) {
    guard let (provider, days) = error.possibleSource(about: nil, today: today),
      ProviderDefinition.all.contains(where: { $0.provider.id == provider })
    else { return nil }
    self.init(provider)
    self.days = days
  }

  var action: String {
    let parts = ["provider": name]
    return days == nil ? tr("Use {provider}", parts) : tr("Get Rates From {provider}", parts)
  }
}
