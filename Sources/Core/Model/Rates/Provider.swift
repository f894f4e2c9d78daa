// SPDX-License-Identifier: GPL-3.0-or-later

/// Which source a rate came from: a short name that stays the same for ever (`ecb`).
public struct ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }
  public static func < (a: ProviderID, b: ProviderID) -> Bool { a.name < b.name }
  public static let ecb = ProviderID("ecb")
  public static let frankfurter = ProviderID("frankfurter")
}

/// What can be said of a provider without asking it.
public struct Provider: Hashable, Sendable {
  public let id: ProviderID
  /// Who publishes the rates, as they call themselves in English.
  public let publisher: String
  /// The currency that every quote of it has on one side.
  public let home: Currency
  public let firstDay: Day
  /// The longest gap that a rate may be carried over, in days; past it a currency counts as suspended.
  public let carryLimit: Int
  /// Where its terms stand, and the words to show beside its rates.
  public let terms: String
  public let attribution: String

  public init(
    id: ProviderID, publisher: String, home: Currency, firstDay: Day, carryLimit: Int, terms: String,
    attribution: String
  ) {
    self.id = id
    self.publisher = publisher
    self.home = home
    self.firstDay = firstDay
    self.carryLimit = carryLimit
    self.terms = terms
    self.attribution = attribution
  }
}
