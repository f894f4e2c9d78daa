// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp

final class PickerViewStateTests: ViewStateCase {
  private func picker(_ text: String) -> [String] {
    var state = PickerViewState(words, inUse: [.usd], today: today) {
      [["CH": "Switzerland", "DE": "Germany"][$0] ?? $0]
    }
    state.search(text)
    return state.rows.map {
      switch $0 {
      case .heading(let title): "[\(title)]"
      case .currency(let choice): choice.currency.code
      }
    }
  }

  func testBitcoinAndPreciousMetalsHaveASeparateHeading() throws {
    let all = picker("")
    let heading = try XCTUnwrap(all.firstIndex(of: "[Bitcoin and Precious Metals]"))
    XCTAssertEqual(Array(all[(heading + 1)...(heading + 2)]), ["XAU", "XBT"])
    let money = try XCTUnwrap(all.firstIndex(of: "[All Currencies]"))
    XCTAssertFalse(all[money..<heading].contains("XAU"))
    XCTAssertEqual(picker("gold"), ["XAU", "ZWG"])
    XCTAssertEqual(picker("btc"), ["XBT"])
    XCTAssertEqual(picker("bitcoin"), ["XBT"])
  }

  func testACurrencyIsFoundByCodeAndNameAndCountryAndSymbol() {
    XCTAssertEqual(picker("chf"), ["CHF"])
    XCTAssertEqual(picker("franc"), ["CHF"])
    XCTAssertEqual(picker("switz"), ["CHF"])
    XCTAssertEqual(picker("¥"), ["JPY"])
    XCTAssertEqual(picker("  ger"), ["EUR", "DEM"])
    XCTAssertEqual(picker("nothing"), [])
  }

  func testACurrencyIsFoundByCommonAndFormerNamesOfItsCountry() {
    var names = CountryNames(text: "CH Switzerland\nDE Germany; West Germany; GDR\n")
    names.translate = { ["Germany": "Deutschland"][$0] ?? $0 }
    XCTAssertEqual(names("DE"), ["Germany", "West Germany", "GDR", "Deutschland"])
    XCTAssertEqual(names("XX"), ["XX"])
    var state = PickerViewState(words, inUse: [.usd], today: today, countryNames: names.callAsFunction)
    for search in ["deutsch", "germany", "gdr", "west ger"] {
      state.search(search)
      XCTAssertEqual(state.rows.count, 2, search)
    }
  }

  func testCurrenciesInUseComeFirstAndDiscontinuedCurrenciesLast() {
    XCTAssertEqual(
      picker(""), [
        "[In Use]", "USD", "[Most Traded]", "EUR", "JPY", "CHF", "[All Currencies]", "ZWG", "[Bitcoin and Precious Metals]", "XAU", "XBT",
        "[Discontinued]", "DEM",
      ])
  }

  func testThePickerListsCurrenciesInUseAlphabeticallyWithoutThoseAlreadyShown() throws {
    let franc = try XCTUnwrap(Currency("CHF"))
    let state = PickerViewState(words, inUse: [.usd, .eur, franc], omitted: [.eur], today: today) { [$0] }
    XCTAssertEqual(state.rows.prefix(1), [.heading("In Use")])
    XCTAssertEqual((1...2).compactMap { state.choice(at: $0)?.currency }, [franc, .usd])
    XCTAssertFalse(state.rows.indices.contains { state.choice(at: $0)?.currency == .eur })
  }

  func testASearchForACurrencyIgnoresCaseAndAccents() {
    XCTAssertEqual("Złoty ÉÑÇ".folded(), "zloty enc")
    // The search ignores these differences: Turkish has two kinds of i, and Arabic is often written without its hamza.
    XCTAssertEqual("İSVİÇRE ışık".folded(), "isviçre IŞIK".folded())
    XCTAssertEqual("أوقية إسترليني آسيا".folded(), "اوقيه استرليني اسيا".folded())
  }

  /// Returns the codes that a search finds in the program's currencies and country names.
  private func found(
    _ text: String, region: String? = nil, favourites: [Currency] = [], inUse: [Currency] = []
  ) throws -> [String] {
    let data = URL(filePath: #filePath).appending(path: "../../../data").standardizedFileURL
    let file = { (path: String) in [UInt8](try Data(contentsOf: data.appending(path: path))) }
    let catalogue = try CurrencyFiles.catalogue(
      currencies: file("currencies/iso-4217.json"), fixedRates: file("currencies/fixed-rates.json"),
      redenominations: file("currencies/redenominations.json"))
    let words = Words(numbers: words.numbers, catalogue: catalogue, currencyName: { $0 })
    var names = CountryNames(text: String(decoding: try file("ui/countries.txt"), as: UTF8.self))
    names.translate = { $0 }
    var state = PickerViewState(
      words, favourites: favourites, inUse: inUse, today: today, symbols: SymbolPreferences(region: region),
      countryNames: names.callAsFunction)
    state.search(text)
    return state.rows.indices.compactMap { state.choice(at: $0)?.currency.code }
  }

  func testASearchListsTheMostTradedOrLocalCurrencyFirst() throws {
    let dollars = try found("dollar")
    XCTAssertEqual(Array(dollars.prefix(3)), ["USD", "CAD", "AUD"])
    XCTAssertEqual(try found("$").first, "USD")
    XCTAssertEqual(try found("$", region: "CA").first, "CAD")
    XCTAssertEqual(try found("dollar", region: "AU").first, "AUD")
    XCTAssertEqual(try found("fr").first, "CHF")
    let francs = try found("fr")
    XCTAssertLessThan(
      try XCTUnwrap(francs.firstIndex(of: "RWF")), try XCTUnwrap(francs.firstIndex(of: "FRF")), "\(francs)")
    XCTAssertEqual(try found("turkey").first, "TRY")
    XCTAssertEqual(try found("usa").first, "USD")
    XCTAssertEqual(try found("england").first, "GBP")
  }

  func testASearchListsAnExactCodeFirstThenCurrenciesInUseThenFavourites() throws {
    XCTAssertEqual(try found("top", inUse: [Currency("XAF")!]).first, "TOP")
    let dinars = try found("dinar", favourites: [Currency("MKD")!], inUse: [Currency("TND")!])
    XCTAssertEqual(dinars.prefix(3), ["KWD", "TND", "MKD"])
    let current = try found("lira")
    let first = try XCTUnwrap(current.firstIndex(of: "TRY"))
    let old = try XCTUnwrap(current.firstIndex(of: "ITL"))
    XCTAssertLessThan(first, old)
  }
}
