// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Testing

@testable import KursWorkflow

/// Amounts stay the same when Kurs starts with another number format.
@Suite struct NumberFormTests {
  static let forms = ["en_US", "de_DE", "fr_CH", "it_IT", "en_IN", "ar_EG", "de_CH", "fa_IR"]

  /// Texts with English numbers. Each test first writes the numbers as in its locale.
  static let texts = [
    "1,500", "1.234", "1,234.5", "0.125", "12", "1,500*2", "(1,250 + 1.125)/4", "1,500 EUR", "1.005 GBP",
    "1,500 EUR + 2,250 USD", "1,500 EUR + 2,250 USD + 100 EUR", "12.50 EUR + 1.250 USD in GBP",
    "-1,999 EUR + 3.456 USD",
    "1,234,567.125 JPY", "1,500 EUR +", "2,000 EUR - 1,000 USD * 2", "Hotel: 1,240.5 EUR",
  ]

  private static func written(_ text: String, in locale: String) -> String {
    let format = NumberFormat(NumberSymbols(locale: LocaleName(posix: locale)))
    return text.replacing(/[0-9][0-9,]*(\.[0-9]+)?/) { match in
      format.text(literal: match.output.0.filter { $0 != "," }, grouped: match.output.0.contains(","))
    }
  }

  @Test("saved amounts stay the same in every other locale's number format", arguments: texts, forms)
  func savedAmountsStayTheSameInEveryOtherLocalesNumberFormat(text: String, from: String) {
    for isFinished in [false, true] {
      var machine = CalculatorSample.machine(locale: from)
      _ = machine.send(.amountTyped(Self.written(text, in: from)))
      if isFinished { _ = machine.send(.equalsPressed) }
      for to in Self.forms {
        var again = CalculatorSample.machine(machine.sessionValues.values, locale: to)
        let place: Comment = "\(text) from \(from) to \(to)"
        #expect(again.resultsText == machine.resultsText, place)
        // The empty line after a plus is not stored.
        guard !text.hasSuffix("+") else { continue }
        #expect(again.totalText == machine.totalText, place)
        #expect(again.state.lines.map(\.currency) == machine.state.lines.map(\.currency), place)
        #expect(again.state.lines.map(\.note) == machine.state.lines.map(\.note), place)
        let shown = again.state.typed
        guard again.sheet.activeLine.exact == nil else { continue }
        _ = again.send(.amountTyped(shown + " "))
        #expect(again.resultsText == machine.resultsText, place)
      }
    }
  }

  @Test(
    "after a restart, typed text has the current locale's number format",
    arguments: [
      ("1,500", "de_DE", "1500"), ("1,234.5", "de_DE", "1234,5"), ("1.234", "it_IT", "1,234"),
      ("1,500*2", "fr_CH", "1500 × 2"),
      ("12.50 EUR", "de_DE", "12,5 EUR"), ("7 EUR", "de_DE", "7 EUR"), ("1,500", "ar_EG", "١٥٠٠"),
    ])
  func afterARestartTypedTextHasTheCurrentLocalesNumberFormat(text: String, locale: String, shown: String) {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped(text))
    #expect(CalculatorSample.machine(machine.sessionValues.values, locale: locale).state.typed == shown)
  }

  @Test("a calculated amount stays exact in another number format")
  func computedAmountsStay() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("1,000 / 3"), .equalsPressed])
    let again = CalculatorSample.machine(machine.sessionValues.values, locale: "de_DE")
    #expect(again.state.typed == "333,33")
    #expect(again.state.amount == Rational(fraction: "1000/3"))
  }

  @Test("unreadable text stays unreadable in another number format")
  func unreadableTextStaysUnreadableInAnotherNumberFormat() {
    var machine = CalculatorSample.machine(locale: "en_US")
    _ = machine.send(.amountTyped("1,2,3"))
    #expect(machine.state.amount == nil)
    var again = CalculatorSample.machine(machine.sessionValues.values, locale: "en_IN")
    #expect(again.state.amount == nil)
    #expect(again.state.lines[0].text == "1,2,3")
    again = CalculatorSample.machine(again.sessionValues.values, locale: "en_IN")
    #expect(again.state.amount == nil)
  }

  /// Returns the saved values as Kurs wrote them before it stored number formats.
  private static func old(_ values: [String: String]) -> [String: String] {
    var values = values
    values["readings"] = nil
    values["lines"] = values["lines"].map { lines in
      lines.split(separator: "\n").map { row in
        var fields = row.split(separator: "\t", omittingEmptySubsequences: false)
        fields[3] = ""
        return fields.joined(separator: "\t")
      }.joined(separator: "\n")
    }
    return values
  }

  @Test(
    "a single amount saved by an older version keeps its exact value",
    arguments: ["1,500", "1,500 EUR", "1,250*2", "1,234.5"], forms)
  func aSingleAmountSavedByAnOlderVersionKeepsItsExactValue(text: String, locale: String) {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped(text))
    let again = CalculatorSample.machine(Self.old(machine.sessionValues.values), locale: locale)
    #expect(again.state.amount == machine.state.amount)
    #expect(again.resultsText == machine.resultsText)
  }

  @Test(
    "ambiguous numbers saved without a number format are reported as errors",
    arguments: [
      ["1,500 EUR + 2,250 USD"], ["1,500 EUR + 2,250 USD", "="],
    ])
  func ambiguousNumbersSavedWithoutANumberFormatAreReportedAsErrors(typed: [String]) {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped(typed[0])] + (typed.count > 1 ? [.equalsPressed] : []))
    var again = CalculatorSample.machine(Self.old(machine.sessionValues.values), locale: "de_DE")
    #expect(again.totalText == (typed.count > 1 ? "-" : "none"))
    #expect(again.linesText.contains("unknownNumberForm"))
    // The second start still reports the ambiguous numbers as errors.
    again = CalculatorSample.machine(again.sessionValues.values, locale: "de_DE")
    #expect(again.linesText.contains("unknownNumberForm"))
    while let choice = again.state.alternatives.first(where: {
      $0.meaning == .number(number("1500")) || $0.meaning == .number(number("2250"))
    }) {
      _ = again.send(.readingChosen(choice))
      if let next = again.state.lines.firstIndex(where: { if case .failed = $0.outcome { true } else { false } }) {
        _ = again.send(.lineChosen(next))
      }
    }
    #expect(again.totalText == machine.totalText)
  }

  @Test(
    "an old amount that every number format reads alike is accepted",
    arguments: [
      "12 EUR + 7 USD", "1,234.56 EUR + 12.5 USD", "0.5 EUR + 1500 USD",
    ])
  func oldAmountsWithOneValueInEveryNumberFormatCauseNoError(text: String) {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped(text), .equalsPressed])
    let again = CalculatorSample.machine(Self.old(machine.sessionValues.values), locale: "de_DE")
    #expect(again.totalText == machine.totalText)
  }

  @Test("a stored number format applies only to the text saved with it")
  func aStoredNumberFormatAppliesOnlyToTheTextSavedWithIt() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped("1,500"))
    var values = machine.sessionValues.values
    values["amount"] = "2,750"
    values["exact"] = "2750/1"
    #expect(CalculatorSample.machine(values, locale: "de_DE").state.amount == number("2750"))
  }

  private func start(_ folder: TemporaryFolder, _ locale: String) async throws -> CalculatorWorkflow {
    var environment = environment(folder, country: "DE")
    environment.amounts = AmountReader(symbols: NumberSymbols(locale: LocaleName(posix: locale)))
    return try await StartTests().start(environment).0
  }

  private func total(_ calculator: CalculatorWorkflow) async -> Rational? {
    await calculator.state.total?.value?.amount
  }

  private func saved(_ calculator: CalculatorWorkflow) async throws -> [String] {
    await calculator.flush()
    return try await calculator.archive.saved().flatMap { $0.record.lines.map(\.portable) }
  }

  @Test("a saved list keeps its amounts after a start in another locale", arguments: [false, true])
  func aSavedListKeepsItsAmountsAfterAStartInAnotherLocale(isOld: Bool) async throws {
    let folder = TemporaryFolder()
    let english = try await start(folder, "en_US")
    await english.send(.amountTyped("1,500 EUR + 2,250 USD"))
    await english.send(.equalsPressed)
    try await english.nameList("Trip")
    let before = await total(english)
    #expect(try await saved(english) == ["1500", "2250"])
    if isOld {
      let values = try await english.objects.database.session()
      var old = Self.old(values)
      old["readings"] = ""
      try await english.objects.database.saveSession(old)
    }
    let german = try await start(folder, "de_DE")
    #expect(await total(german) == before)
    #expect(await german.state.lines.map(\.text) == ["1500", "2250"])
    #expect(try await saved(german) == ["1500", "2250"])
    await german.send(.lineAdded(after: 1, sign: .plus))
    await german.send(.amountTyped("1,5"))
    #expect(try await saved(german) == ["1500", "2250", "1.5"])
    let entry = try #require(try await german.archive.saved().first)
    #expect(
      entry.record.text == "1500 EUR\n2250 USD\n1,5 USD\nin EUR, GBP, JPY"
        || entry.record.text.hasPrefix("1500 EUR\n2250 USD\n1,5 USD"))
  }

  @Test("the history shows amounts in the current number format")
  func theHistoryShowsAmountsInTheCurrentNumberFormat() async throws {
    let folder = TemporaryFolder()
    let english = try await start(folder, "en_US")
    await english.send(.amountTyped("1,500.5 EUR + 2,250 USD"))
    await english.send(.equalsPressed)
    await english.flush()
    let german = try await start(folder, "de_DE")
    let entry = try #require(try await german.archive.history().first)
    #expect(entry.record.text.hasPrefix("1500,5 EUR\n2250 USD"))
    await german.open(entry.record)
    #expect(await german.state.lines.map(\.text) == ["1500,5", "2250"])
  }
}
