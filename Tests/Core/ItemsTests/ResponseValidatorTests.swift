// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursValidation
import Synchronization
import Testing

struct ResponseValidatorTests {
  private static let files = [
    "rates.schema.json": "{\"properties\":{\"base\":{\"$ref\":\"money.schema.json#/$defs/code\"}}}",
    "money.schema.json": """
    {"$id": "https://kursapp.org/schemas/money.schema.json", "$defs": {"code": {"pattern": "^[A-Z]{3}$"}}}
    """,
    "broken.schema.json": "{", "wrong.schema.json": "{\"type\":1}",
  ]

  private func validator(_ files: [String: String] = files) -> ResponseValidator {
    ResponseValidator(SchemaStore { name in files[name].map { Array($0.utf8) } })
  }

  @Test("a valid response body is accepted") func aValidResponseBodyIsAccepted() throws {
    #expect(try validator().check("{\"base\":\"EUR\"}".utf8, against: "rates") == ["base": "EUR"])
  }

  @Test("a response body that breaks a referenced schema is refused")
  func aResponseBodyThatBreaksAReferencedSchemaIsRefused() {
    let place = "https://kursapp.org/schemas/money.schema.json#/$defs/code/pattern"
    let failure = SchemaFailure(instance: "/base", keyword: "pattern", schema: place)
    #expect(throws: ValidationError.refused(schema: "rates", [failure])) {
      try validator().check("{\"base\":\"eur\"}".utf8, against: "rates")
    }
  }

  @Test("the error for a body that isn't JSON gives the fault's position")
  func theErrorForABodyThatIsntJSONGivesTheFaultsPosition() {
    #expect(throws: ValidationError.notJSON(JSONReadError(.unexpectedByte(0x3C), at: 0))) {
      try validator().check("<html>".utf8, against: "rates")
    }
  }

  @Test("the error for an unusable schema names its fault", arguments: [
    ("none", ValidationError.schemaMissing("none")),
    ("wrong", .schemaUnusable("wrong", .invalidKeyword(at: "wrong.schema.json#/type"))),
    ("broken", .schemaNotJSON("broken", JSONReadError(.unexpectedEnd, at: 1))),
  ])
  func theErrorForAnUnusableSchemaNamesItsFault(name: String, error: ValidationError) {
    #expect(throws: error) { try validator().check("{}".utf8, against: name) }
  }

  @Test("each schema is read from its file only once") func eachSchemaIsReadFromItsFileOnlyOnce() throws {
    let reads = Reads()
    let validator = ResponseValidator(
      SchemaStore { name in
        reads.count.withLock { $0 += 1 }
        return name == "a.schema.json" ? Array("true".utf8) : nil
      })
    for _ in 0..<3 { _ = try validator.check("1".utf8, against: "a") }
    #expect(reads.count.withLock { $0 } == 1)
  }

  @Test("a response is checked against a schema file in the given folder")
  func aResponseIsCheckedAgainstASchemaFileInTheGivenFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"type\":\"array\"}".utf8).write(to: folder.appending(path: "list.schema.json"))
    let validator = ResponseValidator(SchemaStore(folder: folder.path))
    #expect(try validator.check("[]".utf8, against: "list") == [])
    #expect(throws: ValidationError.schemaMissing("other")) {
      try validator.check("[]".utf8, against: "other")
    }
  }
}

private final class Reads: Sendable {
  let count = Mutex(0)
}
