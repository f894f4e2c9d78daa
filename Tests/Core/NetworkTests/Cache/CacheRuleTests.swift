// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import KursNetworkCache
import KursStorage
import Testing
import TestSupport

/// Tests which stored response the cache uses and when it sends a request: rows C04, C06 to C09, C16, C20 and C23 of
/// docs/FAULTS.md.
@Suite struct CacheRuleTests {
  @Test("with must-revalidate, a stale response is never used", .fault("C04"))
  func withMustRevalidateAStaleResponseIsNeverUsed() async throws {
    let fixture = CacheFixture { request throws(NetworkError) in
      if request.headers["X-Fail"] != nil { throw .connectionLost }
      return .ok("body", ["Cache-Control": "max-age=1, must-revalidate, stale-if-error=600"])
    }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 5)
    let response = try await fixture.get("/", ["X-Fail": "1"])
    #expect(response.status == 504)
    #expect(response.body.isEmpty)
  }

  @Test("responses are stored per value of Vary's header, never with Vary: *", .fault("C06"))
  func responsesAreStoredPerValueOfVarysHeaderNeverWithVary() async throws {
    let fixture = CacheFixture { request in
      let language = request.headers["Accept-Language"] ?? "none"
      let vary = request.url.hasSuffix("star") ? "*" : "Accept-Language"
      return .ok(language, ["Cache-Control": "max-age=60", "Vary": vary])
    }
    for language in ["de", "en"] { _ = try await fixture.get("/", ["Accept-Language": language]) }
    #expect(try await fixture.get("/", ["Accept-Language": "en"]).text == "en")
    #expect(try await fixture.get("/", ["Accept-Language": "de"]).text == "de")
    #expect(fixture.asked == 2)
    #expect(try await fixture.get("/", ["Accept-Language": "fr"]).text == "fr")
    #expect(fixture.asked == 3)
    for _ in 1...2 { _ = try await fixture.get("/star") }
    #expect(fixture.asked == 5)
  }

  @Test("a response stored for one account is never returned to another account", .fault("C07"))
  func aResponseStoredForOneAccountIsNeverReturnedToAnotherAccount() async throws {
    let fixture = CacheFixture { request in
      .ok("of \(request.headers["Authorization"] ?? "nobody")", ["Cache-Control": "max-age=3600"])
    }
    _ = try await fixture.get("/me", ["Authorization": "A"], partition: "a")
    #expect(try await fixture.get("/me", ["Authorization": "B"], partition: "b").text == "of B")
    #expect(try await fixture.get("/me", ["Authorization": "A"], partition: "a").text == "of A")
    #expect(fixture.asked == 2)
    try await fixture.cache.erase(partition: "a")
    _ = try await fixture.get("/me", ["Authorization": "A"], partition: "a")
    #expect(fixture.asked == 3)
    let after = try await fixture.restarted().send(
      HTTPRequest(.get, "http://h/me", headers: ["Authorization": "B"], partition: "b"))
    #expect(after.text == "of B")
    #expect(fixture.asked == 3)
  }

  @Test("a response to a request with credentials but no account isn't stored")
  func aResponseToARequestWithCredentialsButNoAccountIsntStored() async throws {
    let fixture = CacheFixture { _ in .ok("secret", ["Cache-Control": "max-age=3600"]) }
    for _ in 1...2 { _ = try await fixture.get("/me", ["Authorization": "A"]) }
    #expect(fixture.asked == 2)
  }

  @Test("a response that arrives after the sign-out is not stored")
  func aResponseThatArrivesAfterTheSignOutIsNotStored() async throws {
    let leaving = Eviction()
    let server = FakeServer { request in
      await leaving.run()
      return .ok("secret-canary", ["Cache-Control": "max-age=3600"])
    }
    let folder = TestFolder()
    let cache = CachedTransport(server, disk: CacheDatabase(path: folder.database), clock: TestClock().clock)
    await leaving.set { try? await cache.erase(partition: "a") }
    let request = HTTPRequest(.get, "http://h/me", headers: ["Authorization": "A"], partition: "a")
    #expect(try await cache.send(request).text == "secret-canary")
    #expect(await cache.usage() == (0, 0))
    #expect(try folder.content().range(of: Data("secret-canary".utf8)) == nil)
  }

  @Test("signing out removes the account's responses from the cache files", .fault("C07"))
  func signingOutRemovesTheAccountsResponsesFromTheCacheFiles() async throws {
    let server = FakeServer { _ in .ok("secret-canary", ["Cache-Control": "max-age=3600"]) }
    let folder = TestFolder()
    let cache = CachedTransport(server, disk: CacheDatabase(path: folder.database), clock: TestClock().clock)
    let request = HTTPRequest(.get, "http://h/me", headers: ["Authorization": "A"], partition: "a")
    _ = try await cache.send(request)
    #expect(try folder.content().range(of: Data("secret-canary".utf8)) != nil)
    try await cache.erase(partition: "a")
    #expect(try folder.content().range(of: Data("secret-canary".utf8)) == nil)
  }

  @Test("a failure to erase the disk cache is reported") func aFailureToEraseTheDiskCacheIsReported() async throws {
    let folder = TestFolder()
    // A folder has the name of the cache file, so the file can't be opened.
    try FileManager.default.createDirectory(atPath: folder.database, withIntermediateDirectories: true)
    let cache = CachedTransport(
      FakeServer { _ in .ok() }, disk: CacheDatabase(path: folder.database), clock: TestClock().clock)
    await #expect(throws: CacheDatabaseError.self) { try await cache.erase(partition: "a") }
  }

  @Test("an authorised request never gets a response stored for an anonymous request")
  func anAuthorisedRequestNeverGetsAResponseStoredForAnAnonymousRequest() async throws {
    let fixture = CacheFixture { request in
      .ok("of \(request.headers["Authorization"] ?? "nobody")", ["Cache-Control": "max-age=3600"])
    }
    _ = try await fixture.get("/me")
    #expect(try await fixture.get("/me", ["Authorization": "A"]).text == "of A")
  }

  @Test("a successful write makes only its origin's stored responses stale", .fault("C08"), arguments: [
    (201, "/y", ["/x", "/y"]), (500, "/y", []), (404, "/y", []), (201, "http://other/z", ["/x"]),
    (303, "y", ["/x", "/y"]),
  ])
  func aSuccessfulWriteMakesOnlyItsOriginsStoredResponsesStale(
    status: Int, location: String, invalid: [String]
  ) async throws {
    let fixture = CacheFixture { request in
      request.method == .get
        ? .ok("body", ["Cache-Control": "max-age=3600"])
        : HTTPResponse(status: status, headers: ["Location": location], url: request.url)
    }
    let other = HTTPRequest(.get, "http://other/z")
    for path in ["/x", "/y"] { _ = try await fixture.get(path) }
    _ = try await fixture.cache.send(other)
    _ = try await fixture.cache.send(HTTPRequest(.post, "http://h/x"))
    for path in ["/x", "/y"] {
      let before = fixture.asked
      _ = try await fixture.get(path)
      #expect((fixture.asked > before) == invalid.contains(path), "\(path)")
    }
    let before = fixture.asked
    _ = try await fixture.cache.send(other)
    #expect(fixture.asked == before)
  }

  @Test("a 304 makes the stored response fresh and keeps its length", .fault("C09"))
  func a304MakesTheStoredResponseFreshAndKeepsItsLength() async throws {
    let body = String(repeating: "x", count: 36)
    let fixture = CacheFixture { request in
      request.headers["If-None-Match"] == nil
        ? .ok(body, ["Cache-Control": "max-age=1", "ETag": #""a""#, "Content-Length": "36"])
        : HTTPResponse(
          status: 304,
          headers: ["Cache-Control": "max-age=100", "Content-Length": "10", "Content-Encoding": "gzip"],
          url: request.url)
    }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 5)
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 99)
    let response = try await fixture.get()
    #expect(fixture.asked == 2)
    #expect(response.headers["Content-Length"] == "36")
    #expect(response.headers["Content-Encoding"] == nil)
    #expect(response.text == body)
  }

  @Test("a hundred equal requests are sent once and the response is stored", .fault("C16"))
  func aHundredEqualRequestsAreSentOnceAndTheResponseIsStored() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      // The other 99 requests must arrive before this pause ends, to wait for the first request's response.
      Gate.pause(milliseconds: 200)
      connection.answer("200 OK", ["Cache-Control": "max-age=60"], [7])
    }
    let transport = CoalescingTransport(CachedTransport(loopbackTransport(), disk: nil))
    let request = HTTPRequest(.get, server.address)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 1...100 { group.addTask { try await transport.send(request).body } }
      for try await body in group { #expect(body == [7]) }
    }
    // Only a stored response has the header `Age`, so the first response was stored.
    #expect(try await transport.send(request).headers["Age"] != nil)
    #expect(server.requests.count == 1)
  }

  @Test("a stored response that is deleted during its revalidation is still returned", .fault("C20"))
  func aStoredResponseThatIsDeletedDuringItsRevalidationIsStillReturned() async throws {
    let folder = TestFolder()
    let clock = TestClock()
    let eviction = Eviction()
    let server = FakeServer { request in
      guard request.headers["If-None-Match"] != nil else {
        return .ok("body", ["Cache-Control": "no-cache", "ETag": #""a""#])
      }
      await eviction.run()
      return HTTPResponse(status: 304, url: request.url)
    }
    let cache = CachedTransport(server, disk: CacheDatabase(path: folder.database), clock: clock.clock)
    await eviction.set { await cache.clear() }
    _ = try await cache.send(HTTPRequest(.get, "http://h/"))
    #expect(try await cache.send(HTTPRequest(.get, "http://h/")).text == "body")
  }

  @Test("after a 304 with another ETag, the request is repeated unconditionally", .fault("C20"))
  func afterA304WithAnotherETagTheRequestIsRepeatedUnconditionally() async throws {
    let fixture = CacheFixture { request in
      guard request.headers["If-None-Match"] != nil else {
        return .ok("body", ["Cache-Control": "no-cache", "ETag": #""a""#])
      }
      return HTTPResponse(status: 304, headers: ["ETag": #""b""#], url: request.url)
    }
    _ = try await fixture.get()
    #expect(try await fixture.get().text == "body")
    #expect(fixture.server.requests.map { $0.headers["If-None-Match"] } == [nil, #""a""#, nil])
  }

  @Test("two requests for the same stale response revalidate it once", .fault("C23"))
  func twoRequestsForTheSameStaleResponseRevalidateItOnce() async throws {
    let gate = Gate()
    let server = try FakeServer.sendingBytes { connection, request in
      guard request.headers["If-None-Match"] != nil else {
        return connection.answer("200 OK", ["Cache-Control": "no-cache", "ETag": #""a""#], [7])
      }
      gate.wait()
      connection.send("HTTP/1.1 304 Not Modified\r\n\r\n")
    }
    let transport = CoalescingTransport(CachedTransport(loopbackTransport(), disk: nil))
    let request = HTTPRequest(.get, server.address)
    _ = try await transport.send(request)
    async let first = transport.send(request)
    async let second = transport.send(request)
    while transport.waiterCount(of: request) < 2 { await Task.yield() }
    gate.open()
    #expect(try await [first.body, second.body] == [[7], [7]])
    #expect(server.requests.count == 2)
  }

  @Test("stale-while-revalidate returns the stored response and refreshes it once")
  func staleWhileRevalidateReturnsTheStoredResponseAndRefreshesItOnce() async throws {
    let fixture = CacheFixture { request in
      .ok(request.headers["If-None-Match"] == nil ? "old" : "new",
        ["Cache-Control": "max-age=1, stale-while-revalidate=60", "ETag": #""a""#])
    }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 5)
    let response = try await fixture.get()
    #expect(response.text == "old")
    #expect(response.isStale)
    while try await fixture.get().text == "old" { await Task.yield() }
    #expect(fixture.asked == 2)
  }
}

/// An action that a test runs in the middle of a request.
actor Eviction {
  private var work: @Sendable () async -> Void = {}

  func set(_ work: @escaping @Sendable () async -> Void) {
    self.work = work
  }

  func run() async {
    await work()
  }
}
