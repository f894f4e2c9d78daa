// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// Tests the status line, which shows the rates' source and age and any error.
final class ViewStateTests: ViewStateCase {
  func testTheStatusLineShowsProviderAndDateAndAge() throws {
    XCTAssertEqual(
      CalculatorViewState(try state(), words).provenance, "European Central Bank · 30 October 2026 · 22 days old")
    let sameDay = try state { $0.rates = RatesStatus(provider: provider, newest: day, today: day) }
    XCTAssertEqual(CalculatorViewState(sameDay, words).provenance, "European Central Bank · 30 October 2026 · today")
    let nextDay = try state { $0.rates = RatesStatus(provider: provider, newest: day, today: day + 1) }
    XCTAssertEqual(
      CalculatorViewState(nextDay, words).provenance, "European Central Bank · 30 October 2026 · 1 day old")
  }

  func testAtTheFirstStartAMessageShowsWhichBanksAreContacted() throws {
    XCTAssertNil(CalculatorViewState(try state(), words).introduction)
    let first = try state { $0.rates.introducedProviders = [.ecb, ProviderID("nbp")] }
    XCTAssertEqual(
      CalculatorViewState(first, words).introduction,
      "Kurs goes online only to fetch rates (European Central Bank, National Bank of Poland).")
    let offline = try state { ($0.rates.introducedProviders, $0.rates.isSetOffline) = ([.ecb], true) }
    XCTAssertNil(CalculatorViewState(offline, words).introduction)
  }

  func testAResultShowsWhichRateIsUsedIfTheUserChoseBuyingOrSelling() throws {
    let (home, turk) = (try XCTUnwrap(Currency("TRY")), ProviderID("tcmb"))
    let turkish = Provider(
      id: turk, publisher: "Bank", home: home, firstDay: day, carryLimit: 10, terms: "", attribution: "Bank",
      direction: .homePerOther)
    let quotes = try [(QuoteSide.middle, "40.1"), (.buying, "40"), (.selling, "40.2")].map { side, value in
      Quote(
        provider: turk, base: .usd, counter: home, side: side,
        observation: Observation(day: day, value: try XCTUnwrap(PublishedNumber(value))))
    }
    func view(_ side: QuoteSide, _ from: Currency, _ to: Currency, only: [QuoteSide]) throws -> CalculatorViewState {
      let table = RateTable(
        provider: turkish, day: nil, quotes: quotes.filter { only.contains($0.side) }, catalogue: catalogue, side: side)
      let rate = try table.route(from: from, to: to)
      return CalculatorViewState(
        try state {
          $0.results = [CalculatorResult(currency: to, outcome: .value(Money(rate.value, to), rate: rate))]
          $0.rates = RatesStatus(provider: turkish, newest: day, today: day)
          $0.rates.side = side
        }, words)
    }
    let all = QuoteSide.allCases
    XCTAssertEqual(try view(.middle, .usd, home, only: all).rows[0].rate, "1 USD = 40.100 TRY")
    XCTAssertEqual(try view(.buying, .usd, home, only: all).rows[0].rate, "1 USD = 40.000 TRY · buying rate")
    XCTAssertTrue(try view(.buying, home, .usd, only: all).rows[0].rate.hasSuffix(" · selling rate"))
    XCTAssertEqual(try view(.buying, .usd, home, only: [.middle]).rows[0].rate, "1 USD = 40.100 TRY · mid-market rate")
    XCTAssertEqual(try view(.buying, .usd, home, only: all).provenance, "Central Bank of the Republic of Türkiye · 30 October 2026 · Bank Buys · today")
  }

  func testTheStatusLineShowsOfflineModeAndOldRates() throws {
    let old = CalculatorViewState(try state(), words)
    XCTAssertEqual(old.provenance, "European Central Bank · 30 October 2026 · 22 days old")
    XCTAssertTrue(old.isProvenanceWarning)
    let offline = try state { $0.rates.isOnline = false }
    XCTAssertEqual(
      CalculatorViewState(offline, words).provenance,
      "European Central Bank · 30 October 2026 · 22 days old · no network")
    XCTAssertEqual(
      CalculatorViewState(offline, words).briefProvenances.last, "30 Oct · no network")
    XCTAssertNil(CalculatorViewState(offline, words).statusButton)
    let setOffline = CalculatorViewState(try state { $0.rates.isSetOffline = true }, words)
    XCTAssertTrue(setOffline.provenance.hasSuffix(" · offline"), setOffline.provenance)
    XCTAssertEqual(setOffline.briefProvenances.last, "30 Oct")
    XCTAssertEqual(setOffline.statusButton, .goOnline)
    let fresh = try state { $0.rates = RatesStatus(provider: provider, newest: day, today: day + 3) }
    XCTAssertNil(CalculatorViewState(fresh, words).notice)
    XCTAssertFalse(CalculatorViewState(fresh, words).isProvenanceWarning)
  }

  func testAMonthlyRateIsNotCalledOldBeforeTheNextRateIsDue() throws {
    let monthly = Provider(
      id: ProviderID("inforeuro"), publisher: "European Commission", home: .eur, firstDay: day, carryLimit: 35,
      terms: "", attribution: "European Commission", dayMeaning: .effective, publication: Publication(.monthly, hours: 0...8))
    let first = try XCTUnwrap(Day(iso: "2026-11-01"))
    for (today, isLate) in [("2026-11-30", false), ("2026-12-02", false), ("2026-12-03", true)] {
      let today = try XCTUnwrap(Day(iso: today))
      let view = CalculatorViewState(
        try state { $0.rates = RatesStatus(provider: monthly, newest: first, today: today) }, words)
      XCTAssertEqual(view.isProvenanceWarning, isLate, "\(today)")
    }
  }

  func testTheStatusLineReportsAChosenProviderWithoutRates() throws {
    let view = CalculatorViewState(
      try state {
        $0.rates = RatesStatus(provider: provider, newest: day, today: day)
        $0.rates.awaited = Provider(
          id: ProviderID("cnb"), publisher: "Czech National Bank", home: .eur, firstDay: day, carryLimit: 14,
          terms: "", attribution: "Czech National Bank")
      }, words)
    XCTAssertEqual(
      view.notice?.sentence,
      "Kurs has no rates from Czech National Bank yet. Rates from European Central Bank are shown.")
  }

  func testAPastedPhoneNumberIsRefusedWithTheReason() throws {
    let phone = CalculationError(.phoneNumber, at: 0..<11)
    var preview = PastePreview(text: "98765-43210", lines: [])
    preview.problems = [phone]
    let refused = CalculatorViewState.Paste(preview, [], words)
    XCTAssertTrue(refused.isRefused)
    XCTAssertFalse(refused.canAdd)
    XCTAssertEqual(refused.title, sentence(for: phone.reason, words))
    XCTAssertEqual(refused.remarks, [])
    preview.problems.append(CalculationError(.unknownWord("x"), at: 0..<1))
    XCTAssertFalse(CalculatorViewState.Paste(preview, [], words).isRefused)
  }

  func testAnUnreadableAmountShowsAnErrorAndAnEmptyAmountShowsNone() throws {
    let wrong = CalculatorViewState(
      try state {
        $0.problem = .unreadable(position: 2, .missingOperand)
        $0.typed = "12,34,56"
      }, words)
    XCTAssertTrue(wrong.noteIsError)
    XCTAssertEqual(wrong.note, "Kurs can't read “12,34,56”.")
    let strange = CalculatorViewState(try state { $0.problem = .unreadable(position: 2, .unknownWord("apples")) }, words)
    XCTAssertEqual(strange.note, "Unknown currency: apples.")
    let empty = CalculatorViewState(try state { $0.problem = .empty }, words)
    XCTAssertFalse(empty.noteIsError)
    XCTAssertEqual(empty.note, "Euro")
  }

  func testTheRateOfAChosenDayShowsNoWarningAboutItsAge() throws {
    let shown = CalculatorViewState(try state { $0.day = day }, words)
    XCTAssertNil(shown.notice)
    XCTAssertFalse(shown.isProvenanceWarning)
    XCTAssertEqual(shown.provenance, "European Central Bank · 30 October 2026")
  }

  func testEachPlaceholderOfASentenceIsFilledOnce() {
    XCTAssertEqual("{a} {b} {c}".filled(with: ["a": "{b}", "b": "2"]), "{b} 2 {c}")
    XCTAssertEqual("{".filled(with: ["a": "1"]), "{")
  }

  func testAResultShowsTheSymbolOrFlagThatTheUserChose() throws {
    func marks(_ mark: CurrencyLook.Mark) throws -> [String] {
      var words = words
      words.look.mark = mark
      return CalculatorViewState(try state(), words).rows.map(\.mark)
    }
    XCTAssertEqual(try marks(.none), ["", ""])
    XCTAssertEqual(try marks(.sign), ["$", "¥"])
    XCTAssertEqual(try marks(.flag), ["🇺🇸", "🇯🇵"])
    var old = words
    old.look.mark = .flag
    XCTAssertEqual(old.mark(of: Currency("DEM")!), "DM")
    XCTAssertEqual(old.mark(of: Currency("XAU")!), "XA")
  }

  func testABankHasTheSameEnglishNameInTheWholeProgram() throws {
    let polish = Provider(
      id: ProviderID("nbp"), publisher: "Narodowy Bank Polski", home: Currency("PLN")!, firstDay: day, carryLimit: 10,
      terms: "", attribution: "Narodowy Bank Polski", publication: Publication(.workingDays, hours: 11...12))
    XCTAssertEqual(polish.sourceName, "National Bank of Poland")
    let shown = CalculatorViewState(try state { $0.rates = RatesStatus(provider: polish, newest: day, today: today) }, words)
    XCTAssertTrue(shown.provenance.hasPrefix("National Bank of Poland · "), shown.provenance)
    XCTAssertEqual(publisher(of: ProviderID("nbp")), polish.publisherName)
  }
}
