// SPDX-License-Identifier: GPL-3.0-or-later

/// A URI reference in its five parts (RFC 3986). Section 5 of the RFC defines `resolved`.
struct URIReference: Sendable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = Substring(text)
    fragment = Self.split(&rest, from: "#")
    query = Self.split(&rest, from: "?")
    if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/"), colon > rest.startIndex {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  private static func split(_ rest: inout Substring, from mark: Character) -> String? {
    guard let start = rest.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<start] }
    return String(rest[rest.index(after: start)...])
  }

  var identifier: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
      + (query.map { "?" + $0 } ?? "")
  }

  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = Self.withoutDots(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil { return target }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.hasPrefix("/") {
      target.path = Self.withoutDots(path)
    } else {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] }
      target.path = Self.withoutDots((folder.map(String.init) ?? (base.authority == nil ? "" : "/")) + path)
    }
    return target
  }

  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") || path.hasPrefix(".") else { return path }
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      if part == ".." {
        if kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
      } else if part != "." {
        kept.append(part)
      }
      if place == parts.count - 1, part == "." || part == ".." { kept.append("") }
    }
    return kept.joined(separator: "/")
  }

  /// The fragment without percent escapes. Nil if an escape is invalid.
  var plainFragment: String? {
    var plain: [UInt8] = []
    var bytes = Array((fragment ?? "").utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let value = UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16), bytes.count > 1
        else { return nil }
        plain.append(value)
        bytes = bytes.dropFirst(2)
      } else {
        plain.append(byte)
      }
    }
    return String(validating: plain, as: UTF8.self)
  }
}
