// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Testing
import TestSupport

@Suite struct RedirectingTransportTests {
  private let secrets: HTTPHeaders = [
    "Authorization": "Bearer s", "X-Api-Key": "k", "Idempotency-Key": "i", "Cookie": "c",
    "Accept": "text/csv",
  ]

  @Test("secret headers are sent after a redirect only within the origin", .fault("X03"))
  func secretHeadersAreSentAfterARedirectOnlyWithinTheOrigin() async throws {
    let other = try FakeServer.sendingBytes { connection, _ in connection.answer("200 OK", [:], [9]) }
    let elsewhere = other.address + "/end"
    let first = try FakeServer.sendingBytes { connection, request in
      connection.answer("302 Found", ["Location": request.url == "/a" ? "b#part" : elsewhere])
    }
    let response = try await RedirectingTransport(loopbackTransport()).send(
      HTTPRequest(.get, first.address + "/a", headers: secrets))
    #expect(response.body == [9])
    #expect(response.url == elsewhere)
    #expect(first.urls == ["/a", "/b"])
    #expect(first.requests[1].headers["X-Api-Key"] == "k")
    let arrived = try #require(other.requests.first).headers
    for name in ["Authorization", "X-Api-Key", "Idempotency-Key", "Cookie"] { #expect(arrived[name] == nil) }
    #expect(arrived["Accept"] == "text/csv")
  }

  @Test("a redirect to another name of the host gets no secret headers", .fault("X03"))
  func aRedirectToAnotherNameOfTheHostGetsNoSecretHeaders() async throws {
    let server = try FakeServer.sendingBytes { connection, request in
      let there = "http://localhost:\(request.headers["Host"]?.split(separator: ":").last ?? "")/b"
      if request.url == "/a" { return connection.answer("302 Found", ["Location": there]) }
      connection.answer("200 OK", [:], [9])
    }
    let response = try await RedirectingTransport(loopbackTransport()).send(
      HTTPRequest(.get, server.address + "/a", headers: secrets))
    #expect(response.body == [9])
    let arrived = try #require(server.requests.last).headers
    #expect(arrived["Host"]?.hasPrefix("localhost:") == true)
    for name in ["Authorization", "X-Api-Key", "Idempotency-Key", "Cookie"] { #expect(arrived[name] == nil) }
  }

  @Test("a redirect that sends the API key to another origin isn't followed", .fault("X03"), arguments: [
    "http://other/a?key=s3cret", "http://other/s3cret/a", "http://other/?u=http%3A%2F%2Fh%2F%3Fkey%3Ds3cre%74",
    "http://s3cret.other/", "http://h:81/a?key=s3cret",
  ])
  func aRedirectThatSendsTheAPIKeyToAnotherOriginIsntFollowed(location: String) async {
    let server = FakeServer { _ in HTTPResponse(status: 302, headers: ["Location": location], url: "http://h/") }
    var request = HTTPRequest(.get, "http://h/a?key=s3cret")
    request.secret = "s3cret"
    #expect(await failure(of: RedirectingTransport(server), request) == .redirectRepeatsKey)
    #expect(server.requests.count == 1)
  }

  @Test("a redirect with the API key to the same origin is followed")
  func aRedirectWithTheAPIKeyToTheSameOriginIsFollowed() async throws {
    let server = FakeServer { request in
      switch request.url {
      case "http://h/a?key=s3cret": HTTPResponse(status: 302, headers: ["Location": "/b?key=s3cret"], url: request.url)
      case "http://h/b?key=s3cret": HTTPResponse(status: 302, headers: ["Location": "http://other/c"], url: request.url)
      default: HTTPResponse(status: 200, url: request.url)
      }
    }
    var request = HTTPRequest(.get, "http://h/a?key=s3cret")
    request.secret = "s3cret"
    #expect(try await RedirectingTransport(server).send(request).url == "http://other/c")
  }

  @Test("five redirects are followed, and a sixth is refused", .fault("X04"))
  func fiveRedirectsAreFollowedAndASixthIsRefused() async throws {
    let server = try FakeServer.sendingBytes { connection, request in
      let left = Int(request.url.dropFirst()) ?? 0
      if left == 0 { return connection.answer() }
      connection.answer("307 Temporary Redirect", ["Location": "/\(left - 1)"])
    }
    let transport = RedirectingTransport(loopbackTransport())
    #expect(try await transport.send(HTTPRequest(.get, server.address + "/5")).status == 200)
    #expect(await failure(of: transport, HTTPRequest(.get, server.address + "/6")) == .tooManyRedirects)
  }

  @Test("a redirect of a write request is not followed", arguments: [HTTPMethod.post, .put, .patch, .delete])
  func aRedirectOfAWriteRequestIsNotFollowed(method: HTTPMethod) async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer("302 Found", ["Location": "/b"])
    }
    let response = try await RedirectingTransport(loopbackTransport()).send(HTTPRequest(method, server.address))
    #expect(response.status == 302)
    #expect(server.requests.count == 1)
  }

  @Test(
    "a redirect from HTTPS to another scheme is refused", .fault("X03"),
    arguments: ["http://kurs.invalid/", "ftp://kurs.invalid/", "file:///etc/passwd", "javascript:f()"]
  )
  func aRedirectFromHTTPSToAnotherSchemeIsRefused(location: String) async {
    let transport = RedirectingTransport(
      FakeServer { _ in HTTPResponse(status: 301, headers: ["Location": location], url: "") })
    #expect(await failure(of: transport, HTTPRequest(.get, "https://kurs.invalid/")) == .refusedRedirect)
  }

  @Test("permanent redirects are remembered only up to the first temporary redirect", arguments: [
    ([301, 308], "http://h/2"), ([301, 302, 301], "http://h/1"), ([302, 301], nil), ([307], nil), ([], nil),
  ])
  func permanentRedirectsAreRememberedOnlyUpToTheFirstTemporaryRedirect(
    statuses: [Int], remembered: String?
  ) async throws {
    let transport = RedirectingTransport(
      FakeServer { request in
        let hop = Int(request.url.split(separator: "/").last ?? "") ?? 0
        guard hop < statuses.count else { return HTTPResponse(status: 200, url: request.url) }
        return HTTPResponse(status: statuses[hop], headers: ["Location": "/\(hop + 1)"], url: request.url)
      })
    let response = try await transport.send(HTTPRequest(.get, "http://h/0"))
    #expect(response.movedPermanentlyTo == remembered)
  }
}
