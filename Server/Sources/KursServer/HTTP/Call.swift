// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes

/// A request that has been read completely.
struct Call: Sendable {
  let method: HTTPRequest.Method
  let path: String
  let query: [String: String]
  let headers: HTTPFields
  var body: [UInt8] = []
  /// The caller's address. The attempt limits use it, and it is never logged.
  let address: CallerAddress

  /// Decodes the body as JSON. An empty body counts as an empty object.
  func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !body.isEmpty else { return try JSONText.read(type, from: Array("{}".utf8)) }
    try JSONScan.check(body)
    return try JSONText.read(type, from: body)
  }

  /// Returns a header's value; nil if it is not ASCII or longer than any header that the server uses.
  func header(_ name: HTTPField.Name) -> String? {
    headers[name].flatMap { $0.utf8.count <= 1024 && $0.utf8.allSatisfy { $0 < 0x80 } ? $0 : nil }
  }

  /// The token in `Authorization: Bearer …`.
  var bearer: String? {
    guard let value = header(.authorization), value.utf8.count > 7, value.prefix(7).lowercased() == "bearer " else {
      return nil
    }
    return value.dropFirst(7).trimmingSpaces
  }

  /// Returns the key in `Idempotency-Key` without the quotes of a structured field; nil if the header is missing.
  /// Throws a refusal if the key is malformed.
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

  /// Whether `If-None-Match` names this version, so that the caller already has it.
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
