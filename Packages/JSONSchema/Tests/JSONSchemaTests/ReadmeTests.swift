// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import Testing

@Test("the example in README.md gives the documented results")
func theExampleInREADMEMdGivesTheDocumentedResults() throws {
  let schema = try Schema(
    JSONReader().read(#"{"required": ["base"], "properties": {"base": {"pattern": "^[A-Z]{3}$"}}}"#.utf8))
  let document = try JSONReader().read(#"{"base": "EUR", "rate": 1.10}"#.utf8)
  #expect(try schema.evaluate(document) == .valid)
  #expect(document["rate"]?.number?.text == "1.10")
  let failure = SchemaFailure(instance: "/base", keyword: "pattern", schema: "#/properties/base/pattern")
  #expect(try schema.evaluate(["base": "eur"]) == .invalid([failure]))
}
