// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursItems
import KursModel
import Testing
import TestSupport

/// A file that describes a provider is read completely, or refused with the position of the mistake.
@Suite struct ProviderFileTests {
  static let sound = #"""
    {"kurs-provider": 1, "id": "my", "name": "Mine", "home": "EUR", "address": "https://rates.example",
     "latest": "/latest", "days": "/days?from={from:yyyyMMdd}", "format": "json", "rows": "/rates/*",
     "currency": "*1", "direction": "others-per-home", "day": "#/date"}
    """#

  static func with(_ member: String, _ value: String) -> [UInt8] {
    var object = (try? JSONSerialization.jsonObject(with: Data(sound.utf8))) as? [String: Any] ?? [:]
    object[member] =
      value == "absent" ? nil : try? JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)
    return Array((try? JSONSerialization.data(withJSONObject: object)) ?? Data())
  }

  @Test("a valid provider file gives the provider's name and requests")
  func aValidProviderFileGivesTheProvidersNameAndRequests() throws {
    let items = try DescribedProvider(Array(Self.sound.utf8)).items
    #expect(items.provider.id.name == "my" && items.provider.publisher == "Mine" && items.provider.home == .eur)
    #expect(items.endpoints.isDescribed && items.endpoints.address == "https://rates.example")
    let asked = items.endpoints.requests(closing: 3, today: try #require(Day(iso: "2026-10-30"))).map(\.command.path)
    #expect(asked == ["/days?from=20261030", "/days?from=20261029", "/days?from=20261028"])
  }

  @Test("the error for an invalid provider file names the faulty JSON field", .fault("S23"), arguments: [
    ("kurs-provider", "2", ProviderFileFault.Expected.version), ("id", #""My Bank""#, .identifier),
    ("id", #""ecb""#, .identifier), ("id", #""team""#, .identifier), ("id", "absent", .identifier),
    ("name", #""""#, .name), ("name", #""a\u0007b""#, .name), ("name", #""\u202Eevil""#, .name),
    ("home", #""euro""#, .currency), ("address", #""http://rates.example""#, .address),
    ("address", #""https://user@rates.example""#, .address), ("address", #""file:///etc/passwd""#, .address),
    ("address", "7", .address), ("latest", #""latest""#, .path), ("latest", #""//other.example/""#, .path),
    ("latest", #""/\\other.example""#, .path), ("latest", #""/a b""#, .path), ("latest", #""/a#b""#, .path),
    ("latest", #""/{day}""#, .placeholder), ("latest", #""/{from""#, .placeholder),
    ("latest", #""/{key}""#, .placeholder),
    ("latest", #""/{from:{to}}""#, .placeholder), ("latest", "[]", .path), ("days", #""/days""#, .placeholder),
    ("days-at-once", "0", .number), ("days-at-once", "1.5", .number), ("format", #""toml""#, .format),
    ("rows", #""rates""#, .place), ("rows", "absent", .place), ("currency", "absent", .pair),
    ("currency", #""*2""#, .place), ("currency", "7", .place), ("base", #""/from""#, .pair),
    ("direction", #""up""#, .direction), ("direction", "absent", .direction), ("day-form", #""d.m.y""#, .dayForm),
    ("day-form", #""yyyy-MM""#, .dayForm), ("decimal", #""'""#, .mark), ("separator", #"";""#, .known),
    ("key", #""cookie""#, .key), ("key", #""header:Host""#, .key), ("key", #""query:a b""#, .key),
    ("carry", "0", .number), ("comes-out", #""often""#, .rhythm),
    ("first-day", #""2026-02-30""#, .day), ("terms", #""javascript:x""#, .address), ("surprise", "1", .known),
    ("value", #""/a//b""#, .place), ("buying", #""/a//b""#, .place), ("selling", "7", .place),
  ])
  func theErrorForAnInvalidProviderFileNamesTheFaultyJSONField(
    member: String, value: String, expected: ProviderFileFault.Expected
  ) {
    let fault = #expect(throws: ProviderFileFault.self, "\(member) \(value)") {
      try DescribedProvider(Self.with(member, value))
    }
    #expect(fault?.expected == expected, "\(member) \(value)")
    #expect(fault?.place == (expected == .pair ? "/currency" : "/" + member), "\(member) \(value)")
  }

  @Test("a provider file with a buying rate only is refused")
  func aProviderFileWithABuyingRateOnlyIsRefused() throws {
    #expect(throws: ProviderFileFault(.place, at: "/value")) {
      try DescribedProvider(Self.with("buying", #""/bid""#))
    }
    let csv = Self.sound.replacing("json", with: "csv").replacing("\"*1\"", with: "\"*1\", \"buying\": \"bid\"")
      .replacing("/rates/*", with: "*").replacing("#/date", with: "day")
    #expect(throws: ProviderFileFault(.known, at: "/buying")) { try DescribedProvider(Array(csv.utf8)) }
  }

  @Test("a missing middle rate is the mean of buying and selling rate")
  func aMissingMiddleRateIsTheMeanOfBuyingAndSellingRate() throws {
    let sides = Self.sound.replacing("\"*1\"", with: #""*1", "buying": "/bid", "selling": "/ask""#)
    let given = sides.replacing(#""buying""#, with: #""value": "/mid", "buying""#)
    let answer = #"""
      {"date":"2026-10-30","rates":{"USD":{"bid":1.1,"ask":1.15,"mid":1.12},"JPY":{"bid":170,"ask":null,"mid":171},
       "GBP":{"bid":0,"ask":0.9,"mid":null}}}
      """#
    func read(_ file: String) throws -> [String] {
      let items = try DescribedProvider(Array(file.utf8)).items
      #expect((items.provider.basis == .midOfBuyingAndSelling) == (file == sides))
      var reader = try items.read(SourceDocument(bytes: Array(answer.utf8)))
      let batch = try #require(try reader.next())
      return batch.pairs.map { "\($0.counter) \($0.side.rawValue) \($1[0].value.text)" }.sorted()
    }
    let both = ["GBP buying 0", "GBP selling 0.9", "JPY buying 170", "USD buying 1.1", "USD selling 1.15"]
    #expect(try read(sides) == (both + ["GBP middle 0", "USD middle 1.125"]).sorted())
    #expect(try read(given) == (both + ["JPY middle 171", "USD middle 1.12"]).sorted())
    let other = answer.replacing("bid", with: "buy")
    let items = try DescribedProvider(Array(sides.utf8)).items
    #expect(throws: ItemError.self) { try items.read(SourceDocument(bytes: Array(other.utf8))) }
  }

  @Test("a provider file with an API key but no {key} is refused")
  func aProviderFileWithAnAPIKeyButNoKeyIsRefused() {
    #expect(throws: ProviderFileFault(.placeholder, at: "/latest")) {
      try DescribedProvider(Self.with("key", #""path""#))
    }
  }

  @Test("text that is not a provider file is refused", arguments: ["", "{", "[]", "null", "\u{FEFF}x", "id = \"toml\""])
  func textThatIsNotAProviderFileIsRefused(text: String) {
    #expect(throws: ProviderFileFault.self) { try DescribedProvider(Array(text.utf8)) }
  }

  @Test("a long or deeply nested provider file is refused", .fault("S23"))
  func aLongOrDeeplyNestedProviderFileIsRefused() {
    let long = Array((Self.sound + String(repeating: " ", count: 1 << 16)).utf8)
    #expect(throws: ProviderFileFault(.shorter, at: "")) { try DescribedProvider(long) }
    let deep = Array((String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)).utf8)
    #expect(throws: ProviderFileFault.self) { try DescribedProvider(deep) }
    let steps = #""/"# + Array(repeating: "*", count: 40).joined(separator: "/") + #"""#
    #expect(throws: ProviderFileFault(.place, at: "/rows")) { try DescribedProvider(Self.with("rows", steps)) }
  }

  @Test("the error for a malformed response names the place of the fault", arguments: [
    (#"{"date":"2026-10-30","rates":{"USD":"x"}}"#, ItemError.Expected.rate),
    (#"{"date":"30.10.2026","rates":{"USD":1.1}}"#, .day), (#"{"rates":{"USD":1.1}}"#, .day),
    (#"{"date":"2026-10-30","rates":{"US$":1.1}}"#, .currency), (#"{"date":"2026-10-30","rates":{"USD":{}}}"#, .rate),
  ])
  func theErrorForAMalformedResponseNamesThePlaceOfTheFault(answer: String, expected: ItemError.Expected) throws {
    let items = try DescribedProvider(Array(Self.sound.utf8)).items
    let fault = #expect(throws: ItemError.self) { try items.read(SourceDocument(bytes: Array(answer.utf8))) }
    guard case .unreadable(let place, _, expected)? = fault else {
      Issue.record("refused with \(String(describing: fault))")
      return
    }
    #expect(place.hasPrefix("/rates/US"))
  }

  @Test("empty rates and a rate for the base currency are skipped")
  func emptyRatesAndARateForTheBaseCurrencyAreSkipped() throws {
    let items = try DescribedProvider(Array(Self.sound.utf8)).items
    let answer = #"{"date":"2026-10-30","rates":{"EUR":1,"USD":1.1,"JPY":null,"GBP":"","DOGE":3}}"#
    var reader = try items.read(SourceDocument(bytes: Array(answer.utf8)))
    #expect(try reader.next()?.count == 1)
    let empty = #"{"error":{"type":"no_such_plan"}}"#
    #expect(throws: ItemError.refusedBySource("no_such_plan")) {
      try items.read(SourceDocument(bytes: Array(empty.utf8)))
    }
  }
}
