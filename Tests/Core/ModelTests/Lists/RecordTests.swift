// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Saved calculations keep their amounts in every locale.
@Suite struct RecordTests {
  static let rows = (try? GrammarTests.rows()) ?? []

  func record(_ row: GrammarTests.Row, _ read: ReadResult, rates: any RateSource = Sample.rates) -> CalculationRecord {
    let result = read.targets.first ?? read.calculation.lines.lazy.compactMap(\.currency).first ?? .eur
    return CalculationRecord(
      FinishedCalculation(read.calculation, result: result, targets: read.targets, rates: rates),
      writer: CalculationWriter(symbols: NumberSymbols(posix: row.locale)), savedAt: Timestamp(milliseconds: 7))
  }

  func opened(_ record: CalculationRecord, in locale: String) -> Calculation {
    RecordReader(Sample.reader(locale), symbols: NumberSymbols(posix: locale), catalogue: Sample.catalogue)
      .calculation(record)
  }

  /// Opens each row of the grammar table in the row's locale and in three locales with other separators.
  @Test("a saved calculation opens with the same amounts in every locale",
    arguments: rows, ["", "de_DE", "en_CA", "ar_EG"])
  func aSavedCalculationOpensWithTheSameAmountsInEveryLocale(row: GrammarTests.Row, locale: String) {
    let read = Sample.reader(row.locale).read(row.input)
    guard read.errors.isEmpty, !read.calculation.lines.isEmpty else { return }
    let record = record(row, read)
    let again = opened(record, in: locale.isEmpty ? row.locale : locale)
    let (before, after) = (
      read.calculation.evaluate(rates: Sample.rates, result: record.result),
      again.evaluate(rates: Sample.rates, result: record.result)
    )
    #expect(after.total == before.total)
    #expect(after.lines.map { try? $0.outcome.get() } == before.lines.map { try? $0.outcome.get() })
    #expect(again.lines.map(\.sign) == read.calculation.lines.map(\.sign))
    #expect(again.lines.map(\.note) == read.calculation.lines.map(\.note))
    if locale.isEmpty { #expect(again.lines.map(\.text) == read.calculation.lines.map(\.text)) }
  }

  /// The record has each rate that the evaluation needs, so the total is the same.
  @Test("evaluating a saved calculation with only its saved rates keeps the total", arguments: rows)
  func evaluatingASavedCalculationWithOnlyItsSavedRatesKeepsTheTotal(row: GrammarTests.Row) {
    let read = Sample.reader(row.locale).read(row.input)
    guard read.errors.isEmpty, !read.calculation.lines.isEmpty else { return }
    let record = record(row, read)
    guard let total = record.total else { return }
    let replay = opened(record, in: row.locale).evaluate(rates: SavedRates(record.rates), result: record.result)
    #expect(replay.total == total)
  }

  @Test("a calculated line keeps its unrounded amount") func aCalculatedLineKeepsItsUnroundedAmount() throws {
    let third = try #require(Rational(fraction: "100/3"))
    let line = Sample.reader("de_DE").line(.init(1), exactly: Money(third, .usd))
    let record = CalculationRecord(
      FinishedCalculation(Calculation(lines: [line]), result: .usd, rates: Sample.rates),
      writer: CalculationWriter(symbols: NumberSymbols(posix: "de_DE")), savedAt: Timestamp(milliseconds: 0))
    let again = opened(record, in: "en_US")
    #expect(again.evaluate(rates: Sample.rates, result: .usd).total?.amount == third)
    #expect(again.lines[0].text == "33.33")
  }

  @Test("equal calculations have the same fingerprint in every locale")
  func equalCalculationsHaveTheSameFingerprintInEveryLocale() {
    let german = record(.init(locale: "de_DE", input: "12,50 EUR + 3 USD", expected: ""), Sample.reader("de_DE").read("12,50 EUR + 3 USD"))
    var english = record(.init(locale: "en_US", input: "", expected: ""), Sample.reader("en_US").read("12.50 EUR + 3 USD"))
    english.savedAt = Timestamp(milliseconds: 99)
    #expect(german.fingerprint == english.fingerprint)
    english.targets = [.jpy]
    #expect(german.fingerprint != english.fingerprint)
  }

  @Test(
    "a fraction is read and written back unchanged",
    arguments: ["7/3", "-7/3", "0/1", "1/1", "123456789012345678901234567891/7"])
  func aFractionIsReadAndWrittenBackUnchanged(text: String) {
    #expect(Rational(fraction: text)?.fraction == text)
  }

  @Test(
    "text that is not a fraction is refused",
    arguments: ["", "7", "7/0", "7/-3", "1e5/3", "1.5/2", "/", "7/3/1", "a/b"])
  func textThatIsNotAFractionIsRefused(text: String) {
    #expect(Rational(fraction: text) == nil)
  }
}
