// SPDX-License-Identifier: GPL-3.0-or-later

/// The id of a provider: a short name that never changes (`ecb`).
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
  /// Which side of each quote is the unit.
  public enum Direction: String, Hashable, Sendable {
    /// 1 home = value of the other currency.
    case othersPerHome
    /// 1 (or 10, 100, …) of the other currency = value in home.
    case homePerOther
    /// Each row of the document states it.
    case statedPerRow
  }

  /// The meaning of the day beside a value.
  public enum DayMeaning: String, Hashable, Sendable {
    /// The market was observed on it.
    case observed
    /// The rate applies on it and was set on the previous working day.
    case effective
    /// The provider last updated its table on it (UTC).
    case fetched
  }

  /// The kind of value.
  public enum Basis: String, Hashable, Sendable {
    case published
    /// Halfway between the published buying and selling rates, exactly.
    case midOfBuyingAndSelling
  }

  public let id: ProviderID
  /// The publisher's own English name.
  public let publisher: String
  /// The currency that all of its quotes contain.
  public let home: Currency
  public let firstDay: Day
  /// The most days a rate may be carried. After that a currency counts as suspended.
  public let carryLimit: Int
  /// The address of its terms, and the attribution to show beside its rates.
  public let terms: String
  public let attribution: String
  public let direction: Direction
  public let dayMeaning: DayMeaning
  public let basis: Basis
  /// The approximate number of its currencies.
  public let coverage: Int
  /// Whether it has the currency of nearly every country and needs no key.
  public let isWorldwide: Bool
  /// When new rates are published.
  public let publication: Publication
  /// The periods for which it prescribes its rates; nil if it publishes market observations.
  public let validity: Validity?
  /// Never used unless the user enables it, because its rates aren't those of a bank or of ISO currencies only.
  public let isOptIn: Bool

  public init(
    id: ProviderID, publisher: String, home: Currency, firstDay: Day, carryLimit: Int, terms: String,
    attribution: String, direction: Direction = .othersPerHome, dayMeaning: DayMeaning = .observed,
    basis: Basis = .published, coverage: Int = 0, isWorldwide: Bool = false,
    publication: Publication = Publication(), validity: Validity? = nil, isOptIn: Bool = false
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
    self.validity = validity
    self.isOptIn = isOptIn
  }
}

/// Disabled providers that would have a missing rate, as far as known without asking them.
public struct ProviderSuggestions: Hashable, Sendable {
  private var banks: [Currency: ProviderID] = [:]
  private var worldwide: ProviderID?

  /// Providers without a key: central banks for their own currency, and one that covers nearly every country.
  public init(_ providers: some Sequence<Provider> = []) {
    for provider in providers.sorted(by: { $0.id < $1.id }) where !provider.isOptIn && !provider.isPrescribed {
      if provider.direction == .homePerOther, banks[provider.home] == nil { banks[provider.home] = provider.id }
      if provider.isWorldwide { worldwide = worldwide ?? provider.id }
    }
  }

  /// Nil for a currency that isn't money today.
  func provider(of record: CurrencyRecord?) -> ProviderID? {
    guard let record, record.kind == .money, record.until == nil else { return nil }
    return banks[record.currency] ?? worldwide
  }
}

/// The periods for which an authority prescribes its rates. Each rate applies on every day of its own period only.
public enum Validity: String, Hashable, Sendable, CaseIterable {
  case month
  /// From the last day of a calendar quarter to the day before the last one of the next.
  case quarterEnd

  /// The period that a day belongs to.
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
  /// The last day on which a rate observed on a day counts.
  public func lastDay(of observed: Day) -> Day {
    validity?.period(of: observed).upperBound ?? observed + carryLimit
  }

  /// Whether its rates are prescribed by an authority for its own purposes. They never replace others, and others
  /// never replace them.
  public var isPrescribed: Bool { validity != nil }
}

extension [Provider] {
  /// The providers that count together: a prescribing authority only, if it comes first, else all others.
  public var countedTogether: [Provider] {
    first?.isPrescribed == true ? Array(prefix(1)) : filter { !$0.isPrescribed }
  }
}

/// A team's own rates, as a separate provider for each member of an account server.
public struct Team: Hashable, Sendable {
  public let id: ProviderID
  /// The account server's host, with its port unless it is the default.
  public let host: String

  /// `member`: the member whose server is used; nil if signed out.
  public init?(of member: MemberID) {
    guard let at = member.text.firstIndex(of: "@") else { return nil }
    let server = member.text[member.text.index(after: at)...]
    host = String(server.firstRange(of: "://").map { server[$0.upperBound...] } ?? server)
    let word = host.lowercased().utf8.prefix(40).map { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        ? Character(UnicodeScalar(byte)) : "-"
    }
    // FNV-1a distinguishes what the readable part can't, and is the same on all machines of the member.
    let hash = member.text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    id = ProviderID(ProviderID.teamPrefix + String(word) + "-" + hash.digits(16, radix: 16))
  }
}

extension ProviderID {
  static let teamPrefix = "team-"

  /// Whether it is the id of team rates.
  public var isTeam: Bool { name.hasPrefix(Self.teamPrefix) }
}
