// SPDX-License-Identifier: GPL-3.0-or-later

/// A short name that never changes, such as `ecb`.
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
    /// 1 home = value of the other currency.
    case othersPerHome
    /// 1 (or 10, 100, …) of the other currency = value in home.
    case homePerOther
    case statedPerRow
  }

  public enum DayMeaning: String, Hashable, Sendable {
    case observed
    /// The rate applies on this day. It was set on the previous working day.
    case effective
    /// The day (UTC) of the table's last update.
    case fetched
  }

  public enum Basis: String, Hashable, Sendable {
    case published
    case midOfBuyingAndSelling
  }

  public let id: ProviderID
  public let publisher: String
  /// The currency that all quotes contain.
  public let home: Currency
  public let firstDay: Day
  /// The most days that a rate is carried. After that a currency counts as suspended.
  public let carryLimit: Int
  public let terms: String
  public let attribution: String
  public let direction: Direction
  public let dayMeaning: DayMeaning
  public let basis: Basis
  public let coverage: Int
  /// Whether it covers nearly every country and needs no key.
  public let isWorldwide: Bool
  public let publication: Publication
  /// The days between publication and the date of a rate.
  public let daysAhead: Int
  /// Whether rates are dated to the next working day, and rows of the days between are copies.
  public let datesNextWorkingDay: Bool
  /// When a separate table of rarer currencies is published. Nil without one.
  public let rarePublication: Publication?
  /// The periods for which an authority prescribes rates. Nil for market rates.
  public let validity: Validity?
  /// Used only if the user enables it, because its rates aren't a bank's or not only of ISO currencies.
  public let isOptIn: Bool

  public init(
    id: ProviderID, publisher: String, home: Currency, firstDay: Day, carryLimit: Int, terms: String,
    attribution: String, direction: Direction = .othersPerHome, dayMeaning: DayMeaning = .observed,
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
    self.attribution = attribution
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

  /// Suggests central banks for their own currency, then a worldwide provider.
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

/// The periods for which rates are prescribed. A rate applies on every day of its period only.
public enum Validity: String, Hashable, Sendable, CaseIterable {
  case month
  /// From the last day of a quarter to the day before the last one of the next.
  case quarterEnd

  public func period(of day: Day) -> ClosedRange<Day> {
    switch self {
    case .month: return .month(of: day)
    case .quarterEnd:
      let (year, month, _) = day.civil
      let quarter = ClosedRange(year: year, month: month - (month - 1) % 3, count: 3) ?? day...day
      let start = day == quarter.upperBound ? day : quarter.lowerBound - 1
      let next = ClosedRange.month(of: start + 1).lowerBound
      let end = ClosedRange(year: next.civil.year, month: next.civil.month, count: 3)?.upperBound ?? day + 1
      return start...(end - 1)
    }
  }
}

extension Provider {
  public func lastDay(of observed: Day) -> Day {
    validity?.period(of: observed).upperBound ?? observed + carryLimit
  }

  /// Whether an authority prescribes the rates. They never replace a market rate, and no market rate replaces them.
  public var isPrescribed: Bool { validity != nil }
}

extension [Provider] {
  public var countedTogether: [Provider] {
    first?.isPrescribed == true ? Array(prefix(1)) : filter { !$0.isPrescribed }
  }
}

/// A team's rates, a separate provider for each member.
public struct Team: Hashable, Sendable {
  public let id: ProviderID
  /// The account server's host, with its port unless it is the default.
  public let host: String

  public init?(of member: MemberID) {
    guard let at = member.text.firstIndex(of: "@") else { return nil }
    let server = member.text[member.text.index(after: at)...]
    host = String(server.firstRange(of: "://").map { server[$0.upperBound...] } ?? server)
    let word = host.lowercased().utf8.prefix(40).map { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        ? Character(UnicodeScalar(byte)) : "-"
    }
    // All machines of the member must get the same id.
    id = ProviderID(ProviderID.teamPrefix + String(word) + "-" + member.text.utf8.fnv1a.digits(16, radix: 16))
  }
}

extension ProviderID {
  static let teamPrefix = "team-"

  public var isTeam: Bool { name.hasPrefix(Self.teamPrefix) }
}
