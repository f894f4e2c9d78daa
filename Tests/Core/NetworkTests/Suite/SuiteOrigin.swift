// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import Synchronization
import TestSupport

/// The origin server that the suite's tests describe.
final class SuiteOrigin: Sendable {
  /// A request as the origin received it, and its response.
  struct Exchange: Sendable {
    var number: Int
    var method: String
    var headers: HTTPHeaders
    /// Header fields that the client must receive as sent.
    var checked: [HTTPHeaders.Field] = []
    var sent: [HTTPHeaders.Field] = []
  }

  private struct Run {
    var requests: [SuiteRequest]
    var seen: [Exchange] = []
  }

  private let runs = Mutex<[String: Run]>([:])
  private let server = Mutex<FakeServer?>(nil)

  init() throws {
    let started = try FakeServer.sendingBytes { [self] connection, request in serve(connection, request) }
    server.withLock { $0 = started }
  }

  var url: String { server.withLock { $0?.address ?? "" } }

  func stop() {
    server.withLock { $0?.stop() }
  }

  /// Registers a test under its id.
  func add(_ id: String, _ requests: [SuiteRequest]) {
    runs.withLock { $0[id] = Run(requests: requests) }
  }

  func seen(_ id: String) -> [Exchange] {
    runs.withLock { $0[id]?.seen ?? [] }
  }

  private func serve(_ connection: FakeConnection, _ request: HTTPRequest) {
    let path = request.url.prefix { $0 != "?" }.split(separator: "/")
    guard path.count >= 2, let (number, entry, exchanges) = note(request, String(path[1])) else {
      return connection.answer("404 Not Found")
    }
    // Some tests of the suite request a pause before the response.
    if let pause = entry.response_pause { Thread.sleep(forTimeInterval: Double(pause)) }
    if entry.disconnect == true { return connection.hangUp() }
    let id = String(path[1])
    // The time is rounded down to milliseconds, as in `Server-Now`. Otherwise formatted dates could be a second
    // later.
    let now = (Date().timeIntervalSince1970 * 1000).rounded(.down) / 1000
    let headers = self.headers(entry, id, number, exchanges.map(\.number), now)
    record(id, number, headers.fields.map(\.field), headers.fields.filter(\.isChecked).map(\.field))
    let status = self.status(entry, request, number, exchanges, id)
    var lines = headers.fields.map { "\($0.field.name): \($0.field.value)\r\n" }.joined() + headers.own
    let hasNoBody = status.hasPrefix("204") || status.hasPrefix("304")
    let body = hasNoBody ? [] : Array((entry.response_body?.text ?? id).utf8)
    // If a test states a length or a transfer coding, the connection is closed after the body. A stated length may be
    // wrong, and after a coding other than chunked, only the end of the connection ends the body (RFC 9112 section
    // 6.3).
    let stated = headers.fields.contains { field in
      ["Content-Length", "Transfer-Encoding"].contains { field.field.name.isSameFieldName(as: $0) }
    }
    if !stated, !hasNoBody { lines += "Content-Length: \(body.count)\r\n" }
    connection.send(Array("HTTP/1.1 \(status)\r\n\(lines)\r\n".utf8) + (request.method == .head ? [] : body))
    if stated { connection.hangUp() }
  }

  private func note(_ request: HTTPRequest, _ id: String) -> (Int, SuiteRequest, [Exchange])? {
    runs.withLock { runs in
      guard let run = runs[id] else { return nil }
      let number = request.headers["Req-Num"].flatMap { Int($0) } ?? run.seen.count + 1
      guard run.requests.indices.contains(number - 1) else { return nil }
      runs[id]?.seen.append(Exchange(number: number, method: request.method.rawValue, headers: request.headers))
      return (number, run.requests[number - 1], runs[id]?.seen ?? [])
    }
  }

  private func record(
    _ id: String, _ number: Int, _ sent: [HTTPHeaders.Field], _ checked: [HTTPHeaders.Field]
  ) {
    runs.withLock { runs in
      guard let index = runs[id]?.seen.lastIndex(where: { $0.number == number }) else { return }
      runs[id]?.seen[index].sent = sent
      runs[id]?.seen[index].checked = checked
    }
  }

  private func headers(
    _ entry: SuiteRequest, _ id: String, _ number: Int, _ numbers: [Int], _ now: Double
  ) -> (fields: [(field: HTTPHeaders.Field, isChecked: Bool)], own: String) {
    let base = "\(url)/test/\(id)"
    let fields = (entry.response_headers ?? []).map { field in
      let value = SuiteDates.value(field, now: now, rfc850: entry.rfc850date ?? [])
      let isLocation = ["location", "content-location"].contains(field.name.lowercased())
      let text =
        isLocation && entry.magic_locations == true ? (value.isEmpty ? base : "\(base)/\(value)") : value
      return (HTTPHeaders.Field(name: field.name, value: text), field.rest.last != .flag(false))
    }
    var own =
      "Server-Base-Url: \(base)\r\nServer-Request-Count: \(numbers.count)\r\n"
      + "Client-Request-Count: \(number)\r\nServer-Now: \(Int(now * 1000))\r\n"
      + "Request-Numbers: \(numbers.map(String.init).joined(separator: " "))\r\n"
    if !fields.contains(where: { $0.0.name.isSameFieldName(as: "Content-Type") }) {
      own += "Content-Type: text/plain\r\n"
    }
    return (fields, own)
  }

  private func status(
    _ entry: SuiteRequest, _ request: HTTPRequest, _ number: Int, _ exchanges: [Exchange], _ id: String
  ) -> String {
    guard entry.expected_type?.hasSuffix("validated") == true else {
      return entry.response_status.map { $0.map(\.text).joined(separator: " ") } ?? "200 OK"
    }
    let before = runs.withLock { $0[id]?.requests[max(0, number - 2)].response_headers } ?? []
    let matches = [("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")].contains { pair in
      guard let asked = request.headers[pair.0] else { return false }
      let written = before.first { $0.name.isSameFieldName(as: pair.1) }?.rest.first?.text
      let sent = exchanges.dropLast().flatMap(\.sent).last { $0.name.isSameFieldName(as: pair.1) }?.value
      return asked == written || asked == sent
    }
    return matches ? "304 Not Modified" : "999 304 Not Generated"
  }
}

/// Formats the suite's dates, which are given as seconds from the origin's current time.
enum SuiteDates {
  private static let names = ["date", "expires", "last-modified", "if-modified-since", "if-unmodified-since"]

  static func value(_ field: SuiteField, now: Double, rfc850: [String] = []) -> String {
    guard case .number(let seconds)? = field.rest.first, names.contains(field.name.lowercased()) else {
      return field.rest.first?.text ?? ""
    }
    return text(now + Double(seconds), isRFC850: rfc850.contains(field.name.lowercased()))
  }

  // The cache's own date formatter is not used, because these tests must check it.
  private static func text(_ seconds: Double, isRFC850: Bool) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = isRFC850 ? "EEEE, dd-MMM-yy HH:mm:ss 'GMT'" : "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: Date(timeIntervalSince1970: seconds))
  }
}
