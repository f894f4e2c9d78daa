// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursItems
import KursModel
import Testing
import TestSupport

@Suite struct ProviderFixtureTests {
  @Test("every provider has a fixture") func everyProviderHasAFixture() {
    let fixtures = Set(Fixture.all.map(\.provider))
    #expect(fixtures == Set(ProviderDefinition.all.map(\.provider.id.name) + ["team"]))
    #expect(Fixture.all.count == 45)
  }

  @Test("the parsed quotes equal the fixture's expected quotes", arguments: Fixture.all)
  func theParsedQuotesEqualTheFixturesExpectedQuotes(fixture: Fixture) throws {
    let read = try Fixture.lines(of: fixture.read(fixture.bytes))
    #expect(read.subtracting(fixture.quotes).sorted() == [])
    #expect(fixture.quotes.subtracting(read).sorted() == [])
    #expect(!fixture.quotes.isEmpty)
  }

  @Test("converting to another currency and back gives the exact amount", arguments: Fixture.all)
  func convertingToAnotherCurrencyAndBackGivesTheExactAmount(fixture: Fixture) throws {
    let provider = try #require(fixture.items).provider
    let batch = try fixture.read(fixture.bytes)
    // With buying and selling rates, converting back costs money, so only middle rates are compared.
    let quotes = batch.pairs.filter { $0.key.side == .middle }.compactMap { pair, observations in
      observations.last.map { Quote(provider: provider.id, pair: pair, observation: $0) }
    }
    if quotes.isEmpty { return }
    let table = RateTable(
      provider: provider, day: nil, quotes: quotes, catalogue: CurrencyCatalogue(records: [], legalRates: []))
    for a in table.currencies {
      let rates = try Resolver(table).routes(from: a)
      // Every currency can be converted to every other currency. Only a team's rates may leave currencies unconnected.
      #expect(rates.count == table.currencies.count - 1 || provider.id.isTeam)
      for there in rates {
        #expect(there.value * (try table.route(from: there.to, to: a).value) == .one)
      }
    }
  }

  @Test("a truncated document is refused or gives only correct rates", arguments: Fixture.all)
  func aTruncatedDocumentIsRefusedOrGivesOnlyCorrectRates(fixture: Fixture) {
    let whole = fixture.bytes.count - (fixture.bytes.last == UInt8(ascii: "\n") ? 1 : 0)
    for length in 0..<whole {
      guard let read = try? fixture.read(Array(fixture.bytes.prefix(length))) else { continue }
      // A table that is cut between two lines is valid. Its remaining quotes must be unchanged.
      #expect(fixture.name.hasSuffix(".csv") || fixture.name.hasSuffix(".txt"))
      #expect(Fixture.lines(of: read).isSubset(of: fixture.quotes))
    }
  }

  @Test("a quote for several units is converted to one unit", arguments: [
    ("norges-bank", "DKK", "NOK", "1000", "1503.20"), ("nbp", "IDR", "PLN", "10000000", "2138.50"),
    ("boc", "IDR", "CAD", "10000000", "810.00"), ("cnb", "IDR", "CZK", "1000", "1.23"),
    ("cbr", "IRR", "RUB", "1000000", "53.93"), ("nbu", "VND", "UAH", "1000", "1.66"),
    ("tcmb", "JPY", "TRY", "100", "2.56"), ("boi", "JPY", "ILS", "100", "1.97"), ("rba", "AUD", "JPY", "1", "88.60"),
    ("boi", "LBP", "ILS", "100000", "3.00"), ("ecb", "EUR", "USD", "1", "1.16"),
  ])
  func aQuoteForSeveralUnitsIsConvertedToOneUnit(
    id: String, from: String, to: String, amount: String, expected: String
  ) throws {
    let fixture = try #require(Fixture.all.last { $0.provider == id && $0.quotes.contains { $0.contains(from) } })
    let provider = try #require(fixture.items).provider
    let quotes = try fixture.read(fixture.bytes).pairs.compactMap { pair, observations in
      observations.last.map { Quote(provider: provider.id, pair: pair, observation: $0) }
    }
    let table = RateTable(
      provider: provider, day: nil, quotes: quotes, catalogue: CurrencyCatalogue(records: [], legalRates: []))
    let rate = try table.route(from: try #require(Currency(from)), to: try #require(Currency(to)))
    #expect(rate.convert(try #require(Rational(text: amount))).text(places: 2) == expected)
  }

  @Test("a quote published with two digits keeps a precision of two digits")
  func aQuotePublishedWithTwoDigitsKeepsAPrecisionOfTwoDigits() throws {
    // Converted at a quote with two digits, 10,000,000 IDR are between 805 and 815 CAD. At quotes with five digits, the
    // result is 810.62 CAD.
    let coarse = try #require(Fixture.all.first { $0.provider == "boc" })
    let idr = PairKey(base: try #require(Currency("IDR")), counter: try #require(Currency("CAD")))
    #expect(try coarse.read(coarse.bytes).pairs[idr]?.last?.value == PublishedNumber(coefficient: 81, scale: 6))
    let fine = try #require(Fixture.all.first { $0.provider == "nbp" && $0.name == "latest-a.json" })
    let provider = try #require(fine.items).provider
    let quotes = try fine.read(fine.bytes).pairs.compactMap { pair, observations in
      observations.last.map { Quote(provider: provider.id, pair: pair, observation: $0) }
    }
    let table = RateTable(
      provider: provider, day: nil, quotes: quotes, catalogue: CurrencyCatalogue(records: [], legalRates: []))
    let rate = try table.route(from: idr.base, to: idr.counter)
    #expect(rate.convert(Rational(10_000_000)).text(places: 2) == "810.62")
  }

  @Test("every schema is valid against the meta-schema", .fault("J22"))
  func everySchemaIsValidAgainstTheMetaSchema() throws {
    let meta = try Schema.metaSchema()
    #expect(Fixture.schemas.count == Fixture.files.count && Fixture.files.count >= 30)
    let folder = Fixture.data.appending(path: "schemas")
    for name in Fixture.files {
      let value = try JSONReader().read(Array(try Data(contentsOf: folder.appending(path: name))))
      #expect(try meta.evaluate(value).isValid, "\(name)")
    }
  }

  @Test("an unknown JSON member is ignored in every object", .fault("J18"), arguments: Fixture.all.filter(\.isJSON))
  func anUnknownJSONMemberIsIgnoredInEveryObject(fixture: Fixture) throws {
    let lines = Fixture.lines(of: try fixture.read(fixture.bytes))
    let names = Self.properties(of: try #require(fixture.schemaName.flatMap { Fixture.written[$0] })).keys
    // Objects whose members are currencies or days are skipped, because each of their members is a rate.
    let wider = Self.changes(of: try JSONReader().read(fixture.bytes)) { object in
      guard object.members.contains(where: { names.contains($0.key) }),
        !object.members.contains(where: { $0.key.allSatisfy(\.isUppercase) || $0.key == "usd" })
      else { return [] }
      var wider = object
      wider["later"] = ["x": [1]]
      return [wider]
    }
    #expect(!wider.isEmpty)
    for document in wider {
      #expect(try Fixture.lines(of: fixture.read(Array(JSONWriter().text(of: document).utf8))) == lines)
    }
  }

  @Test("a value that is not in the schema's list is refused", .fault("J18"), arguments: Fixture.all.filter(\.isJSON))
  func aValueThatIsNotInTheSchemasListIsRefused(fixture: Fixture) throws {
    let lists = Self.properties(of: try #require(fixture.schemaName.flatMap { Fixture.written[$0] }))
    let other = Self.changes(of: try JSONReader().read(fixture.bytes)) { object in
      object.members.compactMap { member in
        guard let text = member.value.string, lists[member.key]?.contains(member.value) == true else { return nil }
        var changed = object
        changed[member.key] = .string(text + "x")
        return changed
      }
    }
    let closed = ["nbp", "frankfurter", "frankfurter-v2", "openexchangerates", "exchangerate-api", "fixer"]
    #expect(!other.isEmpty || !closed.contains(fixture.provider))
    for document in other { #expect(try !fixture.isAccepted(document)) }
  }

  @Test(
    "each provider's schema refuses at least eight wrong documents", .fault("J22"),
    arguments: Fixture.all.filter(\.isJSON))
  func eachProvidersSchemaRefusesAtLeastEightWrongDocuments(fixture: Fixture) throws {
    let whole = try JSONReader().read(fixture.bytes)
    #expect(try fixture.isAccepted(whole))
    let wrong = [JSONValue.null, "text", 7, [:], [[:]]] + Self.wounds(of: whole)
    #expect(try wrong.count { try !fixture.isAccepted($0) } >= 8)
  }

  @Test(
    "every schema refuses null, text, numbers and Booleans", .fault("J22"),
    arguments: Fixture.schemas.keys.sorted()
  )
  func everySchemaRefusesNullTextNumbersAndBooleans(name: String) throws {
    let schema = try #require(Fixture.schemas[name])
    for wrong in [JSONValue.null, "text", 7, true] { #expect(try !schema.evaluate(wrong).isValid, "\(wrong)") }
  }

  /// Returns the names of a schema's members, each with its list of allowed values.
  private static func properties(of schema: JSONValue) -> [String: [JSONValue]] {
    var found: [String: [JSONValue]] = [:]
    for member in schema["properties"]?.object?.members ?? [] {
      found[member.key, default: []] += (member.value["enum"]?.array ?? []) + [member.value["const"]].compactMap { $0 }
    }
    for part in schema.object?.members.map(\.value) ?? schema.array ?? [] {
      found.merge(properties(of: part)) { $0 + $1 }
    }
    return found
  }

  /// Returns copies of the document. In each copy, one object is changed.
  private static func changes(of value: JSONValue, _ change: (JSONObject) -> [JSONObject]) -> [JSONValue] {
    if let object = value.object {
      let inside = object.members.flatMap { member in
        changes(of: member.value, change).map { changed in
          var copy = object
          copy[member.key] = changed
          return JSONValue.object(copy)
        }
      }
      return change(object).map { .object($0) } + inside
    }
    let array = value.array ?? []
    return array.indices.flatMap { index in
      changes(of: array[index], change).map { changed in
        var copy = array
        copy[index] = changed
        return JSONValue.array(copy)
      }
    }
  }

  /// Returns copies of the document, each with one value replaced by a value of another type.
  private static func wounds(of value: JSONValue) -> [JSONValue] {
    if let object = value.object {
      return object.members.prefix(8).flatMap { member in
        (wounds(of: member.value) + [.bool(true)]).map { wound in
          var copy = object
          copy[member.key] = wound
          return .object(copy)
        }
      }
    }
    guard let array = value.array, let first = array.first else { return [.array([.object(JSONObject())])] }
    return wounds(of: first).map { .array([$0] + array.dropFirst()) }
  }

  @Test("every provider has an attribution and a link to terms of use")
  func everyProviderHasAnAttributionAndALinkToTermsOfUse() {
    for provider in ProviderDefinition.all.map(\.provider) {
      #expect(!provider.attribution.isEmpty && provider.terms.hasPrefix("https://"), "\(provider.id)")
      #expect(provider.coverage > 0 && provider.carryLimit > 0 && provider.firstDay.number > 0, "\(provider.id)")
    }
    #expect(Set(ProviderDefinition.all.map(\.provider.id)).count == ProviderDefinition.all.count)
  }
}
