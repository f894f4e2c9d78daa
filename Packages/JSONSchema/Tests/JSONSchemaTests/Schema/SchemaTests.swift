// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import Testing

struct SchemaTests {
  private let rates = """
    {"$id": "https://kursapp.org/rates", "type": "object", "required": ["base", "rates"],
     "properties": {
       "base": {"type": "string", "pattern": "^[A-Z]{3}$"},
       "rates": {"type": "object", "minProperties": 1,
         "propertyNames": {"pattern": "^[A-Z]{3}$"},
         "additionalProperties": {"type": "number", "exclusiveMinimum": 0}}},
     "additionalProperties": false}
    """

  private func evaluate(_ instance: String, by schema: String) throws -> SchemaVerdict {
    try Schema(JSONReader().read(schema.utf8)).evaluate(JSONReader().read(instance.utf8))
  }

  @Test("a valid document passes validation") func aValidDocumentPassesValidation() throws {
    #expect(try evaluate("{\"base\":\"EUR\",\"rates\":{\"USD\":1.1172}}", by: rates) == .valid)
  }

  @Test("the error for an invalid document names keyword and place", arguments: [
    ("[]", ["", "type", "type"]), ("{\"base\":\"EUR\"}", ["", "required", "required/1"]),
    ("{\"base\":\"euro\",\"rates\":{\"USD\":1}}", ["/base", "pattern", "properties/base/pattern"]),
    ("{\"base\":\"EUR\",\"rates\":{}}", ["/rates", "minProperties", "properties/rates/minProperties"]),
    (
      "{\"base\":\"EUR\",\"rates\":{\"USD\":0}}",
      ["/rates/USD", "exclusiveMinimum", "properties/rates/additionalProperties/exclusiveMinimum"]
    ),
    (
      "{\"base\":\"EUR\",\"rates\":{\"USD\":\"1\"}}",
      ["/rates/USD", "type", "properties/rates/additionalProperties/type"]
    ),
    (
      "{\"base\":\"EUR\",\"rates\":{\"a/b\":1}}",
      ["/rates/a~1b", "pattern", "properties/rates/propertyNames/pattern"]
    ),
    (
      "{\"base\":\"EUR\",\"rates\":{\"USD\":1},\"x~\":1}",
      ["/x~0", "additionalProperties", "additionalProperties"]
    ),
  ])
  func theErrorForAnInvalidDocumentNamesKeywordAndPlace(instance: String, expected: [String]) throws {
    let failure = SchemaFailure(
      instance: expected[0], keyword: expected[1], schema: "https://kursapp.org/rates#/" + expected[2])
    #expect(try evaluate(instance, by: rates) == .invalid([failure]))
  }

  @Test("of 1,000 validation failures, the first 64 are listed")
  func of1000ValidationFailuresTheFirst64AreListed() throws {
    let schema = try Schema(["items": ["type": "string"]])
    let instance = JSONValue.array((0..<1_000).map { .number(JSONNumber($0)) })
    guard case .invalid(let failures) = try schema.evaluate(instance) else { throw Unexpected() }
    #expect(failures.map(\.instance) == (0..<64).map { "/\($0)" })
  }

  @Test("a malformed schema is refused", .fault("J16"), arguments: [
    ("{\"type\":\"decimal\"}", SchemaError.invalidKeyword(at: "#/type")),
    ("{\"minLength\":-1}", .invalidKeyword(at: "#/minLength")),
    ("{\"multipleOf\":0}", .invalidKeyword(at: "#/multipleOf")),
    ("{\"properties\":[]}", .invalidKeyword(at: "#/properties")),
    ("{\"allOf\":[]}", .invalidKeyword(at: "#/allOf")),
    ("{\"required\":[1]}", .invalidKeyword(at: "#/required")), ("5", .notASchema(at: "#")),
    ("{\"items\":{\"not\":[]}}", .notASchema(at: "#/items/not")),
    ("{\"$id\":\"http://a/#b\"}", .invalidIdentifier(at: "")),
    ("{\"$ref\":\"http://evil/x\"}", .unresolvedReference("http://evil/x", at: "#/$ref")),
    ("{\"$ref\":\"#/nowhere\"}", .unresolvedReference("#/nowhere", at: "#/$ref")),
    (
      "{\"$schema\":\"http://json-schema.org/draft-04/schema#\"}",
      .unknownDialect("http://json-schema.org/draft-04/schema#")
    ),
    ("{\"pattern\":\"(?=a)b\"}", .unusablePattern(.unsupported(at: 0), at: "#/pattern")),
    ("{\"patternProperties\":{\"(\":true}}", .unusablePattern(.syntax(at: 1), at: "#/patternProperties")),
    ("{\"allOf\":[{\"$anchor\":\"a\"},{\"$anchor\":\"a\"}]}", .duplicateIdentifier("#a")),
    ("{\"allOf\":[{\"$id\":\"http://a/\"},{\"$id\":\"http://a/\"}]}", .duplicateIdentifier("http://a/")),
    ("{\"$ref\":\"#\"}", .referenceLoop(at: "#")),
    (
      ##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}"##,
      .referenceLoop(at: "#/$defs/a")
    ),
  ])
  func aMalformedSchemaIsRefused(text: String, error: SchemaError) throws {
    let value = try JSONReader().read(text.utf8)
    #expect(throws: error) { try Schema(value) }
  }

  @Test("a schema with an unknown vocabulary is refused") func aSchemaWithAnUnknownVocabularyIsRefused() throws {
    let dialect: JSONValue = ["$vocabulary": ["https://example.org/vocab": true]]
    #expect(throws: SchemaError.unknownVocabulary("https://example.org/vocab")) {
      try Schema(
        ["$schema": "https://example.org/dialect"], resources: ["https://example.org/dialect": dialect])
    }
  }

  @Test("a string in an invalid format is refused only with option assertsFormat")
  func aStringInAnInvalidFormatIsRefusedOnlyWithOptionAssertsFormat() throws {
    var options = Schema.Options()
    #expect(try Schema(["format": "date"], options: options).evaluate("2026-02-30").isValid)
    options.assertsFormat = true
    #expect(try !Schema(["format": "date"], options: options).evaluate("2026-02-30").isValid)
    #expect(try Schema(["format": "date"], options: options).evaluate("2028-02-29").isValid)
    #expect(try Schema(["format": "hostname"], options: options).evaluate("-").isValid)
  }

  @Test("a schema compares strings by their bytes") func aSchemaComparesStringsByTheirBytes() throws {
    #expect(try !evaluate("\"e\u{301}\"", by: "{\"const\":\"\u{E9}\"}").isValid)
    #expect(try !evaluate("\"e\u{301}\"", by: "{\"enum\":[\"\u{E9}\"]}").isValid)
    #expect(try evaluate("[\"e\u{301}\",\"\u{E9}\"]", by: "{\"uniqueItems\":true}").isValid)
    #expect(try !evaluate("{\"e\u{301}\":1}", by: "{\"required\":[\"\u{E9}\"]}").isValid)
  }

  @Test("a schema reference is resolved only in the given resources")
  func aSchemaReferenceIsResolvedOnlyInTheGivenResources() throws {
    let resources: [String: JSONValue] = [
      "https://a.example/money": ["$defs": ["code": ["pattern": "^[A-Z]{3}$"]]]
    ]
    let schema = try Schema(
      ["$ref": "money#/$defs/code"], at: "https://a.example/rates", resources: resources)
    #expect(try schema.evaluate("EUR").isValid)
    let failure = SchemaFailure(
      instance: "", keyword: "pattern", schema: "https://a.example/money#/$defs/code/pattern")
    #expect(try schema.evaluate("x") == .invalid([failure]))
  }

  @Test("the meta-schema refuses an invalid schema") func theMetaSchemaRefusesAnInvalidSchema() throws {
    let metaSchema = try Schema.metaSchema()
    #expect(try metaSchema.evaluate(JSONReader().read(rates.utf8)) == .valid)
    #expect(try !metaSchema.evaluate(["type": "decimal"]).isValid)
    #expect(try !metaSchema.evaluate(["properties": ["a": ["minLength": -1]]]).isValid)
  }
}

struct Unexpected: Error {}
