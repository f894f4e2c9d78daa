// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes at 15:30 Istanbul time on working days, without a middle rate. Kurs calculates the middle.
  public static let tcmb = Provider(
    id: ProviderID("tcmb"), publisher: "Central Bank of the Republic of Türkiye", home: Currency("TRY") ?? .eur,
    firstDay: .declared("2005-01-03"), carryLimit: 14,
    terms: "https://www.tcmb.gov.tr/wps/wcm/connect/EN/TCMB+EN/Bottom+Menu/Other/Disclaimer",
    direction: .homePerOther, basis: .midOfBuyingAndSelling,
    coverage: 21,
    publication: Publication(
      .workingDays, hours: 12...14, holidays: Holidays(fixed: [101, 423, 501, 519, 715, 830, 1029]),
      // The movable Islamic feasts last up to a working week, so rates are late only after six working days.
      grace: 6))
}

extension ProviderEndpoints {
  static let tcmb = ProviderEndpoints(
    address: "https://www.tcmb.gov.tr",
    latest: [Endpoint("latest", path: "/kurlar/today.xml", accept: Endpoint.xml)],
    span: Span(
      command: Endpoint(
        "day", path: "/kurlar/{from:yyyyMM}/{from:ddMMyyyy}.xml", accept: Endpoint.xml, nothingStatus: 404), days: 1))
}

extension ProviderDefinition {
  /// Reads `<Currency CurrencyCode="JPY"><Unit>100</Unit><ForexBuying>…<ForexSelling>…`: prices of 100 JPY in TRY.
  static let tcmb = ProviderDefinition(text: .tcmb, .xml, asked: .tcmb) { bytes, rows throws(ItemError) in
    let sheet = try XMLReader.read(bytes)
    guard sheet.name == "Tarih_Date" else { throw .foreign }
    let (turkish, american) = (sheet.attributes["Tarih"] ?? "", sheet.attributes["Date"] ?? "")
    // The file contains its date twice, in different orders. Refuse the file if the two dates differ.
    guard let day = DayShape.dotted.day(turkish), day == DayShape.american.day(american) else {
      throw .unreadable(place: "Tarih_Date", found: "\(turkish) \(american)", expected: .day)
    }
    for row in sheet.children(named: "Currency") {
      let code = row.attributes["CurrencyCode"] ?? ""
      let (buying, selling) = (row.text(of: "ForexBuying") ?? "", row.text(of: "ForexSelling") ?? "")
      if buying.isEmpty && selling.isEmpty { continue }
      let place = "Currency[@CurrencyCode='\(code)']"
      guard let unit = row.text(of: "Unit").flatMap({ QuoteRows.powerOfTen($0) }), let other = Currency(code) else {
        throw .unreadable(
          place: place, found: "\(row.text(of: "Unit") ?? "") \(code)",
          expected: Currency(code) == nil ? .currency : .unit)
      }
      let pair = PairKey(base: other, counter: Provider.tcmb.home)
      if !buying.isEmpty { try rows.add(buying, unit: unit, of: pair.buying, on: day, at: place) }
      if !selling.isEmpty { try rows.add(selling, unit: unit, of: pair.selling, on: day, at: place) }
      if buying.isEmpty || selling.isEmpty { continue }
      guard let middle = PublishedNumber(middleOf: buying, and: selling) else {
        throw .unreadable(place: place, found: "\(buying) \(selling)", expected: .rate)
      }
      try rows.add(middle, unit: unit, of: pair, on: day, at: place)
    }
  }
}
