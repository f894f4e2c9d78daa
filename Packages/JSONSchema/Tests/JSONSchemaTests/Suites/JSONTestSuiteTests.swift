// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import Testing

/// Tests the reader with nst/JSONTestSuite at commit 1ef36fa.
@Suite(
  .enabled(if: Suite.parsing != nil, "JSONTestSuite is neither in $KURS_SUITES nor in shared/data/suites"))
struct JSONTestSuiteTests {
  @Test("all 95 valid files of the JSON suite are accepted", .fault("J01"))
  func all95ValidFilesOfTheJSONSuiteAreAccepted() throws {
    let suite = try #require(Suite.parsing)
    let names = suite.names("test_parsing/", "y_")
    #expect(names.count == 95)
    for name in names {
      let bytes = try #require(suite.files[name])
      #expect(throws: Never.self, "\(name)") {
        try JSONReader(duplicateKeys: .lastWins).read(bytes)
      }
    }
  }

  @Test("two valid JSON suite files are refused because of duplicate keys")
  func twoValidJSONSuiteFilesAreRefusedBecauseOfDuplicateKeys() throws {
    let suite = try #require(Suite.parsing)
    let refused = suite.names("test_parsing/", "y_").filter { name in
      (try? JSONReader().read(suite.files[name] ?? [])) == nil
    }
    #expect(
      refused == [
        "test_parsing/y_object_duplicated_key.json", "test_parsing/y_object_duplicated_key_and_value.json",
      ])
  }

  @Test(
    "all 188 invalid files of the JSON suite are refused", .fault("J01"),
    arguments: [JSONReader.DuplicateKeys.refused, .lastWins])
  func all188InvalidFilesOfTheJSONSuiteAreRefused(duplicateKeys: JSONReader.DuplicateKeys) throws {
    let suite = try #require(Suite.parsing)
    let names = suite.names("test_parsing/", "n_")
    #expect(names.count == 188)
    for name in names {
      let bytes = try #require(suite.files[name])
      #expect(throws: JSONReadError.self, "\(name)") {
        try JSONReader(duplicateKeys: duplicateKeys).read(bytes)
      }
    }
  }

  @Test("the JSON suite's 35 files of undefined validity give the saved results", .fault("J01"))
  func theJSONSuites35FilesOfUndefinedValidityGiveTheSavedResults() throws {
    let suite = try #require(Suite.parsing)
    let names = suite.names("test_parsing/", "i_")
    #expect(names.count == 35)
    for name in names {
      let outcome = Outcome(try #require(suite.files[name]))
      #expect(OpenCases.parsing[String(name.dropFirst("test_parsing/".count))] == outcome, "\(name)")
    }
  }

  @Test("the JSON suite's 22 files about transformations give the saved results", .fault("J01"))
  func theJSONSuites22FilesAboutTransformationsGiveTheSavedResults() throws {
    let suite = try #require(Suite.parsing)
    let names = suite.names("test_transform/")
    #expect(names.count == 22)
    for name in names {
      let outcome = Outcome(try #require(suite.files[name]))
      #expect(OpenCases.transform[String(name.dropFirst("test_transform/".count))] == outcome, "\(name)")
    }
  }
}

enum Outcome: Equatable {
  case bytes([UInt8])
  case refused(JSONReadError.Fault, Int)

  init(_ bytes: [UInt8]) {
    do throws(JSONReadError) {
      self = .read(JSONWriter().text(of: try JSONReader().read(bytes)))
    } catch {
      self = .refused(error.fault, error.offset)
    }
  }

  // Returns the expected text as bytes, because `String` treats two Unicode spellings of an accented letter as equal.
  static func read(_ text: String) -> Outcome { .bytes(Array(text.utf8)) }
}
