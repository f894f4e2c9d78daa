// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes

struct Call: Sendable {
  let method: HTTPRequest.Method
  let path: String
  let query: [String: String]
  let headers: HTTPFields
  var authority: String?
  var body: [UInt8] = []
  /// The caller's IP address, by which attempts are counted and limited. It is never logged.
  let address: CallerAddress

  /// Decodes the body. An empty body counts as an empty JSON object.
  func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !body.isEmpty else { return try JSONText.read(type, from: Array("{}".utf8)) }
    try JSONScan.check(body)
    return try JSONText.read(type, from: body)
  }

  /// Refuses requests from a page of another site (CSRF), because a browser sends them without asking the user.
  func checkOrigin() throws {
    if let site = named("Sec-Fetch-Site"), !["same-origin", "none"].contains(site.lowercased()) {
      throw Refusal(.foreignOrigin)
    }
    guard let origin = headers[.origin] else { return }
    let hosts = [authority, named("X-Forwarded-Host")].compactMap { $0?.lowercased() }
    guard let host = origin.lowercased().split(separator: "://", maxSplits: 1).last.map(String.init), origin.contains("://"),
      hosts.contains(host)
    else { throw Refusal(.foreignOrigin) }
  }

  /// Refuses a request whose content type isn't JSON. A form on another site can't send that content type.
  func checkJSON() throws {
    guard let type = headers[.contentType] else {
      guard headers[.contentLength] ?? "0" == "0", headers[.transferEncoding] == nil else { throw Refusal(.notJSON) }
      return
    }
    let bare = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard bare == "application/json" else { throw Refusal(.notJSON) }
  }

  private func named(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  /// Returns a header, or nil if it isn't ASCII or is longer than any header that the server needs.
  func header(_ name: HTTPField.Name) -> String? {
    headers[name].flatMap { $0.utf8.count <= 1024 && $0.utf8.allSatisfy { $0 < 0x80 } ? $0 : nil }
  }

  var bearer: String? {
    guard let value = header(.authorization), value.utf8.count > 7, value.prefix(7).lowercased() == "bearer " else {
      return nil
    }
    return value.dropFirst(7).trimmingSpaces
  }

  /// Returns the idempotency key without quotes, or nil if the header is missing. Throws if the header is malformed.
  func idempotencyKey() throws -> String? {
    guard let name = HTTPField.Name("Idempotency-Key"), headers[name] != nil else { return nil }
    guard let value = header(name) else { throw Refusal(.malformed, .init(field: "Idempotency-Key")) }
    let bare =
      value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1 ? value.dropFirst().dropLast() : value[...]
    guard (1...100).contains(bare.utf8.count), bare.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 }) else {
      throw Refusal(.malformed, .init(field: "Idempotency-Key"))
    }
    return String(bare)
  }

  func has(tag: String) -> Bool {
    guard let value = header(.ifNoneMatch) else { return false }
    return value.split(separator: ",").map(\.trimmingSpaces).contains {
      $0 == "*" || $0 == "\"\(tag)\"" || $0 == "W/\"\(tag)\""
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
