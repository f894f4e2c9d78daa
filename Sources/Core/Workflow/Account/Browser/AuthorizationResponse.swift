// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The browser's answer (RFC 6749, sections 4.1.2 and 4.1.2.1).
enum AuthorizationResponse: Hashable, Sendable {
  case code(Secret)
  /// The person, or the provider, said no.
  case denied
  /// Any other error, by its code.
  case failed(String)
  /// An answer to another sign-in, or made up: a page in the same browser can call the port too.
  case strange
  /// No answer at all: the browser asks for an icon, say.
  case elsewhere

  /// `target`: path and query as they came.
  init(_ target: String, to request: AuthorizationRequest) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == AuthorizationRequest.path else {
      self = .elsewhere
      return
    }
    self = Query(parts.count == 2 ? parts[1] : "").flatMap { Self.reading($0, request) } ?? .strange
  }

  private static func reading(_ query: Query, _ request: AuthorizationRequest) -> Self? {
    guard query["state"] == request.state else { return nil }
    // RFC 9207: a provider that names itself names the one that was asked.
    guard query["iss"] == nil || query["iss"] == request.provider.issuer else { return nil }
    switch (query["code"], query["error"]) {
    case (let code?, nil) where (1...2048).contains(code.utf8.count): return .code(Secret(code))
    case (nil, "access_denied"): return .denied
    // Codes of errors are of few letters (RFC 6749, section 4.1.2.1); anything else is not repeated.
    case (nil, let error?):
      return .failed(error.utf8.allSatisfy { (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) } ? error : "")
    default: return nil
    }
  }
}

/// A query, each name in it once (RFC 6749, section 3.1).
private struct Query {
  private var values: [String: String] = [:]

  init?(_ text: Substring) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Self.decoded(parts[0]), let value = Self.decoded(parts[1]),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let decoded = UInt8(digits, radix: 16), digits.first != "+" else { return nil }
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
