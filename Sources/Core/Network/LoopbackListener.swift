// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization
import class Foundation.Thread

/// Listens on a free port of 127.0.0.1 for the redirect of a browser sign-in (RFC 8252, section 7.3).
public final class LoopbackListener: Sendable {
  /// Creates the response to a GET request. It is called on the listener's thread.
  public typealias Answering = @Sendable (_ target: String) -> LoopbackAnswer

  public let port: Int
  /// The write end of a pipe. Closing it wakes the thread.
  private let wakeUpWriter: Int32
  private let isClosed = Atomic<Bool>(false)

  /// Opens the port; nil if no port is free. `patience` is the time limit of a connection.
  public init?(patience: Duration = .seconds(5), answer: @escaping Answering) {
    guard let (listener, port) = Self.listen() else { return nil }
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else {
      Glibc.close(listener)
      return nil
    }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.port = port
    wakeUpWriter = pipe[1]
    Thread.detachNewThread { [reader = pipe[0]] in
      var loop = LoopbackLoop(
        listener: listener, wakeUpReader: reader, port: port, patience: Int64(patience / .milliseconds(1)),
        answer: answer)
      loop.run()
    }
  }

  /// Stops accepting connections. The thread still finishes the responses that it is sending.
  public func close() {
    guard isClosed.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
    Glibc.close(wakeUpWriter)
  }

  deinit { close() }

  private static func listen() -> (Int32, Int)? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Glibc.listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isReady else {
      Glibc.close(listener)
      return nil
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }
}

public struct LoopbackAnswer: Hashable, Sendable {
  public let status: Int
  public let html: String

  public init(status: Int, html: String = "") {
    self.status = status
    self.html = html
  }
}

private struct LoopbackLoop {
  // The most open connections. A browser opens some in advance and may send its request on any of them.
  private static let mostConnections = 8
  private static let closingTime: Int64 = 1000

  let listener: Int32
  let wakeUpReader: Int32
  let port: Int
  /// The time limit of a connection, in milliseconds.
  let patience: Int64
  let answer: LoopbackListener.Answering
  private var connections: [LoopbackConnection] = []
  private var ends: Int64?

  init(listener: Int32, wakeUpReader: Int32, port: Int, patience: Int64, answer: @escaping LoopbackListener.Answering) {
    self.listener = listener
    self.wakeUpReader = wakeUpReader
    self.port = port
    self.patience = patience
    self.answer = answer
  }

  mutating func run() {
    while ends == nil || connections.contains(where: \.isBeingAnswered) {
      let now = Self.now
      guard ends.map({ now < $0 }) ?? true else { break }
      let ready = wait(from: now)
      if ready.isClosing { stop() }
      if ready.hasCaller { acceptConnection() }
      serve(ready.connections)
    }
    for connection in connections { connection.end() }
    if ends == nil { close(listener) }
    close(wakeUpReader)
  }

  private mutating func wait(from now: Int64) -> (isClosing: Bool, hasCaller: Bool, connections: Set<Int32>) {
    let isFull = ends != nil || connections.count >= Self.mostConnections
    var polled = [
      pollfd(fd: ends == nil ? wakeUpReader : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isFull ? -1 : listener, events: Int16(POLLIN), revents: 0),
    ]
    polled += connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
    let moments = connections.map(\.deadline) + (ends.map { [$0] } ?? [])
    let rest = moments.min().map { Int32(min(max($0 - now, 0), patience)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), rest) > 0 else { return (false, false, []) }
    let ready = polled.dropFirst(2).filter { $0.revents != 0 }.map(\.fd)
    return (polled[0].revents != 0, polled[1].revents != 0, Set(ready))
  }

  private mutating func stop() {
    ends = Self.now + Self.closingTime
    close(listener)
  }

  private mutating func acceptConnection() {
    let socket = accept(listener, nil, nil)
    guard socket >= 0 else { return }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    connections.append(LoopbackConnection(socket: socket, deadline: Self.now + patience))
  }

  private mutating func serve(_ ready: Set<Int32>) {
    let now = Self.now
    for index in connections.indices where ready.contains(connections[index].socket) {
      connections[index].proceed(port: port, answer: answer)
    }
    for connection in connections where connection.isDone || connection.deadline <= now { connection.end() }
    connections.removeAll { $0.isDone || $0.deadline <= now }
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

private struct LoopbackConnection {
  let socket: Int32
  let deadline: Int64
  private var head: [UInt8] = []
  /// The unsent bytes of the response. Nil until the head of the request is complete.
  private var rest: ArraySlice<UInt8>?
  private(set) var isDone = false

  init(socket: Int32, deadline: Int64) {
    self.socket = socket
    self.deadline = deadline
  }

  var isBeingAnswered: Bool { rest != nil && !isDone }
  var events: Int16 { Int16(rest == nil ? POLLIN : POLLOUT) }

  mutating func proceed(port: Int, answer: LoopbackListener.Answering) {
    if rest == nil { read(port: port, answer: answer) }
    if rest != nil { write() }
  }

  func end() {
    close(socket)
  }

  private mutating func read(port: Int, answer: LoopbackListener.Answering) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else {
      isDone = count == 0 || ![EAGAIN, EINTR].contains(errno)
      return
    }
    head += bytes.prefix(count)
    switch LoopbackRequest.reading(head, port: port) {
    case .incomplete: break
    case .refused(let status): send(LoopbackAnswer(status: status))
    case .target(let target): send(answer(target))
    }
  }

  private mutating func send(_ answer: LoopbackAnswer) {
    rest = answer.bytes[...]
  }

  private mutating func write() {
    guard let bytes = rest else { return }
    // MSG_NOSIGNAL prevents SIGPIPE when the connection is closed.
    let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard count > 0 else {
      isDone = ![EAGAIN, EINTR].contains(errno)
      return
    }
    rest = bytes.dropFirst(count)
    isDone = count == bytes.count
    // Read and ignore the bytes after the head. If they stayed unread, closing would reset the connection.
    if isDone {
      shutdown(socket, Int32(SHUT_WR))
      var dropped = [UInt8](repeating: 0, count: 65_536)
      _ = recv(socket, &dropped, dropped.count, 0)
    }
  }
}

extension LoopbackAnswer {
  // The HTTP response. Its headers forbid storing, scripts and a referrer: the page's URL contains the sign-in code.
  fileprivate var bytes: [UInt8] {
    let page = Array(html.utf8)
    let head = """
      HTTP/1.1 \(status) \(Self.phrases[status] ?? "Other")\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.count)\r
      Cache-Control: no-store\r
      Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      Connection: close\r
      \r

      """
    return Array(head.utf8) + page
  }

  private static let phrases = [
    200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 421: "Misdirected Request",
    431: "Request Header Fields Too Large",
  ]
}

private enum LoopbackRequest: Hashable {
  case incomplete
  case target(String)
  case refused(Int)

  static let limit = 16_384

  /// Parses the request line and headers (RFC 9112, sections 2 to 5).
  static func reading(_ bytes: [UInt8], port: Int) -> LoopbackRequest {
    guard let end = ending(of: bytes) else {
      if bytes.count > limit { return .refused(431) }
      return bytes.prefix(8).allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A }
        ? .incomplete : .refused(400)
    }
    guard end <= limit else { return .refused(431) }
    guard let text = String(validating: bytes[..<end], as: UTF8.self) else { return .refused(400) }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .refused(400) }
    // Prevent DNS rebinding: the browser sends a foreign host name here if that name resolves to 127.0.0.1.
    let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
    guard hosts.count == 1, hosts[0].dropFirst(5).filter({ $0 != " " && $0 != "\t" }) == "127.0.0.1:\(port)" else {
      return .refused(hosts.count == 1 ? 421 : 400)
    }
    return words[0] == "GET" ? .target(String(words[1])) : .refused(405)
  }

  private static func ending(of bytes: [UInt8]) -> Int? {
    let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }
}
