// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  public static let bnr = Provider(
    id: ProviderID("bnr"), publisher: "National Bank of Romania", home: Currency("RON") ?? .eur,
    firstDay: .declared("2005-07-01"), carryLimit: 14, terms: "https://www.bnr.ro/Copyright-1427.aspx",
    direction: .homePerOther, coverage: 37,
    publication: Publication(
      .workingDays, hours: 10...12,
      holidays: Holidays(
        fixed: [101, 102, 106, 107, 124, 501, 601, 815, 1130, 1201, 1225, 1226],
        fromEaster: [-2, 1, 50], .orthodox)))
}

extension ProviderEndpoints {
  static let bnr = ProviderEndpoints(
    address: "https://curs.bnr.ro",
    latest: [Endpoint("latest", path: "/nbrfxrates.xml", accept: Endpoint.xml)],
    recent: (Endpoint("recent", path: "/nbrfxrates10days.xml", accept: Endpoint.xml), 9),
    span: .year(
      Endpoint(
        "year", path: "/files/xml/years/nbrfxrates{from:yyyy}.xml", accept: Endpoint.xml, size: .history,
        nothingStatus: 404)))
}

extension ProviderDefinition {
  /// Reads `<Cube date="2026-03-02"><Rate currency="HUF" multiplier="100">1.4356</Rate>`: 100 HUF = 1.4356 RON.
  static let bnr = ProviderDefinition(text: .bnr, .xml, asked: .bnr) { bytes, rows throws(ItemError) in
    let document = try XMLReader.read(bytes)
    guard document.name == "DataSet", let body = document.children(named: "Body").first else { throw .foreign }
    if let home = body.text(of: "OrigCurrency"), home != "RON" {
      throw .unreadable(place: "OrigCurrency", found: home, expected: .home)
    }
    for cube in body.children(named: "Cube") {
      let date = cube.attributes["date"] ?? ""
      guard let day = Day(iso: date) else { throw .unreadable(place: "Cube/@date", found: date, expected: .day) }
      // XAU is skipped, because the bank's price is for a gram of gold, but XAU is an ounce.
      for row in cube.children(named: "Rate") where row.attributes["currency"] != "XAU" {
        let code = row.attributes["currency"] ?? ""
        if row.text.isEmpty || row.text == "-" { continue }
        try rows.add(
          code, row.text, unit: row.attributes["multiplier"] ?? "1", on: day,
          at: "Cube[@date='\(date)']/Rate[@currency='\(code)']")
      }
    }
  }
}
