// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel

/// A provider that would have a rate which is not here.
struct RateOffer: Equatable, Sendable {
  var provider: ProviderID
  var name: String
  /// The days that the provider is asked for; nil where it is to be switched on.
  var days: ClosedRange<Day>?

  init(_ provider: ProviderID) {
    self.provider = provider
    name = publisher(of: provider)
  }

  /// The offer that would mend an error; nil where no bank can be asked for it.
  init?(mending error: RateError, today: Day) {
    guard let (provider, days) = error.askable(about: nil, today: today),
      ProviderDefinition.all.contains(where: { $0.provider.id == provider })
    else { return nil }
    self.init(provider)
    self.days = days
  }

  /// The text of its button.
  var action: String {
    let parts = ["provider": name]
    return days == nil ? tr("Switch on {provider}", parts) : tr("Get Rates of {provider}", parts)
  }
}
