// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Testing
import TestSupport

/// Tests curl's transport with a well-behaved server.
@Suite struct CurlTransportTests {
  @Test(
    "every HTTP method is sent unchanged",
    arguments: [HTTPMethod.get, .head, .post, .put, .patch, .delete, HTTPMethod(rawValue: "M-SEARCH")])
  func everyHTTPMethodIsSentUnchanged(method: HTTPMethod) async throws {
    let server = try FakeServer.sendingBytes { connection, request in
      connection.answer("200 OK", ["X-Method": request.method.rawValue], request.method == .head ? [] : [111, 107])
    }
    let hasBody = [.post, .put, .patch].contains(method)
    let response = try await loopbackTransport().send(
      HTTPRequest(method, server.address + "/a?b=c", body: hasBody ? Array("body".utf8) : []))
    #expect(response.status == 200)
    #expect(response.headers["x-method"] == method.rawValue)
    #expect(response.text == (method == .head ? "" : "ok"))
    #expect(server.urls == ["/a?b=c"])
    #expect(server.requests.first?.text == (hasBody ? "body" : ""))
  }

  @Test("an empty POST has a Content-Length and no Content-Type")
  func anEmptyPOSTHasAContentLengthAndNoContentType() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer() }
    _ = try await loopbackTransport().send(HTTPRequest(.post, server.address))
    let headers = try #require(server.requests.first).headers
    #expect(headers["Content-Length"] == "0")
    #expect(headers["Content-Type"] == nil)
    #expect(headers["Expect"] == nil)
  }

  @Test("headers keep their order, and only missing default headers are added")
  func headersKeepTheirOrderAndOnlyMissingDefaultHeadersAreAdded() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer() }
    let transport = loopbackTransport()
    _ = try await transport.send(
      HTTPRequest(
        .get, server.address, headers: ["X-Two": "1", "Accept": "text/csv", "X-Two": "2", "X-Empty": ""]))
    _ = try await transport.send(HTTPRequest(.get, server.address, headers: ["User-Agent": "Other/2"]))
    let first = server.requests[0].headers
    #expect(first.values("X-Two") == ["1", "2"])
    #expect(first.values("Accept") == ["text/csv"])
    #expect(first["X-Empty"] == "")
    #expect(first["User-Agent"] == "KursTest/1")
    #expect(server.requests[1].headers.values("User-Agent") == ["Other/2"])
    #expect(server.requests[1].headers.values("Accept") == ["*/*"])
  }

  @Test("a body is sent with its content type") func aBodyIsSentWithItsContentType() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer() }
    let transport = loopbackTransport()
    let headers: HTTPHeaders = ["Content-Type": "application/json"]
    _ = try await transport.send(HTTPRequest(.post, server.address, headers: headers, body: Array(#"{"a":1}"#.utf8)))
    #expect(server.requests[0].headers["Content-Type"] == "application/json")
    #expect(server.requests[0].text == #"{"a":1}"#)
  }

  @Test("five successive requests share one connection") func fiveSuccessiveRequestsShareOneConnection() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer() }
    let transport = loopbackTransport()
    for _ in 1...5 { _ = try await transport.send(HTTPRequest(.get, server.address)) }
    #expect(server.requests.count == 5)
    #expect(server.connectionCount == 1)
  }

  @Test("a POST whose connection closes without a response is not repeated")
  func aPOSTWhoseConnectionClosesWithoutAResponseIsNotRepeated() async throws {
    let server = try FakeServer.sendingBytes { connection, request in
      if request.method == .get { connection.answer() } else { connection.hangUp() }
    }
    let transport = loopbackTransport()
    _ = try await transport.send(HTTPRequest(.get, server.address))
    #expect(await failure(of: transport, HTTPRequest(.post, server.address)) == .connectionLost)
    #expect(server.requests.filter { $0.method == .post }.count == 1)
  }

  @Test("a gzip body is decoded, and the headers describe the decoded body")
  func aGzipBodyIsDecodedAndTheHeadersDescribeTheDecodedBody() async throws {
    let plain = Array(String(repeating: "kurs ", count: 2000).utf8)
    let packed = try gzip(plain)
    let server = try FakeServer.sendingBytes { connection, request in
      let accepts = request.headers["Accept-Encoding"]?.contains("gzip") == true
      connection.answer("200 OK", accepts ? ["Content-Encoding": "gzip"] : [:], accepts ? packed : plain)
    }
    let response = try await loopbackTransport().send(HTTPRequest(.get, server.address))
    #expect(response.body == plain)
    #expect(response.headers["Content-Encoding"] == nil)
    #expect(response.headers["Content-Length"] == String(plain.count))
    #expect(server.requests.first?.headers["Accept-Encoding"]?.contains("gzip") == true)
  }

  @Test("a request with its own Accept-Encoding gets the undecoded body")
  func aRequestWithItsOwnAcceptEncodingGetsTheUndecodedBody() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer("200 OK", ["Content-Encoding": "odd"], [1, 2, 3])
    }
    let response = try await loopbackTransport().send(
      HTTPRequest(.get, server.address, headers: ["Accept-Encoding": "identity"]))
    #expect(response.body == [1, 2, 3])
    #expect(response.headers["Content-Encoding"] == "odd")
  }

  @Test("early hints and trailers aren't part of the response")
  func earlyHintsAndTrailersArentPartOfTheResponse() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: 1\r\n\r\n")
      connection.send(chunk([104, 105]) + Array("0\r\nX-Trailer: late\r\n\r\n".utf8))
    }
    let response = try await loopbackTransport().send(HTTPRequest(.get, server.address))
    #expect(response.status == 200)
    #expect(response.text == "hi")
    #expect(response.headers["Link"] == nil)
    #expect(response.headers["X-A"] == "1")
    #expect(response.headers["X-Trailer"] == nil)
  }

  @Test("every status is returned as a response, and no redirect is followed", arguments: [
      301, 302, 307, 404, 429, 500, 999,
    ])
  func everyStatusIsReturnedAsAResponseAndNoRedirectIsFollowed(status: Int) async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer("\(status) Whatever", ["Location": "/elsewhere", "Retry-After": "7"])
    }
    let response = try await loopbackTransport().send(HTTPRequest(.get, server.address))
    #expect(response.status == status)
    #expect(response.headers["Retry-After"] == "7")
    #expect(server.requests.count == 1)
  }

  @Test(
    "an address that isn't an HTTP address is refused",
    arguments: ["", "x", "ftp://127.0.0.1/", "file:///etc/passwd", "//host/", "http://"])
  func anAddressThatIsntAnHTTPAddressIsRefused(url: String) async {
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, url)) == .malformedURL)
  }

  @Test("a line break in a header is refused", .fault("X08")) func aLineBreakInAHeaderIsRefused() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer() }
    let request = HTTPRequest(.get, server.address, headers: ["X-A": "1\r\nX-B: 2"])
    #expect(await failure(of: loopbackTransport(), request) == .malformedRequest)
    #expect(server.requests.isEmpty)
  }

  @Test("a request through a proxy contains the complete URL")
  func aRequestThroughAProxyContainsTheCompleteURL() async throws {
    let proxy = try FakeServer.sendingBytes { connection, _ in connection.answer("200 OK", [:], [7]) }
    let transport = CurlTransport(CurlConfiguration(userAgent: "KursTest/1", proxy: .address(proxy.address)))
    let response = try await transport.send(HTTPRequest(.get, "http://kurs.invalid/rates"))
    #expect(response.body == [7])
    #expect(proxy.urls == ["http://kurs.invalid/rates"])
  }

  @Test("the desktop's proxy is used before the configured proxy")
  func theDesktopsProxyIsUsedBeforeTheConfiguredProxy() async throws {
    let proxy = try FakeServer.sendingBytes { connection, _ in connection.answer("200 OK", [:], [7]) }
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer("200 OK", [:], [8]) }
    var configuration = CurlConfiguration(userAgent: "KursTest/1", proxy: .none)
    configuration.findProxies = { [url = proxy.address] in $0.contains("kurs.invalid") ? [url] : [] }
    let transport = CurlTransport(configuration)
    #expect(try await transport.send(HTTPRequest(.get, "http://kurs.invalid/rates")).body == [7])
    #expect(try await transport.send(HTTPRequest(.get, server.address)).body == [8])
    #expect(proxy.urls == ["http://kurs.invalid/rates"])
  }

  @Test("an unreachable proxy is replaced by the next proxy or no proxy")
  func anUnreachableProxyIsReplacedByTheNextProxyOrNoProxy() async throws {
    let proxy = try FakeServer.sendingBytes { connection, _ in connection.answer("200 OK", [:], [7]) }
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer("200 OK", [:], [8]) }
    var configuration = CurlConfiguration(userAgent: "KursTest/1", proxy: .none)
    configuration.findProxies = { [proxy = proxy.address] in
      ["http://127.0.0.1:1", $0.contains("kurs.invalid") ? proxy : ""]
    }
    let transport = CurlTransport(configuration)
    #expect(try await transport.send(HTTPRequest(.get, "http://kurs.invalid/rates")).body == [7])
    #expect(try await transport.send(HTTPRequest(.get, server.address)).body == [8])
    configuration.findProxies = { _ in ["http://127.0.0.1:1", "socks5h://127.0.0.1:1"] }
    let dead = await failure(of: CurlTransport(configuration), HTTPRequest(.get, "http://kurs.invalid/"))
    #expect(dead == .proxyUnreachable("127.0.0.1:1"))
  }

  @Test("if a proxy refuses a tunnel, the error names proxy and status", arguments: [407, 503])
  func ifAProxyRefusesATunnelTheErrorNamesProxyAndStatus(status: Int) async throws {
    let proxy = try FakeServer.sendingBytes { connection, _ in connection.answer("\(status) No") }
    let address = proxy.address.replacing("http://", with: "http://me:secret@")
    let transport = CurlTransport(CurlConfiguration(userAgent: "KursTest/1", proxy: .address(address)))
    let failure = await failure(of: transport, HTTPRequest(.get, "https://kurs.invalid/"))
    #expect(failure == .proxyRefused(proxy.address.replacing("http://", with: ""), status: status))
  }

  @Test("sixty transfers run in parallel on one thread") func sixtyTransfersRunInParallelOnOneThread() async throws {
    let gate = Gate()
    let server = try FakeServer.sendingBytes { connection, _ in
      gate.wait()
      connection.answer("200 OK", [:], [7])
    }
    let transport = loopbackTransport(connectionsPerHost: 60)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...60 {
        group.addTask { try await transport.send(HTTPRequest(.get, "\(server.address)/\(number)")).status }
      }
      while server.requests.count < 60 { await Task.yield() }
      gate.open()
      for try await status in group { #expect(status == 200) }
    }
  }
}
