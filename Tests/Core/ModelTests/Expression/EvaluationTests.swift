// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct EvaluationTests {
  private let reader = Sample.reader("en_US")

  @Test("lines entered in fields give the same total as typed text")
  func linesEnteredInFieldsGiveTheSameTotalAsTypedText() throws {
    let typed = reader.read("1000 TRY + 5500 USD / 2 - 100 EUR").calculation
    let pointed = Calculation(lines: [
      reader.line(.init(1), amount: "1000", currency: Currency("TRY")),
      reader.line(.init(2), amount: "5500/2", currency: .usd),
      reader.line(.init(3), sign: .minus, amount: "100", currency: .eur),
    ])
    let pasted = reader.read("1000 TRY\n5500 USD / 2\n-100 EUR").calculation
    for result in [Currency.eur, .usd, .jpy] {
      let totals = [typed, pointed, pasted].map { $0.evaluate(rates: Sample.rates, result: result).total }
      #expect(totals[0] != nil)
      #expect(Set(totals).count == 1)
    }
    #expect(typed.lines.map(\.amountText) == ["1000", "5500 / 2", "100"])
    #expect(typed.lines.map(\.currency?.code) == ["TRY", "USD", "EUR"])
  }

  @Test("for several result currencies, the total is converted, not each line")
  func forSeveralResultCurrenciesTheTotalIsConvertedNotEachLine() throws {
    let own = try #require(CustomRate(from: .usd, to: .eur, value: Rational(2)))
    let rates = Sample.rates(own: [own])
    let calculation = reader.read("50 USD + 100 EUR").calculation
    let found = try #require(try calculation.results(in: [.eur, .jpy, .usd], rates: rates))
    // The 32,000 yen are the total of 200 EUR, converted at 160. The dollars aren't converted to yen directly, because
    // the custom rates don't include USD to JPY.
    #expect(found.currencies.compactMap { found.total(in: $0)?.amount } == [200, 32_000, 100].map { Rational($0) })
    let parts = [[100, 100], [16_000, 16_000], [50, 50]].map { $0.map { Rational($0) } }
    #expect(found.currencies.map { found.evaluation.amounts(in: $0) } == parts)
    #expect(found.currencies.map { found.useOwnRates(in: $0) } == [[true, false], [true, false], [true, true]])
    #expect(found.evaluation.rates.map(\.to) == [.eur, .jpy, .usd])
  }

  @Test(
    "lines of several days add up to the total in each currency",
    arguments: [
      "100 EUR on 2008-09-15\n125 USD", "100 EUR on 2008-09-15\n125 USD\n+ 10%",
      "100 EUR on 2008-09-15\n- 25%\n125 USD\n- 10%\n3 JPY",
    ])
  func linesOfSeveralDaysAddUpToTheTotalInEachCurrency(text: String) {
    let evaluation = reader.read(text).calculation.evaluate(
      rates: Sample.rates, result: .eur, targets: [.jpy, .usd])
    for currency in [Currency.eur, .jpy, .usd] {
      let sum = evaluation.amounts(in: currency)?.reduce(.zero) { $0 + $1 }
      #expect(sum != nil && sum == evaluation.amount(in: currency), "\(currency)")
    }
  }

  @Test("an evaluation lists each used conversion path once")
  func anEvaluationListsEachUsedConversionPathOnce() throws {
    let day = Day(iso: "2008-09-15")
    let calculation = reader.read("160 USD on 2008-09-15\n16 USD on 2008-09-15\n125 USD\n1 EUR").calculation
    let used = calculation.evaluate(rates: Sample.rates, result: .eur, targets: [.jpy]).rates
    #expect(used.map { "\($0.from)\($0.to)" } == ["USDEUR", "USDEUR", "EURJPY", "EURJPY"])
    #expect(used.map(\.requestedDay) == [day, nil, day, nil])
    #expect(used.map(\.observed?.description) == ["2008-09-15", "2026-10-30", "2008-09-15", "2026-10-30"])
  }

  @Test("a list of one line is converted from that line's currency")
  func aListOfOneLineIsConvertedFromThatLinesCurrency() throws {
    let own = try #require(CustomRate(from: .usd, to: .eur, value: Rational(2)))
    let rates = Sample.rates(own: [own])
    let found = try #require(try reader.read("50 USD").calculation.results(in: [.eur, .jpy], rates: rates))
    #expect(found.evaluation.result == .usd)
    #expect(found.currencies.compactMap { found.total(in: $0)?.amount } == [100, 6400].map { Rational($0) })
  }

  @Test("each line lists only the custom rates used inside that line's brackets")
  func eachLineListsOnlyTheCustomRatesUsedInsideThatLinesBrackets() throws {
    let own = try #require(CustomRate(from: .usd, to: .eur, value: Rational(2)))
    let rates = Sample.rates(own: [own])
    let calculation = reader.read("(50 USD + 100 EUR) * 2\n10 EUR\n2 * (1 USD + 1 EUR)").calculation
    let lines = calculation.evaluate(rates: rates, result: .eur).lines
    #expect(lines.map(\.ownWithin) == [[own], [], [own]])
  }

  @Test("a missing rate for one currency doesn't remove totals in other currencies")
  func aMissingRateForOneCurrencyDoesntRemoveTotalsInOtherCurrencies() throws {
    let gold = try #require(Currency("XAU"))
    for text in ["50 USD", "50 USD + 100 EUR"] {
      let calculation = reader.read(text).calculation
      let found = try #require(try calculation.results(in: [gold, .eur, .jpy], rates: Sample.rates))
      #expect(found.currencies == [.eur, .jpy])
      #expect(found.failures.map(\.currency) == [gold])
      let alone = try #require(try calculation.results(in: [.eur, .jpy], rates: Sample.rates))
      #expect(found.currencies.map { found.total(in: $0) } == alone.currencies.map { alone.total(in: $0) })
    }
    // A line without any rate makes every total fail, and the error names that line.
    let failure = #expect(throws: LineFailure.self) {
      try reader.read("50 USD + 1 XAU").calculation.results(in: [.eur, .jpy], rates: Sample.rates)
    }
    #expect(failure?.line.id == .init(2))
  }

  @Test("for a list without results, the error names the faulty line")
  func forAListWithoutResultsTheErrorNamesTheFaultyLine() {
    let calculation = reader.read("100 EUR\n5 EUR / 0").calculation
    let failure = #expect(throws: LineFailure.self) { try calculation.results(in: [.eur], rates: Sample.rates) }
    #expect(failure?.line.id == .init(2))
    #expect(failure?.error.reason == .divisionByZero)
  }

  @Test("a currency typed in the amount overrides the selected currency")
  func aCurrencyTypedInTheAmountOverridesTheSelectedCurrency() {
    let line = reader.line(.init(1), amount: "5 EUR", currency: .usd)
    #expect(line.currency == .eur)
    let total = Calculation(lines: [line]).evaluate(rates: Sample.rates, result: .usd).total
    #expect(total == .money(Money(Rational(text: "6.25") ?? .zero, .usd)))
  }

  @Test("a faulty line removes the total but not other lines' values")
  func aFaultyLineRemovesTheTotalButNotOtherLinesValues() {
    let read = reader.read("100 EUR\n5 EUR / 0\n50 USD")
    let evaluation = read.calculation.evaluate(rates: Sample.rates, result: .eur)
    #expect(evaluation.total == nil)
    #expect(evaluation.rounding(places: 2) == nil)
    #expect(evaluation.failures == [.init(2)])
    #expect(evaluation.lines.compactMap { try? $0.outcome.get().inResult } == [Rational(100), Rational(40)])
  }

  @Test("a percentage below a faulty line reports that a line above failed")
  func aPercentageBelowAFaultyLineReportsThatALineAboveFailed() {
    let lines = reader.read("5 EUR / 0\n- 10%").calculation.evaluate(rates: Sample.rates, result: .eur).lines
    guard case .failure(let error) = lines[1].outcome else {
      Issue.record("a share of nothing known has a value")
      return
    }
    #expect(error.reason == .linesAboveFailed)
  }

  @Test("an empty list has no total") func anEmptyListHasNoTotal() {
    #expect(reader.read("").calculation.evaluate(rates: Sample.rates, result: .eur).total == nil)
    let empty = Calculation(lines: [reader.line(.init(1), amount: "  ", currency: .eur)])
    guard case .failure(let error) = empty.lines[0].content else {
      Issue.record("an empty amount has a value")
      return
    }
    #expect(error.reason == .noAmount)
    #expect(empty.evaluate(rates: Sample.rates, result: .eur).total == nil)
  }

  @Test("an empty line does not hide the total") func anEmptyLineDoesNotHideTheTotal() {
    let lines = [
      reader.line(.init(1), amount: "100", currency: .eur), reader.line(.init(2), amount: "", currency: .usd),
      reader.line(.init(3), sign: .minus, amount: "10%"),
    ]
    let evaluation = Calculation(lines: lines).evaluate(rates: Sample.rates, result: .eur)
    #expect(evaluation.total?.amount == Rational(90))
    #expect(evaluation.failures.isEmpty)
    #expect(evaluation.lines.count == 3)
  }

  @Test("a line's date takes precedence over the list's date") func aLinesDateTakesPrecedenceOverTheListsDate() {
    let line = { (number: Int, day: String?) in
      reader.line(.init(number), amount: "100", currency: .eur, day: day.flatMap { Day(iso: $0) })
    }
    var list = Calculation(lines: [line(1, nil), line(2, "2008-09-15")])
    #expect(list.evaluate(rates: Sample.rates, result: .usd).total?.amount == Rational(285))
    list.day = Day(iso: "2008-09-15")
    #expect(list.evaluate(rates: Sample.rates, result: .usd).total?.amount == Rational(320))
  }

  @Test("numbers without a currency use the list's default") func numbersWithoutACurrencyUseTheListsDefault() {
    var list = Calculation(lines: [
      reader.line(.init(1), amount: "2*3"), reader.line(.init(2), amount: "4 EUR"),
    ])
    #expect(list.evaluate(rates: Sample.rates, result: .eur).failures == [.init(1)])
    list.defaultCurrency = .usd
    #expect(list.evaluate(rates: Sample.rates, result: .usd).total?.amount == Rational(11))
  }

  @Test("a custom rate applies in both directions until it expires")
  func aCustomRateAppliesInBothDirectionsUntilItExpires() throws {
    let today = try #require(Day(iso: "2026-10-30"))
    let own = try #require(CustomRate(from: .eur, to: .usd, value: Rational(2), note: "bureau", expires: today))
    let list = reader.read("100 EUR + 50 USD").calculation
    let rates = Sample.rates(own: [own], today: today)
    let dollars = list.evaluate(rates: rates, result: .usd)
    #expect(dollars.total?.amount == Rational(250))
    let used = try #require(try dollars.lines[0].outcome.get().rate)
    #expect(used.own == own && used.value == Rational(2))
    #expect(list.evaluate(rates: rates, result: .eur).total?.amount == Rational(125))
    let tomorrow = Sample.rates(own: [own], today: today + 1)
    #expect(list.evaluate(rates: tomorrow, result: .usd).total?.amount == Rational(175))
    #expect(CustomRate(from: .eur, to: .usd, value: .zero) == nil)
    #expect(CustomRate(from: .eur, to: .eur, value: .one) == nil)
  }

  @Test("amounts beyond 64 bits add up exactly", arguments: [
    ("123456789012345678901234567890.25 EUR", 3, "370370367037037036703703703670.75"),
    ("99999999999999999999.99 EUR", 4, "399999999999999999999.96"),
    ("10000000000000000000.005 EUR", 2, "20000000000000000000.01"),
  ]) func amountsBeyond64BitsAddUpExactly(amount: String, count: Int, sum: String) throws {
    let text = Array(repeating: amount, count: count).joined(separator: "\n")
    let total = reader.read(text).calculation.evaluate(rates: Sample.rates, result: .eur).total
    let expected = try #require(Rational(text: sum))
    #expect(total?.amount == expected)
  }

  @Test("two hundred lines on two hundred days add up exactly") func twoHundredLinesOnTwoHundredDaysAddUpExactly() {
    let rates = ResolvedRates { day in Resolver(Self.table(on: day), day: day) }
    let lines = (1...200).map { number in
      reader.line(.init(number), amount: "\(number).01", currency: .usd, day: Day(number: Int32(number)))
    }
    let total = Calculation(lines: lines).evaluate(rates: rates, result: .eur).total
    let expected = (1...200).reduce(Rational.zero) { sum, number in
      let rate = Rational(text: "1.\(10_000 + number)") ?? .one
      return sum + (Rational(text: "\(number).01")?.divided(by: rate) ?? .zero)
    }
    #expect(total?.amount == expected)
  }

  private static func table(on day: Day?) -> RateTable {
    let day = day ?? Day(number: 0)
    let provider = Provider(
      id: .ecb, publisher: "", home: .eur, firstDay: day, carryLimit: 9, terms: "", attribution: "")
    let value = PublishedNumber(coefficient: 110_000 + UInt64(day.number), scale: 5)
    let quote = Quote(
      provider: .ecb, base: .eur, counter: .usd, observation: Observation(day: day, value: value))
    return RateTable(provider: provider, day: day, quotes: [quote], catalogue: Sample.catalogue)
  }
}

extension Evaluation {
  /// The lines without a value, which prevent a total. Empty lines do not count.
  var failures: [CalculationLine.ID] {
    lines.compactMap {
      if case .failure(let error) = $0.outcome, error.reason != .noAmount { $0.id } else { nil }
    }
  }
}
