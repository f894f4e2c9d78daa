// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import TestSupport
import Testing

/// Every way in which a server goes wrong ends with one named error, in bounded time and memory.
@Suite struct MisbehavingServerTests {
  private let small = TransferLimits(bodyBytes: 100_000)

  @Test func aGzipBombIsCutOffAtTheLimit() async throws {
    let bomb = try gzip([UInt8](repeating: 0, count: 50_000_000))
    #expect(bomb.count < 60_000)
    let server = try LoopbackServer { connection, _ in
      connection.answer("200 OK", [("Content-Encoding", "gzip")], bomb)
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.url, limits: small))
    #expect(error == .bodyTooLarge(limit: 100_000))
  }

  @Test func aChunkedBodyIsCutOffAtTheLimit() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      // Endless unless the client ends it.
      while connection.send(chunk([UInt8](repeating: 120, count: 10_000))) {}
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.url, limits: small))
    #expect(error == .bodyTooLarge(limit: 100_000))
  }

  @Test func aBodyOfExactlyTheLimitIsTaken() async throws {
    let server = try LoopbackServer { connection, request in
      let count = request.target == "/more" ? 100_001 : 100_000
      connection.answer("200 OK", [], [UInt8](repeating: 1, count: count))
    }
    let transport = loopbackTransport()
    let response = try await transport.send(HTTPRequest(.get, server.url, limits: small))
    #expect(response.body.count == 100_000)
    let error = await failure(of: transport, HTTPRequest(.get, server.url + "/more", limits: small))
    #expect(error == .bodyTooLarge(limit: 100_000))
  }

  @Test func sixtyFourKilobytesOfHeadersAreTakenAndMoreRefused() async throws {
    let server = try LoopbackServer { connection, request in
      let count = request.target == "/more" ? 400 : 60
      connection.answer("200 OK", (0..<count).map { ("X-\($0)", String(repeating: "y", count: 1000)) })
    }
    let transport = loopbackTransport()
    let response = try await transport.send(HTTPRequest(.get, server.url))
    #expect(response.headers.fields.count == 61)
    let error = await failure(of: transport, HTTPRequest(.get, server.url + "/more"))
    #expect(error == .headersTooLarge(limit: 65_536))
  }

  @Test func aBodyShorterThanItsLengthIsTruncated() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
      connection.hangUp()
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.url)) == .truncated)
  }

  @Test func chunksWithoutAnEndAreTruncated() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      connection.send(chunk([1, 2, 3]))
      connection.hangUp()
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.url)) == .truncated)
  }

  @Test func aResetHalfWayIsALostConnection() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
      connection.reset()
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.url))
    #expect(error == .connectionLost || error == .truncated)
  }

  @Test func noAnswerAtAllIsALostConnection() async throws {
    let server = try LoopbackServer { connection, _ in connection.hangUp() }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.url)) == .connectionLost)
  }

  @Test func bytesThatAreNoHTTPAreAProtocolError() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("SSH-2.0-OpenSSH_9.2\r\n\r\n")
      connection.hangUp()
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.url))
    #expect(error == .notHTTP)
  }

  @Test func gzipThatIsNoneIsUndecodable() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.answer("200 OK", [("Content-Encoding", "gzip")], Array("not gzip at all".utf8))
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.url)) == .undecodableBody)
  }

  @Test func gzipCutInTheMiddleIsNotTakenForTheWhole() async throws {
    let packed = try gzip((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    let server = try LoopbackServer { connection, _ in
      connection.answer("200 OK", [("Content-Encoding", "gzip")], Array(packed.prefix(packed.count / 2)))
    }
    let whole = try? await loopbackTransport().send(HTTPRequest(.get, server.url))
    withKnownIssue("libcurl 7.88 does not look for gzip's end; the reader of the document must notice") {
      #expect(whole == nil)
    }
  }

  @Test func oneByteASecondEndsWithTheStallTimeOut() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nh")
      connection.waitForClientToLeave()
    }
    let clock = ContinuousClock()
    let start = clock.now
    let timeouts = TransferTimeouts(total: .seconds(30), stall: .seconds(1), minimumBytesPerSecond: 1000)
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.url, timeouts: timeouts))
    #expect(error == .timedOut)
    #expect(clock.now - start < .seconds(10))
  }

  @Test func aServerThatNeverAnswersEndsWithTheTotalTimeOut() async throws {
    let server = try LoopbackServer { connection, _ in connection.waitForClientToLeave() }
    let timeouts = TransferTimeouts(total: .milliseconds(200))
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.url, timeouts: timeouts))
    #expect(error == .timedOut)
  }

  @Test func aClosedPortIsARefusedConnection() async throws {
    let server = try LoopbackServer { connection, _ in connection.answer() }
    server.stop()
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.url))
    #expect(error == .connect)
  }

  @Test func aHostWithoutAddressIsNotResolved() async {
    // RFC 6761: names under .invalid never resolve.
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, "http://kurs.invalid/"))
    #expect(error == .resolve)
  }
}
