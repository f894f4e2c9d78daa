// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import KursNetworkCache
import KursStorage
import Testing

/// Runs the public HTTP cache tests for private caches, with real sockets, libcurl and caches in memory and on disk.
@Suite(.enabled(if: SuiteFiles.folder != nil, "the suite's data is not here: set KURS_SUITES"))
struct HTTPCacheSuiteTests {
  @Test("the HTTP cache suite gives the saved results", .timeLimit(.minutes(3)))
  func theHTTPCacheSuiteGivesTheSavedResults() async throws {
    let tests = try SuiteFiles.privateTests()
    #expect(tests.count == 310)
    let folder = TestFolder()
    let origin = try SuiteOrigin()
    defer { origin.stop() }
    let transport = CachedTransport(
      loopbackTransport(connectionsPerHost: 100),
      disk: CacheDatabase(path: folder.database))
    let results = await run(tests.map { SuiteRun(test: $0.test, origin: origin, transport: transport) }, 100)

    let pinned = SuitePins.read()
    for (test, kind) in tests {
      let faults = results[test.id] ?? ["did not run"]
      let expected = kind == "required" || kind == "redirect" ? true : pinned[test.id]
      #expect(faults.isEmpty == expected, "\(kind) \(test.id): \(faults)")
    }
    let passed = { (kind: String) in
      tests.filter { $0.kind == kind && results[$0.test.id]?.isEmpty == true }.count
    }
    print(
      "cache-tests: required \(passed("required"))/137, optimal \(passed("optimal"))/77,",
      "check \(passed("check"))/86, redirect \(passed("redirect"))/10")
    #expect(passed("required") == 137)
    #expect(passed("optimal") >= 64)
    try SuitePins.writeIfAsked(tests.map { ($0.test.id, $0.kind, results[$0.test.id]?.isEmpty == true) })
  }

  private func run(_ runs: [SuiteRun], _ atOnce: Int) async -> [String: [String]] {
    await withTaskGroup(of: (String, [String]).self) { group in
      var results: [String: [String]] = [:]
      var waiting = runs.makeIterator()
      for _ in 0..<atOnce {
        if let run = waiting.next() { group.addTask { (run.test.id, await run.faults()) } }
      }
      for await (id, faults) in group {
        results[id] = faults
        if let run = waiting.next() { group.addTask { (run.test.id, await run.faults()) } }
      }
      return results
    }
  }
}
