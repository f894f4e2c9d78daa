// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The response contains the day from which its rates apply. The bank publishes Saturday's rates on Friday.
  public static let cbr = Provider(
    id: ProviderID("cbr"), publisher: "Bank of Russia", home: Currency("RUB") ?? .eur,
    firstDay: .declared("1999-01-04"),
    carryLimit: 14, terms: "https://www.cbr.ru/eng/user_agreement/", direction: .homePerOther, dayMeaning: .effective,
    coverage: 55,
    publication: Publication(
      .workingDays, hours: 9...11,
      holidays: Holidays(fixed: [101, 102, 103, 104, 105, 106, 107, 108, 223, 308, 501, 509, 612, 1104])))
}

extension ProviderEndpoints {
  /// Each response has the rates of one day. For a day without rates, the server sends the previous rates.
  static let cbr = ProviderEndpoints(
    address: "https://www.cbr.ru",
    latest: [Endpoint("latest", path: "/scripts/XML_daily.asp", accept: Endpoint.xml)],
    span: Span(
      command: Endpoint("day", path: "/scripts/XML_daily.asp?date_req={from:dd/MM/yyyy}", accept: Endpoint.xml), days: 1),
    isAhead: true)
}

extension ProviderDefinition {
  /// Reads `<Valute><CharCode>DZD</CharCode><Nominal>100</Nominal><Value>57,0006</Value>`: 100 DZD = 57.0006 RUB.
  static let cbr = ProviderDefinition(text: .cbr, .xml, asked: .cbr) { bytes, rows throws(ItemError) in
    let sheet = try XMLReader.read(bytes)
    guard sheet.name == "ValCurs" else { throw .foreign }
    guard let date = sheet.attributes["Date"] else {
      throw sheet.children.isEmpty && !sheet.text.isEmpty ? .refusedBySource(sheet.text) : .foreign
    }
    guard let day = DayShape.dotted.day(date) else {
      throw .unreadable(place: "ValCurs/@Date", found: date, expected: .day)
    }
    for row in sheet.children(named: "Valute") {
      let code = row.text(of: "CharCode") ?? ""
      let place = "Valute[CharCode='\(code)']"
      guard let value = row.text(of: "Value")?.commaAsPoint else {
        throw .unreadable(place: place, found: row.text(of: "Value") ?? "", expected: .rate)
      }
      guard let unit = row.text(of: "Nominal") else { throw .unreadable(place: place, found: "", expected: .unit) }
      try rows.add(code, value, unit: unit, on: day, at: place)
    }
  }
}
