// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// A line's currency never changes an amount that was typed in another currency.
@Suite struct CalculatorCurrencyTests {
  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [CalculatorEvent]
    let lines: String
    var total = "none"
  }

  private static let lira = currency("TRY")

  static let stories = [
    Story(
      testDescription: "a currency chosen after an operator is that of the amount behind it",
      events: [.amountTyped("1000"), .sourceChosen(lira), .amountTyped("1000−100"), .sourceChosen(.usd)],
      lines: "+1000 TRY=1000.00 -100 USD=-4000.00", total: "-3000.00 TRY"),
    Story(
      testDescription: "also where the first was chosen before anything was typed",
      events: [.amountTyped(""), .sourceChosen(lira), .amountTyped("1000 + 100"), .sourceChosen(.usd)],
      lines: "+1000 TRY=1000.00 +100 USD=4000.00", total: "5000.00 TRY"),
    Story(
      testDescription: "a currency chosen right after the operator waits for its amount",
      events: [.amountTyped("1000"), .sourceChosen(lira), .amountTyped("1000−"), .sourceChosen(.usd)],
      lines: "+1000 TRY=1000.00 - USD=empty", total: "1000.00 TRY"),
    Story(
      testDescription: "in a line that subtracts the signs stay what they were",
      events: [
        .lineAdded(after: nil, sign: .minus), .amountTyped("10"), .sourceChosen(.gbp), .amountTyped("10-5"),
        .sourceChosen(.usd),
      ],
      lines: "+100 EUR=100.00 -10 GBP=-12.50 +5 USD=4.00", total: "91.50 EUR"),
    Story(
      testDescription: "what was chosen anew is changed whole",
      events: [.amountTyped("1000-100"), .sourceChosen(lira), .sourceChosen(.usd)],
      lines: "+1000-100 USD=900.00"),
    Story(
      testDescription: "a sum that nobody chose a currency for is in the one chosen now",
      events: [.amountTyped("1000-100"), .sourceChosen(.usd)], lines: "+1000-100 USD=900.00"),
    Story(
      testDescription: "products and brackets are one amount",
      events: [.amountTyped("2"), .sourceChosen(lira), .amountTyped("2*(3+4)"), .sourceChosen(.usd)],
      lines: "+2*(3+4) USD=14.00"),
    Story(
      testDescription: "a share is no amount of its own",
      events: [.amountTyped("50"), .sourceChosen(lira), .amountTyped("50-10%"), .sourceChosen(.usd)],
      lines: "+50-10% USD=45.00"),
    Story(
      testDescription: "an amount whose currency was chosen keeps it beside one that names another",
      events: [.amountTyped("250"), .sourceChosen(.eur), .amountTyped("250+20 CHF")],
      lines: "+250 EUR=250.00 +20 CHF=20.83", total: "270.83 EUR"),
    Story(
      testDescription: "where nobody chose, a number takes the only currency of its row",
      events: [.amountTyped("250+20 CHF")], lines: "+250 CHF=260.42 +20 CHF=20.83", total: "281.25 EUR"),
    Story(
      testDescription: "a minus typed with the amount is the line's own",
      events: [.lineAdded(after: nil, sign: .plus), .amountTyped("-30")],
      lines: "+100 EUR=100.00 -30 EUR=-30.00", total: "70.00 EUR"),
    Story(
      testDescription: "a sum that begins with a minus is no amount below zero",
      events: [.lineAdded(after: nil, sign: .plus), .amountTyped("-30+10")],
      lines: "+100 EUR=100.00 +-30+10 EUR=-20.00", total: "80.00 EUR"),
    Story(
      testDescription: "one negative amount alone stays as it was typed, and becomes a sign in a list",
      events: [.amountTyped("-30"), .lineAdded(after: nil, sign: .plus), .amountTyped("100")],
      lines: "-30 EUR=-30.00 +100 EUR=100.00", total: "70.00 EUR"),
  ]

  @Test("every amount keeps its currency in each sequence of edits", arguments: stories)
  func everyAmountKeepsItsCurrencyInEachSequenceOfEdits(story: Story) {
    var machine = CalculatorSample.machine()
    machine.send(all: story.events)
    #expect(machine.linesText == story.lines)
    #expect(machine.totalText == story.total)
  }

  @Test("after a split into two lines, the field has the new amount")
  func afterASplitIntoTwoLinesTheFieldHasTheNewAmount() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("7"), .sourceChosen(Self.lira), .amountTyped("7+5"), .sourceChosen(.usd)])
    #expect(machine.state.typed == "5")
    #expect(machine.state.source == .usd)
    #expect(machine.state.active == 1)
    _ = machine.send(.undo)
    #expect(machine.linesText == "+7+5 TRY=12.00")
  }

  @Test("typed text stays while its minus moves to the list")
  func typedTextStaysWhileItsMinusMovesToTheList() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .plus), .amountTyped("-30")])
    #expect(machine.state.typed == "-30")
    machine.send(all: [.lineChosen(0), .lineChosen(1)])
    #expect(machine.state.typed == "30")
    #expect(machine.linesText == "+100 EUR=100.00 -30 EUR=-30.00")
  }

  @Test("choosing the current currency is not an undo step") func choosingTheCurrentCurrencyIsNotAnUndoStep() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.sourceChosen(.eur))
    #expect(!machine.state.canUndo)
  }
}
