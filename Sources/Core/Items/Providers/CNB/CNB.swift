// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  public static let cnb = Provider(
    id: ProviderID("cnb"), publisher: "Czech National Bank", home: Currency("CZK") ?? .eur,
    firstDay: .declared("1991-01-01"),
    carryLimit: 14, terms: "https://www.cnb.cz/en/footer/general-terms-and-conditions/",
    direction: .homePerOther, coverage: 31,
    publication: Publication(
      .workingDays, hours: 13...15,
      holidays: Holidays(
        fixed: [101, 501, 508, 705, 706, 928, 1028, 1117, 1224, 1225, 1226], fromEaster: [-2, 1])))
}

extension ProviderEndpoints {
  static let cnb = ProviderEndpoints(
    address: "https://api.cnb.cz",
    latest: [Endpoint("latest", path: "/cnbapi/exrates/daily?lang=EN", schema: "cnb")],
    span: Span(command: Endpoint("day", path: "/cnbapi/exrates/daily?date={from}&lang=EN", schema: "cnb"), days: 1))
}

extension ProviderDefinition {
  static let cnb = ProviderDefinition(provider: .cnb, forms: [.json, .text], asked: .cnb) {
    document throws(ItemError) in
    var rows = QuoteRows(.cnb)
    let first = document.bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    if first == UInt8(ascii: "{") {
      for row in try Fields.rows(try document.value(), under: "rates") {
        try rows.add(
          try row.text("currencyCode"), try row.digits("rate"), unit: try row.digits("amount"),
          on: try row.day("validFor", .iso), at: row.place)
      }
    } else {
      try readText(document.bytes, into: &rows)
    }
    return WholeDocument(try rows.batch())
  }

  /// Reads Czech or English text: `05.04.2016 #65`, a header, `Japonsko|jen|100|JPY|21,487` (100 JPY = 21.487 CZK).
  private static func readText(_ bytes: [UInt8], into rows: inout QuoteRows) throws(ItemError) {
    var reader = try CSVReader(bytes, separator: UInt8(ascii: "|"))
    let head: ([String]?, [String]?)
    do { head = (try reader.next(), try reader.next()) } catch { throw .foreign }
    guard let title = head.0, title.count == 1, let number = title[0].firstRange(of: " #"),
      let names = head.1, names.count == 5, ["kód", "Code"].contains(names[3])
    else { throw .foreign }
    let date = title[0][..<number.lowerBound]
    guard let day = DayShape.dotted.day(date) ?? DayShape.spaced.day(date) else { throw .foreign }
    let isEnglish = names[3] == "Code"
    while let fields = try reader.next() {
      if fields == [""] { continue }
      guard fields.count == 5 else { throw .truncated }
      guard let value = isEnglish ? fields[4] : fields[4].commaAsPoint else {
        throw .unreadable(place: "line \(reader.line)", found: fields[4], expected: .rate)
      }
      try rows.add(fields[3], value, unit: fields[2], on: day, at: "line \(reader.line)")
    }
  }
}
