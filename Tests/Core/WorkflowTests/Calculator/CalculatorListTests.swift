// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct CalculatorListTests {
  /// `1000 TRY + 5500 USD / 2 - 100 EUR`, entered line by line with currency pickers.
  static let issue: [CalculatorEvent] = [
    .amountTyped("1000"), .sourceChosen(currency("TRY")), .lineAdded(after: nil, sign: .plus),
    .amountTyped("5500/2"), .sourceChosen(.usd), .lineAdded(after: nil, sign: .minus), .amountTyped("100"),
    .sourceChosen(.eur),
  ]

  private func list(_ more: CalculatorEvent...) -> CalculatorMachine {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("1000 TRY + 5500 USD / 2 - 100 EUR"), .equalsPressed] + more)
    return machine
  }

  @Test("typing, pasting and entering a list give the same total")
  func typingPastingAndEnteringAListGiveTheSameTotal() {
    var byPicker = CalculatorSample.machine()
    byPicker.send(all: Self.issue + [.totalCurrencyChosen(.eur)])
    var byPaste = CalculatorSample.machine()
    byPaste.send(all: [.pasted("1000 TRY\n5500 USD / 2\n-100 EUR")])
    let typed = list()
    #expect(typed.totalText == "2120.00 EUR")
    #expect(byPicker.state.total?.value == typed.state.total?.value)
    #expect(byPaste.state.total?.value == typed.state.total?.value)
    #expect(byPaste.state.pasted == nil)
    #expect(byPicker.linesText == "+1000 TRY=20.00 +5500/2 USD=2200.00 -100 EUR=-100.00")
  }

  /// Edits of the three lines of `list()`, with the lines and the total that result.
  @Test("each edit of the list gives the expected lines and total", arguments: [
    (
      [CalculatorEvent.lineAdded(after: 0, sign: .minus), .amountTyped("10")],
      "+1000 TRY=20.00 -10 TRY=-0.20 +5500 / 2 USD=2200.00 -100 EUR=-100.00", "2119.80 EUR"
    ),
    (
      [.lineAdded(after: nil, sign: .plus), .amountTyped("10%")],
      "+1000 TRY=20.00 +5500 / 2 USD=2200.00 -100 EUR=-100.00 +10% EUR=212.00", "2332.00 EUR"
    ),
    ([.lineChosen(1), .amountTyped("1000")], "+1000 TRY=20.00 +1000 USD=800.00 -100 EUR=-100.00", "720.00 EUR"),
    (
      [.lineSignChosen(at: 1, .minus)],
      "+1000 TRY=20.00 -5500 / 2 USD=-2200.00 -100 EUR=-100.00", "-2280.00 EUR"
    ),
    (
      [.lineCurrencyChosen(at: 0, .gbp)],
      "+1000 GBP=1250.00 +5500 / 2 USD=2200.00 -100 EUR=-100.00", "3350.00 EUR"
    ),
    ([.lineRemoved(at: 1)], "+1000 TRY=20.00 -100 EUR=-100.00", "-80.00 EUR"),
    (
      [.lineMoved(from: 2, to: 0)],
      "-100 EUR=-100.00 +1000 TRY=20.00 +5500 / 2 USD=2200.00", "2120.00 EUR"
    ),
    (
      [.totalCurrencyChosen(.usd)],
      "+1000 TRY=25.00 +5500 / 2 USD=2750.00 -100 EUR=-125.00", "2650.00 USD"
    ),
    ([.swapped(at: 0)], "+1000 TRY=25.00 +5500 / 2 USD=2750.00 -100 EUR=-125.00", "2650.00 USD"),
    (
      [.totalCurrencyChosen(.chf)],
      "+1000 TRY=19.20 +5500 / 2 USD=2112.00 -100 EUR=-96.00", "2035.20 CHF"
    ),
    (
      [
        .lineRemoved(at: 9), .lineMoved(from: 0, to: 9), .lineChosen(9), .lineSignChosen(at: 9, .minus),
        .resultEdited(at: 0, "5"),
      ],
      "+1000 TRY=20.00 +5500 / 2 USD=2200.00 -100 EUR=-100.00", "2120.00 EUR"
    ),
    (
      [.lineAdded(after: nil, sign: .plus), .amountTyped("5 apples")],
      "+1000 TRY=20.00 +5500 / 2 USD=2200.00 -100 EUR=-100.00 +5 apples EUR=unknownWord(\"apples\")", "- EUR"
    ),
    ([.cleared()], "+ EUR=empty", "none"),
  ]) func eachEditOfTheListGivesTheExpectedLinesAndTotal(events: [CalculatorEvent], lines: String, total: String) {
    var machine = list()
    machine.send(all: events)
    #expect(machine.linesText == lines)
    #expect(machine.totalText == (total == "- EUR" ? "-" : total))
  }

  @Test("choosing a result's currency for the total swaps the two currencies")
  func choosingAResultsCurrencyForTheTotalSwapsTheTwoCurrencies() {
    #expect(list(.totalCurrencyChosen(.usd)).resultsText == "EUR 2120.00, GBP 1696.00, JPY 339200")
    #expect(list(.totalCurrencyChosen(.chf)).resultsText == "USD 2650.00, GBP 1696.00, JPY 339200")
  }

  @Test("removing all but one line leaves a single amount") func removingAllButOneLineLeavesASingleAmount() {
    let machine = list(.lineRemoved(at: 2), .lineRemoved(at: 0))
    #expect(machine.state.total == nil)
    #expect(machine.state.source == .usd)
    #expect(machine.resultsText == "EUR 2200.00, GBP 1760.00, JPY 352000")
    let empty = list(.lineRemoved(at: 2), .lineRemoved(at: 0), .lineRemoved(at: 0))
    #expect(empty.state.lines.map(\.outcome) == [.empty])
    #expect(empty.state.source == .usd)
  }

  @Test("the active line stays active when it moves") func theActiveLineStaysActiveWhenItMoves() {
    let machine = list(.lineChosen(0), .lineMoved(from: 0, to: 2))
    #expect(machine.state.active == 2)
    #expect(machine.state.typed == "1000")
    #expect(list(.lineChosen(2), .lineRemoved(at: 0)).state.typed == "100")
    #expect(list(.lineChosen(1), .lineRemoved(at: 1)).state.typed == "100")
  }

  @Test("an existing empty line is reused as the new line") func anExistingEmptyLineIsReusedAsTheNewLine() {
    var machine = list(.lineAdded(after: nil, sign: .plus), .lineAdded(after: nil, sign: .minus))
    #expect(machine.state.lines.count == 4)
    #expect(machine.state.lines[3].sign == .minus)
    #expect(machine.totalText == "2120.00 EUR")
    _ = machine.send(.amountTyped("20"))
    #expect(machine.totalText == "2100.00 EUR")
  }

  @Test("adding a line keeps all amounts typed before") func addingALineKeepsAllAmountsTypedBefore() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("5 USD + 3 GBP"), .lineAdded(after: nil, sign: .minus), .amountTyped("1")])
    #expect(machine.linesText == "+5 USD=4.00 +3 GBP=3.75 -1 GBP=-1.25")
    machine.send(all: [.amountTyped("1 USD + 5 apples"), .lineAdded(after: nil, sign: .plus)])
    #expect(machine.state.typed == "1 USD + 5 apples")
  }

  @Test("a plus or minus after an amount becomes the next line's sign", arguments: [
    ("12 +", LineSign.plus), ("12-", .minus), ("2*6 \u{2212} ", .minus), ("12 \u{2013}", .minus), ("12\u{FF0D}", .minus),
    ("12\u{FF0B}", .plus),
  ])
  func aPlusOrMinusAfterAnAmountBecomesTheNextLinesSign(text: String, sign: LineSign) {
    for event in [CalculatorEvent.equalsPressed, .lineAdded(after: nil, sign: .plus)] {
      var machine = CalculatorSample.machine()
      machine.send(all: [.amountTyped(text), event, .amountTyped("5")])
      #expect(machine.state.lines.map(\.sign) == [.plus, sign])
      #expect(machine.totalText == (sign == .plus ? "17.00 EUR" : "7.00 EUR"))
    }
  }

  @Test(
    "a plus or minus after a currency becomes the next line's sign",
    arguments: [("12 EUR +", LineSign.plus), ("12 EUR - ", .minus), ("6 EUR + 6 EUR \u{2013}", .minus)])
  func aPlusOrMinusAfterACurrencyBecomesTheNextLinesSign(text: String, sign: LineSign) {
    for event in [CalculatorEvent.equalsPressed, .lineAdded(after: nil, sign: .plus)] {
      var machine = CalculatorSample.machine()
      machine.send(all: [.amountTyped(text), event, .amountTyped("5")])
      #expect(machine.state.lines.last?.sign == sign)
      #expect(machine.totalText == (sign == .plus ? "17.00 EUR" : "7.00 EUR"))
    }
  }

  @Test("a minus without a readable amount starts no line", arguments: ["-", "2*-", "12 apples -"])
  func aMinusWithoutAReadableAmountStartsNoLine(text: String) {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped(text), .equalsPressed])
    #expect(machine.state.lines.count == 1)
    #expect(machine.state.typed == text)
  }

  @Test("pressing Enter moves to the next line, or adds a last line")
  func pressingEnterMovesToTheNextLineOrAddsALastLine() {
    var machine = list(.lineChosen(0), .equalsPressed)
    #expect((machine.state.active, machine.state.typed) == (1, "5500 / 2"))
    _ = machine.send(.equalsPressed)
    #expect((machine.state.active, machine.state.typed) == (1, "2750.00"))
    machine.send(all: [.equalsPressed, .equalsPressed])
    #expect(machine.state.active == 3)
    #expect(machine.state.lines.map(\.text) == ["1000", "2750.00", "100", ""])
    _ = machine.send(.equalsPressed)
    #expect(machine.state.lines.count == 4)
  }

  @Test("a new line follows the active line") func aNewLineFollowsTheActiveLine() {
    let machine = list(.lineChosen(0), .lineAdded(after: nil, sign: .minus), .amountTyped("7"))
    #expect(machine.state.lines.map(\.text) == ["1000", "7", "5500 / 2", "100"])
    #expect(machine.state.lines[1].sign == .minus)
  }

  @Test("a line without a rate names its currency and hides the total")
  func aLineWithoutARateNamesItsCurrencyAndHidesTheTotal() {
    let machine = list(.lineCurrencyChosen(at: 0, currency("XAU")))
    guard case .failed(let error) = machine.state.lines[0].outcome,
      case .rate(.missing(let missing, _, _, _, _)) = error.reason
    else {
      Issue.record("\(machine.state.lines[0].outcome)")
      return
    }
    #expect(missing.code == "XAU")
    #expect(machine.totalText == "-")
    #expect(machine.state.lines[1].outcome.isValue)
    #expect(machine.resultsText == "USD unavailable, GBP unavailable, JPY unavailable")
  }

  @Test("if rounded lines don't add up to the total, both sums appear")
  func ifRoundedLinesDontAddUpToTheTotalBothSumsAppear() throws {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("0.01 USD + 0.01 USD + 0.01 USD"), .equalsPressed])
    let rounding = try #require(machine.state.total?.rounding)
    #expect(rounding.rounded.text(places: 2) == "0.02")
    #expect(rounding.sumOfRoundedLines.text(places: 2) == "0.03")
    #expect(list().state.total?.rounding == nil)
  }

  @Test("a note and a date apply only to their line") func aNoteAndADateApplyOnlyToTheirLine() {
    let date = day("2008-09-15")
    var machine = list(.lineNoteTyped(at: 1, "Hotel"))
    let actions = machine.send(.lineDayChosen(at: 1, date))
    #expect(actions.contains(.loadRates(date)))
    #expect(machine.state.lines[1].note == "Hotel")
    #expect(machine.linesText == "+1000 TRY=20.00 +5500 / 2 USD=waiting -100 EUR=-100.00")
    #expect(machine.totalText == "-")
    _ = machine.ratesLoaded(Resolver(CalculatorSample.early), on: date, today: CalculatorSample.today)
    #expect(machine.linesText == "+1000 TRY=20.00 +5500 / 2 USD=1718.75 -100 EUR=-100.00")
    #expect(machine.totalText == "1638.75 EUR")
    // The rates of 2008 have no pound. So the line with a date in 2008 can't be converted to pounds.
    #expect(machine.resultsText == "USD 2650.00, GBP unavailable, JPY 245013")
    #expect(machine.state.rates.newest == CalculatorSample.today)
  }

  @Test("a date without rates causes an error only in its line") func aDateWithoutRatesCausesAnErrorOnlyInItsLine() {
    let date = day("1950-01-01")
    var machine = list()
    _ = machine.send(.lineDayChosen(at: 0, date))
    let error = RateError.outsideHistory(
      date, provider: .ecb, first: day("1999-01-04"), newest: CalculatorSample.today)
    #expect(machine.ratesFailed(.rate(error), on: date) == [])
    #expect(machine.state.lines[0].outcome == .failed(CalculationError(.rate(error), at: 0..<4)))
    #expect(machine.state.lines[1].outcome.isValue)
    #expect(machine.state.rates.failure == nil)
    #expect(machine.resultsText == "USD unavailable, GBP unavailable, JPY unavailable")
  }

  @Test("after a rate update, the rates of every used date load again")
  func afterARateUpdateTheRatesOfEveryUsedDateLoadAgain() {
    var machine = list(.lineDayChosen(at: 1, day("2008-09-15")))
    _ = machine.ratesLoaded(Resolver(CalculatorSample.early), on: day("2008-09-15"), today: CalculatorSample.today)
    let actions = machine.ratesUpdated(.newest(provider: .ecb, day("2026-11-02")))
    #expect(actions == [.loadRates(nil), .loadRates(day("2008-09-15"))])
    // The screen keeps its numbers until the new rates are loaded.
    #expect(machine.totalText == "1638.75 EUR")
  }
}
