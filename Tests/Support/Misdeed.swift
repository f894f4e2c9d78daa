// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
public import KursAPI
public import KursModel
import KursNetwork
public import KursWorkflow

/// A kind of misbehaviour of a server, and the failure that it must cause.
public struct Misdeed: Sendable {
  /// The failure that the misbehaviour must cause.
  public enum Verdict: Sendable {
    /// This exact error, from every provider.
    case api(APIError)
    /// A network failure: of the connection, or of the transfer.
    case broken
    case tooLarge
    /// The response is refused by its schema or while it is read.
    case document
    /// No failure is required. If there is one, it must name the provider.
    case any
  }

  public let name: String
  public let verdict: Verdict
  public let act: @Sendable (FakeConnection, _ good: [UInt8]) -> Void

  /// Creates a misbehaviour that runs `act` and then closes the connection.
  public init(_ name: String, _ verdict: Verdict, _ act: @escaping @Sendable (FakeConnection, [UInt8]) -> Void) {
    (self.name, self.verdict) = (name, verdict)
    self.act = { connection, good in
      act(connection, good)
      connection.hangUp()
    }
  }

  /// Creates a misbehaviour that sends a successful response with a wrong body.
  static func body(
    _ name: String, _ verdict: Verdict, headers: HTTPHeaders = [:], _ make: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> Misdeed {
    Misdeed(name, verdict) { $0.answer("200 OK", headers, make($1)) }
  }

  public static let bomb: [UInt8] = (try? gzip([UInt8](repeating: 0x20, count: 50_000_000))) ?? []

  public static let all: [Misdeed] = statuses + bodies + transfers

  static let statuses = [
    Misdeed("401", .api(.status(401))) { connection, _ in connection.answer("401 Unauthorized") },
    Misdeed("404", .api(.status(404))) { connection, _ in connection.answer("404 Not Found") },
    Misdeed("429 in seconds", .api(.tooManyRequests(retryAfter: 120))) { connection, _ in
      connection.answer("429 Too Many Requests", ["Retry-After": "120"])
    },
    Misdeed("429 by date", .api(.tooManyRequests(retryAfter: 150))) { connection, _ in
      connection.answer(
        "429 Too Many Requests",
        ["Retry-After": "Fri, 30 Oct 2026 17:02:30 GMT", "Date": "Fri, 30 Oct 2026 17:00:00 GMT"])
    },
    Misdeed("503 in seconds", .api(.unavailable(retryAfter: 120))) { connection, _ in
      connection.answer("503 Service Unavailable", ["Retry-After": "120"])
    },
    Misdeed("503 by date", .api(.unavailable(retryAfter: 150))) { connection, _ in
      connection.answer(
        "503 Service Unavailable",
        ["Retry-After": "Fri, 30 Oct 2026 17:02:30 GMT", "Date": "Fri, 30 Oct 2026 17:00:00 GMT"])
    },
    Misdeed("503 without a time", .api(.status(503))) { connection, _ in
      connection.answer("503 Service Unavailable")
    },
    Misdeed("500", .api(.status(500))) { connection, _ in connection.answer("500 Internal Server Error") },
    Misdeed("500 with a good body", .api(.status(500))) { $0.answer("500 Internal Server Error", [:], $1) },
    Misdeed("a circle", .api(.unreachable(.redirect))) { connection, _ in
      connection.answer("302 Found", ["Location": "/round"])
    },
  ]

  static let bodies: [Misdeed] = [
    .body("page", .document, headers: ["Content-Type": "text/html"]) { _ in
      Array("<!DOCTYPE html><html><body>Back soon</body></html>".utf8)
    },
    .body("success: false", .document) { _ in
      Array(#"{"success":false,"error":{"code":101,"type":"invalid_access_key"}}"#.utf8)
    },
    .body("empty", .document) { _ in [] },
    .body("half", .document) { Array($0.prefix($0.count / 2 + 7)) },
    .body("deep JSON", .document) { _ in [UInt8](repeating: UInt8(ascii: "["), count: 100_000) },
    .body("deep XML", .document) { _ in Array(String(repeating: "<a>", count: 100_000).utf8) },
    .body("another encoding", .document) { $0.flatMap { [$0, 0] } },
    .body("another content type", .any, headers: ["Content-Type": "image/png"]) { $0 },
    .body("byte order mark", .any) { [0xEF, 0xBB, 0xBF] + $0 },
    .body("twice", .any) { $0 + $0 },
    .body("10,000 digits", .any) { bytes in
      let point = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.lastIndex(of: UInt8(ascii: ",")) ?? 0
      return bytes[...point] + [UInt8](repeating: UInt8(ascii: "7"), count: 10_000) + bytes[(point + 1)...]
    },
    .body("duplicate keys", .any) { bytes in
      guard let brace = bytes.firstIndex(of: UInt8(ascii: "{")) else { return bytes }
      return bytes[...brace] + Array(#""twin":1,"twin":2,"#.utf8) + bytes[(brace + 1)...]
    },
    .body("gzip that is none", .broken, headers: ["Content-Encoding": "gzip"]) { $0 },
    .body("gzip bomb", .tooLarge, headers: ["Content-Encoding": "gzip"]) { _ in bomb },
  ]

  static let transfers: [Misdeed] = [
    Misdeed("cut", .broken) { $0.answer("200 OK", [:], Array($1.prefix($1.count / 2)), length: $1.count) },
    Misdeed("reset half-way", .broken) { connection, good in
      connection.answer("200 OK", [:], Array(good.prefix(good.count / 2)), length: good.count)
      connection.reset()
    },
    Misdeed("no answer", .broken) { connection, _ in connection.hangUp() },
    Misdeed("no HTTP", .broken) { connection, _ in _ = connection.send(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8)) },
    Misdeed("endless", .tooLarge) { connection, _ in
      connection.send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
      while connection.send(piece) {}
    },
    Misdeed("a byte a second", .api(.timedOut)) { connection, good in
      connection.send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
      for byte in good {
        guard connection.send([byte]) else { return }
        Thread.sleep(forTimeInterval: 1)
      }
    },
  ]
}

extension Misdeed.Verdict {
  /// Whether `failure` is expected. Nil means that nothing failed.
  ///
  /// `nothing`: the status by which the provider reports that it has no rates for a day.
  public func fits(_ failure: RatesFailure?, of id: ProviderID, nothing: Int?) -> Bool {
    switch (self, failure) {
    case (.any, nil): true
    case (.any, .document(id, _)?), (.any, .api(id, _)?), (.any, .future(id, _)?): true
    case (.document, .document(id, _)?), (.document, .api(id, .notJSON)?), (.document, .api(id, .refused)?): true
    case (.broken, .api(id, .broken)?), (.tooLarge, .api(id, .tooLarge)?): true
    case (.api(let expected), .api(id, let found)?): expected == found
    case (.api(.status(404)), nil): nothing == 404
    // The server responds with 404 for a table that the bank should have published by now.
    case (.api(.status(404)), .overdue(provider: id, since: _)?): true
    default: false
    }
  }
}
