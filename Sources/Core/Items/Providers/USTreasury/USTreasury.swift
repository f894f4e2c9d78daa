// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// The quarterly reporting rates. An amendment within a quarter is a further row with a later date.
  public static let usTreasury = Provider(
    id: ProviderID("us-treasury"), publisher: "U.S. Department of the Treasury", home: .usd,
    firstDay: .declared("2001-03-31"),
    carryLimit: 92, terms: "https://fiscaldata.treasury.gov/about-us/",
    attribution: "U.S. Treasury Fiscal Data, Treasury Reporting Rates of Exchange", dayMeaning: .effective,
    coverage: 140, publication: Publication(.irregular), validity: .quarterEnd)
}

extension ProviderEndpoints {
  static let usTreasury = ProviderEndpoints(
    address: "https://api.fiscaldata.treasury.gov", minimumInterval: 86_400,
    latest: [rows("latest", "record_date%3Alte%3A{to}", size: 200)],
    span: Span(command: rows("span", "record_date%3Agte%3A{from},record_date%3Alte%3A{to}", size: 2000), days: 700))

  private static func rows(_ name: String, _ filter: String, size: Int) -> Endpoint {
    Endpoint(
      name,
      path: "/services/api/fiscal_service/v1/accounting/od/rates_of_exchange"
        + "?fields=country_currency_desc,exchange_rate,record_date,effective_date&filter=\(filter)"
        + "&sort=-record_date&page%5Bsize%5D=\(size)",
      schema: "us-treasury")
  }
}

extension ProviderDefinition {
  /// Reads `{"country_currency_desc":"Canada-Dollar","exchange_rate":"1.371","effective_date":…}`: 1 USD = 1.371 CAD.
  static let usTreasury = ProviderDefinition(json: .usTreasury, asked: .usTreasury) { value, rows throws(ItemError) in
    for row in try Fields.rows(value, under: "data") {
      guard let code = TreasuryNames.codes[try row.text("country_currency_desc")] else { continue }
      let digits = try row.text("exchange_rate")
      // Skip a missing rate, for which this service sends the string "null".
      if digits == "null" { continue }
      try rows.add(code, digits, on: try row.day("effective_date"), at: row.place)
    }
  }
}

/// The currency names in the Treasury's tables of 2021 to 2026. A shared currency is listed for only one country.
private enum TreasuryNames {
  static let codes: [String: String] = Dictionary(
    text.split(separator: "\n").map { (String($0.dropFirst(4)), String($0.prefix(3))) },
    uniquingKeysWith: { first, _ in first })

  private static let text = """
    AFN Afghanistan-Afghani
    ALL Albania-Lek
    DZD Algeria-Dinar
    AOA Angola-Kwanza
    XCD Antigua & Barbuda-East Caribbean Dollar
    ARS Argentina-Peso
    AMD Armenia-Dram
    AUD Australia-Dollar
    AZN Azerbaijan-Manat
    BSD Bahamas-Dollar
    BHD Bahrain-Dinar
    BDT Bangladesh-Taka
    BBD Barbados-Dollar
    BYN Belarus-New Ruble
    BZD Belize-Dollar
    XOF Benin-Cfa Franc
    BMD Bermuda-Dollar
    BOB Bolivia-Boliviano
    BAM Bosnia-Marka
    BWP Botswana-Pula
    BRL Brazil-Real
    BND Brunei-Dollar
    BGN Bulgaria-Lev New
    BIF Burundi-Franc
    KHR Cambodia-Riel
    XAF Cameroon-Cfa Franc
    CAD Canada-Dollar
    CVE Cape Verde-Escudo
    KYD Cayman Islands-Dollar
    CLP Chile-Peso
    CNY China-Renminbi
    COP Colombia-Peso
    KMF Comoros-Franc
    CRC Costa Rica-Colon
    HRK Croatia-Kuna
    CUP Cuba-Peso
    XCG Curacao-Caribbean Guilder
    CZK Czech Republic-Koruna
    CDF Democratic Republic Of Congo-Congolese Franc
    DKK Denmark-Krone
    DJF Djibouti-Franc
    DOP Dominican Republic-Peso
    EGP Egypt-Pound
    ERN Eritrea-Nakfa
    SZL Eswatini-Lilangeni
    ETB Ethiopia-Birr
    EUR Euro Zone-Euro
    FJD Fiji-Dollar
    GMD Gambia-Dalasi
    GEL Georgia-Lari
    GHS Ghana-Cedi
    GTQ Guatemala-Quetzal
    GNF Guinea-Franc
    GYD Guyana-Dollar
    HTG Haiti-Gourde
    HNL Honduras-Lempira
    HKD Hong Kong-Dollar
    HUF Hungary-Forint
    ISK Iceland-Krona
    INR India-Rupee
    IDR Indonesia-Rupiah
    IRR Iran-Rial
    IQD Iraq-Dinar
    ILS Israel-Shekel
    JMD Jamaica-Dollar
    JPY Japan-Yen
    JOD Jordan-Dinar
    KZT Kazakhstan-Tenge
    KES Kenya-Shilling
    KRW Korea-Won
    KWD Kuwait-Dinar
    KGS Kyrgyzstan-Som
    LAK Laos-Kip
    LBP Lebanon-Pound
    LSL Lesotho-Maloti
    LRD Liberia-Dollar
    LYD Libya-Dinar
    MGA Madagascar-Ariary
    MWK Malawi-Kwacha
    MYR Malaysia-Ringgit
    MVR Maldives-Rufiyaa
    MRU Mauritania-Ouguiya
    MUR Mauritius-Rupee
    MXN Mexico-Peso
    MDL Moldova-Leu
    MNT Mongolia-Tugrik
    MAD Morocco-Dirham
    MZN Mozambique-Metical
    MMK Myanmar-Kyat
    NAD Namibia-Dollar
    NPR Nepal-Rupee
    NZD New Zealand-Dollar
    NIO Nicaragua-Cordoba
    NGN Nigeria-Naira
    NOK Norway-Krone
    OMR Oman-Rial
    PKR Pakistan-Rupee
    PGK Papua New Guinea-Kina
    PYG Paraguay-Guarani
    PEN Peru-Sol
    PHP Philippines-Peso
    PLN Poland-Zloty
    QAR Qatar-Riyal
    MKD Republic Of North Macedonia-Denar
    RON Romania-New Leu
    RUB Russia-Ruble
    RWF Rwanda-Franc
    STN Sao Tome & Principe-New Dobras
    SAR Saudi Arabia-Riyal
    RSD Serbia-Dinar
    SCR Seychelles-Rupee
    SLE Sierra Leone-Leone
    SGD Singapore-Dollar
    SBD Solomon Islands-Dollar
    SOS Somali-Shilling
    ZAR South Africa-Rand
    SSP South Sudan-Sudanese Pound
    LKR Sri Lanka-Rupee
    SDG Sudan-Pound
    SRD Suriname-Dollar
    SEK Sweden-Krona
    CHF Switzerland-Franc
    SYP Syria-Pound
    TWD Taiwan-Dollar
    TJS Tajikistan-Somoni
    TZS Tanzania-Shilling
    THB Thailand-Baht
    TOP Tonga-Pa'Anga
    TTD Trinidad & Tobago-Dollar
    TND Tunisia-Dinar
    TRY Turkey-New Lira
    TMT Turkmenistan-New Manat
    UGX Uganda-Shilling
    UAH Ukraine-Hryvnia
    AED United Arab Emirates-Dirham
    GBP United Kingdom-Pound
    UYU Uruguay-Peso
    UZS Uzbekistan-Som
    VUV Vanuatu-Vatu
    VES Venezuela-Bolivar Soberano
    VND Vietnam-Dong
    WST Western Samoa-Tala
    YER Yemen-Rial
    ZMW Zambia-New Kwacha
    ZWG Zimbabwe-Gold
    """
}
