// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct CalculatorPasteTests {
  @Test("a single pasted number replaces the text of the field", arguments: [
    ("en_US", "  1,299.99 ", "+1,299.99  EUR=1299.99"), ("de_DE", "12,5", "+12,5 EUR=12.50"),
    ("de_CH", "1’234.50", "+1’234.50 EUR=1234.50"), ("ar_EG", "١٢٫٥", "+١٢٫٥ EUR=12.50"),
    ("en_IN", "12,34,567.89", "+12,34,567.89 EUR=1234567.89"), ("en_US", "\u{2212}5", "+\u{2212}5 EUR=-5.00"),
  ]) func aSinglePastedNumberReplacesTheTextOfTheField(locale: String, text: String, line: String) {
    var machine = CalculatorSample.machine(locale: locale)
    let before = machine.state.typed
    _ = machine.send(.pasted(text))
    #expect(machine.linesText == line)
    #expect(machine.state.pasted == nil)
    _ = machine.send(.undo)
    #expect(machine.state.typed == before)
  }

  /// Texts pasted into an empty line with a minus, and the lines that result.
  @Test("a negative amount pasted into a minus line is subtracted only once", arguments: [
    ("5", "-5 EUR=-5.00"), ("-5", "-5 EUR=-5.00"), ("\u{2212}5", "-5 EUR=-5.00"), ("-5+3", "+-5+3 EUR=-2.00"),
    ("-5 USD", "-5 USD=-4.00"), ("5 USD", "-5 USD=-4.00"), ("5 USD - 1 EUR", "+5 USD=4.00 -1 EUR=-1.00"),
    ("-5 USD\n-1 EUR", "-5 USD=-4.00 -1 EUR=-1.00"), ("5 USD\n1 EUR", "-5 USD=-4.00 -1 EUR=-1.00"),
  ]) func aNegativeAmountPastedIntoAMinusLineIsSubtractedOnlyOnce(text: String, lines: String) {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .minus), .pasted(text)])
    #expect(machine.state.pasted == nil)
    #expect(machine.linesText == "+100 EUR=100.00 " + lines)
    _ = machine.send(.undo)
    #expect(machine.linesText == "+100 EUR=100.00 - EUR=empty")
  }

  @Test("a pasted amount with a currency selects that currency")
  func aPastedAmountWithACurrencySelectsThatCurrency() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.pasted("12.50 CHF"))
    #expect(machine.state.typed == "12.50")
    #expect(machine.state.source == .chf)
  }

  static let statement = """
    2008-09-15\tHotel Lux\t-120.50\tUSD
    2008-09-15\tTaxi\t-30.00\tUSD
    2008-09-16\tRefund\t15.25\tUSD
    2008-09-17\tDinner\t-48.00\tGBP
    2008-09-18\tMuseum\t-12.00\tEUR
    """

  @Test("five pasted statement rows become five lines in one step")
  func fivePastedStatementRowsBecomeFiveLinesInOneStep() {
    var machine = CalculatorSample.machine()
    let actions = machine.send(.pasted(Self.statement))
    #expect(machine.state.pasted == nil)
    #expect(machine.state.lines.map(\.note) == ["Hotel Lux", "Taxi", "Refund", "Dinner", "Museum"])
    #expect(machine.state.lines.map(\.sign) == [.minus, .minus, .plus, .minus, .minus])
    #expect(machine.state.lines.map(\.currency.code) == ["USD", "USD", "USD", "GBP", "EUR"])
    #expect(machine.state.lines[0].day == day("2008-09-15"))
    // The rates of four days must be loaded first.
    #expect(actions.filter { if case .loadRates = $0 { true } else { false } }.count == 4)
    #expect(machine.state.lines[0].outcome == .waiting)
    _ = machine.send(.undo)
    #expect(machine.linesText == "+100 EUR=100.00")
  }

  @Test("pasting an ambiguous number first shows a preview with both readings")
  func pastingAnAmbiguousNumberFirstShowsAPreviewWithBothReadings() throws {
    var machine = CalculatorSample.machine(locale: "de_DE")
    _ = machine.send(.pasted("1.234"))
    let preview = try #require(machine.state.pasted)
    #expect(preview.lines.map(\.text) == ["1.234"])
    #expect(
      preview.lines[0].outcome == .value(own: .money(Money(Rational(1234), .eur)), inTotal: Rational(1234), rate: nil))
    #expect(preview.alternatives.map(\.meaning) == [.number(number("1.234"))])
    #expect(machine.state.typed == "100")
    _ = machine.send(.readingChosen(preview.alternatives[0]))
    #expect(
      machine.state.pasted?.lines[0].outcome
        == .value(own: .money(Money(number("1.234"), .eur)), inTotal: number("1.234"), rate: nil))
    _ = machine.send(.pasteAccepted)
    #expect(machine.state.pasted == nil)
    #expect(machine.state.amount == number("1.234"))
  }

  @Test("a rate in the pasted text applies to preview and result")
  func aRateInThePastedTextAppliesToPreviewAndResult() throws {
    var machine = CalculatorSample.machine(locale: "de_DE")
    _ = machine.send(.pasted("1.234 USD in EUR at 0,9"))
    let preview = try #require(machine.state.pasted)
    guard case .value(_, let inTotal, _) = preview.lines[0].outcome else { return #expect(Bool(false), "\(preview)") }
    #expect(inTotal == number("1110.6"))
    #expect(machine.state.ownRates.isEmpty)
    _ = machine.send(.pasteAccepted)
    #expect(machine.resultsText.hasPrefix("EUR 1110.60"))
  }

  @Test("dismissing a paste preview changes nothing") func dismissingAPastePreviewChangesNothing() {
    var machine = CalculatorSample.machine(locale: "de_DE")
    let before = machine.state
    _ = machine.send(.pasted("1.234 USD\n5.678 USD"))
    #expect(machine.state.pasted?.lines.count == 2)
    _ = machine.send(.pasteDropped)
    #expect(machine.state == before)
    #expect(machine.send(.pasteAccepted) == [])
  }

  @Test("pasted text with skipped parts is first shown as a preview")
  func pastedTextWithSkippedPartsIsFirstShownAsAPreview() throws {
    var machine = CalculatorSample.machine()
    _ = machine.send(.pasted("Date\tText\tAmount\n2026-10-30\tShoes\t-79.90 EUR\t1,204.11"))
    let preview = try #require(machine.state.pasted)
    #expect(preview.lines.map(\.note) == ["Shoes"])
    #expect(preview.notes.map(\.kind).contains(.rowSkipped(.noAmount)))
    #expect(preview.notes.map(\.kind).contains(.amountLeftOut))
    _ = machine.send(.pasteAccepted)
    #expect(machine.state.lines.map(\.text) == ["79.90"])
    _ = machine.send(.pasted("10 EUR\nsome EUR"))
    #expect(machine.state.pasted?.notes.map(\.kind) == [.rowSkipped(.noAmount)])
    _ = machine.send(.pasted("10 EUR\n5 some EUR"))
    #expect(machine.state.pasted?.problems.map(\.reason) == [.unknownWord("some")])
  }

  @Test("pasted lines are added after the active line") func pastedLinesAreAddedAfterTheActiveLine() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.pasted("1 EUR\n2 EUR"), .lineChosen(0), .pasted("10 USD\n20 USD")])
    #expect(machine.linesText == "+1 EUR=1.00 +10 USD=8.00 +20 USD=16.00 +2 EUR=2.00")
    machine.send(all: [.lineAdded(after: nil, sign: .plus), .pasted("5 GBP\n6 GBP")])
    #expect(machine.state.lines.count == 6)
    #expect(machine.totalText == "40.75 EUR")
  }

  @Test("pasted lines replace empty lines, and the last line becomes active")
  func pastedLinesReplaceEmptyLinesAndTheLastLineBecomesActive() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .plus), .lineChosen(0), .lineAdded(after: 0, sign: .minus)])
    machine.send(all: [.pasted("5 GBP\n6 GBP"), .lineNoteTyped(at: 1, "first")])
    #expect(machine.linesText == "+100 EUR=100.00 -5 GBP=-6.25 -6 GBP=-7.50")
    #expect(machine.state.active == 2)
    #expect(machine.state.typed == "6")
  }

  @Test("a pasted date applies only to the lines pasted with it") func aPastedDateAppliesOnlyToTheLinesPastedWithIt() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .plus), .pasted("5 USD + 6 USD on 2008-09-15")])
    #expect(machine.state.day == nil)
    #expect(machine.state.lines.map(\.day) == [nil, day("2008-09-15"), day("2008-09-15")])
  }

  @Test("a pasted text with too many lines is refused") func aPastedTextWithTooManyLinesIsRefused() throws {
    var machine = CalculatorSample.machine()
    _ = machine.send(.pasted(String(repeating: "12.50 EUR\n", count: 100_000)))
    let preview = try #require(machine.state.pasted)
    #expect(preview.problems.map(\.reason) == [.tooManyLines(limit: CalculationReader.mostLines)])
    _ = machine.send(.pasteAccepted)
    #expect(machine.linesText == "+100 EUR=100.00")
    _ = machine.send(.amountTyped(String(repeating: "1", count: 100_000)))
    #expect(machine.state.amount == nil)
  }

  @Test(
    "dates, phone numbers and ranges are neither offered nor pasted as amounts",
    arguments: [
      "2020-03-03", "03/03/2020", "3/4/2020", "98765-43210", "555-1234", "+49 171 1234567", "030-1234567", "$10–$20",
      "10/30/2026", "123-45-6789",
    ])
  func datesPhoneNumbersAndRangesAreNeitherOfferedNorPastedAsAmounts(text: String) {
    var machine = CalculatorSample.machine()
    let isOffered = machine.isOffered(text)
    #expect(!isOffered)
    let before = machine.linesText
    _ = machine.send(.pasted(text))
    #expect(machine.linesText == before)
  }

  @Test(
    "a pasted amount in brackets is subtracted",
    arguments: [
      ("(5)", "+(5) EUR=-5.00"), ("(5 EUR)", "-5 EUR=-5.00"), ("($5.00)", "-5.00 USD=-5.00"), ("(5) EUR", "-5 EUR=-5.00"),
      ("Refund\t($5.00)\nFee\t(1.00 EUR)", "-5.00 USD=-4.00 -1.00 EUR=-1.00"), ("(50p)", "-50p GBP=-0.50"),
    ])
  func aPastedAmountInBracketsIsSubtracted(text: String, lines: String) {
    var machine = CalculatorSample.machine()
    machine.send(all: [.pasted(text), .pasteAccepted])
    #expect(machine.linesText == lines)
  }

  private static func copied(_ machine: CalculatorMachine, locale: String = "en_US") -> String? {
    let headings = ListExport.Headings(
      note: "Note", amount: "Amount", currency: "Currency", day: "Date", total: "Total")
    return machine.finishedCalculation.map { ListExport($0).table(headings).text(NumberSymbols(posix: locale)) }
  }

  @Test(
    "pasting a copied list gives the same list",
    arguments: [
      "1000 TRY + 5500 USD / 2 - 100 EUR", "240.50 USD + 30 EUR", "100 EUR", "100 EUR / 3 + 2 GBP",
      "5 USD - (3+4)*1.5 EUR",
    ])
  func pastingACopiedListGivesTheSameList(text: String) throws {
    var machine = CalculatorSample.machine()
    machine.send(all: [
      .amountTyped(text), .equalsPressed, .lineNoteTyped(at: 0, "=Total 5"), .lineDayChosen(at: 0, nil),
    ])
    let (lines, total) = (machine.linesText, machine.totalText)
    let copied = try #require(Self.copied(machine))
    machine.send(all: [.listCopied(as: copied), .cleared(), .pasted(copied)])
    #expect(machine.state.pasted == nil)
    #expect(machine.linesText == lines)
    #expect(machine.totalText == total)
    #expect(machine.state.lines.first?.note == "=Total 5")
  }

  @Test(
    "pasting a list copied elsewhere adds its amounts but no totals",
    arguments: ["en_US", "de_DE", "de_CH", "fr_FR", "ar_EG"])
  func copiedElsewhere(locale: String) throws {
    var machine = CalculatorSample.machine()
    machine.send(all: [
      .amountTyped("240.5 USD + 30.125 EUR - 12 GBP"), .equalsPressed, .lineNoteTyped(at: 0, "=Hotel"),
      .lineDayChosen(at: 1, CalculatorSample.today),
    ])
    _ = machine.ratesLoaded(Resolver(CalculatorSample.newest), on: CalculatorSample.today, today: CalculatorSample.today)
    let copied = try #require(Self.copied(machine, locale: locale))
    var other = CalculatorSample.machine(locale: locale)
    other.send(all: [.pasted(copied)])
    let preview = try #require(other.state.pasted)
    #expect(preview.notes.count { $0.kind == .rowSkipped(.total) } == 4)
    _ = other.send(.pasteAccepted)
    #expect(other.state.lines.map(\.sign) == [.plus, .plus, .minus])
    #expect(other.state.lines.map(\.currency.code) == ["USD", "EUR", "GBP"])
    #expect(other.state.lines.map(\.note) == ["=Hotel", "", ""])
    #expect(other.state.lines.map(\.day) == [nil, CalculatorSample.today, nil])
    #expect(other.state.lines.map { $0.text.filter(\.isNumber) } == ["2405", "301250", "12"])
  }

  @Test("pasting blank text changes nothing") func pastingBlankTextChangesNothing() {
    var machine = CalculatorSample.machine()
    #expect(machine.send(.pasted(" \n ")) == [])
    #expect(!machine.state.canUndo)
  }

  @Test("pasted text without an amount is refused and not inserted")
  func pastedTextWithoutAnAmountIsRefusedAndNotInserted() {
    var machine = CalculatorSample.machine()
    let before = machine.linesText
    _ = machine.send(.pasted("See you at the station"))
    #expect(machine.state.pasted == nil)
    #expect(machine.state.refusals == 1)
    _ = machine.send(.pastedWithin(" see you at the station", at: 3))
    #expect(machine.state.refusals == 2)
    #expect(machine.linesText == before)
  }

  @Test("a currency code pasted into an amount is inserted there")
  func aCurrencyCodePastedIntoAnAmountIsInsertedThere() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.pastedWithin(" USD", at: 3))
    #expect(machine.state.typed == "100 USD")
    #expect(machine.state.refusals == 0)
  }

  @Test("a paste preview gives each line's position in the pasted text")
  func aPastePreviewGivesEachLinesPositionInThePastedText() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.pasted("1.234 EUR\n2 USD"))
    let preview = machine.state.pasted
    #expect(preview?.places.count == preview?.lines.count)
    let place = preview?.alternatives.first?.range.lowerBound ?? -1
    #expect(preview?.places.firstIndex { $0.contains(place) } == 0)
  }
}
