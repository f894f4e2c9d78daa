// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries
import JSONSchema
public import KursAPI
public import KursModel

public struct OwnSeries: Hashable, Sendable {
  public let id: ProviderID
  public let name: String
  public let home: Currency
  public let firstDay: Day
  public let carryLimit: Int
  public let coverage: Int
  /// The checksum of the series' table. Nil if an older version of Kurs wrote the file.
  private let tableSum: String?

  public init(
    id: ProviderID, name: String, home: Currency, firstDay: Day, carryLimit: Int, coverage: Int, table: [UInt8]
  ) {
    self.init(id, name, home, firstDay, carryLimit, coverage, Self.sum(table))
  }

  private init(
    _ id: ProviderID, _ name: String, _ home: Currency, _ firstDay: Day, _ carryLimit: Int, _ coverage: Int,
    _ tableSum: String?
  ) {
    (self.id, self.name, self.home, self.tableSum) = (id, name, home, tableSum)
    (self.firstDay, self.carryLimit, self.coverage) = (firstDay, carryLimit, coverage)
  }

  /// Reads the bytes that the property `bytes` of a series returned, and checks their checksum. Nil for other bytes.
  public init?(id: ProviderID, _ bytes: [UInt8]) {
    guard let value = try? JSONReader().read(bytes), let name = value["name"]?.string,
      let home = value["home"]?.string.flatMap({ Currency($0) }),
      let first = value["first"]?.string.flatMap({ Day(iso: $0) }),
      let carry = value["carry"]?.number?.integer, (1...3660).contains(carry),
      let coverage = value["currencies"]?.number?.integer
    else { return nil }
    self.init(id, name, home, first, carry, coverage, value["table"]?.string)
    // A damaged file must not look like an old file without a checksum, so no unknown member is accepted.
    guard value.object?.count == members.count + (tableSum == nil ? 0 : 1) else { return nil }
    guard tableSum == nil || value["sum"]?.string == sum else { return nil }  // guards S27: value["sum"]?.string == sum => true
  }

  public var bytes: [UInt8] {
    let sums: [(String, JSONValue)] = tableSum == nil ? [] : [("sum", .string(sum))]
    return Array((JSONWriter().text(of: .object(JSONObject(members + sums))) + "\n").utf8)
  }

  /// Whether `table` is the complete table of the series. True if an older version of Kurs stored no checksum.
  public func isWhole(_ table: [UInt8]) -> Bool { tableSum.map { $0 == Self.sum(table) } ?? true }  // guards S27: $0 == Self.sum(table) => true

  private var members: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("name", .string(name)), ("home", .string(home.code)), ("first", .string(firstDay.description)),
      ("carry", .number(JSONNumber(carryLimit))), ("currencies", .number(JSONNumber(coverage))),
    ]
    if let tableSum { members.append(("table", .string(tableSum))) }
    return members
  }

  private var sum: String { Self.sum(Array(JSONWriter().text(of: .object(JSONObject(members))).utf8)) }

  /// Returns the bytes' length and CRC-32, which detect accidental damage but not attacks.
  static func sum(_ bytes: [UInt8]) -> String {
    "\(bytes.count)-\(String(crc32(0, bytes, UInt32(bytes.count)), radix: 16))"
  }
}

extension DescribedProvider {
  /// The content of the checksum file, which is stored beside the provider file.
  public var sum: [UInt8] { Array((OwnSeries.sum(bytes) + "\n").utf8) }
}

extension Provider {
  public static func series(_ series: OwnSeries) -> Provider {
    Provider(
      id: series.id, publisher: series.name, home: series.home, firstDay: series.firstDay,
      carryLimit: series.carryLimit, terms: "", direction: .statedPerRow, coverage: series.coverage,
      publication: Publication(.irregular), isOptIn: true)
  }
}

extension ProviderEndpoints {
  public static var withoutServer: ProviderEndpoints { ProviderEndpoints(address: "", latest: []) }

  public var hasNoServer: Bool { address.isEmpty && latest.isEmpty && history == nil }

  public var isDescribed: Bool { (latest + [span?.command, history].compactMap { $0 }).contains(where: \.staysAtHost) }
}

extension ProviderDefinition {
  public static let seriesColumns = ["date", "base", "quote", "rate"]

  /// Reads rows such as `2026-11-20,USD,ARS,1480`: 1 USD = 1480 ARS.
  public static func series(_ series: OwnSeries) -> ProviderDefinition {
    ProviderDefinition(text: .series(series), .csv, asked: .withoutServer) { bytes, rows throws(ItemError) in
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
