// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Tests the window that compares a payment with the middle rate of its day.
final class PaidTests: WidgetTestCase {
  private static let words = SettingsWindowTests.words
  private static let day = Day(iso: "2026-10-30") ?? Day(number: 0)

  /// 1 EUR = 1.25 USD.
  private static let rates = Resolver(
    RateTable(
      provider: .ecb, day: day,
      quotes: [
        Quote(
          provider: .ecb, base: .eur, counter: .usd,
          observation: Observation(
            day: day, value: PublishedNumber("1.25") ?? PublishedNumber(coefficient: 1, scale: 0)))
      ], catalogue: CurrencyCatalogue(records: [], legalRates: [])), day: day, today: day)

  private static func form(_ price: String, _ paid: String, day: String = "") -> PaymentCheckForm {
    var form = PaymentCheckForm(from: .usd, to: .eur, price: price, today: Self.day)
    (form.paid, form.day) = (paid, day)
    return form
  }

  private static func view(_ form: PaymentCheckForm, _ profiles: [String: String] = [:]) -> PaymentCheckViewState {
    PaymentCheckViewState(form, .success(rates), profiles.compactMapValues { FeeProfile($0) }, words)
  }

  func testTheMarkUpOfAPaymentIsShownInMoneyAndPercent() {
    let state = Self.view(Self.form("100", "84"))
    XCTAssertEqual(state.rows.map(\.title), ["4.00 EUR more than at the mid-market rate (+5.00%)", "80.00 EUR"])
    XCTAssertTrue(state.rows.first?.detail.hasSuffix("You paid 1 USD = 0.84 EUR") == true)
    XCTAssertTrue(state.canKeep && state.problem.isEmpty)
    let less = Self.view(Self.form("100", "76")).rows.first?.title
    XCTAssertTrue(less?.hasPrefix("4.00 EUR less than at the mid-market rate") == true, less ?? "")
    XCTAssertEqual(Self.form("100", "84").own(Self.words)?.value, Rational(text: "0.84"))
  }

  func testFeeProfilesAreListedWithTheCheapestFirst() {
    let profiles = ["Office": "10%", "Card": "0.5 EUR", "Exotic": "1 XAU"]
    let state = Self.view(Self.form("100", ""), profiles)
    XCTAssertEqual(state.rows.map(\.profile), [nil, "Card", "Office", "Exotic"])
    XCTAssertEqual(state.rows[1].title, "80.50 EUR (+0.63%)")
    XCTAssertEqual(state.rows[3].title, "No rate for the fee's currency")
    XCTAssertFalse(state.canKeep)
  }

  func testTheSellingRateOfTheBankIsListedBelowTheMidMarketRate() throws {
    let rate = try XCTUnwrap(PublishedNumber("1.20"))
    let quote = Quote(
      provider: .ecb, base: .eur, counter: .usd, side: .buying, observation: Observation(day: Self.day, value: rate))
    let value = try XCTUnwrap(Rational(text: "1.20")).reciprocal
    let selling = try XCTUnwrap(ConversionPath(from: .usd, to: .eur, day: Self.day, legs: [.quote(quote)], value: value))
    let state = PaymentCheckViewState(Self.form("100", ""), .success(Self.rates), selling: selling, [:], Self.words)
    XCTAssertEqual(state.rows.map(\.title), ["80.00 EUR", "83.33 EUR (+4.17%)"])
    XCTAssertTrue(state.rows[1].detail.hasPrefix("The bank sells at 1 USD = 0.8333"), state.rows[1].detail)
  }

  func testAnInvalidPaymentShowsAnErrorAndCannotBeSaved() {
    XCTAssertEqual(Self.view(Self.form("", "")), PaymentCheckViewState())
    for form in [Self.form("x", "1"), Self.form("1", "-1"), Self.form("1", "1", day: "32.10.")] {
      let state = Self.view(form)
      XCTAssertFalse(state.problem.isEmpty)
      XCTAssertFalse(state.canKeep)
    }
  }

  func testTheDateOfAPaymentCanBeWrittenInWords() {
    for day in ["2026-10-29", "29 October 2026", "October 29, 2026", "29.10.2026"] {
      XCTAssertEqual(Self.form("100", "84", day: day).chosenDay, Day(iso: "2026-10-29"), day)
      XCTAssertEqual(Self.form("100", "84", day: day).own(Self.words)?.note, "paid on 2026-10-29")
    }
  }

  func testThePaymentWindowShowsFeesAndIsFreedWhenClosed() throws {
    try assertFreed {
      let window = try PaymentCheckWindow { _ in }
      window.window.present()
      let state = Self.view(Self.form("100", "84"), ["Card": "1%"])
      window.render(state, from: .usd, to: .eur)
      window.render(Self.view(Self.form("100", "")), from: .usd, to: .eur)
      window.render(state, from: .usd, to: .eur)
      XCTAssertTrue(window.keep.isSensitive)
      return (window, window.window)
    }
  }
}
