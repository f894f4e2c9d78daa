// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

struct LoopbackConnection {
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
