// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
public import KursAPI
public import KursModel

/// Rates that the user imported.
public struct OwnSeries: Hashable, Sendable {
  public let id: ProviderID
  public let name: String
  /// The currency that all pairs contain.
  public let home: Currency
  public let firstDay: Day
  /// The most days that a rate is carried.
  public let carryLimit: Int
  public let coverage: Int

  public init(id: ProviderID, name: String, home: Currency, firstDay: Day, carryLimit: Int, coverage: Int) {
    (self.id, self.name, self.home) = (id, name, home)
    (self.firstDay, self.carryLimit, self.coverage) = (firstDay, carryLimit, coverage)
  }

  public init?(id: ProviderID, _ bytes: [UInt8]) {
    guard let value = try? JSONReader().read(bytes), let name = value["name"]?.string,
      let home = value["home"]?.string.flatMap({ Currency($0) }),
      let first = value["first"]?.string.flatMap({ Day(iso: $0) }),
      let carry = value["carry"]?.number?.integer, (1...3660).contains(carry),
      let coverage = value["currencies"]?.number?.integer
    else { return nil }
    self.init(id: id, name: name, home: home, firstDay: first, carryLimit: carry, coverage: coverage)
  }

  public var bytes: [UInt8] {
    let members: [(String, JSONValue)] = [
      ("name", .string(name)), ("home", .string(home.code)), ("first", .string(firstDay.description)),
      ("carry", .number(JSONNumber(carryLimit))), ("currencies", .number(JSONNumber(coverage))),
    ]
    return Array((JSONWriter().text(of: .object(JSONObject(members))) + "\n").utf8)
  }
}

extension Provider {
  public static func series(_ series: OwnSeries) -> Provider {
    Provider(
      id: series.id, publisher: series.name, home: series.home, firstDay: series.firstDay,
      carryLimit: series.carryLimit, terms: "", attribution: series.name, direction: .statedPerRow,
      coverage: series.coverage, publication: Publication(.irregular), isOptIn: true)
  }
}

extension ProviderEndpoints {
  public static var nowhere: ProviderEndpoints { ProviderEndpoints(address: "", latest: []) }

  public var isNowhere: Bool { address.isEmpty && latest.isEmpty && history == nil }

  public var isDescribed: Bool { (latest + [span?.command, history].compactMap { $0 }).contains(where: \.staysAtHost) }
}

extension ProviderDefinition {
  public static let seriesColumns = ["date", "base", "quote", "rate"]

  /// `2026-11-20,USD,ARS,1480`: 1 USD = 1480 ARS.
  public static func series(_ series: OwnSeries) -> ProviderDefinition {
    ProviderDefinition(text: .series(series), .csv, asked: .nowhere) { bytes, rows throws(ItemError) in
      var table = try CSVTable(bytes, requiring: seriesColumns)
      while try table.advance() {
        guard let day = Day(iso: table["date"] ?? "") else {
          throw .unreadable(place: table.place, found: table["date"] ?? "", expected: .day)
        }
        guard let base = Currency(table["base"] ?? ""), let quote = Currency(table["quote"] ?? "") else {
          throw .unreadable(place: table.place, found: table["base"] ?? "", expected: .pair)
        }
        try rows.add(table["rate"] ?? "", of: PairKey(base: base, counter: quote), on: day, at: table.place)
      }
    }
  }
}
