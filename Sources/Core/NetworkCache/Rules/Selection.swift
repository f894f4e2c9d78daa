// SPDX-License-Identifier: GPL-3.0-or-later

import KursNetwork

/// The request headers by which the server selected a response (RFC 9111 section 4.1). Known formats are normalised.
enum Selection {
  /// Returns the names in Vary in lower case. Nil for `*`, which matches no request.
  static func names(_ headers: HTTPHeaders) -> [String]? {
    let names = (headers.combined("Vary") ?? "").listMembers().map { $0.lowercased() }
    return names.contains("*") ? nil : names  // guards C06: names.contains("*") => false
  }

  static func values(_ names: [String], in request: HTTPRequest) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = request.headers.combined(name).map { normal(name, $0) } }
    return values
  }

  static func matches(_ stored: StoredResponse, _ request: HTTPRequest) -> Bool {
    guard let names = names(stored.headers) else { return false }
    let wanted = values(names, in: request)
    return names.allSatisfy { name in
      wanted[name] == stored.selection[name] || (name == "accept-language" && isFirstChoice(stored, request))  // guards C06: wanted[name] == stored.selection[name] => true
    }
  }

  // Returns a value for comparison: without spaces, and languages also in lower case and sorted by weight.
  private static func normal(_ name: String, _ value: String) -> String {
    guard name == "accept-language" else { return value.listMembers().joined(separator: ",") }
    return languages(value).map { "\($0.tag);q=\($0.weight)" }.joined(separator: ",")
  }

  /// Whether the stored response is in the request's preferred language, which the server would choose too.
  private static func isFirstChoice(_ stored: StoredResponse, _ request: HTTPRequest) -> Bool {
    guard let have = stored.headers["Content-Language"]?.lowercased(),
      let value = request.headers.combined("Accept-Language")
    else { return false }
    let wanted = languages(value)
    return wanted.first?.tag == have && (wanted.count < 2 || wanted[0].weight > wanted[1].weight)
  }

  private static func languages(_ value: String) -> [(tag: String, weight: Int)] {
    value.lowercased().listMembers().map { member in
      let parts = member.split(separator: ";").map { String($0).trimmingSpace() }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { thousandths($0.dropFirst(2)) }
      return (parts.first ?? "", weight ?? 1000)
    }.sorted { ($1.weight, $0.tag) < ($0.weight, $1.tag) }
  }

  // Reads a weight such as `0.8` in thousandths, with up to three decimals (RFC 9110 section 12.4.2). Otherwise nil.
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int($0) }), parts.count <= 2 else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard fraction.count <= 3 else { return nil }
    return min(1000, whole * 1000 + (Int(fraction + String(repeating: "0", count: 3 - fraction.count)) ?? 0))
  }
}

/// Decides which stored responses become invalid or change after a request such as POST or HEAD.
enum Consequences {
  /// Returns the URLs that a successful request invalidates (RFC 9111 section 4.4). All have the request's origin.
  static func invalidated(by response: HTTPResponse, to request: HTTPRequest) -> [String] {
    guard !request.method.isSafe, (200..<400).contains(response.status), let origin = Origin(of: request.url)  // guards C08: (200..<400).contains(response.status) => true
    else { return [] }
    let named = ["Location", "Content-Location"].compactMap { response.headers[$0] }
      .compactMap { Origin.resolve($0, against: request.url) }
      .filter { Origin(of: $0) == origin }  // guards C08: Origin(of: $0) == origin => true
    return [request.url] + named  // guards C08: [request.url] + named => []
  }

  /// Returns a stored GET response with a HEAD's headers (RFC 9111 section 4.3.5). Nil if `stored` is outdated.
  static func updated(
    _ stored: StoredResponse, by response: HTTPResponse, requested: CacheInstant, received: CacheInstant
  ) -> StoredResponse? {
    let agrees = ["ETag", "Last-Modified", "Content-Length"].allSatisfy { name in
      response.headers[name] == nil || response.headers[name] == stored.headers[name]
    }
    guard agrees else { return nil }
    return stored.updated(by: response.headers, requested: requested, received: received)
  }
}
