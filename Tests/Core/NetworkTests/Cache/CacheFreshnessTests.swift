// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Testing
import TestSupport

/// Tests how long a cached response is used without a request: rows C01, C03, C05, C14, C17 and C22 of docs/FAULTS.md.
@Suite struct CacheFreshnessTests {
  @Test("a response is fresh until its maximum age", .fault("C01"))
  func aResponseIsFreshUntilItsMaximumAge() async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Cache-Control": "max-age=60"]) }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 59.999)
    let response = try await fixture.get()
    #expect(fixture.asked == 1)
    #expect(response.headers["Age"] == "59")
    #expect(!response.isStale)
    fixture.clock.advance(seconds: 0.001)
    _ = try await fixture.get()
    #expect(fixture.asked == 2)
  }

  @Test("with no-cache, the response is revalidated, and 304 gives the stored body", .fault("C03"))
  func withNoCacheTheResponseIsRevalidatedAnd304GivesTheStoredBody() async throws {
    let body = String(repeating: "x", count: 10_000)
    let fixture = CacheFixture { request in
      guard request.headers["If-None-Match"] == #""a""# else {
        return .ok(body, ["Cache-Control": "no-cache, max-age=60", "ETag": #""a""#])
      }
      return HTTPResponse(status: 304, url: request.url)
    }
    _ = try await fixture.get()
    let response = try await fixture.get()
    #expect(fixture.server.requests.map { $0.headers["If-None-Match"] } == [nil, #""a""#])
    #expect(response.status == 200)
    #expect(response.text == body)
  }

  @Test("while the server fails, a stale response is used until stale-if-error ends", .fault("C05"))
  func whileTheServerFailsAStaleResponseIsUsedUntilStaleIfErrorEnds() async throws {
    let fixture = CacheFixture { request in
      request.headers["X-Fail"] == nil
        ? .ok("body", ["Cache-Control": "max-age=1, stale-if-error=600"])
        : HTTPResponse(status: 503, url: request.url)
    }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 5)
    let covered = try await fixture.get("/", ["X-Fail": "1"])
    #expect(covered.text == "body")
    #expect(covered.isStale)
    fixture.clock.advance(seconds: 597)
    #expect(try await fixture.get("/", ["X-Fail": "1"]).status == 503)
  }

  @Test(
    "without connection, a stale response is used until stale-if-error ends", .fault("C05"),
    arguments: [NetworkError.resolve, .connect, .timedOut, .connectionLost])
  func withoutConnectionAStaleResponseIsUsedUntilStaleIfErrorEnds(fault: NetworkError) async throws {
    let fixture = CacheFixture { request throws(NetworkError) in
      if request.headers["X-Fail"] != nil { throw fault }
      return .ok("body", ["Cache-Control": "max-age=1, stale-if-error=600"])
    }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 5)
    #expect(try await fixture.get("/", ["X-Fail": "1"]).isStale)
    fixture.clock.advance(seconds: 597)
    let request = HTTPRequest(.get, "http://h/", headers: ["X-Fail": "1"])
    #expect(await failure(of: fixture.cache, request) == fault)
  }

  @Test("setting the clock back doesn't make a response fresh for longer", .fault("C14"))
  func settingTheClockBackDoesntMakeAResponseFreshForLonger() async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Cache-Control": "max-age=3600"]) }
    _ = try await fixture.get()
    fixture.clock.setWall(bySeconds: -86_400)
    fixture.clock.advance(seconds: 3599)
    _ = try await fixture.get()
    #expect(fixture.asked == 1)
    fixture.clock.advance(seconds: 1)
    _ = try await fixture.get()
    #expect(fixture.asked == 2)
  }

  @Test("a response is stale after the clock was set back at restart", .fault("C14"))
  func aResponseIsStaleAfterTheClockWasSetBackAtRestart() async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Cache-Control": "max-age=3600"]) }
    _ = try await fixture.get()
    fixture.clock.reboot()
    fixture.clock.setWall(bySeconds: -86_400)
    _ = try await fixture.get()
    #expect(fixture.asked == 2)
  }

  @Test("after the clock is set forward, a 304 gives the stored body", .fault("C14"))
  func afterTheClockIsSetForwardA304GivesTheStoredBody() async throws {
    let fixture = CacheFixture { request in
      request.headers["If-None-Match"] == nil
        ? .ok("body", ["Cache-Control": "max-age=3600", "ETag": #""a""#])
        : HTTPResponse(status: 304, url: request.url)
    }
    _ = try await fixture.get()
    fixture.clock.setWall(bySeconds: 365 * 86_400)
    #expect(try await fixture.get().text == "body")
    #expect(fixture.server.requests.map { $0.headers["If-None-Match"] } == [nil, #""a""#])
  }

  @Test("a response with a malformed Expires header is stale", .fault("C17"), arguments: [
    "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST", "Thu, 18 Aug 50 02:01:18 GMT",
    "Thu 18 Aug 2050 02:01:18 GMT", "Thu, 18  Aug  2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT", "0", "", "Thu, 31 Feb 2050 02:01:18 GMT",
  ])
  func aResponseWithAMalformedExpiresHeaderIsStale(expires: String) async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Expires": expires]) }
    _ = try await fixture.get()
    _ = try await fixture.get()
    #expect(fixture.asked == 2)
  }

  @Test("a response whose Expires date is split over two headers is stale", .fault("C17"))
  func aResponseWhoseExpiresDateIsSplitOverTwoHeadersIsStale() async throws {
    // Header lines with the same name are joined by a comma. Joined, the two lines would be a valid date.
    let fixture = CacheFixture { _ in .ok("body", ["Expires": "Thu", "Expires": "18 Aug 2050 02:01:18 GMT"]) }
    for _ in 1...2 { _ = try await fixture.get() }
    #expect(fixture.asked == 2)
    // A response with two different valid `Expires` dates is stale, too.
    let twice = CacheFixture { _ in
      .ok("body", ["Expires": "Fri, 18 Aug 2028 02:01:18 GMT", "Expires": "Sat, 19 Aug 2028 02:01:18 GMT"])
    }
    for _ in 1...2 { _ = try await twice.get() }
    #expect(twice.asked == 2)
  }

  @Test("each of the three HTTP date forms is read", arguments: [
    "Fri, 18 Aug 2028 02:01:18 GMT", "Friday, 18-Aug-28 02:01:18 GMT", "Fri Aug 18 02:01:18 2028",
    "Tue Aug  8 02:01:18 2028", "FRI, 18 AUG 2028 02:01:18 gmt",
  ])
  func eachOfTheThreeHTTPDateFormsIsRead(expires: String) async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Expires": expires]) }
    _ = try await fixture.get()
    _ = try await fixture.get()
    #expect(fixture.asked == 1)
  }

  @Test(
    "a malformed Age header is ignored", .fault("C22"),
    arguments: [("-1", "3"), ("x", "3"), ("0, 0", "3"), ("7200.0", "3"), ("30", "33"), ("", "3")])
  func aMalformedAgeHeaderIsIgnored(age: String, shown: String) async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Cache-Control": "max-age=60", "Age": age]) }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 3)
    #expect(try await fixture.get().headers["Age"] == shown)
    #expect(fixture.asked == 1)
  }

  @Test("a response without expiry stays fresh for a tenth of its age")
  func aResponseWithoutExpiryStaysFreshForATenthOfItsAge() async throws {
    // The clock starts at Tue, 14 Nov 2023 22:13:20 GMT, which is 1000 s after the `Last-Modified` date.
    let fixture = CacheFixture { _ in .ok("body", ["Last-Modified": "Tue, 14 Nov 2023 21:56:40 GMT"]) }
    _ = try await fixture.get()
    fixture.clock.advance(seconds: 99)
    _ = try await fixture.get()
    #expect(fixture.asked == 1)
    fixture.clock.advance(seconds: 1)
    _ = try await fixture.get()
    #expect(fixture.asked == 2)
  }
}
