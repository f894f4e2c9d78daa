// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import TestSupport

@testable import KursNetwork

/// Every misbehaviour of a server causes the error that is expected for it, in limited time and memory.
@Suite struct MisbehavingServerTests {
  private let small = TransferLimits(bodyBytes: 100_000)

  @Test("a gzip bomb is decompressed only up to the size limit")
  func aGzipBombIsDecompressedOnlyUpToTheSizeLimit() async throws {
    let bomb = try gzip([UInt8](repeating: 0, count: 50_000_000))
    #expect(bomb.count < 60_000)
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer("200 OK", ["Content-Encoding": "gzip"], bomb)
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address, limits: small))
    #expect(error == .bodyTooLarge(limit: 100_000))
  }

  @Test("a response with more than two megabytes after decompression is refused", .fault("J09"))
  func aResponseWithMoreThanTwoMegabytesAfterDecompressionIsRefused() async throws {
    let plain = try gzip([UInt8](repeating: 32, count: 2_000_000))
    let more = try gzip([UInt8](repeating: 32, count: 2_000_001))
    let bomb = try gzip([UInt8](repeating: 32, count: 50_000_000))
    #expect(bomb.count < 60_000)
    let server = try FakeServer.sendingBytes { connection, request in
      let body = request.url == "/whole" ? plain : request.url == "/more" ? more : bomb
      connection.answer("200 OK", ["Content-Encoding": "gzip"], body)
    }
    let transport = loopbackTransport()
    let whole = try await transport.send(HTTPRequest(.get, server.address + "/whole", limits: .document))
    #expect(whole.body.count == 2_000_000)
    let before = try resident(from: true)
    for target in ["/more", "/bomb"] {
      let error = await failure(of: transport, HTTPRequest(.get, server.address + target, limits: .document))
      #expect(error == .bodyTooLarge(limit: 2_000_000))
    }
    #expect(try resident(from: false) - before < 8 << 10)
  }

  /// Returns the peak memory in KiB since the last reset. With `now`, resets the peak and returns the current size.
  private func resident(from now: Bool) throws -> Int {
    // proc(5): writing 5 resets the peak to the current size.
    if now { try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  @Test("an endless chunked body is stopped at the size limit")
  func anEndlessChunkedBodyIsStoppedAtTheSizeLimit() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      // Sends until the client disconnects.
      while connection.send(chunk([UInt8](repeating: 120, count: 10_000))) {}
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address, limits: small))
    #expect(error == .bodyTooLarge(limit: 100_000))
  }

  @Test("a body up to the limit is accepted, a longer body refused")
  func aBodyUpToTheLimitIsAcceptedALongerBodyRefused() async throws {
    let server = try FakeServer.sendingBytes { connection, request in
      let count = request.url == "/more" ? 100_001 : 100_000
      connection.answer("200 OK", [:], [UInt8](repeating: 1, count: count))
    }
    let transport = loopbackTransport()
    let response = try await transport.send(HTTPRequest(.get, server.address, limits: small))
    #expect(response.body.count == 100_000)
    let error = await failure(of: transport, HTTPRequest(.get, server.address + "/more", limits: small))
    #expect(error == .bodyTooLarge(limit: 100_000))
  }

  @Test("64 kB of headers are accepted and more are refused")
  func sixtyFourKilobytesOfHeadersAreAcceptedAndMoreAreRefused() async throws {
    let server = try FakeServer.sendingBytes { connection, request in
      let count = request.url == "/more" ? 400 : 60
      let fields = (0..<count).map { HTTPHeaders.Field(name: "X-\($0)", value: String(repeating: "y", count: 1000)) }
      connection.answer("200 OK", HTTPHeaders(fields))
    }
    let transport = loopbackTransport()
    let response = try await transport.send(HTTPRequest(.get, server.address))
    #expect(response.headers.fields.count == 61)
    let error = await failure(of: transport, HTTPRequest(.get, server.address + "/more"))
    #expect(error == .headersTooLarge(limit: 65_536))
  }

  @Test("a body shorter than its Content-Length counts as truncated")
  func aBodyShorterThanItsContentLengthCountsAsTruncated() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
      connection.hangUp()
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.address)) == .truncated)
  }

  @Test("a chunked body without its last chunk counts as truncated")
  func aChunkedBodyWithoutItsLastChunkCountsAsTruncated() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      connection.send(chunk([1, 2, 3]))
      connection.hangUp()
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.address)) == .truncated)
  }

  @Test("a connection that is reset during the response counts as lost")
  func aConnectionThatIsResetDuringTheResponseCountsAsLost() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
      connection.reset()
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address))
    #expect(error == .connectionLost || error == .truncated)
  }

  @Test("a connection that is closed without a response counts as lost")
  func aConnectionThatIsClosedWithoutAResponseCountsAsLost() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.hangUp() }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.address)) == .connectionLost)
  }

  @Test("a response that is not HTTP gives a protocol error")
  func aResponseThatIsNotHTTPGivesAProtocolError() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("SSH-2.0-OpenSSH_9.2\r\n\r\n")
      connection.hangUp()
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address))
    #expect(error == .notHTTP)
  }

  @Test("a response without a status line is refused", .fault("X21"),
    arguments: [
      "hello", "Content-Type: text/plain\r\n\r\nhello", "\r\n\r\nhello", "HTTP/0.9 200 OK\r\n\r\nhello",
      "HTTP/1.1 000 OK\r\n\r\nhello",
    ]
  )
  func aResponseWithoutAStatusLineIsRefused(bytes: String) async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send(bytes)
      connection.hangUp()
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address))
    #expect(error == .notHTTP || error == .connectionLost, "\(String(describing: error))")
  }

  // libcurl already refuses these lines, so the test passes them directly to `ResponseCollector`.
  @Test("headers without a status line give no response", .fault("X21"), arguments: ["X-A: 1", "HTTP/1.1 abc"])
  func headersWithoutAStatusLineGiveNoResponse(line: String) {
    var collector = ResponseCollector(limits: .document, decodes: false)
    let isTaken = Array(line.utf8).withUnsafeBufferPointer { collector.headerReceived($0) }
    #expect(isTaken && collector.response(url: "http://h/") == nil)
  }

  @Test("a transfer with an endless header line is stopped", .fault("X21"))
  func aTransferWithAnEndlessHeaderLineIsStopped() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nX-Endless: ")
      // Sends a gigabyte, or less if the client disconnects.
      for _ in 0..<16_384 where !connection.send([UInt8](repeating: 121, count: 65_536)) { return }
      Issue.record("all of it was taken")
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address))
    #expect(error != nil && error != .timedOut, "\(String(describing: error))")
  }

  @Test("a response with a header line of 70,000 bytes is refused", .fault("X21"))
  func aResponseWithAHeaderLineOf70000BytesIsRefused() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer("200 OK", ["X-Long": String(repeating: "y", count: 70_000)])
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address))
    #expect(error == .headersTooLarge(limit: 65_536))
  }

  @Test("a body that is not gzip as stated is refused") func aBodyThatIsNotGzipAsStatedIsRefused() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer("200 OK", ["Content-Encoding": "gzip"], Array("not gzip at all".utf8))
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.address)) == .undecodableBody)
  }

  private static let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }

  /// Cuts the header, the data, or the trailer with checksum and length.
  @Test("a gzip body truncated anywhere is refused", arguments: [1, 9, 10, 11, 500, -500, -8, -7, -4, -1])
  func aGzipBodyTruncatedAnywhereIsRefused(place: Int) async throws {
    let packed = try gzip(Self.long)
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer(
        "200 OK", ["Content-Encoding": "gzip"], Array(packed.prefix(place > 0 ? place : packed.count + place)))
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.address)) == .truncated)
  }

  @Test("a gzip body with a flipped bit is refused", arguments: [-8, -1, 100])
  func aGzipBodyWithAFlippedBitIsRefused(place: Int) async throws {
    var packed = try gzip(Self.long)
    packed[place > 0 ? place : packed.count + place] ^= 1
    let server = try FakeServer.sendingBytes { [packed] connection, _ in
      connection.answer("200 OK", ["Content-Encoding": "gzip"], packed)
    }
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address))
    #expect(error == .undecodableBody || error == .truncated)
  }

  @Test("a response in an unrequested encoding is refused", arguments: ["br", "zstd", "deflate", "gzip, gzip"])
  func aResponseInAnUnrequestedEncodingIsRefused(encoding: String) async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer("200 OK", ["Content-Encoding": encoding], [1, 2, 3])
    }
    #expect(await failure(of: loopbackTransport(), HTTPRequest(.get, server.address)) == .undecodableBody)
  }

  @Test("a gzip body of several parts, received byte by byte, is decoded")
  func aGzipBodyOfSeveralPartsReceivedByteByByteIsDecoded() async throws {
    let packed = try gzip(Array("to be ".utf8)) + gzip([]) + gzip(Array("continued".utf8))
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
      for byte in packed { connection.send(chunk([byte])) }
      connection.send("0\r\n\r\n")
    }
    let response = try await loopbackTransport().send(HTTPRequest(.get, server.address))
    #expect(String(decoding: response.body, as: UTF8.self) == "to be continued")
    #expect(response.headers["Content-Encoding"] == nil)
  }

  @Test("gzip without a body gives an empty response", arguments: ["204 No Content", "304 Not Modified", "200 OK"])
  func gzipWithoutABodyGivesAnEmptyResponse(status: String) async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.answer(status, ["Content-Encoding": "gzip"])
    }
    #expect(try await loopbackTransport().send(HTTPRequest(.get, server.address)).body.isEmpty)
  }

  @Test("a transfer that stops for a second ends with the stall timeout")
  func aTransferThatStopsForASecondEndsWithTheStallTimeout() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nh")
      connection.waitForClientToLeave()
    }
    let clock = ContinuousClock()
    let start = clock.now
    let timeouts = TransferTimeouts(total: .seconds(30), stall: .seconds(1), minimumBytesPerSecond: 1000)
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address, timeouts: timeouts))
    #expect(error == .timedOut)
    #expect(clock.now - start < .seconds(10))
  }

  @Test("a request that gets no response ends with the total timeout")
  func aRequestThatGetsNoResponseEndsWithTheTotalTimeout() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.waitForClientToLeave() }
    let timeouts = TransferTimeouts(total: .milliseconds(200))
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address, timeouts: timeouts))
    #expect(error == .timedOut)
  }

  @Test("connecting to a closed port gives a connection error")
  func connectingToAClosedPortGivesAConnectionError() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.answer() }
    server.stop()
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, server.address))
    #expect(error == .connect)
  }

  @Test("a host without an address gives a resolve error") func aHostWithoutAnAddressGivesAResolveError() async {
    // RFC 6761: names under .invalid never resolve.
    let error = await failure(of: loopbackTransport(), HTTPRequest(.get, "http://kurs.invalid/"))
    #expect(error == .resolve)
  }
}
