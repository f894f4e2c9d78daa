// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Synchronization
import Testing

@testable import KursWorkflow

@Suite struct CalculatorTypingTests {
  struct Typed: Sendable, CustomTestStringConvertible {
    let text: String
    var locale = "en_US"
    let lines: String
    var total = "none"
    var results = ""
    var testDescription: String { text }
  }

  static let texts = [
    Typed(text: "250.5", lines: "+250.5 EUR=250.50", results: "USD 313.13, GBP 200.40, JPY 40080"),
    Typed(text: " 2*19.90 ", lines: "+ 2*19.90  EUR=39.80", results: "USD 49.75, GBP 31.84, JPY 6368"),
    Typed(text: "100 + 50", lines: "+100 + 50 EUR=150.00", results: "USD 187.50, GBP 120.00, JPY 24000"),
    Typed(text: "125 USD", lines: "+125 USD=125.00", results: "EUR 100.00, GBP 80.00, JPY 16000"),
    Typed(
      text: "1000 TRY + 5500 USD / 2 - 100 EUR",
      lines: "+1000 TRY=20.00 +5500 / 2 USD=2200.00 -100 EUR=-100.00", total: "2120.00 EUR",
      results: "USD 2650.00, GBP 1696.00, JPY 339200"),
    Typed(
      text: "$1,299.99 - 15%", lines: "+1,299.99 - 15% USD=1104.99",
      results: "EUR 883.99, GBP 707.19, JPY 141439"),
    Typed(
      text: "12,50€ + 3 × 4,20 CHF", locale: "de_DE", lines: "+12,50 EUR=12.50 +3 × 4,20 CHF=13.13",
      total: "25.63 EUR", results: "USD 32.03, GBP 20.50, JPY 4100"),
    Typed(
      text: "(3+4)*1.5 GBP in JPY", lines: "+(3+4)*1.5 GBP=10.50",
      results: "JPY 2100, USD 16.41, EUR 13.13"),
    Typed(text: "10 Schweizer Franken", lines: "+10 CHF=10.00", results: "USD 13.02, GBP 8.33, JPY 1667"),
    Typed(
      text: "100 EUR + 50 USD in CHF", lines: "+100 EUR=96.00 +50 USD=38.40", total: "134.40 CHF",
      results: "USD 175.00, GBP 112.00, JPY 22400"),
    Typed(
      text: "Hotel: 2 × 80 EUR", lines: "+2 × 80 EUR=160.00", results: "USD 200.00, GBP 128.00, JPY 25600"),
    Typed(
      text: "1000 TRY +", lines: "+1000 TRY=20.00 + EUR=empty", total: "20.00 EUR",
      results: "USD 25.00, GBP 16.00, JPY 3200"),
    Typed(
      text: "100 + 20 USD", lines: "+100 USD=80.00 +20 USD=16.00", total: "96.00 EUR",
      results: "USD 120.00, GBP 76.80, JPY 15360"),
  ]

  @Test("typed text immediately changes the lines, the total and the results", arguments: texts)
  func typedTextImmediatelyChangesTheLinesTheTotalAndTheResults(typed: Typed) {
    var machine = CalculatorSample.machine(locale: typed.locale)
    _ = machine.send(.amountTyped(typed.text))
    #expect(machine.state.typed == typed.text)
    #expect(machine.linesText == typed.lines)
    #expect(machine.totalText == typed.total)
    if typed.results != "" { #expect(machine.resultsText == typed.results) }
  }

  /// Enter changes the text of the field, but no number.
  @Test("pressing Enter splits typed text into lines without changing numbers", arguments: texts)
  func pressingEnterSplitsTypedTextIntoLinesWithoutChangingNumbers(typed: Typed) {
    var machine = CalculatorSample.machine(locale: typed.locale)
    _ = machine.send(.amountTyped(typed.text))
    let before = (machine.state.lines.map(\.outcome), machine.totalText, machine.resultsText)
    let actions = machine.send(.equalsPressed)
    #expect(actions.contains(.saveSession) && actions.contains(.keepInHistory))
    #expect(machine.state.unsplit == nil)
    #expect(machine.state.lines.map(\.outcome) == before.0)
    #expect(machine.totalText == before.1)
    #expect(machine.resultsText == before.2)
    #expect(machine.state.active == machine.state.lines.count - 1)
  }

  @Test("several amounts in one field become lines only on Enter")
  func severalAmountsInOneFieldBecomeLinesOnlyOnEnter() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .plus), .amountTyped("5 USD + 3 GBP")])
    #expect(machine.state.unsplit == 1..<3)
    #expect(machine.state.active == 1)
    #expect(machine.state.amount == nil)
    _ = machine.send(.equalsPressed)
    #expect(machine.linesText == "+100 EUR=100.00 +5 USD=4.00 +3 GBP=3.75")
    #expect(machine.state.typed == "3")
    #expect(machine.state.source == .gbp)
  }

  @Test("pressing = replaces a sum without currencies by its result")
  func pressingReplacesASumWithoutCurrenciesByItsResult() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("100/3"), .equalsPressed])
    #expect(machine.state.typed == "33.33")
    #expect(machine.state.amount == Rational(100).divided(by: Rational(3)))
    #expect(machine.state.problem == nil)
  }

  @Test("the error for an unreadable amount has position and reason", arguments: [
    ("", AmountProblem.empty), ("  ", .empty), ("12*", .unreadable(position: 3, .missingOperand)),
    ("1÷0", .unreadable(position: 1, .divisionByZero)), ("12 apples", .unreadable(position: 3, .unknownWord("apples"))),
    ("100 EUR + 5 apples", .unreadable(position: 12, .unknownWord("apples"))),
    ("5 EUR * 2 USD", .unreadable(position: 6, .moneyTimesMoney)), ("100 EUR in", .unreadable(position: 8, .missingTarget)),
    ("100 EUR on 2026-02-30", .unreadable(position: 11, .invalidDate)), ("12%", .unreadable(position: 0, .percentOfNothing)),
  ]) func theErrorForAnUnreadableAmountHasPositionAndReason(text: String, problem: AmountProblem) {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped(text))
    #expect(machine.state.problem == problem)
    _ = machine.send(.equalsPressed)
    #expect(machine.state.typed == text)
  }

  @Test("an ambiguous currency symbol shows the chosen currency and alternatives")
  func anAmbiguousCurrencySymbolShowsTheChosenCurrencyAndAlternatives() throws {
    var machine = CalculatorSample.machine(locale: "en_CA")
    _ = machine.send(.amountTyped("$50 + 10 EUR"))
    #expect(machine.state.lines[0].currency.code == "CAD")
    #expect(machine.state.notes.map(\.kind) == [.symbolRead(as: currency("CAD"), candidates: [.usd, currency("CAD")])])
    #expect(machine.state.lines[0].otherCurrencies == [.usd])
    let other = try #require(machine.state.alternatives.first)
    _ = machine.send(.readingChosen(other))
    #expect(machine.state.lines[0].currency == .usd)
    machine.send(all: [.undo, .equalsPressed])
    #expect(machine.state.lines[0].otherCurrencies == [.usd])
    _ = machine.send(.lineCurrencyChosen(at: 0, .usd))
    #expect(machine.state.lines[0].otherCurrencies == [])
  }

  /// Currency names come from a translation file, which must not be read for a plain number.
  @Test("currency names load only when typed text contains words")
  func currencyNamesLoadOnlyWhenTypedTextContainsWords() {
    let asked = Mutex(0)
    var machine = CalculatorMachine(
      session: SessionValues([:]),
      defaults: CalculatorDefaults(
        country: "DE", catalogue: CalculatorSample.catalogue, rates: CalculatorSample.inUse(CalculatorSample.newest)),
      rates: RatesStatus(provider: CalculatorSample.provider, today: CalculatorSample.today),
      catalogue: CalculatorSample.catalogue,
      amounts: AmountReader(symbols: .english) { _ in
        asked.withLock { $0 += 1 }
        return ["swiss franc": .chf]
      })
    machine.send(all: [.amountTyped("2*(3+4.5)"), .equalsPressed, .lineAdded(after: nil, sign: .minus)])
    machine.send(all: [.amountTyped("12+"), .pasted("12.50"), .resultEdited(at: 0, "5"), .cleared(), .undo])
    #expect(asked.withLock { $0 } == 0)
    machine.send(all: [.amountTyped("5 swiss francs"), .amountTyped("6 USD"), .pasted("7 EUR\n8 EUR")])
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("changing the currency of a symbol changes the typed amount's currency")
  func changingTheCurrencyOfASymbolChangesTheTypedAmountsCurrency() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped("$50"))
    #expect(machine.state.source == .usd)
    _ = machine.send(.symbolsChosen(SymbolPreferences(chosen: ["$": currency("CAD")])))
    #expect(machine.state.source.code == "CAD")
  }

  @Test("an ambiguous number is read by locale and offers the other reading")
  func anAmbiguousNumberIsReadByLocaleAndOffersTheOtherReading() throws {
    var machine = CalculatorSample.machine(locale: "de_DE")
    _ = machine.send(.amountTyped("1.234"))
    #expect(machine.state.amount == Rational(1234))
    _ = machine.send(.readingChosen(try #require(machine.state.alternatives.first)))
    #expect(machine.state.amount == number("1.234"))
    #expect(machine.state.alternatives.map(\.meaning) == [.number(Rational(1234))])
  }

  @Test("a chosen date replaces the typed date") func aChosenDateReplacesTheTypedDate() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("100 EUR on 2008-09-15"), .dayChosen(day("2008-09-16"))])
    #expect(machine.state.day == day("2008-09-16"))
    #expect(machine.state.typed == "100")
    _ = machine.send(.dayChosen(nil))
    #expect(machine.resultsText == "USD 125.00, GBP 80.00, JPY 16000")
  }

  @Test("dividing two amounts of money gives a plain number") func dividingTwoAmountsOfMoneyGivesAPlainNumber() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("100 USD / 40 EUR"), .feeChosen(nil), .cashRoundingSwitched(true)])
    #expect(machine.state.total?.value == .number(Rational(2)))
    #expect(machine.resultsText == "USD waiting, GBP waiting, JPY waiting")
  }

  @Test("a typed date becomes the list's date") func aTypedDateBecomesTheListsDate() {
    var machine = CalculatorSample.machine()
    let actions = machine.send(.amountTyped("100 eur to usd on 2008-09-15"))
    #expect(actions.contains(.loadRates(day("2008-09-15"))))
    #expect(machine.state.day == day("2008-09-15"))
    #expect(machine.resultsText == "USD waiting, GBP waiting, JPY waiting")
    _ = machine.ratesLoaded(Resolver(CalculatorSample.early), on: day("2008-09-15"), today: CalculatorSample.today)
    #expect(machine.resultsText == "USD 160.00, GBP unavailable, JPY 15000")
    _ = machine.send(.amountTyped("100 eur"))
    #expect(machine.state.day == nil)
    #expect(machine.resultsText == "USD 125.00, GBP 80.00, JPY 16000")
  }
}
