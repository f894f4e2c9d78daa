// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct ComparisonTests {
  let mark = Currency("DEM") ?? .eur
  let franc = Currency("FRF") ?? .eur

  func number(_ text: String) -> Rational { Rational(text: text) ?? .zero }

  func record(
    _ text: String, result: Currency, targets: [Currency] = [], rates: any RateSource
  ) -> (CalculationRecord, Calculation) {
    let calculation = Sample.reader("en_US").read(text).calculation
    let record = CalculationRecord(
      FinishedCalculation(calculation, result: result, targets: targets, rates: rates),
      writer: CalculationWriter(symbols: .english), savedAt: Timestamp(milliseconds: 0))
    return (record, calculation)
  }

  @Test("a comparison shows the same lines at old and new rates") func aComparisonShowsTheSameLinesAtOldAndNewRates() {
    // On 2008-09-15, 1 EUR was 1.6 USD or 150 JPY. Now 1 EUR is 1.25 USD or 160 JPY.
    let (record, lines) = record("100 EUR + 160 USD on 2008-09-15", result: .eur, targets: [.jpy], rates: Sample.rates)
    let comparison = CalculationComparison(record, lines, today: Sample.rates)
    #expect(comparison.totals.map(\.currency) == [.eur, .jpy])
    #expect(comparison.totals.map(\.then) == [number("200"), number("30000")])
    #expect(comparison.totals.map(\.today) == [number("228"), number("36480")])
    #expect(comparison.totals[0].difference == number("28"))
    #expect(comparison.totals[0].change == number("0.14"))
    #expect(comparison.lines.map(\.line.text) == ["100 EUR", "160 USD"])
    #expect(comparison.lines.map(\.amounts.currency) == [.eur, .eur])
    #expect(comparison.lines.map(\.amounts.then) == [number("100"), number("100")])
    #expect(comparison.lines.map(\.amounts.today) == [number("100"), number("128")])
    #expect(comparison.lines.map(\.amounts.change) == [number("0"), number("0.28")])
  }

  @Test(
    "a saved list of several days is compared at each day's rate",
    arguments: [
      // 100 EUR were 160 USD or 15,000 JPY in 2008, and are 125 USD or 16,000 JPY today.
      ("100 EUR on 2008-09-15 + 100 EUR", "31000"), ("50 EUR on 2008-09-15 + 50 EUR", "15500"),
      ("160 USD on 2008-09-15 + 125 USD", "31000"), ("200 EUR on 2008-09-15 - 100 EUR", "14000"),
      ("100 EUR on 2008-09-15", "15000"), ("100 EUR", "16000"),
    ])
  func aSavedListOfSeveralDaysIsComparedAtEachDaysRate(text: String, yen: String) {
    let lines = Sample.reader("en_US").read(text).calculation
    let record = CalculationRecord(
      FinishedCalculation(lines, result: .eur, targets: [.jpy], rates: Sample.rates),
      writer: CalculationWriter(symbols: .english), savedAt: Timestamp(milliseconds: 0))
    let comparison = CalculationComparison(record, lines, today: Sample.rates)
    #expect(comparison.totals[1].then == number(yen), "\(lines.lines.map(\.day)) \(String(describing: lines.day))")
  }

  @Test("a saved calculation stores the rates that are used inside brackets")
  func aSavedCalculationStoresTheRatesThatAreUsedInsideBrackets() {
    let (mixed, calculation) = record("2 × (5 EUR + 10 USD)", result: .jpy, targets: [.usd], rates: Sample.rates)
    #expect(Set(mixed.rates.map { "\($0.from)\($0.to)" }) == ["EURJPY", "USDJPY", "JPYUSD"])
    #expect(CalculationComparison(mixed, calculation, today: Sample.rates).totals[1].then == number("32.5"))
  }

  @Test("comparing a calculation uses the saved custom rate for the old total")
  func comparingACalculationUsesTheSavedCustomRateForTheOldTotal() throws {
    let own = try #require(CustomRate(from: .eur, to: .usd, value: number("2"), note: "fair"))
    let rates = Sample.rates(own: [own])
    let (record, lines) = record("10 USD", result: .eur, rates: rates)
    let comparison = CalculationComparison(record, lines, today: Sample.rates)
    #expect(record.rates.map(\.isOwn) == [true])
    #expect(comparison.totals[0].then == number("5"))
    #expect(comparison.totals[0].today == number("8"))
  }

  /// Regulation 1103/97 rounds the amount in euro. 1 DEM is first rounded to 0.511 EUR and then converted to FRF.
  @Test("opening a saved legal rate applies the legal rounding again")
  func openingASavedLegalRateAppliesTheLegalRoundingAgain() throws {
    func law(_ currency: Currency, _ factor: String) -> ConversionPath.Leg {
      .law(
        LegalRate(
          kind: .euroChangeover, retired: currency, successor: .eur, factor: number(factor), from: Day(number: 10_592),
          source: "2866/98"))
    }
    let value = number("6.55957") * number("1.95583").reciprocal
    let rate = try #require(
      ConversionPath(
        from: mark, to: franc, day: Day(number: 20_000), legs: [law(mark, "1.95583"), law(franc, "6.55957")],
        value: value))
    #expect(rate.value == value)
    #expect(rate.convert(.one) == number("0.511") * number("6.55957"))
  }

  @Test("in a comparison, a total without today's rate is missing, not zero")
  func inAComparisonATotalWithoutTodaysRateIsMissingNotZero() {
    struct Nothing: RateSource {
      func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
        throw .unknownCurrency(from.code)
      }
    }
    let (record, lines) = record("10 USD", result: .eur, targets: [.jpy], rates: Sample.rates)
    let comparison = CalculationComparison(record, lines, today: Nothing())
    #expect(comparison.totals.map(\.today) == [nil, nil])
    #expect(comparison.totals.map(\.change) == [nil, nil])
    #expect(comparison.totals[0].then == number("8"))
  }
}
