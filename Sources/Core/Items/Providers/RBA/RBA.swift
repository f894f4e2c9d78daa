// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes at about 16:00 Sydney time on working days of New South Wales.
  public static let rba = Provider(
    id: ProviderID("rba"), publisher: "Reserve Bank of Australia", home: Currency("AUD") ?? .eur,
    firstDay: .declared("2023-01-03"), carryLimit: 14, terms: "https://www.rba.gov.au/copyright/",
    coverage: 20,
    publication: Publication(
      .workingDays, hours: 5...7, holidays: Holidays(fixed: [101, 126, 425, 1225, 1226], fromEaster: [-2, 1])))
}

extension ProviderEndpoints {
  static let rba = ProviderEndpoints(
    address: "https://www.rba.gov.au",
    latest: [
      // Each response has the rates of all days since `firstDay`.
      Endpoint(
        "latest", path: "/statistics/tables/csv/f11.1-data.csv", accept: "text/csv, */*;q=0.5", size: .history)
    ])
}

extension ProviderDefinition {
  /// Reads eleven rows about the columns, then `03-Jan-2023,0.6828,…`: 1 AUD = 0.6828 of the column's currency.
  static let rba = ProviderDefinition(text: .rba, .csv, asked: .rba) { bytes, rows throws(ItemError) in
    var reader = try CSVReader(bytes)
    let title: [String]?
    do { title = try reader.next() } catch { throw .foreign }
    guard let title, title[0].hasPrefix("F11.1") else { throw .foreign }
    var units: [String] = []
    var width: Int?
    while let fields = try reader.next() {
      if fields[0] == "Units" { units = Array(fields.dropFirst()) }
      if width == nil {
        if fields[0] == "Series ID" { width = fields.count }
        continue
      }
      if fields.allSatisfy(\.isEmpty) { continue }
      guard fields.count == width, units.count + 1 == width else { throw .truncated }
      let place = "line \(reader.line)"
      guard let day = DayShape.named.day(fields[0]) else {
        throw .unreadable(place: place, found: fields[0], expected: .day)
      }
      // Skip the column "Index", the trade-weighted index. Skip empty cells, which are missing values.
      for (unit, value) in zip(units, fields.dropFirst()) where unit != "Index" && !value.isEmpty {
        try rows.add(unit == "SDR" ? "XDR" : unit, value, on: day, at: place)
      }
    }
    guard width != nil else { throw .truncated }
  }
}
