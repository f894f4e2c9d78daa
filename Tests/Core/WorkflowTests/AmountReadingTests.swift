// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Testing

/// Tests reading amounts with brackets, subunits and everyday names, with the real list of currencies.
@Suite struct AmountReadingTests {
  static func reader(_ locale: String = "en_US", chosen: [String: Currency] = [:]) throws -> CalculationReader {
    let catalogue = try Core(environment(TemporaryFolder())).catalogue
    let name = LocaleName(posix: locale)
    return CalculationReader(
      symbols: NumberSymbols(locale: name), preferences: SymbolPreferences(region: name.region, chosen: chosen),
      names: catalogue.names(), catalogue: catalogue, words: ReaderWords(language: name.language))
  }

  private func text(_ money: (value: Rational, currency: Currency?, notes: [ReadingNote])) -> String {
    "\(money.value.exactText()) \(money.currency?.code ?? "-")"
  }

  @Test(
    "an amount in brackets is negative, with the currency in any place",
    arguments: [
      ("en_US", "($1,234.50)", "-1234.5 USD"), ("en_US", "$(12.00)", "-12 USD"), ("en_US", "(40.50 USD)", "-40.5 USD"),
      ("en_US", "(1,234.50)", "-1234.5 -"), ("en_US", "USD (7)", "-7 USD"), ("en_US", "(7) USD", "-7 USD"),
      ("ar_EG", "(١٢٫٥٠ ر.س)", "-12.5 SAR"), ("de_DE", "(1.234,50 €)", "-1234.5 EUR"),
      ("de_CH", "CHF (1’250.–)", "-1250 CHF"),
      ("en_GB", "(50p)", "-0.5 GBP"), ("en_US", "（8.20）", "-8.2 -"), ("en_US", "(-5.00)", "-5 -"),
      ("en_US", "-(5.00)", "-5 -"),
    ])
  func bracketsAreMinus(locale: String, cell: String, expected: String) throws {
    let amount = try Self.reader(locale).amount(cell)
    #expect(text(amount) == expected)
    let read = try Self.reader(locale).read(cell)
    #expect(read.errors.isEmpty)
    let total = read.calculation.lines[0].number.map { read.calculation.lines[0].sign == .minus ? -$0 : $0 }
    if let total { #expect(total == amount.value) }
  }

  @Test(
    "brackets in a sum don't make an amount negative",
    arguments: [
      ("(3+4)*1.5", "10.5"), ("(5) + 3", "8"), ("-(-5)", "5"), ("2*(5)", "10"), ("(5+3)", "8"),
    ])
  func bracketsInASumDontMakeAnAmountNegative(sum: String, expected: String) throws {
    #expect(try Self.reader().number(sum).value == Rational(text: expected))
  }

  @Test(
    "an amount in cents, pence or fils is converted to its currency",
    arguments: [
      ("6459 GBp", "64.59 GBP"), ("6459 GBX", "64.59 GBP"), ("6459 gbp", "6459 GBP"), ("6459 GBP", "6459 GBP"),
      ("100 ZAc", "1 ZAR"), ("100 ZAC", "1 ZAR"), ("250 ILA", "2.5 ILS"), ("250 USc", "2.5 USD"),
      ("1500 KWf", "1.5 KWD"),
      ("50p", "0.5 GBP"), ("50 pence", "0.5 GBP"), ("1 penny", "0.01 GBP"), ("20 cents", "0.2 USD"),
      ("20 ¢", "0.2 USD"),
      ("50 Rappen", "0.5 CHF"), ("20 euro cents", "0.2 EUR"), ("75 agorot", "0.75 ILS"), ("99 groszy", "0.99 PLN"),
      ("1500 fils", "1.5 KWD"), ("250 Bahraini fils", "0.25 BHD"), ("50 AED fils", "0.5 AED"), ("500 baisa", "0.5 OMR"),
      ("300 millimes", "0.3 TND"), ("50 öre", "0.5 SEK"), ("80 haléřů", "0.8 CZK"), ("10 Australian cents", "0.1 AUD"),
      ("GBp 6459", "64.59 GBP"), ("(6459 GBp)", "-64.59 GBP"), ("20 USD cents", "0.2 USD"), ("40 paise", "0.4 INR"),
      ("30 centavos", "0.3 MXN"), ("5 kopecks", "0.05 RUB"), ("25 piastres", "0.25 EGP"), ("50 halalas", "0.5 SAR"),
    ])
  func anAmountInCentsPenceOrFilsIsConvertedToItsCurrency(cell: String, expected: String) throws {
    let amount = try Self.reader().amount(cell)
    #expect(text(amount) == expected)
  }

  @Test(
    "a note shows how cents or pence were read",
    arguments: ["6459 GBp", "50p", "20 cents", "20 Cent", "50 Rappen", "500 baisa", "ILA 300"])
  func aNoteShowsHowCentsOrPenceWereRead(cell: String) throws {
    let kinds = try Self.reader("de_DE").amount(cell).notes.map(\.kind)
    #expect(kinds.contains { if case .subunitRead = $0 { true } else { false } })
  }

  @Test("typed cents belong to the chosen dollar, otherwise to the region's currency")
  func typedCentsBelongToTheChosenDollarOtherwiseToTheRegionsCurrency() throws {
    let chosen = ["$": currency("CAD")]
    let amounts = [
      try Self.reader(chosen: chosen).amount("20 cents"), try Self.reader("en_AU").amount("20c"),
      try Self.reader("de_DE").amount("20 Cent"),
    ]
    #expect(amounts.map(text) == ["0.2 CAD", "0.2 AUD", "0.2 EUR"])
  }

  @Test("choosing another currency for cents keeps the amount in cents")
  func choosingAnotherCurrencyForCentsKeepsTheAmountInCents() throws {
    let read = try Self.reader().read("20 cents")
    let canadian = try #require(read.alternatives.first { $0.meaning == .currency(currency("CAD")) })
    let other = try Self.reader().amount(canadian.applied(to: read.text))
    #expect(text(other) == "0.2 CAD")
  }

  @Test(
    "a unit such as pence gives the currency and its fraction",
    arguments: [
      ("GBp", "GBP", "0.01"), ("gbp", "GBP", "1"), ("EUR", "EUR", "1"), ("€", "EUR", "1"), ("pence", "GBP", "0.01"),
      ("KWF", "KWD", "0.001"), ("JPY", "JPY", "1"),
    ])
  func aUnitSuchAsPenceGivesTheCurrencyAndItsFraction(name: String, code: String, share: String) throws {
    let unit = try Self.reader().unit(name)
    #expect(unit.currency.code == code)
    #expect(unit.share == Rational(text: share))
  }

  @Test(
    "a name shared by a country's currencies means the current currency",
    arguments: [
      ("cedi", "GHS"), ("cedis", "GHS"), ("bolivar", "VES"), ("bolívar", "VES"), ("bolívar soberano", "VES"),
      ("lev", "BGN"), ("leva", "BGN"), ("zloty", "PLN"), ("leone", "SLE"), ("dobra", "STN"), ("ouguiya", "MRU"),
      ("zimbabwe dollar", "ZWL"), ("turkmenistan manat", "TMT"), ("azerbaijanian manat", "AZN"),
      ("belarusian ruble", "BYN"),
      ("mexican peso", "MXN"), ("serbian dinar", "RSD"), ("bolivar fuerte", "VEF"), ("afghani", "AFN"),
      ("metical", "MZN"),
      ("sudanese dinar", "SDD"), ("drachma", "GRD"), ("zambian kwacha", "ZMW"), ("escudo", "CVE"),
    ])
  func aNameSharedByACountrysCurrenciesMeansTheCurrentCurrency(name: String, code: String) throws {
    #expect(try Self.reader().unit(name).currency.code == code)
  }

  @Test("an ended currency's name means the country's current currency")
  func anEndedCurrencysNameMeansTheCountrysCurrentCurrency() throws {
    let catalogue = try Core(environment(TemporaryFolder())).catalogue
    let reader = try Self.reader()
    for record in catalogue.sorted where record.kind == .money && !record.name.contains("(") {
      let unit = try reader.unit(record.name.lowercased())
      let read = try #require(catalogue[unit.currency], "\(record.name)")
      guard read.currency != record.currency else { continue }
      #expect(
        read.kind == .money && !Set(read.countries).isDisjoint(with: record.countries),
        "\(record.name): \(read.currency)")
      #expect(record.until != nil || record.currency.code == "VED", "\(record.name): \(read.currency)")
      #expect(
        read.until ?? .init(number: .max) >= record.until ?? .init(number: .max), "\(record.name): \(read.currency)")
    }
  }

  @Test(
    "everyday currency names are read",
    arguments: [
      ("en_US", "5 British pounds", "GBP"), ("en_US", "5 Chinese yuan", "CNY"), ("en_US", "5 Japanese yen", "JPY"),
      ("en_US", "5 South African rand", "ZAR"), ("en_US", "5 Polish zloty", "PLN"), ("en_US", "5 sterling", "GBP"),
      ("en_US", "5 ringgit", "MYR"), ("en_US", "5 kwacha", "ZMW"), ("en_US", "5 Swedish kronor", "SEK"),
      ("en_US", "5 Danish crowns", "DKK"), ("en_US", "5 Czech crowns", "CZK"), ("en_US", "5 U.S. dollars", "USD"),
      ("de_DE", "5 Kanadische Dollar", "CAD"), ("de_DE", "5 Schwedische Kronen", "SEK"),
      ("de_DE", "5 britische Pfund", "GBP"),
      ("de_DE", "5 Schweizer Franken", "CHF"), ("de_DE", "5 polnische Zloty", "PLN"), ("ar_EG", "5 جنيه مصري", "EGP"),
      ("ar_EG", "5 ريال سعودي", "SAR"), ("ar_EG", "5 دولار أمريكي", "USD"), ("ar_EG", "5 دينار كويتي", "KWD"),
      ("sv_SE", "5 crowns", "SEK"), ("en_US", "5 Korean won", "KRW"), ("en_US", "5 Ethiopian birr", "ETB"),
    ])
  func everydayCurrencyNamesAreRead(locale: String, text: String, code: String) throws {
    #expect(try Self.reader(locale).amount(text).currency?.code == code)
  }

  @Test("crowns without a country are refused as ambiguous")
  func crownsWithoutACountryAreRefusedAsAmbiguous() throws {
    #expect {
      try Self.reader().amount("5 crowns")
    } throws: { error in
      let codes = ["SEK", "NOK", "DKK", "ISK", "CZK"].map { currency($0) }
      return (error as? CalculationError)?.reason == .undecidedCurrency("crowns", codes)
    }
  }

  @Test("hexadecimal digits are not an amount", arguments: ["0x10", "0X10", "0x10 EUR", "5 + 0xff", "0x1F USD"])
  func hexadecimalDigitsAreNotAnAmount(text: String) throws {
    #expect(try Self.reader().read(text).errors.map(\.reason).contains(.malformedNumber(.notDecimal)))
  }

  @Test(
    "a currency before a colon applies to the amounts after it",
    arguments: [
      ("Rent USD: 1200", "1200 USD"), ("Hotel CHF: 120", "120 CHF"), ("Taxi (USD): 30", "30 USD"),
      ("Café €: 4.50", "4.5 EUR"),
      ("USD: 5", "5 USD"), ("Hotel CHF: 120 EUR", "120 EUR"), ("Stock GBp: 500", "5 GBP"), ("Rand trip: 30", "30 -"),
      ("Pen: 3.50", "3.5 -"),
    ])
  func aCurrencyBeforeAColonAppliesToTheAmountsAfterIt(row: String, expected: String) throws {
    let read = try Self.reader().read(row)
    #expect(read.errors.isEmpty)
    let total = read.calculation.evaluate(rates: NoRatesAtAll(), result: read.calculation.lines[0].currency ?? .eur)
      .total
    #expect("\(total?.amount.exactText() ?? "") \(read.calculation.lines[0].currency?.code ?? "-")" == expected)
  }

  @Test(
    "a typed rate that can be read in two ways is reported",
    arguments: [("de_DE", "100 EUR in USD zu 1.175"), ("en_US", "100 EUR in USD at 1,175")])
  func aTypedRateThatCanBeReadInTwoWaysIsReported(locale: String, text: String) throws {
    let read = try Self.reader(locale).on(day("2026-10-30")).read(text)
    #expect(read.notes.contains { if case .ambiguousNumber = $0.kind { true } else { false } })
    #expect(read.alternatives.count == 1)
  }
}

private struct NoRatesAtAll: RateSource {
  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath { throw .unknownCurrency(from.code) }
}
