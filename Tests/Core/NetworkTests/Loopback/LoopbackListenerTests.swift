// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import KursNetwork
import Synchronization
import Testing

@Suite struct LoopbackListenerTests {
  private let heard = Heard()

  /// Returns a listener whose page shows the requested path.
  private func listener(patience: Duration = .seconds(20)) throws -> LoopbackListener {
    let made = LoopbackListener(patience: patience) { [heard] target in
      heard.add(target)
      return LoopbackAnswer(status: 200, html: "<p>\(target)")
    }
    return try #require(made)
  }

  private func get(_ target: String, _ listener: LoopbackListener, host: String = "127.0.0.1") -> String {
    "GET \(target) HTTP/1.1\r\nHost: \(host):\(listener.port)\r\nAccept: */*\r\n\r\n"
  }

  @Test("the sign-in page has headers that forbid storing it")
  func theSignInPageHasHeadersThatForbidStoringIt() async throws {
    let listener = try listener()
    let answer = try await Visitor(listener).says(get("/callback?code=1", listener))
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n<p>/callback?code=1"))
    #expect(answer.contains("Content-Length: 19\r\n"))
    #expect(answer.contains("Cache-Control: no-store\r\n"))
    #expect(answer.contains("Referrer-Policy: no-referrer\r\n"))
    #expect(answer.contains("default-src 'none'"))
  }

  @Test("a request whose header arrives byte by byte gets a response")
  func aRequestWhoseHeaderArrivesByteByByteGetsAResponse() async throws {
    let listener = try listener()
    let visitor = try Visitor(listener)
    for byte in get("/pieces", listener) { visitor.send(String(byte)) }
    #expect(await visitor.hears().hasSuffix("<p>/pieces"))
  }

  @Test("a request with another host, port or protocol is refused")
  func aRequestWithAnotherHostPortOrProtocolIsRefused() async throws {
    let listener = try listener()
    let long = String(repeating: "x", count: 20_000)
    let misdeeds = [
      ("\u{16}\u{3}\u{1}\u{2}", 400), ("hello\r\n\r\n", 400), ("GET /\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET http://evil/ HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n", 400),
      ("GET /\u{e9} HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\nHost: evil\r\n\r\n", 400),
      (get("/", listener, host: "evil.example"), 421), (get("/", listener, host: "localhost"), 421),
      ("GET /\(long)", 431), ("GET / HTTP/1.1\r\nX: \(long)\r\n\r\n", 431),
      ("POST / HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\nContent-Length: 1\r\n\r\nx", 405),
      ("OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n", 405),
    ]
    for (misdeed, status) in misdeeds {
      let answer = try await Visitor(listener).says(misdeed)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(misdeed.prefix(40))")
    }
    #expect(heard.targets.isEmpty)
    #expect(try await Visitor(listener).says(get("/then", listener)).contains("200 OK"))
  }

  @Test("a silent connection doesn't block other connections")
  func aSilentConnectionDoesntBlockOtherConnections() async throws {
    let listener = try listener()
    let silent = try (0..<7).map { _ in try Visitor(listener) }
    #expect(try await Visitor(listener).says(get("/now", listener)).contains("200 OK"))
    silent.forEach { $0.hangUp() }
  }

  @Test("a connection whose request stalls is closed") func aConnectionWhoseRequestStallsIsClosed() async throws {
    let listener = try listener(patience: .milliseconds(100))
    let slow = try Visitor(listener)
    slow.send("GET /slow HT")
    #expect(await slow.hears() == "")
    let crowd = try (0..<20).map { _ in try Visitor(listener) }
    #expect(try await Visitor(listener).says(get("/after", listener)).contains("200 OK"))
    crowd.forEach { $0.hangUp() }
  }

  @Test("a connection whose request never ends is closed")
  func aConnectionWhoseRequestNeverEndsIsClosed() async throws {
    let listener = try listener()
    let endless = try Visitor(listener)
    endless.send("GET / HTTP/1.1\r\n")
    while endless.send("X-Header: \(String(repeating: "a", count: 1000))\r\n") {}
    #expect(heard.targets.isEmpty)
  }

  @Test("twenty successive requests get their responses in order")
  func twentySuccessiveRequestsGetTheirResponsesInOrder() async throws {
    let listener = try listener()
    for number in 1...20 { _ = try await Visitor(listener).says(get("/\(number)", listener)) }
    #expect(heard.targets == (1...20).map { "/\($0)" })
  }

  @Test("closing a listener during a response still sends the whole response")
  func closingAListenerDuringAResponseStillSendsTheWholeResponse() async throws {
    let closing = Mutex<LoopbackListener?>(nil)
    let page = String(repeating: "x", count: 200_000)
    let made = LoopbackListener { _ in
      closing.withLock { $0?.close() }
      return LoopbackAnswer(status: 200, html: page)
    }
    let listener = try #require(made)
    closing.withLock { $0 = listener }
    let answer = try await Visitor(listener).says(get("/", listener))
    #expect(answer.hasSuffix(page))
    closing.withLock { $0 = nil }
  }

  @Test("a closed port accepts no connection and can be used again")
  func aClosedPortAcceptsNoConnectionAndCanBeUsedAgain() async throws {
    let listener = try listener()
    let waiting = try Visitor(listener)
    listener.close()
    listener.close()
    #expect(await waiting.hears() == "")
    #expect(throws: POSIXError.self) { try Visitor(listener) }
    #expect(heard.targets.isEmpty)
  }

  @Test("the listener accepts connections only to 127.0.0.1") func theListenerAcceptsConnectionsOnlyTo127001() throws {
    let listener = try listener()
    // 127.0.0.2 is another IP address of this computer. A listener on all addresses would accept this connection.
    #expect(throws: POSIXError.self) { try Visitor(listener, address: 0x7F00_0002) }
  }
}

private final class Heard: Sendable {
  private let list = Mutex<[String]>([])
  var targets: [String] { list.withLock { $0 } }
  func add(_ target: String) { list.withLock { $0.append(target) } }
}

/// A client that can send any bytes.
private final class Visitor: Sendable {
  private let socket: Int32

  init(_ listener: LoopbackListener, address host: UInt32 = 0x7F00_0001) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(listener.port).bigEndian
    address.sin_addr.s_addr = host.bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(socket) }

  /// Sends text. Returns false if the listener has disconnected.
  @discardableResult
  func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Returns the text that arrives until the listener disconnects. Waits on a separate thread.
  func hears() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(socket, &part, part.count, 0), count > 0 { bytes += part.prefix(count) }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  func says(_ text: String) async -> String {
    send(text)
    return await hears()
  }
}
