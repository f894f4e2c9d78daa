// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import Testing

/// Saved calculations are written and read as JSON.
@Suite struct CalculationRecordItemTests {
  func fraction(_ text: String) throws -> Rational { try #require(Rational(fraction: text)) }

  func record() throws -> CalculationRecord {
    let quote = Quote(
      provider: .ecb, base: .eur, counter: .usd,
      observation: Observation(
        day: Day(number: 20_000), value: try #require(PublishedNumber("1.1170")), unit: try #require(QuoteUnit(100))))
    let law = LegalRate(
      kind: .peg, retired: .jpy, successor: .eur, factor: try fraction("5/3"), from: Day(number: 1),
      until: Day(number: 30_000), source: "a law")
    let bought = Quote(
      provider: .ecb, base: .usd, counter: .eur, side: .buying, observation: quote.observation)
    let cross = try #require(
      ConversionPath(
        from: .usd, to: .jpy, day: Day(number: 20_001), legs: [.quote(quote), .quote(bought), .law(law)],
        value: try fraction("7/3")))
    let own = try #require(
      CustomRate(from: .gbp, to: .eur, value: try fraction("6/5"), note: "bank \"A\"", expires: Day(number: 21_000)))
    var averaged = quote
    averaged.mean = Mean(days: Day(number: 19_990)...Day(number: 20_000), count: 7, value: try fraction("11/9"))
    let mean = try #require(
      ConversionPath(
        from: .eur, to: .usd, day: Day(number: 20_001), legs: [.quote(averaged)], value: try fraction("11/9")))
    return CalculationRecord(
      text: "1\n\"2\"\tEUR", lines: [
        RecordedLine(
          sign: .minus, text: "1,5 €", portable: "1.5 EUR", currency: .eur, day: Day(number: 20_000), note: "Hotel"),
        RecordedLine(
          sign: .plus, text: "33.33", portable: "33.33", currency: .usd, exact: Money(try fraction("100/3"), .usd)),
      ],
      result: .jpy, targets: [.eur, .chf], day: Day(number: 20_000), defaultCurrency: .eur, rule: NamedRule("pl-vat"),
      fee: Fee(percent: try fraction("5/2"), direction: .iReceive), isRoundedToCash: true, savedAt: Timestamp(milliseconds: 123),
      rates: [
        UsedRate(from: .usd, to: .jpy, requestedDay: nil, rate: cross),
        UsedRate(from: .eur, to: .usd, requestedDay: nil, rate: mean),
        UsedRate(
          from: .eur, to: .gbp, requestedDay: Day(number: 20_000),
          rate: ConversionPath(own, from: .eur, to: .gbp, day: Day(number: 20_000))),
      ],
      total: .money(Money(try fraction("-1/7"), .jpy)))
  }

  @Test("a saved calculation is read back unchanged") func aSavedCalculationIsReadBackUnchanged() throws {
    let record = try record()
    #expect(try CalculationRecordDocument.read(CalculationRecordDocument.text(of: record)) == record)
  }

  @Test("the number format of each saved line is read back")
  func theNumberFormatOfEachSavedLineIsReadBack() throws {
    var record = try record()
    record.lines[0].form = NumberSymbols(posix: "de_DE").form
    record.lines[1].isUnread = true
    #expect(try CalculationRecordDocument.read(CalculationRecordDocument.text(of: record)) == record)
  }

  @Test("changing a saved calculation keeps its unknown JSON members")
  func changingASavedCalculationKeepsItsUnknownJSONMembers() throws {
    var record = try record()
    let later = CalculationRecordDocument.text(of: record)
      .replacing(#""cash":true"#, with: #""cash":true,"tags":["trip",7]"#)
      .replacing(#""note":"Hotel""#, with: #""note":"Hotel","place":{"city":"Lima"}"#)
    record.lines.removeLast()
    record.result = .usd
    let written = CalculationRecordDocument.text(of: record, replacing: later)
    #expect(written.contains(#""tags":["trip",7]"#))
    #expect(written.contains(#""place":{"city":"Lima"}"#))
    #expect(try CalculationRecordDocument.read(written) == record)
  }

  @Test("a saved calculation of a later version is refused", arguments: [3, 4, 99])
  func aSavedCalculationOfALaterVersionIsRefused(version: Int) throws {
    let text = CalculationRecordDocument.text(of: try record()).replacing(#""version":2"#, with: "\"version\":\(version)")
    #expect(throws: ItemError.self) { try CalculationRecordDocument.read(text) }
  }

  @Test("a saved calculation without optional members is read back unchanged")
  func aSavedCalculationWithoutOptionalMembersIsReadBackUnchanged() throws {
    let record = CalculationRecord(text: "", lines: [], result: .eur, savedAt: Timestamp(milliseconds: -1))
    #expect(try CalculationRecordDocument.read(CalculationRecordDocument.text(of: record)) == record)
  }

  @Test("a total is read back as number, percentage or money",
    arguments: [CalculationValue.number(Rational(5)), .percent(Rational(2)), .money(Money(.one, .chf))])
  func aTotalIsReadBackAsNumberPercentageOrMoney(total: CalculationValue) throws {
    var record = try record()
    record.total = total
    #expect(try CalculationRecordDocument.read(CalculationRecordDocument.text(of: record)).total == total)
  }

  @Test("reading a saved calculation ignores unknown JSON members")
  func readingASavedCalculationIgnoresUnknownJSONMembers() throws {
    let text = CalculationRecordDocument.text(of: try record())
    let later = "{\"colour\":\"red\"," + text.dropFirst()
    #expect(try CalculationRecordDocument.read(later) == record())
  }

  @Test("a truncated saved calculation is refused") func aTruncatedSavedCalculationIsRefused() throws {
    let text = CalculationRecordDocument.text(of: try record())
    for length in stride(from: 0, to: text.count, by: 7) {
      #expect(throws: ItemError.self) { try CalculationRecordDocument.read(String(text.prefix(length))) }
    }
  }

  @Test("a saved calculation with an impossible value is refused", arguments: [
    (#""value":"7/3""#, #""value":"7/0""#), (#""value":"7/3""#, #""value":"-7/3""#), (#""value":"7/3""#, #""value":"0/1""#),
    (#""result":"JPY""#, #""result":"J""#), (#""law":"peg""#, #""law":"whim""#), (#""kept":"123""#, #""kept":"soon""#),
    (#""rule":"pl-vat""#, #""rule":"whim""#), (#""count":"7""#, #""count":"0""#),
    (#""share":"1/40""#, #""share":"41/40""#), (#""day":"2024-10-04""#, #""day":"2024-02-30""#),
  ])
  func aSavedCalculationWithAnImpossibleValueIsRefused(good: String, bad: String) throws {
    let text = CalculationRecordDocument.text(of: try record())
    #expect(text.contains(good), "\(text)")
    #expect(throws: ItemError.self) { try CalculationRecordDocument.read(text.replacing(good, with: bad)) }
  }
}
