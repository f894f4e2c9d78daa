// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

/// Amounts with the same rate are added before they are converted. The result must equal that of separate conversions.
@Suite struct RunningSumTests {
  private let reader = Sample.reader("en_US")

  @Test("converting a total gives the same amount as converting each line", arguments: try GrammarTests.rows())
  func convertingATotalGivesTheSameAmountAsConvertingEachLine(row: GrammarTests.Row) throws
  {
    let calculation = Sample.reader(row.locale).read(row.input).calculation
    let total = calculation.evaluate(rates: Sample.rates, result: .eur, targets: [.jpy, .gbp])
    for currency in [Currency.jpy, .gbp] {
      guard let direct = calculation.evaluate(rates: Sample.rates, result: currency).total?.money else { continue }
      #expect(try total.conversions[currency]?.get().money == direct)
    }
  }

  @Test("the total of a random list equals the sum of its lines", arguments: 1...200)
  func theTotalOfARandomListEqualsTheSumOfItsLines(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let currencies = ["EUR", "USD", "JPY", "GBP", "CHF"].compactMap { Currency($0) }
    let days = [nil, Day(iso: "2008-09-15"), Day(iso: "2008-09-16")]
    var lines: [CalculationLine] = []
    for number in 1...Int.random(in: 1...60, using: &random) {
      let amount = "\(Int.random(in: 1...9999, using: &random))/\(Int.random(in: 1...40, using: &random))"
      let isPercent = number > 1 && Int.random(in: 0..<5, using: &random) == 0
      lines.append(
        reader.line(
          .init(number), sign: Bool.random(using: &random) ? .plus : .minus,
          amount: isPercent ? "\(number)%" : amount, currency: currencies.randomElement(using: &random),
          day: days.randomElement(using: &random) ?? nil))
    }
    let evaluation = Calculation(lines: lines).evaluate(rates: Sample.rates, result: .chf)
    var sum = Rational.zero
    for (line, outcome) in zip(lines, evaluation.lines) {
      if line.text.hasSuffix("%") {
        let share = Rational(Int64(line.sign == .minus ? -line.id.number : line.id.number))
        sum = sum * (Rational.one + share * .powerOfTen(-2))
      } else {
        sum += try outcome.outcome.get().inResult
      }
    }
    #expect(evaluation.total == .money(Money(sum, .chf)))
  }

  /// Council Regulation (EC) No 1103/97 rounds each conversion in euro, so these amounts must not be added first.
  @Test("amounts that need legal rounding are converted separately before they are added")
  func amountsThatNeedLegalRoundingAreConvertedSeparatelyBeforeTheyAreAdded() throws {
    let (mark, franc) = (try #require(Currency("DEM")), try #require(Currency("FRF")))
    let catalogue = CurrencyCatalogue(
      records: [mark, franc].map { CurrencyRecord(currency: $0, name: $0.code, minorUnit: 2) },
      legalRates: [(mark, "1.95583"), (franc, "6.55957")].compactMap { currency, factor in
        Rational(text: factor).map {
          LegalRate(
            kind: .euroChangeover, retired: currency, successor: .eur, factor: $0, from: Day(number: 0), source: "law")
        }
      })
    let provider = Provider(
      id: .ecb, publisher: "", home: .eur, firstDay: Day(number: 0), carryLimit: 9, terms: "", attribution: "")
    let table = RateTable(provider: provider, day: Day(number: 10_000), quotes: [], catalogue: catalogue)
    let rates = ResolvedRates { _ in Resolver(table) }
    let lines = ["1000", "0.001", "0.001"].enumerated().map { index, amount in
      reader.line(.init(index + 1), amount: amount, currency: mark)
    }
    let evaluation = Calculation(lines: lines).evaluate(rates: rates, result: franc)
    // 1000 DEM are 511.292 EUR. Converted separately, each 0.001 DEM is rounded to 0.001 EUR. Added first, 0.002 DEM
    // would be rounded to 0.001 EUR too.
    #expect(evaluation.total?.amount == Rational(text: "511.294").map { $0 * (Rational(text: "6.55957") ?? .one) })
    #expect(try evaluation.lines[0].outcome.get().inResult.text(places: 2) == "3353.86")
  }

  @Test("a total shows its rate only if all lines have one date")
  func aTotalShowsItsRateOnlyIfAllLinesHaveOneDate() throws {
    let day = try #require(Day(iso: "2008-09-15"))
    let lines = [reader.line(.init(1), amount: "16", currency: .usd, day: day)]
    let one = Calculation(lines: lines).evaluate(rates: Sample.rates, result: .usd, targets: [.eur])
    let shown = try #require(try one.conversions[.eur]?.get())
    #expect(shown.money == Money(Rational(10), .eur))
    #expect(shown.path == (try Sample.rates.rate(from: .usd, to: .eur, on: day)))
    let more = lines + [reader.line(.init(2), amount: "12.5", currency: .usd)]
    let gold = try #require(Currency("XAU"))
    let two = Calculation(lines: more).evaluate(rates: Sample.rates, result: .usd, targets: [.eur, gold])
    let total = try #require(try two.conversions[.eur]?.get())
    #expect(total.money == Money(Rational(20), .eur))
    #expect(total.path == nil)
    #expect(throws: RateError.self) { try two.conversions[gold]?.get() }
  }
}
