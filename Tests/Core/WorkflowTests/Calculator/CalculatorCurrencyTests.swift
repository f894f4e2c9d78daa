// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Choosing a currency never changes an amount that was typed in another currency.
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
      testDescription: "a currency chosen after a second amount applies only to that amount",
      events: [.amountTyped("1000"), .sourceChosen(lira), .amountTyped("1000−100"), .sourceChosen(.usd)],
      lines: "+1000 TRY=1000.00 -100 USD=-4000.00", total: "-3000.00 TRY"),
    Story(
      testDescription: "a currency chosen before the first amount stays with that amount",
      events: [.amountTyped(""), .sourceChosen(lira), .amountTyped("1000 + 100"), .sourceChosen(.usd)],
      lines: "+1000 TRY=1000.00 +100 USD=4000.00", total: "5000.00 TRY"),
    Story(
      testDescription: "a currency chosen after an operator applies to the amount typed next",
      events: [.amountTyped("1000"), .sourceChosen(lira), .amountTyped("1000−"), .sourceChosen(.usd)],
      lines: "+1000 TRY=1000.00 - USD=empty", total: "1000.00 TRY"),
    Story(
      testDescription: "a subtracted sum that is split into two currencies keeps both signs",
      events: [
        .lineAdded(after: nil, sign: .minus), .amountTyped("10"), .sourceChosen(.gbp), .amountTyped("10-5"),
        .sourceChosen(.usd),
      ],
      lines: "+100 EUR=100.00 -10 GBP=-12.50 +5 USD=4.00", total: "91.50 EUR"),
    Story(
      testDescription: "choosing a currency twice without typing changes the whole sum",
      events: [.amountTyped("1000-100"), .sourceChosen(lira), .sourceChosen(.usd)],
      lines: "+1000-100 USD=900.00"),
    Story(
      testDescription: "the first chosen currency applies to the whole sum",
      events: [.amountTyped("1000-100"), .sourceChosen(.usd)], lines: "+1000-100 USD=900.00"),
    Story(
      testDescription: "a chosen currency applies to a whole product with brackets",
      events: [.amountTyped("2"), .sourceChosen(lira), .amountTyped("2*(3+4)"), .sourceChosen(.usd)],
      lines: "+2*(3+4) USD=14.00"),
    Story(
      testDescription: "a chosen currency applies to an amount together with its percentage",
      events: [.amountTyped("50"), .sourceChosen(lira), .amountTyped("50-10%"), .sourceChosen(.usd)],
      lines: "+50-10% USD=45.00"),
    Story(
      testDescription: "a chosen currency stays when a second amount names another currency",
      events: [.amountTyped("250"), .sourceChosen(.eur), .amountTyped("250+20 CHF")],
      lines: "+250 EUR=250.00 +20 CHF=20.83", total: "270.83 EUR"),
    Story(
      testDescription: "without a chosen currency, a number gets the text's only currency",
      events: [.amountTyped("250+20 CHF")], lines: "+250 CHF=260.42 +20 CHF=20.83", total: "281.25 EUR"),
    Story(
      testDescription: "a minus typed before one amount becomes the line's sign",
      events: [.lineAdded(after: nil, sign: .plus), .amountTyped("-30")],
      lines: "+100 EUR=100.00 -30 EUR=-30.00", total: "70.00 EUR"),
    Story(
      testDescription: "a minus before a sum stays in the line's text",
      events: [.lineAdded(after: nil, sign: .plus), .amountTyped("-30+10")],
      lines: "+100 EUR=100.00 +-30+10 EUR=-20.00", total: "80.00 EUR"),
    Story(
      testDescription: "when a line is added, the first amount's minus becomes its sign",
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

  @Test("when a currency splits a sum, the field has the second amount")
  func whenACurrencySplitsASumTheFieldHasTheSecondAmount() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("7"), .sourceChosen(Self.lira), .amountTyped("7+5"), .sourceChosen(.usd)])
    #expect(machine.state.typed == "5")
    #expect(machine.state.source == .usd)
    #expect(machine.state.active == 1)
    _ = machine.send(.undo)
    #expect(machine.linesText == "+7+5 TRY=12.00")
  }

  @Test("a typed minus stays in the field until another line is selected")
  func aTypedMinusStaysInTheFieldUntilAnotherLineIsSelected() {
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
