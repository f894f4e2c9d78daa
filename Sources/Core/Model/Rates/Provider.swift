// SPDX-License-Identifier: GPL-3.0-or-later

/// The id of a rate's source: a short name that never changes (`ecb`).
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

/// A provider's fixed properties.
public struct Provider: Hashable, Sendable {
  /// The side of each quote that is the unit.
  public enum Direction: String, Hashable, Sendable {
    /// 1 home = value of the other currency.
    case othersPerHome
    /// 1 (or 10, 100, …) of the other currency = value in home.
    case homePerOther
    /// The document says it row by row.
    case statedPerRow
  }

  /// The meaning of the day beside a value.
  public enum DayMeaning: String, Hashable, Sendable {
    /// The market was observed on it.
    case observed
    /// The rate holds on it; it was set on the working day before.
    case effective
    /// The provider last renewed its table on it (UTC).
    case fetched
  }

  /// The origin of the value.
  public enum Basis: String, Hashable, Sendable {
    case published
    /// Halfway between the published buying and selling rates, exactly.
    case midOfBuyingAndSelling
  }

  public let id: ProviderID
  /// The publisher's own English name.
  public let publisher: String
  /// The currency that every quote of it has on one side.
  public let home: Currency
  public let firstDay: Day
  /// The longest gap that a rate may be carried over, in days; past it a currency counts as suspended.
  public let carryLimit: Int
  /// The address of its terms, and the attribution to show beside its rates.
  public let terms: String
  public let attribution: String
  public let direction: Direction
  public let dayMeaning: DayMeaning
  public let basis: Basis
  /// About how many currencies it quotes.
  public let coverage: Int
  /// Whether it has the money of nearly every country, and asks for no key.
  public let isWorldwide: Bool
  /// When new rates come out.
  public let publication: Publication
  /// How many days ahead a rate is dated on the day it comes out.
  public let lead: Int
  /// When the table of rarer currencies comes out that some banks have beside; nil for one table of all.
  public let seldom: Publication?
  /// The periods for which it prescribes its rates; nil where it publishes what it saw in the market.
  public let validity: Validity?
  /// Left alone until the person asks for it: its rates are not those of a bank or of ISO currencies alone.
  public let isOptIn: Bool

  public init(
    id: ProviderID, publisher: String, home: Currency, firstDay: Day, carryLimit: Int, terms: String,
    attribution: String, direction: Direction = .othersPerHome, dayMeaning: DayMeaning = .observed,
    basis: Basis = .published, coverage: Int = 0, isWorldwide: Bool = false,
    publication: Publication = Publication(), lead: Int? = nil, seldom: Publication? = nil,
    validity: Validity? = nil, isOptIn: Bool = false
  ) {
    self.id = id
    self.publisher = publisher
    self.home = home
    self.firstDay = firstDay
    self.carryLimit = carryLimit
    self.terms = terms
    self.attribution = attribution
    self.direction = direction
    self.dayMeaning = dayMeaning
    self.basis = basis
    self.coverage = coverage
    self.isWorldwide = isWorldwide
    self.publication = publication
    self.seldom = seldom
    self.lead = lead ?? (dayMeaning == .effective && publication.rhythm == .workingDays ? 1 : 0)
    self.validity = validity
    self.isOptIn = isOptIn
  }
}
