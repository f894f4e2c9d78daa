// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Tests amounts for which other programs round money wrongly. The rates are the ECB's of 13 April 2026.
@Suite struct RoundingTests {
  @Test("one yen in dollars is shown with four decimals") func oneYenInDollarsIsShownWithFourDecimals() throws {
    let evaluation = try Traps.evaluate("1 JPY in USD")
    let total = try #require(evaluation.total?.money)
    #expect(total.amount.text(places: 6) == "0.006256")
    #expect(total.shownPlaces(minorUnit: 2) == 4)
    #expect(NumberFormat(.english).text(total, minorUnit: 2) == "USD\u{A0}0.0063")
    #expect(NumberFormat(.english).text(Money(Rational(100), .jpy), minorUnit: 0) == "JPY\u{A0}100")
  }

  @Test("rounding changes a shown amount by at most one per cent", arguments: [
    ("0.00103575", 2, "0.00104"), ("0.001", 2, "0.0010"), ("0.006256", 2, "0.0063"), ("0.0145", 2, "0.0145"),
    ("0.125", 2, "0.125"), ("0.505", 2, "0.51"), ("12.345", 2, "12.35"), ("0.4", 0, "0.40"), ("0.995", 2, "1.00"),
    ("-0.00103575", 2, "-0.00104"), ("0", 2, "0.00"),
  ]) func roundingChangesAShownAmountByAtMostOnePerCent(amount: String, minorUnit: Int, shown: String) throws {
    let money = Money(try #require(Rational(text: amount)), .eur)
    #expect(money.amount.text(places: money.shownPlaces(minorUnit: minorUnit)) == shown)
  }

  @Test("rounding changes ten thousand small amounts by at most one per cent")
  func roundingChangesTenThousandSmallAmountsByAtMostOnePerCent() throws {
    for number in Int64(1)...10_000 {
      let amount = try #require(Rational(number).divided(by: Rational(7_000_003)))
      let money = Money(amount, .eur)
      let shown = amount.rounded(places: money.shownPlaces(minorUnit: 2))
      #expect((shown + -amount).magnitude * Rational(100) <= amount, "\(amount)")
    }
  }

  @Test("ten million dollars in yen are exact to two decimals")
  func tenMillionDollarsInYenAreExactToTwoDecimals() throws {
    let total = try #require(Traps.evaluate("10,000,000 USD in JPY").total)
    #expect(total.amount.text(places: 2) == "1598339609.72")
  }

  @Test("only the total is rounded, and the rounding difference is given")
  func onlyTheTotalIsRoundedAndTheRoundingDifferenceIsGiven() throws {
    let evaluation = try Traps.evaluate("55.68 USD + 37.77 GBP + 72.83 CHF + 2873 JPY in EUR")
    let lines = evaluation.lines.compactMap { try? $0.outcome.get().inResult.text(places: 4) }
    #expect(lines == ["47.6549", "43.3849", "78.8033", "15.3842"])
    let rounding = try #require(evaluation.rounding(places: 2))
    #expect(rounding.exact.text(places: 4) == "185.2273")
    #expect(rounding.rounded.text(places: 2) == "185.23")
    #expect(rounding.sumOfRoundedLines.text(places: 2) == "185.21")
    #expect(rounding.difference.text(places: 2) == "0.02")
  }

  @Test("swapping the currencies keeps the unrounded amount")
  func swappingTheCurrenciesKeepsTheUnroundedAmount() throws {
    let yen = try #require(Traps.evaluate("100 USD in JPY").total?.money)
    #expect(yen.amount.text(places: 3) == "15983.396")
    let back = Calculation(lines: [Traps.reader.line(.init(1), exactly: yen)])
    #expect(back.evaluate(rates: Traps.rates, result: .usd).total == .money(Money(Rational(100), .usd)))
    #expect(try Traps.evaluate("15983 JPY in USD").total?.amount.text(places: 4) == "99.9975")
  }

  @Test("five million old lira are five new lira") func fiveMillionOldLiraAreFiveNewLira() throws {
    #expect(try Traps.evaluate("5,000,000 TRL in TRY").total == .money(Money(Rational(5), Traps.lira)))
    #expect(try Traps.evaluate("10,000 HRK in EUR").total?.amount.text(places: 2) == "1327.23")
  }

  @Test("a fee lowers the money received and raises the money paid")
  func aFeeLowersTheMoneyReceivedAndRaisesTheMoneyPaid() throws {
    let converted = try #require(Traps.evaluate("100 EUR in USD").total).amount
    let selling = try #require(Fee(percent: Rational(2), direction: .iReceive))
    let received = selling.amounts(of: converted)
    #expect(received.takenOffProceeds.text(places: 2) == "114.50")
    #expect(received.markedUpRate.text(places: 2) == "114.55")
    let buying = try #require(Fee(percent: Rational(2), direction: .iPay))
    let paid = buying.amounts(of: Rational(100))
    #expect(paid.takenOffProceeds.text(places: 2) == "102.04")
    #expect(paid.markedUpRate.text(places: 2) == "102.00")
    #expect(Fee(percent: Rational(100), direction: .iPay) == nil)
    #expect(Fee(percent: Rational(-1), direction: .iPay) == nil)
  }

  @Test("a line without a rate has an error and no amount") func aLineWithoutARateHasAnErrorAndNoAmount() throws {
    let evaluation = try Traps.evaluate("100 EUR + 0 XAU + 5 USD in EUR")
    #expect(evaluation.total == nil)
    #expect(evaluation.failures == [.init(2)])
    guard case .failure(let error) = evaluation.lines[1].outcome,
      case .rate(.missing(let currency, _, _, _, _)) = error.reason
    else {
      Issue.record("the line without a rate has a value")
      return
    }
    #expect(currency.code == "XAU")
    #expect((try? evaluation.lines[2].outcome.get())?.inResult.text(places: 2) == "4.28")
  }

  @Test("cash amounts are rounded to existing coins", arguments: [
    ("1.03", "CHF", "0.05", "1.05"), ("1.02", "CHF", "0.05", "1.00"), ("1.025", "CHF", "0.05", "1.05"),
    ("-1.03", "CHF", "0.05", "-1.05"), ("9.75", "DKK", "0.5", "10.00"), ("12.49", "SEK", "1", "12.00"),
    ("12.50", "SEK", "1", "13.00"),
  ]) func cashAmountsAreRoundedToExistingCoins(exact: String, code: String, step: String, paid: String) throws {
    let money = Money(try #require(Rational(text: exact)), try #require(Currency(code)))
    let coin = try #require(Rational(text: step))
    let cash = try #require(CashRounding(money, step: coin))
    #expect(cash.paid.amount.text(places: 2) == paid)
    #expect(cash.exact == money)
    #expect(CashRounding(money, step: .zero) == nil)
  }

  @Test(
    "a slash between Persian digits can be read as a decimal separator",
    arguments: [
      ("۱۲۳۴۵/۶۷", "12345.67"), ("۱/۵ EUR", "1.5"), ("۱۰۰ USD + ۲/۲۵ USD", "2.25"), ("-۷/۵", "7.5"), ("(۳/۴)*۲", "3.4"),
      ("12/5", nil), ("۱۴۰۵/۰۸/۰۸", nil), ("۱۲ / ۵", nil),
    ])
  func aSlashBetweenPersianDigitsCanBeReadAsADecimalSeparator(text: String, decimal: String?) {
    let found = Sample.reader("fa_IR").read(text).alternatives.map(\.meaning)
    let wanted = decimal.flatMap { Rational(text: $0) }.map { ReadingAlternative.Meaning.number($0) }
    if let wanted {
      #expect(found.contains(wanted))
    } else {
      #expect(!found.contains { if case .number = $0 { true } else { false } })
    }
  }
}

private enum Traps {
  static let lira = Currency("TRY") ?? .eur
  static let catalogue = CurrencyCatalogue(
    records: ["EUR", "USD", "JPY", "GBP", "CHF", "TRY", "TRL", "HRK", "XAU"].compactMap { code in
      Currency(code).map { CurrencyRecord(currency: $0, name: code, minorUnit: code == "JPY" ? 0 : 2) }
    },
    legalRates: [
      law(.redenomination, "TRL", "TRY", "1000000", "2005-01-01"),
      law(.euroChangeover, "HRK", "EUR", "7.5345", "2023-01-01"),
    ].compactMap { $0 })

  static let reader = CalculationReader(symbols: .english, catalogue: catalogue)

  static let rates = ResolvedRates { [table] _ in Resolver(table) }

  static func evaluate(_ text: String) throws -> Evaluation {
    let read = reader.read(text)
    #expect(read.errors.isEmpty)
    return read.calculation.evaluate(rates: rates, result: try #require(read.targets.first))
  }

  private static let table: RateTable = {
    let day = Day(iso: "2026-04-13") ?? Day(number: 0)
    let provider = Provider(
      id: .ecb, publisher: "ECB", home: .eur, firstDay: day, carryLimit: 10, terms: "", attribution: "")
    let values = ["USD": "1.1684", "JPY": "186.75", "GBP": "0.87058", "CHF": "0.9242", "TRY": "48.5"]
    let quotes = values.compactMap { code, value -> Quote? in
      guard let counter = Currency(code), let value = PublishedNumber(value) else { return nil }
      return Quote(
        provider: .ecb, base: .eur, counter: counter, observation: Observation(day: day, value: value))
    }
    return RateTable(provider: provider, day: day, quotes: quotes, catalogue: catalogue)
  }()

  private static func law(
    _ kind: LegalRate.Kind, _ from: String, _ to: String, _ factor: String, _ day: String
  ) -> LegalRate? {
    guard let from = Currency(from), let to = Currency(to), let day = Day(iso: day),
      let factor = Rational(text: factor)
    else { return nil }
    return LegalRate(kind: kind, retired: from, successor: to, factor: factor, from: day, source: "test")
  }
}
