// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursItems
import KursModel
import Testing
import TestSupport

@Suite struct RefusedDocumentTests {
  static func read(_ id: String, _ text: String) throws -> QuoteBatch? {
    let items = try #require(ProviderDefinition.all.first { $0.provider.id.name == id })
    var reader = try items.read(SourceDocument(bytes: Array(text.utf8)))
    return try reader.next()
  }

  @Test("an error in a response with status 200 gives the provider's message", arguments: [
    ("cbr", "<ValCurs>Error in parameters</ValCurs>", "Error in parameters"),
    ("fixer", #"{"success":false,"error":{"code":105,"type":"base_currency_access_restricted"}}"#,
      "base_currency_access_restricted"),
    ("exchangeratesapi", #"{"error":{"code":"invalid_access_key","message":"You have not supplied a key."}}"#,
      "invalid_access_key"),
    ("currencylayer", #"{"success":false,"error":{"code":101,"type":"invalid_access_key","info":"No."}}"#,
      "invalid_access_key"),
    ("fixer", #"{"success":false,"error":{"code":104}}"#, "104"),
    ("openexchangerates", #"{"error":true,"status":401,"message":"invalid_app_id","description":"Invalid."}"#,
      "invalid_app_id"),
    ("open-er-api", #"{"result":"error","error-type":"quota-reached"}"#, "quota-reached"),
    ("frankfurter", #"{"message":"not found"}"#, "not found"),
    ("frankfurter-v2", #"{"status":422,"message":"invalid quotes"}"#, "invalid quotes"),
    ("boc", #"{"message":"Group FX does not exist","docs":"https://example.org"}"#, "Group FX does not exist"),
    ("nbu", #"[{"message":"Wrong parameters format"}]"#, "Wrong parameters format"),
    ("coingecko", #"{"status":{"error_code":429,"error_message":"Rate limit"}}"#, "Rate limit"),
  ])
  func anErrorInAResponseWithStatus200GivesTheProvidersMessage(id: String, text: String, word: String) {
    #expect(throws: ItemError.refusedBySource(word)) { try Self.read(id, text) }
  }

  /// A rate with more than nineteen digits is refused, because Kurs never rounds a rate that it reads.
  @Test("a rate of up to nineteen digits is read exactly", .fault("J06"), arguments: [
    ("1e400", nil), (String(repeating: "7", count: 45), nil), ("123456789012345678.123456789", nil), ("-0", "0"),
    ("1E2", "100"), ("1234567890.123456789", "1234567890.123456789"), ("1.10", "1.10"),
  ] as [(String, String?)])
  func aRateOfUpToNineteenDigitsIsReadExactly(digits: String, taken: String?) throws {
    let document = #"{"amount":1,"base":"EUR","date":"2026-10-30","rates":{"USD":\#(digits)}}"#
    let batch = try? Self.read("frankfurter", document)
    #expect(batch?.pairs.first?.1.first?.value.text == taken)
  }

  @Test("a web page instead of rates is refused", arguments: ProviderDefinition.all.map(\.provider.id.name))
  func aWebPageInsteadOfRatesIsRefused(id: String) {
    #expect(throws: ItemError.foreign) {
      try Self.read(id, "<!DOCTYPE html><html><head><title>Down</title></head><body>Back soon</body></html>")
    }
    #expect(throws: ItemError.foreign) { try Self.read(id, "") }
  }

  @Test("a document with contradictory values is refused", arguments: [
    ("cbr", #"<ValCurs Date="25.04.2026"><Valute><CharCode>USD</CharCode><Nominal>3</Nominal><Value>1,0</Value></Valute></ValCurs>"#),
    ("cbr", #"<ValCurs Date="25.04.2026"><Valute><CharCode>USD</CharCode><Nominal>1</Nominal><Value>1.000,0</Value></Valute></ValCurs>"#),
    ("cbr", #"<ValCurs Date="04/25/2026"><Valute/></ValCurs>"#),
    ("tcmb", #"<Tarih_Date Tarih="03.02.2016" Date="03/02/2016"/>"#),
    ("norges-bank", "BASE_CUR,QUOTE_CUR,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nUSD,SEK,0,2026-03-16,9.7\n"),
    ("norges-bank", "BASE_CUR,QUOTE_CUR,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nUSD,NOK,-2,2026-03-16,9.7\n"),
    ("norges-bank", "BASE_CUR,QUOTE_CUR,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nUSD,NOK,0,2026-03-16\n"),
    ("norges-bank", "BASE_CUR,QUOTE_CUR,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nUSD,NOK,0,2026-03-16,9.7\nUSD,NOK,0,2026-03-16,9.8\n"),
    ("boi", "BASE_CURRENCY,COUNTER_CURRENCY,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nUSD,ILS,0,2026-03-02,\"3.0\"7\n"),
    ("ecb", "KEY,CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE,UNIT_MULT\nx,USD,EUR,2026-09-03,1.1,2\n"),
    ("ecb", "KEY,CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE,UNIT_MULT\nx,USD,EUR,2026-09-03,\"1.1"),
    ("fixer", #"{"success":true,"base":"USD","date":"2021-04-23","rates":{"EUR":0.8}}"#),
    ("currencylayer", #"{"success":true,"source":"USD","timestamp":1,"quotes":{"EURUSD":1.1}}"#),
    ("nbu", #"[{"exchangedate":"2026-03-01","cc":"VND","rate":1.6,"units":1000}]"#),
    ("inforeuro", #"[{"isoA3Code":"USD","value":1.1}]"#),
    ("bnr", #"<DataSet><Body><OrigCurrency>EUR</OrigCurrency><Cube date="2026-03-02"><Rate currency="USD">1</Rate></Cube></Body></DataSet>"#),
  ])
  func aDocumentWithContradictoryValuesIsRefused(id: String, text: String) {
    #expect(throws: ItemError.self) { try Self.read(id, text) }
  }

  @Test("text in windows-1251, ISO 8859-2 and ISO 8859-9 is read", arguments: [
    ("windows-1251", [0xC0, 0xFF, 0xB8], "Аяё"), ("iso-8859-9", [0xDD, 0xFE], "İş"), ("ISO-8859-2", [0xA1, 0xB3], "Ął"),
  ] as [(String, [UInt8], String)])
  func textInWindows1251ISO88592AndISO88599IsRead(encoding: String, bytes: [UInt8], text: String) {
    let head = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><ValCurs>".utf8)
    let items = ProviderDefinition.all.first { $0.provider.id == .cbr }
    #expect(throws: ItemError.refusedBySource(text)) {
      try items?.read(SourceDocument(bytes: head + bytes + Array("</ValCurs>".utf8)))
    }
  }
}
