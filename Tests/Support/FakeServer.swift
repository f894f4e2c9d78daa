// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
public import KursNetwork
import Synchronization

/// The HTTP server of the tests. It records each request, and a closure responds.
///
/// It is a transport, so it needs no socket. For tests of libcurl, `listening` and `sendingBytes` open a port too.
public final class FakeServer: Transport {
  /// Returns a response. An empty `url` becomes that of the request. With a socket, an error closes the connection.
  public typealias Answer = @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse
  /// Sends any bytes, even invalid ones. May block, because each connection has a separate thread.
  public typealias Behaviour = @Sendable (FakeConnection, HTTPRequest) -> Void

  private struct State {
    var answer: Answer
    var behaviour: Behaviour?
    var requests: [HTTPRequest] = []
    var connectionCount = 0
  }

  private let state: Mutex<State>
  private let listener: Int32
  /// The open port. 0 if the server doesn't listen.
  public let port: UInt16

  public init(_ answer: @escaping Answer) {
    state = Mutex(State(answer: answer))
    (listener, port) = (-1, 0)
  }

  /// Creates a server that gives the same response to every request.
  public convenience init(_ response: HTTPResponse) {
    self.init { _ in response }
  }

  public convenience init(failing error: NetworkError) {
    self.init { _ throws(NetworkError) in throw error }
  }

  private init(listening state: State) throws {
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (bound, named) = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        (bind(listener, $0, length), getsockname(listener, $0, &length))
      }
    }
    guard bound == 0, named == 0, listen(listener, 512) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    self.state = Mutex(state)
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    // The thread retains the server. Otherwise Swift may release the server after the test's last use of it, before a
    // request arrives.
    Thread.detachNewThread { self.acceptAll() }
  }

  /// Listens on a free port of 127.0.0.1 until it is stopped.
  public static func listening(
    _ answer: @escaping Answer = { _ in HTTPResponse(status: 404, url: "") }
  ) throws -> FakeServer {
    try FakeServer(listening: State(answer: answer))
  }

  /// Listens like `listening`, but the closure sends the exact bytes of the response.
  public static func sendingBytes(_ behaviour: @escaping Behaviour) throws -> FakeServer {
    try FakeServer(listening: State(answer: { _ in HTTPResponse(status: 404, url: "") }, behaviour: behaviour))
  }

  public func answer(_ answer: @escaping Answer) {
    state.withLock { ($0.answer, $0.behaviour) = (answer, nil) }
  }

  public func sendBytes(_ behaviour: @escaping Behaviour) {
    state.withLock { $0.behaviour = behaviour }
  }

  public var address: String { "http://127.0.0.1:\(port)" }
  /// The requests in order. With a socket, `url` is the request's target, such as "/latest?base=EUR".
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }
  public var urls: [String] { requests.map(\.url) }
  public var connectionCount: Int { state.withLock { $0.connectionCount } }

  public func forgetRequests() {
    state.withLock { $0.requests = [] }
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    let answer = record(request).answer
    var response = try await answer(request)
    if response.url.isEmpty { response.url = request.url }
    return response
  }

  /// Closes the port. Open connections continue.
  public func stop() {
    // The accepting thread closes the socket. If this thread closed it, another server could get the socket's number
    // while the accepting thread still uses that number.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func record(_ request: HTTPRequest) -> State {
    state.withLock { state in
      state.requests.append(request)
      return state
    }
  }

  private func acceptAll() {
    while true {
      let accepted = accept(listener, nil, nil)
      guard accepted >= 0 else {
        close(listener)
        return
      }
      // Other tests start openssl and gzip at the same time. Those programs must not inherit the connection.
      _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
      state.withLock { $0.connectionCount += 1 }
      Thread.detachNewThread { self.serve(FakeConnection(socket: accepted)) }
    }
  }

  private func serve(_ connection: FakeConnection) {
    while let request = connection.readRequest() {
      let state = record(request)
      if let behaviour = state.behaviour {
        behaviour(connection, request)
      } else if let response = Self.wait(for: state.answer, to: request) {
        connection.answer("\(response.status) Status", response.headers, request.method == .head ? [] : response.body)
      } else {
        break
      }
    }
    connection.hangUp()
  }

  /// Blocks the connection's thread until the response exists. Returns nil after an error.
  private static func wait(for answer: @escaping Answer, to request: HTTPRequest) -> HTTPResponse? {
    let slot = Slot()
    // A closure that awaits nothing responds at once on this thread, even if all threads of other tasks are busy.
    Task.immediate {
      let response = try? await answer(request)
      slot.response.withLock { $0 = response }
      slot.isFilled.signal()
    }
    slot.isFilled.wait()
    return slot.response.withLock { $0 }
  }

  private final class Slot: Sendable {
    let response = Mutex<HTTPResponse?>(nil)
    let isFilled = DispatchSemaphore(value: 0)
  }
}

extension HTTPRequest {
  public var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPResponse {
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns a response with the status 200.
  public static func ok(_ text: String = "body", _ headers: HTTPHeaders = [:]) -> HTTPResponse {
    HTTPResponse(status: 200, headers: headers, body: Array(text.utf8), url: "")
  }
}
