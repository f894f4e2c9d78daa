// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import Testing

@Suite struct ECBXMLTests {
  static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
    xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
    <gesmes:subject>Reference rates</gesmes:subject>
    <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
    """

  func read(_ cubes: String) throws -> QuoteBatch {
    try ECBXML.read(Array("\(Self.head)<Cube>\(cubes)</Cube></gesmes:Envelope>".utf8))
  }

  @Test("XML attributes in single or double quotes are read", arguments: ["'", "\""])
  func xmlAttributesInSingleOrDoubleQuotesAreRead(quote: String) throws {
    let cubes = "<Cube time='2026-07-06'><Cube currency='USD' rate='1.1415'/><Cube currency='JPY' rate='186.70'/></Cube>"
    let batch = try read(cubes.replacing("'", with: quote))
    #expect(batch.count == 2)
    #expect(batch.pairs[PairKey(base: .eur, counter: .jpy)]?.first?.value.text == "186.70")
  }

  @Test("the rates of several days are in ascending order") func theRatesOfSeveralDaysAreInAscendingOrder() throws {
    let batch = try read(
      """
      <Cube time="2026-07-06"><Cube currency="USD" rate="1.1415"/></Cube>
      <Cube time="2026-07-03"><Cube currency="USD" rate="1.14"/></Cube>
      """)
    #expect(batch.pairs[PairKey(base: .eur, counter: .usd)]?.map(\.day.description) == ["2026-07-03", "2026-07-06"])
  }

  @Test("a malformed day or rate is refused", arguments: [
    ("<Cube time='6.7.2026'/>", ItemError.unreadable(place: "Cube/@time", found: "6.7.2026", expected: .day)),
    ("<Cube time='2026-07-06'><Cube currency='USD' rate='1,1'/></Cube>",
      .unreadable(place: "Cube[@time='2026-07-06']", found: "USD 1,1", expected: .rate)),
    ("<Cube time='2026-07-06'/>", .empty),
    ("<Cube time='2026-07-06'><Cube currency='USD' rate='1.1'/><Cube currency='USD' rate='1.1'/></Cube>",
      .unreadable(place: "Cube[@time='2026-07-06']", found: "USD 1.1", expected: .oneRate)),
    ("<Cube time='2026-07-06'><Cube currency='USD' rate='1.1'/></Cube><Cube time='2026-07-06'/>",
      .unreadable(place: "Cube/@time", found: "2026-07-06", expected: .day)),
  ])
  func aMalformedDayOrRateIsRefused(cubes: String, error: ItemError) {
    #expect(throws: error) { try read(cubes) }
  }

  @Test("the euro itself is not imported as a rate") func theEuroItselfIsNotImportedAsARate() throws {
    let batch = try read(
      "<Cube time='2026-07-06'><Cube currency='EUR' rate='1'/><Cube currency='USD' rate='1.1415'/></Cube>")
    #expect(Array(batch.pairs.keys) == [PairKey(base: .eur, counter: .usd)])
  }

  @Test("a rate of zero or less is read, not refused", arguments: ["0", "0.0000", "-1.1415"])
  func aRateOfZeroOrLessIsReadNotRefused(rate: String) throws {
    let batch = try read(
      "<Cube time='2026-07-06'><Cube currency='USD' rate='\(rate)'/><Cube currency='JPY' rate='186.70'/></Cube>")
    #expect(batch.pairs[PairKey(base: .eur, counter: .usd)]?.first?.value.coefficient == 0)
    #expect(batch.pairs[PairKey(base: .eur, counter: .jpy)]?.first?.value.text == "186.70")
  }

  @Test(
    "a document that isn't the ECB's XML is refused",
    arguments: ["", "<html><body>404</body></html>", "{\"error\":1}", "PK", "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"])
  func aDocumentThatIsntTheECBsXMLIsRefused(document: String) {
    #expect(throws: ItemError.foreign) { try ECBXML.read(Array(document.utf8)) }
  }

  @Test("an ECB document truncated at any length is refused")
  func anECBDocumentTruncatedAtAnyLengthIsRefused() throws {
    let whole = Array(
      "\(Self.head)<Cube><Cube time='2026-07-06'><Cube currency='USD' rate='1.1415'/></Cube></Cube></gesmes:Envelope>".utf8)
    _ = try ECBXML.read(whole)
    for length in 0..<whole.count {
      #expect(throws: ItemError.self) { try ECBXML.read(Array(whole.prefix(length))) }
    }
  }

  @Test("deeply nested XML is refused without a crash") func deeplyNestedXMLIsRefusedWithoutACrash() {
    let deep = String(repeating: "<a>", count: 200_000)
    #expect(throws: ItemError.foreign) { try ECBXML.read(Array(deep.utf8)) }
  }
}
