// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import Testing

struct SchemaLimitTests {
  @Test("validation with circular references stops at the depth limit")
  func validationWithCircularReferencesStopsAtTheDepthLimit() throws {
    let schema = try Schema([
      "$id": "http://a/", "$dynamicAnchor": "node", "$ref": "inner",
      "$defs": ["inner": ["$id": "inner", "$dynamicAnchor": "node", "anyOf": [["$dynamicRef": "#node"]]]],
    ])
    #expect(throws: SchemaLimit.tooDeep) { try schema.evaluate(1) }
  }

  @Test("validation with exponentially many branches stops at the step limit")
  func validationWithExponentiallyManyBranchesStopsAtTheStepLimit() throws {
    var definitions: [(String, JSONValue)] = [("s0", ["type": "string"])]
    for level in 1...40 {
      let next = JSONValue.string("#/$defs/s\(level - 1)")
      definitions.append(("s\(level)", ["allOf": [["$ref": next], ["$ref": next]]]))
    }
    let schema = try Schema(["$defs": .object(JSONObject(definitions)), "$ref": "#/$defs/s40"])
    var limits = Schema.Limits()
    limits.steps = 100_000
    #expect(throws: SchemaLimit.tooManySteps) { try schema.evaluate("a", limits: limits) }
  }

  @Test("a recursive schema accepts JSON with 64 nested arrays")
  func aRecursiveSchemaAcceptsJSONWith64NestedArrays() throws {
    let schema = try Schema([
      "$defs": ["list": ["items": ["$ref": "#/$defs/list"], "type": "array"]], "$ref": "#/$defs/list",
    ])
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try schema.evaluate(JSONReader().read(text.utf8)).isValid)
  }

  @Test("a key that many objects share is validated only once")
  func aKeyThatManyObjectsShareIsValidatedOnlyOnce() throws {
    let schema = try Schema(["items": ["propertyNames": ["type": "string", "pattern": "^[a-z][0-9]*$"]]])
    var limits = Schema.Limits()
    limits.steps = 400
    let objects = [JSONValue](repeating: ["a": 1, "b": 2, "c": 3], count: 300)
    #expect(try schema.evaluate(.array(objects), limits: limits).isValid)
    #expect(throws: SchemaLimit.tooManySteps) {
      try schema.evaluate(.array(objects.enumerated().map { ["x\($0.offset)": 1] }), limits: limits)
    }
  }

  @Test("a forbidden key is reported for each object that has it")
  func aForbiddenKeyIsReportedForEachObjectThatHasIt() throws {
    let schema = try Schema(["items": ["propertyNames": ["maxLength": 1]]])
    let verdict = try schema.evaluate([["a": 1, "bb": 2], ["bb": 1, "a": 2]])
    let place = "#/items/propertyNames/maxLength"
    #expect(
      verdict
        == .invalid(["/0/bb", "/1/bb"].map { SchemaFailure(instance: $0, keyword: "maxLength", schema: place) }))
  }

  /// A release build needs under 512 kB of stack for each schema in this test, a debug build about 2.5 MB.
  @Test("JSON at the depth limit doesn't overflow a worker thread's stack")
  func jsonAtTheDepthLimitDoesntOverflowAWorkerThreadsStack() async throws {
    let schema = try Schema([
      "$id": "http://a/", "$dynamicAnchor": "n", "$ref": "i",
      "$defs": ["i": ["$id": "i", "$dynamicAnchor": "n", "anyOf": [["$dynamicRef": "#n"]]]],
    ])
    let outcomes: [Bool] = await withCheckedContinuation { continuation in
      let thread = Thread {
        var limits = JSONReader.Limits()
        limits.depth = 512
        let text = String(repeating: "{\"a\":", count: 512) + "1" + String(repeating: "}", count: 512)
        let deep = try? JSONReader(limits: limits).read(text.utf8)
        let verdict = Result { try schema.evaluate(1) }
        continuation.resume(returning: [deep != nil && deep == deep, (try? verdict.get()) == nil])
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
    #expect(outcomes == [true, true])
  }
}
