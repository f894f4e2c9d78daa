// SPDX-License-Identifier: GPL-3.0-or-later

/// The short name of a provider of rates, such as `ecb`. It never changes.
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

public struct Provider: Hashable, Sendable {
  public enum Direction: String, Hashable, Sendable {
    /// The value is an amount of the other currency, for 1 unit of the home currency.
    case othersPerHome
    /// The value is an amount of the home currency, for 1 (or 10, 100, …) units of the other currency.
    case homePerOther
    case statedPerRow
  }

  public enum DayMeaning: String, Hashable, Sendable {
    case observed
    /// The day on which the rate applies. The provider set the rate on the previous working day.
    case effective
    /// The UTC day on which the table was last updated.
    case fetched
  }

  public enum Basis: String, Hashable, Sendable {
    case published
    case midOfBuyingAndSelling
  }

  public let id: ProviderID
  public let publisher: String
  /// The currency that is part of every quote of this provider.
  public let home: Currency
  public let firstDay: Day
  /// The most days for which a rate stays in use. Afterwards, the currency counts as suspended.
  public let carryLimit: Int
  public let terms: String
  /// The source that the provider wants to be named. By default, the publisher.
  public let attribution: String
  public let direction: Direction
  public let dayMeaning: DayMeaning
  public let basis: Basis
  public let coverage: Int
  /// Whether the provider covers nearly every country and needs no key.
  public let isWorldwide: Bool
  public let publication: Publication
  /// The number of days from the publication of a rate to its date.
  public let daysAhead: Int
  /// Whether rates have the date of the next working day. If so, the rows of a weekend are copies of earlier rates.
  public let datesNextWorkingDay: Bool
  /// The timetable of rarer currencies that have a separate table. Nil without such a table.
  public let rarePublication: Publication?
  /// The kind of period for which an authority prescribes rates. Nil for market rates.
  public let validity: Validity?
  /// Whether the user must enable the provider, because its rates aren't a bank's or include non-ISO currencies.
  public let isOptIn: Bool

  public init(
    id: ProviderID, publisher: String, home: Currency, firstDay: Day, carryLimit: Int, terms: String,
    attribution: String? = nil, direction: Direction = .othersPerHome, dayMeaning: DayMeaning = .observed,
    basis: Basis = .published, coverage: Int = 0, isWorldwide: Bool = false,
    publication: Publication = Publication(), daysAhead: Int? = nil, datesNextWorkingDay: Bool = false,
    rarePublication: Publication? = nil, validity: Validity? = nil, isOptIn: Bool = false
  ) {
    self.id = id
    self.publisher = publisher
    self.home = home
    self.firstDay = firstDay
    self.carryLimit = carryLimit
    self.terms = terms
    self.attribution = attribution ?? publisher
    self.direction = direction
    self.dayMeaning = dayMeaning
    self.basis = basis
    self.coverage = coverage
    self.isWorldwide = isWorldwide
    self.publication = publication
    self.rarePublication = rarePublication
    self.datesNextWorkingDay = datesNextWorkingDay
    self.daysAhead = daysAhead ?? (dayMeaning == .effective && publication.rhythm == .workingDays ? 1 : 0)
    self.validity = validity
    self.isOptIn = isOptIn
  }
}

public struct ProviderSuggestions: Hashable, Sendable {
  private var banks: [Currency: ProviderID] = [:]
  private var worldwide: ProviderID?

  /// Stores which of `providers` to suggest: a central bank for its own currency, otherwise a worldwide provider.
  public init(_ providers: some Sequence<Provider> = []) {
    for provider in providers.sorted(by: { $0.id < $1.id }) where !provider.isOptIn && !provider.isPrescribed {
      if provider.direction == .homePerOther, banks[provider.home] == nil { banks[provider.home] = provider.id }
      if provider.isWorldwide { worldwide = worldwide ?? provider.id }
    }
  }

  func provider(of record: CurrencyRecord?) -> ProviderID? {
    guard let record, record.kind == .money, record.until == nil else { return nil }
    return banks[record.currency] ?? worldwide
  }
}

/// The kind of period for which rates are prescribed. A rate applies only on the days of its period.
public enum Validity: String, Hashable, Sendable, CaseIterable {
  case month
  /// The period from the last day of a quarter to the day before the last day of the next quarter.
  case quarterEnd

  public func period(of day: Day) -> ClosedRange<Day> {
    switch self {
    case .month: return .month(of: day)
    case .quarterEnd:
      let quarter = ClosedRange.quarter(of: day)
      let start = day == quarter.upperBound ? day : quarter.lowerBound - 1
      return start...(ClosedRange.quarter(of: start + 1).upperBound - 1)
    }
  }
}

extension Provider {
  public func lastDay(of observed: Day) -> Day {
    validity?.period(of: observed).upperBound ?? observed + carryLimit
  }

  /// Whether an authority prescribes the rates. Prescribed rates and market rates never replace each other.
  public var isPrescribed: Bool { validity != nil }
}

extension [Provider] {
  public var countedTogether: [Provider] {
    first?.isPrescribed == true ? Array(prefix(1)) : filter { !$0.isPrescribed }
  }
}

/// The rates that a team of members shares. Each member's team rates count as a separate provider.
public struct Team: Hashable, Sendable {
  public let id: ProviderID
  /// The host of the account server, with its port unless it is the usual port.
  public let host: String

  public init?(of member: MemberID) {
    guard let at = member.text.firstIndex(of: "@") else { return nil }
    let server = member.text[member.text.index(after: at)...]
    host = String(server.firstRange(of: "://").map { server[$0.upperBound...] } ?? server)
    let word = host.lowercased().utf8.prefix(40).map { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        ? Character(UnicodeScalar(byte)) : "-"
    }
    // The id must be the same on all computers of the member.
    id = ProviderID(ProviderID.teamPrefix + String(word) + "-" + member.text.utf8.fnv1a.digits(16, radix: 16))
  }
}

extension ProviderID {
  static let teamPrefix = "team-"

  public var isTeam: Bool { name.hasPrefix(Self.teamPrefix) }
}
