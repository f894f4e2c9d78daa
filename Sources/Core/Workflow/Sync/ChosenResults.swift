// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The currencies that the person chose to convert to, on this machine and as all of them had it last.
public struct ChosenResults: Hashable, Sendable {
  /// As they are here now.
  public let currencies: [Currency]
  /// As the person's objects said them when both last agreed; what differs was chosen here since.
  public let kept: [Currency]

  var edit: CurrencyEdit { CurrencyEdit(before: kept, after: currencies) }
}
