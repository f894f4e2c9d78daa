// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// Decides what to do with the server's response, or with an error (RFC 9111 sections 3 and 4.3).
enum CacheOutcome: Equatable {
  case store(StoredResponse, HTTPResponse)
  case pass(HTTPResponse)
  /// The caller receives this response, and the cache deletes the outdated stored response.
  case forget(HTTPResponse)
  /// The server sent 304, but no stored response matches. The request must be repeated without a condition.
  case repeatWithoutCondition

  /// Decides about a response. `validated` is the stored response whose ETag or date is in the request's condition.
  init(
    _ response: HTTPResponse, to request: HTTPRequest, validated stored: StoredResponse?,
    fallback: StoredResponse?, requested: CacheInstant, received: CacheInstant
  ) {
    if response.status == 304, !request.hasOwnCondition {
      self = Self.notModified(response, request, stored, requested, received)
      return
    }
    if [500, 502, 503, 504].contains(response.status), let old = stored ?? fallback,  // guards C05: [500, 502, 503, 504].contains(response.status) => false
      let stale = old.answerOnError(to: request, now: received)
    {
      self = .pass(stale)
      return
    }
    // A server error or a partial response doesn't make the stored response outdated.
    let isNews = (stored ?? fallback) != nil && response.status < 500 && request.headers["Range"] == nil
    guard let names = Selection.names(response.headers), response.isStorable(for: request) else {
      self = isNews ? .forget(response) : .pass(response)
      return
    }
    var headers = StoredResponse.storable(response.headers)
    // By RFC 9110 section 6.6.1, the time of receipt replaces a missing Date.
    if headers["Date"] == nil { headers["Date"] = HTTPDate.text(received.wall / 1000) }
    let new = StoredResponse(
      url: response.url, status: response.status, headers: headers, body: response.body,
      selection: Selection.values(names, in: request), requested: requested, received: received)
    let isUseful = Freshness.lifetime(new) > 0 || new.hasValidator
    self = isUseful ? .store(new, response) : isNews ? .forget(response) : .pass(response)
  }

  init(
    _ error: NetworkError, to request: HTTPRequest, stored: StoredResponse?, now: CacheInstant
  ) throws(NetworkError) {
    guard let stored, error.isUnreachability else { throw error }
    if let stale = stored.answerOnError(to: request, now: now) {
      self = .pass(stale)
    } else if stored.forbidsStale {
      // RFC 9111 section 5.2.2.2 requires 504 if the server is unreachable and a stale response is forbidden.
      self = .pass(HTTPResponse(status: 504, url: request.url))
    } else {
      throw error
    }
  }

  private static func notModified(
    _ response: HTTPResponse, _ request: HTTPRequest, _ stored: StoredResponse?, _ requested: CacheInstant,
    _ received: CacheInstant
  ) -> CacheOutcome {
    guard let stored, response.validates(stored) else { return .repeatWithoutCondition }  // guards C20: response.validates(stored) => true
    let updated = stored.updated(by: response.headers, requested: requested, received: received)
    let answer = HTTPResponse(
      status: updated.status, headers: updated.headers, body: updated.body, url: updated.url)
    return .store(updated, answer)
  }
}

extension HTTPResponse {
  /// Whether a private cache may store the response to this request (RFC 9111 section 3).
  fileprivate func isStorable(for request: HTTPRequest) -> Bool {
    let control = CacheControl(headers)
    guard request.method == .get, request.headers["Range"] == nil, request.hasKnownOwner,
      status != 206, status != 304, status >= 200, !CacheControl(request.headers).has("no-store")
    else { return false }
    if control.has("must-understand") {
      guard Freshness.guessable.contains(status) else { return false }
    } else if control.has("no-store") {  // guards C02: control.has("no-store") => false
      return false
    }
    return headers["Expires"] != nil || Freshness.guessable.contains(status)
      || ["max-age", "public", "private"].contains { control.has($0) }
  }

  /// Whether the 304 belongs to the stored response: one of their entity tags is missing, or both are weakly equal.
  fileprivate func validates(_ stored: StoredResponse) -> Bool {
    guard let tag = headers["ETag"], let have = stored.headers["ETag"] else { return true }
    return tag.withoutWeakness == have.withoutWeakness
  }
}

extension StoredResponse {
  fileprivate var forbidsStale: Bool {
    control.has("must-revalidate") || control.has("no-cache")  // guards C04: control.has("must-revalidate") => false
  }

  /// Returns the stale response if it may be used while the server fails (RFC 5861 section 4), or nil.
  fileprivate func answerOnError(to request: HTTPRequest, now: CacheInstant) -> HTTPResponse? {
    let (freshness, directives) = (Freshness(self, now: now), CacheControl(request.headers))
    guard !directives.has("no-cache") else { return nil }
    let allowed = [control, directives].compactMap { $0.seconds("stale-if-error") }.max()
    guard !forbidsStale, let allowed, freshness.staleness < allowed * 1000 else { return nil }  // guards C05: freshness.staleness < allowed * 1000 => true
    return response(to: request, freshness)
  }
}

extension NetworkError {
  fileprivate var isUnreachability: Bool {
    switch self {
    case .resolve, .connect, .proxyUnreachable, .proxyRefused, .timedOut, .connectionLost, .truncated: true
    default: false
    }
  }
}

extension String {
  fileprivate var withoutWeakness: Substring {
    hasPrefix("W/") ? dropFirst(2) : self[...]
  }
}
