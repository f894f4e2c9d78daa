// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// Decides how to answer a request with stored responses (RFC 9111 section 4).
enum CacheDecision: Equatable {
  /// The stored response is the answer. If `refresh`, it is also validated in the background.
  case answer(StoredResponse, HTTPResponse, refresh: Bool)
  case validate(StoredResponse, HTTPRequest)
  /// The server must answer. `fallback` may be used only if the server is unreachable.
  case forward(fallback: StoredResponse?)
  case unavailable

  init(_ request: HTTPRequest, among candidates: [StoredResponse], now: CacheInstant) {
    let directives = CacheControl(request.headers)
    let newest = candidates.filter { Selection.matches($0, request) }
      .max { ($0.received.wall, $0.received.running) < ($1.received.wall, $1.received.running) }
    guard let stored = newest, !directives.has("no-store"), !request.hasOwnCondition, request.hasKnownOwner else {
      self = directives.has("only-if-cached") ? .unavailable : .forward(fallback: nil)
      return
    }
    let freshness = Freshness(stored, now: now)
    let verdict = Verdict(stored, freshness, directives)
    if verdict != .mustAsk, let response = stored.response(to: request, freshness) {
      self = .answer(stored, response, refresh: verdict == .mayAnswerOnce)
    } else if directives.has("only-if-cached") {
      self = .unavailable
    } else if let conditional = request.conditional(on: stored) {
      self = .validate(stored, conditional)
    } else {
      self = .forward(fallback: stored)
    }
  }
}

private enum Verdict {
  case mayAnswer
  /// The response is stale, but may be used while the server sends a new one (RFC 5861 section 3).
  case mayAnswerOnce
  case mustAsk

  init(_ stored: StoredResponse, _ freshness: Freshness, _ directives: CacheControl) {
    let control = stored.control
    let isUnqualifiedNoCache = control.has("no-cache") && control.fieldNames("no-cache") == nil  // guards C03: control.has("no-cache") && control.fieldNames("no-cache") == nil => false
    guard !isUnqualifiedNoCache, !directives.has("no-cache") else {
      self = .mustAsk
      return
    }
    guard freshness.isFresh else {
      self = Self.ofStale(control, freshness, directives)
      return
    }
    // By RFC 8246, a reload (max-age=0) needs no request if the stored response is immutable.
    let limit = directives.seconds("max-age").map { $0 == 0 && control.has("immutable") ? .max : $0 * 1000 }
    let reserve = (directives.seconds("min-fresh") ?? 0) * 1000
    let isYoung = freshness.age <= limit ?? .max && freshness.lifetime - freshness.age >= reserve
    self = isYoung && limit != 0 ? .mayAnswer : .mustAsk
  }

  private static func ofStale(
    _ control: CacheControl, _ freshness: Freshness, _ directives: CacheControl
  ) -> Verdict {
    guard !control.has("must-revalidate"), !directives.has("max-age"), !directives.has("min-fresh") else {
      return .mustAsk
    }
    if directives.has("max-stale") {
      let accepted = directives.argument("max-stale").map { (DeltaSeconds.value($0) ?? 0) * 1000 } ?? .max
      if freshness.staleness <= accepted { return .mayAnswer }
    }
    let window = (control.seconds("stale-while-revalidate") ?? 0) * 1000
    return freshness.staleness < window ? .mayAnswerOnce : .mustAsk
  }
}

extension HTTPRequest {
  /// Whether the cache may store the response to this request. False for credentials without a member in `partition`.
  var hasKnownOwner: Bool {
    headers["Authorization"] == nil || partition != nil
  }

  /// Whether the caller set its own condition, such as If-None-Match. Then the server must answer.
  var hasOwnCondition: Bool {
    ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]
      .contains { headers[$0] != nil }
  }

  /// Returns the request with a condition, so that the server can send 304. Nil without ETag and Last-Modified.
  func conditional(on stored: StoredResponse) -> HTTPRequest? {
    // A 304 would confirm the whole stored response, but a Range request needs a part of it.
    guard method == .get, stored.hasValidator, headers["Range"] == nil else { return nil }
    var conditional = self
    conditional.headers["If-None-Match"] = stored.headers["ETag"]  // guards C03, C14
    conditional.headers["If-Modified-Since"] = stored.headers["Last-Modified"]
    return conditional
  }
}
