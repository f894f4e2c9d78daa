// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// The effect of an answer to POST, PUT or another unsafe method on stored answers.
enum Consequences {
  /// The addresses that a command's success makes invalid (RFC 9111 section 4.4), never another origin's.
  static func invalidated(by response: HTTPResponse, to request: HTTPRequest) -> [String] {
    guard !request.method.isSafe, (200..<400).contains(response.status), let origin = Origin(of: request.url)  // guards C08: (200..<400).contains(response.status) => true
    else { return [] }
    let named = ["Location", "Content-Location"].compactMap { response.headers[$0] }
      .compactMap { Origin.resolve($0, against: request.url) }
      .filter { Origin(of: $0) == origin }  // guards C08: Origin(of: $0) == origin => true
    return [request.url] + named  // guards C08: [request.url] + named => []
  }

  /// A HEAD's news for a stored GET (RFC 9111 section 4.3.5): the updated answer, or nil when it is outdated.
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
