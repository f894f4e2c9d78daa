// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import Testing

/// Tests the validator with JSON-Schema-Test-Suite at commit 44401e0, draft 2020-12.
@Suite(
  .enabled(
    if: Suite.schema != nil, "JSON-Schema-Test-Suite is neither in $KURS_SUITES nor in shared/data/suites"))
struct SchemaSuiteTests {
  @Test("all 1,299 required tests of the JSON Schema suite pass")
  func all1299RequiredTestsOfTheJSONSchemaSuitePass() throws {
    let suite = try #require(Suite.schema)
    let run = try SuiteRun(suite, suite.names("tests/draft2020-12/"))
    #expect(run.executed == 1_299)
    #expect(run.failed == [])
  }

  @Test("each supported string format passes all its tests in the suite", arguments: [
    ("date-time", 33), ("date", 81), ("time", 47), ("uri", 46), ("uuid", 28), ("email", 27), ("ipv4", 41),
    ("regex", 8), ("ecmascript-regex", 12),
  ])
  func eachSupportedStringFormatPassesAllItsTestsInTheSuite(format: String, tests: Int) throws {
    var options = Schema.Options()
    options.assertsFormat = true
    let suite = try #require(Suite.schema)
    let run = try SuiteRun(suite, ["tests/draft2020-12/optional/format/\(format).json"], options)
    #expect(run.executed == tests)
    #expect(run.failed == [])
  }

  @Test("the JSON Schema suite's optional tests of supported features pass", arguments: [
    ("anchor", 4), ("bignum", 9), ("dynamicRef", 2), ("ecmascript-regex", 74), ("float-overflow", 1),
    ("format-assertion", 4), ("id", 3), ("no-schema", 3), ("non-bmp-regex", 12), ("refOfUnknownKeyword", 10),
    ("unknownKeyword", 3),
  ])
  func theJSONSchemaSuitesOptionalTestsOfSupportedFeaturesPass(file: String, tests: Int) throws {
    let suite = try #require(Suite.schema)
    let run = try SuiteRun(suite, ["tests/draft2020-12/optional/\(file).json"])
    #expect(run.executed == tests)
    #expect(run.failed == [])
  }
}

struct SuiteRun {
  private(set) var executed = 0
  private(set) var failed: [String] = []

  init(_ suite: Suite, _ files: [String], _ options: Schema.Options = Schema.Options()) throws {
    let remotes = try Self.remotes(suite)
    for file in files {
      let groups = try #require(try JSONReader().read(suite.files[file] ?? []).array)
      for group in groups { run(group, file, remotes, options) }
    }
  }

  private mutating func run(
    _ group: JSONValue, _ file: String, _ remotes: [String: JSONValue], _ options: Schema.Options
  ) {
    let schema = Result { try Schema(group["schema"] ?? nil, resources: remotes, options: options) }
    for test in group["tests"]?.array ?? [] {
      executed += 1
      let verdict = Result { try schema.get().evaluate(test["data"] ?? nil).isValid }
      if case .success(let valid) = verdict, valid == test["valid"]?.bool { continue }
      failed.append(
        "\(file): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? ""): \(verdict)")
    }
  }

  static func remotes(_ suite: Suite) throws -> [String: JSONValue] {
    var remotes: [String: JSONValue] = [:]
    for (path, bytes) in suite.files where path.hasPrefix("remotes/") && path.hasSuffix(".json") {
      remotes["http://localhost:1234/" + path.dropFirst("remotes/".count)] = try JSONReader().read(bytes)
    }
    return remotes
  }
}
