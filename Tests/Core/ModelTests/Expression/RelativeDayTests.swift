// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Tests dates that depend on the current day, such as "yesterday", and rates that are typed in the text.
@Suite struct RelativeDayTests {
  /// A Monday.
  private let today = day("2026-11-23")

  private func read(_ text: String, _ language: String = "en", symbols: NumberSymbols = .english) -> ReadResult {
    CalculationReader(
      symbols: symbols, catalogue: Sample.catalogue, words: ReaderWords(language: language)
    ).on(today).read(text)
  }

  @Test("words such as yesterday give a day, with or without \"on\"", arguments: [
    ("100 EUR in USD yesterday", "en", "2026-11-22"), ("100 EUR in USD on yesterday", "en", "2026-11-22"),
    ("100 EUR yesterday", "en", "2026-11-22"), ("100 EUR in USD last Friday", "en", "2026-11-20"),
    ("100 EUR in USD on last monday", "en", "2026-11-16"),
    ("100 EUR in USD last sunday", "en", "2026-11-22"), ("100 EUR in USD gestern", "de", "2026-11-22"),
    ("100 EUR in USD letzten Freitag", "de", "2026-11-20"), ("100 EUR in USD vorgestern", "de", "2026-11-21"),
    ("100 EUR in USD yesterday", "de", "2026-11-22"), ("100 EUR in USD أمس", "ar", "2026-11-22"),
    ("100 EUR in USD am letzten Freitag", "de", "2026-11-20"), ("100 EUR in USD am Gestern", "de", "2026-11-22"),
    ("100 EUR إلى USD يوم الجمعة الماضية", "ar", "2026-11-20"), ("100 EUR in USD الجمعة الماضية", "ar", "2026-11-20"),
  ])
  func wordsSuchAsYesterdayGiveADayWithOrWithoutOn(text: String, language: String, date: String) {
    let result = read(text, language)
    #expect(result.errors.isEmpty)
    #expect(result.calculation.day == day(date))
    #expect(result.calculation.lines.first?.text == "100 EUR")
    #expect(result.notes.map(\.kind).contains(.dayRead(day(date))))
  }

  @Test("a date without a year is the latest past date", arguments: [
    ("on Oct 30", "en", "2026-10-30"), ("on 3 March", "en", "2026-03-03"), ("on the 1st of December", "en", "2025-12-01"),
    ("on Dec 24th", "en", "2025-12-24"), ("am 30. Oktober", "de", "2026-10-30"), ("am 1.12.", "de", "2025-12-01"),
    ("يوم 3 مارس", "ar", "2026-03-03"), ("on 29 February", "en", "2024-02-29"),
  ])
  func aDateWithoutAYearIsTheLatestPastDate(text: String, language: String, date: String) {
    let result = read("100 EUR in USD \(text)", language)
    #expect(result.errors.isEmpty && result.calculation.day == day(date))
    #expect(result.notes.map(\.kind).contains(.dayRead(day(date))))
  }

  @Test("phrases such as \"two weeks ago\" give a day", arguments: [
    ("3 days ago", "en", "2026-11-20"), ("a week ago", "en", "2026-11-16"), ("two weeks ago", "en", "2026-11-09"),
    ("a month ago", "en", "2026-10-23"), ("1 year ago", "en", "2025-11-23"), ("on 3 days ago", "en", "2026-11-20"),
    ("day before yesterday", "en", "2026-11-21"), ("vor 3 Tagen", "de", "2026-11-20"),
    ("vor einer Woche", "de", "2026-11-16"), ("vor zwei Jahren", "de", "2024-11-23"), ("قبل 3 أيام", "ar", "2026-11-20"),
    ("قبل أسبوعين", "ar", "2026-11-09"),
  ])
  func phrasesSuchAsTwoWeeksAgoGiveADay(text: String, language: String, date: String) {
    let result = read("100 EUR in USD \(text)", language)
    #expect(result.errors.isEmpty && result.calculation.day == day(date))
  }

  @Test("a year or month is refused where a day is needed", arguments: [
    "in 2020", "on 2020", "in October 2020", "last month", "this year", "in Q3", "on March",
  ])
  func aYearOrMonthIsRefusedWhereADayIsNeeded(text: String) {
    #expect(read("100 EUR in USD \(text)").errors.first?.reason == .periodForDay)
  }

  @Test("a quarter, week or month is refused where a day is needed", arguments: [
    ("100 USD im Q3", "de"), ("100 USD in EUR im Q3", "de"), ("100 USD in EUR in KW 12", "de"),
    ("100 USD in EUR in Q3 2026", "de"), ("100 USD in EUR in der 12. Kalenderwoche", "de"),
    ("100 USD in EUR im dritten Quartal", "de"), ("100 USD in EUR im März 2026", "de"),
    ("100 USD in EUR im ersten Halbjahr 2026", "de"), ("100 USD in EUR im letzten Monat", "de"),
    ("100 USD in EUR im Jahr 2025", "de"), ("100 USD in EUR in the third quarter of 2026", "en"),
    ("100 USD in EUR in week 12", "en"), ("100 USD in EUR KW 12/2026", "en"), ("100 USD إلى EUR في الربع الثالث", "ar"),
  ])
  func aQuarterWeekOrMonthIsRefusedWhereADayIsNeeded(text: String, language: String) {
    #expect(read(text, language).errors.first?.reason == .periodForDay)
  }

  @Test("a period such as Q3 2026 gives its first and last day", arguments: [
    ("Q3 2026", "en", "2026-07-01", "2026-09-30"), ("2026Q3", "en", "2026-07-01", "2026-09-30"),
    ("2026-Q3", "en", "2026-07-01", "2026-09-30"), ("Q3/2025", "en", "2025-07-01", "2025-09-30"),
    ("im Q3", "de", "2026-07-01", "2026-09-30"), ("Q4", "en", "2026-10-01", "2026-12-31"),
    ("3. Quartal 2026", "de", "2026-07-01", "2026-09-30"),
    ("the third quarter of 2026", "en", "2026-07-01", "2026-09-30"),
    ("H1 2026", "en", "2026-01-01", "2026-06-30"), ("KW 12", "de", "2026-03-16", "2026-03-22"),
    ("2026-W53", "en", "2026-12-28", "2027-01-03"), ("KW 1 2026", "de", "2025-12-29", "2026-01-04"),
    ("week 50", "en", "2025-12-08", "2025-12-14"), ("March 2026", "en", "2026-03-01", "2026-03-31"),
    ("Dezember", "de", "2025-12-01", "2025-12-31"), ("last month", "en", "2026-10-01", "2026-10-31"),
    ("letztes Jahr", "de", "2025-01-01", "2025-12-31"), ("this quarter", "en", "2026-10-01", "2026-12-31"),
    ("last week", "en", "2026-11-16", "2026-11-22"), ("الربع الثالث 2026", "ar", "2026-07-01", "2026-09-30"),
    ("كانون الثاني 2026", "ar", "2026-01-01", "2026-01-31"),
  ])
  func aPeriodSuchAsQ32026GivesItsFirstAndLastDay(text: String, language: String, first: String, last: String) {
    #expect(ReaderWords(language: language).period(text, today: today) == day(first)...day(last))
  }

  @Test("text that is not a period such as Q3 2026 is refused", arguments: [
    "", "Q5 2026", "W54 2026", "2025-W53", "2026-10-30", "March 3", "2020 March 3", "Q3 2026 x", "second",
    "EUR", "2026-13-01",
  ])
  func textThatIsNotAPeriodSuchAsQ32026IsRefused(text: String) {
    #expect(ReaderWords.english.period(text, today: today) == nil)
  }

  @Test("the word today selects the newest rates", arguments: [
      ("100 EUR in USD today", "en"), ("100 EUR in USD اليوم", "ar"),
    ])
  func theWordTodaySelectsTheNewestRates(text: String, language: String) {
    let result = read(text, language)
    #expect(result.errors.isEmpty && result.calculation.day == nil)
    #expect(result.calculation.lines.first?.text == "100 EUR")
  }

  @Test("a date is read in the usual spellings", arguments: [
    ("100 EUR in USD on 3 March 2020", "en"), ("100 EUR in USD on March 3, 2020", "en"),
    ("100 EUR in USD on 3rd Mar 2020", "en"), ("100 EUR in USD on mar 3 2020", "de"),
    ("100 EUR in USD on 3-Mar-2020", "en"), ("100 EUR in USD am 3. März 2020", "de"),
    ("100 EUR in USD am 03. Mrz. 2020", "de"), ("100 EUR in USD am 3.3.2020", "de"),
    ("100 EUR in USD on 03.03.2020", "en"), ("100 EUR إلى USD يوم 3 مارس 2020", "ar"),
    ("100 EUR إلى USD يوم ٣ آذار ٢٠٢٠", "ar"), ("100 EUR on 3 March 2020 in USD", "en"),
  ])
  func aDateIsReadInTheUsualSpellings(text: String, language: String) {
    let result = read(text, language)
    #expect(result.errors.isEmpty)
    #expect(result.calculation.day == day("2020-03-03") && result.targets == [.usd])
    #expect(result.calculation.lines.first?.text == "100 EUR")
    #expect(result.notes.map(\.kind).contains(.dayRead(day("2020-03-03"))))
  }

  @Test("a date field accepts dates in the usual spellings", arguments: [
    ("3 March 2020", "en", "2020-03-03"), ("March 3, 2020", "de", "2020-03-03"), ("3. März 2020", "de", "2020-03-03"),
    ("3.3.2020", "en", "2020-03-03"), ("2020-03-03", "ar", "2020-03-03"), ("٢٠٢٠-٠٣-٠٣", "ar", "2020-03-03"),
    (" \u{2068}٣ آذار ٢٠٢٠\u{2069} ", "ar", "2020-03-03"), ("yesterday", "en", "2026-11-22"),
    ("Letzten  Freitag", "de", "2026-11-20"),
  ])
  func aDateFieldAcceptsDatesInTheUsualSpellings(text: String, language: String, date: String) {
    #expect(ReaderWords(language: language).day(text, today: today) == day(date))
  }

  @Test("a date field refuses text that is not a valid date", arguments: [
    "", "3", "3/4/2020", "2020-3-3", "2020-02-30", "3 March 2020 5", "on 3 March 2020", "gestern",
  ])
  func aDateFieldRefusesTextThatIsNotAValidDate(text: String) {
    #expect(ReaderWords.english.day(text, today: today) == nil)
  }

  @Test("a month name of two words is read") func aMonthNameOfTwoWordsIsRead() {
    #expect(read("100 EUR يوم 2 كانون الثاني 2020", "ar").calculation.day == day("2020-01-02"))
    #expect(read("100 EUR يوم 2 كانون الأول 2020", "ar").calculation.day == day("2020-12-02"))
  }

  @Test("an invalid or ambiguous date is refused", arguments: [
    "100 EUR in USD on 31 February 2020", "100 EUR in USD on 3/4/2020",
    "100 EUR in USD on 3 March 20", "100 EUR in USD on 3 Marsh 2020", "100 EUR in USD on 3 3 2020",
    "100 EUR in USD on 2020 March 3", "100 EUR in USD on 13.13.2020", "100 EUR in USD on 3 March 20200",
  ])
  func anInvalidOrAmbiguousDateIsRefused(text: String) {
    #expect(read(text).errors.contains { $0.reason == .invalidDate })
  }

  @Test("the last typed date applies to the list, earlier dates to lines")
  func theLastTypedDateAppliesToTheListEarlierDatesToLines() {
    let calculation = read("100 EUR yesterday + 50 USD last friday").calculation
    // The last date belongs to the whole list, because it is at the end of the text. So the second line has no date.
    #expect(calculation.lines.map(\.day) == [day("2026-11-22"), nil] && calculation.day == day("2026-11-20"))
  }

  @Test("a date after the last amount applies to all lines, with note", arguments: [
    ("100 USD + 50 EUR on 2020-03-03", true), ("100 USD + 50 EUR yesterday", true),
    ("100 USD on 2020-03-02 + 50 EUR on 2020-03-03", false), ("100 USD on 2020-03-03", false),
    ("100 USD + 50 EUR in CHF on 2020-03-03", false),
  ])
  func aDateAfterTheLastAmountAppliesToAllLinesWithNote(text: String, isNoted: Bool) {
    let isShared = read(text).notes.contains { if case .dayShared = $0.kind { true } else { false } }
    #expect(isShared == isNoted)
  }

  @Test("relative dates are refused when today's date is unknown")
  func relativeDatesAreRefusedWhenTodaysDateIsUnknown() {
    let reader = CalculationReader(symbols: .english, catalogue: Sample.catalogue)
    #expect(!reader.read("100 EUR in USD yesterday").errors.isEmpty)
    #expect(!reader.read("100 EUR in USD at 0.9").errors.isEmpty)
  }

  @Test("a rate after \"at\" converts from the amount's currency to the target", arguments: [
    ("100 USD in EUR at 0.9", "en", "0.9"), ("100 USD to EUR at 0.9", "en", "0.9"),
    ("100 USD in EUR zu 0.9", "de", "0.9"), ("100 USD in EUR بسعر 0.9", "ar", "0.9"),
  ])
  func aRateAfterAtConvertsFromTheAmountsCurrencyToTheTarget(text: String, language: String, value: String) {
    let result = read(text, language)
    #expect(result.errors.isEmpty)
    #expect(result.rates.map(\.from) == [.usd] && result.rates.map(\.to) == [.eur])
    #expect(result.rates.map(\.value) == [Rational(text: value)])
  }

  @Test("a typed rate that is missing, zero or ambiguous gives an error", arguments: [
    "100 USD + 50 GBP in EUR at 0.9", "100 USD in EUR at", "100 USD in EUR at 0", "100 in EUR at 0.9",
    "100 EUR in EUR at 0.9",
  ])
  func aTypedRateThatIsMissingZeroOrAmbiguousGivesAnError(text: String) {
    #expect(read(text).errors.contains { $0.reason == .unclearRate })
    #expect(read(text).rates.isEmpty)
  }
}
