// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The monthly mean rates for Swiss VAT. The office publishes them in the month before they apply.
  public static let bazg = Provider(
    id: ProviderID("bazg"), publisher: "Federal Office for Customs and Border Security", home: Currency("CHF") ?? .eur,
    firstDay: .declared("2021-01-01"), carryLimit: 31, terms: "https://www.rates.bazg.admin.ch/",
    attribution: "Federal Office for Customs and Border Security, monthly mean rates", direction: .homePerOther,
    dayMeaning: .effective, coverage: 70, publication: Publication(.monthly, hours: 0...8), validity: .month)
}

extension ProviderEndpoints {
  static let bazg = ProviderEndpoints(
    address: "https://www.backend-rates.bazg.admin.ch", minimumInterval: 86_400,
    latest: [Endpoint("latest", path: "/api/xmlavgmonth", accept: Endpoint.xml)],
    // The response contains its month, which may differ from the requested month.
    span: .month(
      Endpoint("month", path: "/api/xmlavgmonth?j={from:yyyy}&m={from:MM}&locale=en", accept: Endpoint.xml)))
}

extension ProviderDefinition {
  /// Reads `<monat>2026-08</monat>`, `<devise><waehrung>100 DKK</waehrung><kurs>12.4792</kurs>`: 100 DKK = 12.4792 CHF.
  static let bazg = ProviderDefinition(text: .bazg, .xml, asked: .bazg) { bytes, rows throws(ItemError) in
    let document = try XMLReader.read(bytes)
    guard document.name == "monatsmittelkurs" else { throw .foreign }
    let devises = document.children(named: "devise")
    if devises.isEmpty { throw .empty }
    let month = document.text(of: "monat") ?? ""
    guard let day = DayShape.iso.day(month + "-01") else {
      throw .unreadable(place: "monat", found: month, expected: .day)
    }
    for devise in devises {
      let code = (devise.attributes["code"] ?? "").uppercased()
      let place = "devise[@code='\(code)']"
      let stated = (devise.text(of: "waehrung") ?? "").split(separator: " ", omittingEmptySubsequences: false)
      guard stated.count == 2, stated[1] == code else {
        throw .unreadable(place: place, found: stated.joined(separator: " "), expected: .currency)
      }
      try rows.add(code, devise.text(of: "kurs") ?? "", unit: String(stated[0]), on: day, at: place)
    }
  }
}
