// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The rates for customs and VAT, fixed on the penultimate Thursday of the previous month.
  public static let hmrc = Provider(
    id: ProviderID("hmrc"), publisher: "HM Revenue & Customs", home: Currency("GBP") ?? .eur,
    firstDay: .declared("2015-01-01"),
    carryLimit: 31, terms: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/",
    attribution: "HM Revenue & Customs, Open Government Licence v3.0", dayMeaning: .effective, coverage: 130,
    publication: Publication(.monthly, hours: 0...8), validity: .month)
}

extension ProviderEndpoints {
  static let hmrc = ProviderEndpoints(
    address: "https://www.trade-tariff.service.gov.uk", minimumInterval: 86_400, latest: [],
    span: .month(
      month("month", "/uk/api/exchange_rates/files/monthly_xml_{from:yyyy}-{from:M}.xml"),
      otherwise: [
        month(
          "month-older", "/softwaredevelopers/rates/exrates-monthly-{from:MMyy}.xml", host: "https://www.hmrc.gov.uk"),
        // The service's former URL of the monthly rates.
        month("month-former", "/api/v2/exchange_rates/files/monthly_xml_{from:yyyy}-{from:M}.xml"),
      ]))

  private static func month(_ name: String, _ path: String, host: String? = nil) -> Endpoint {
    Endpoint(name, path: path, host: host, accept: Endpoint.xml, nothingStatus: 404)
  }
}

extension ProviderDefinition {
  /// Reads `<currencyCode>USD</currencyCode><rateNew>1.3126</rateNew>` of each country: 1 GBP = 1.3126 USD.
  static let hmrc = ProviderDefinition(text: .hmrc, .xml, asked: .hmrc) { bytes, rows throws(ItemError) in
    let document = try XMLReader.read(bytes)
    guard document.name == "exchangeRateMonthList" else { throw .foreign }
    // For example `01/Mar/2025 to 31/Mar/2025`.
    let period = document.attributes["Period"] ?? ""
    let days = period.split(separator: " to ", omittingEmptySubsequences: false).compactMap {
      DayShape.slashedName.day($0)
    }
    guard days.count == 2, let day = days.first, Validity.month.period(of: day) == day...max(day, days[1]) else {
      throw .unreadable(place: "exchangeRateMonthList/@Period", found: period, expected: .day)
    }
    for row in document.children(named: "exchangeRate") {
      let (code, value) = (row.text(of: "currencyCode") ?? "", row.text(of: "rateNew") ?? "")
      try rows.add(code, value, on: day, at: "exchangeRate[currencyCode='\(code)']")
    }
  }
}
