// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import KursNetwork
import Synchronization

/// A client's connection to a `FakeServer`.
public final class FakeConnection: Sendable {
  private let socket: Int32
  private let isOpen = Atomic<Bool>(true)
  private let unread = Mutex<[UInt8]>([])

  init(socket: Int32) {
    self.socket = socket
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads the next request. Returns nil if the client has disconnected.
  func readRequest() -> HTTPRequest? {
    unread.withLock { buffer in
      var end: Int?
      while end == nil {
        end = buffer.endOfHead
        if end == nil, !fill(&buffer) { return nil }
      }
      let head = String(decoding: buffer.prefix(end ?? 0), as: UTF8.self)
      buffer.removeFirst(end ?? 0)
      var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
      let words = lines.removeFirst().split(separator: " ")
      guard words.count == 3 else { return nil }
      var headers = HTTPHeaders()
      for line in lines {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        headers.add(String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
      }
      let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
      while buffer.count < length { guard fill(&buffer) else { return nil } }
      let body = Array(buffer.prefix(length))
      buffer.removeFirst(length)
      return HTTPRequest(HTTPMethod(rawValue: String(words[0])), String(words[1]), headers: headers, body: body)
    }
  }

  /// Sends bytes. Returns false if the client has disconnected.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress! + sent, bytes.count - sent) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Sends a complete response. `length`: a false content length for the header.
  public func answer(
    _ status: String = "200 OK", _ headers: HTTPHeaders = [:], _ body: [UInt8] = [], length: Int? = nil
  ) {
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    send(Array("HTTP/1.1 \(status)\r\n\(lines)Content-Length: \(length ?? body.count)\r\n\r\n".utf8) + body)
  }

  /// Waits until the client disconnects. Used after a response that never ends.
  public func waitForClientToLeave() {
    var byte: UInt8 = 0
    while recv(socket, &byte, 1, 0) > 0 {}
  }

  /// Closes the connection normally, without a TCP reset.
  public func hangUp() {
    guard isOpen.exchange(false, ordering: .relaxed) else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  /// Ends the connection with a TCP reset.
  public func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    guard isOpen.exchange(false, ordering: .relaxed) else { return }
    close(socket)
  }

  private func fill(_ buffer: inout [UInt8]) -> Bool {
    guard isOpen.load(ordering: .relaxed) else { return false }
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &piece, piece.count, 0)
    guard count > 0 else { return false }
    buffer += piece.prefix(count)
    return true
  }
}

extension [UInt8] {
  /// The position after the empty line that ends a head. Nil if the head is incomplete.
  fileprivate var endOfHead: Int? {
    guard count >= 4 else { return nil }
    return indices.dropLast(3).first { self[$0...].starts(with: [13, 10, 13, 10]) }.map { $0 + 4 }
  }
}
