// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import KursNetwork
import KursStorage

struct StoredResponse: Equatable, Sendable {
  var url: String
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]
  /// The normalised request headers that Vary names.
  var selection: [String: String]
  /// The time at which the request, or the last validation, was sent.
  var requested: CacheInstant
  var received: CacheInstant

  var control: CacheControl { CacheControl(headers) }

  var variant: String {
    selection.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  var size: Int {
    headers.reduce(body.count + url.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  var hasValidator: Bool {
    headers["ETag"] != nil || headers["Last-Modified"] != nil
  }
}

extension StoredResponse {
  /// Returns the headers without headers of the connection, which must not be stored (RFC 9111 section 3.1).
  static func storable(_ headers: HTTPHeaders) -> HTTPHeaders {
    let connection = [
      "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authentication-Info",
      "Proxy-Authorization", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    ]
    let listed = (headers.combined("Connection") ?? "").listMembers()
    return headers.without(connection + listed)
  }

  /// Returns the response with headers from a 304, except headers about the stored body (RFC 9111 section 3.2).
  func updated(by fresh: HTTPHeaders, requested: CacheInstant, received: CacheInstant) -> StoredResponse {
    let bound = ["Content-Length", "Content-Encoding", "Content-Range"]  // guards C09: ["Content-Length", "Content-Encoding", "Content-Range"] => []
    var updated = self
    let fields = Self.storable(fresh).without(bound)
    for field in fields { updated.headers.remove(field.name) }
    for field in fields { updated.headers.add(field.name, field.value) }
    // Replace the stored Age and Date, which belong to the old response.
    if fresh["Age"] == nil { updated.headers.remove("Age") }
    if fresh["Date"] == nil { updated.headers["Date"] = HTTPDate.text(received.wall / 1000) }
    updated.requested = requested
    updated.received = received  // guards C09
    return updated
  }
}

extension StoredResponse {
  /// Returns the stored response; nil if the requested range isn't within the body.
  func response(to request: HTTPRequest, _ freshness: Freshness) -> HTTPResponse? {
    var headers = headers
    for name in control.fieldNames("no-cache") ?? [] { headers.remove(name) }
    headers["Age"] = String(freshness.age / 1000)
    var response = HTTPResponse(
      status: status, headers: headers, body: body, url: url, isStale: !freshness.isFresh)  // guards C05: !freshness.isFresh => false
    if request.method == .head {
      response.body = []
    } else if let range = request.headers["Range"] {
      guard let part = part(range) else { return nil }
      response.status = 206
      response.body = Array(body[part])
      response.headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.count)"
      response.headers["Content-Length"] = String(part.count)
    }
    return response
  }

  // Reads `bytes=a-b`, `bytes=a-` or `bytes=-n` (RFC 9110 section 14.1.2). Nil for several parts.
  private func part(_ range: String) -> Range<Int>? {
    guard status == 200, !body.isEmpty, range.hasPrefix("bytes=") else { return nil }
    let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (Int(ends[0]), Int(ends[1]))
    if let first {
      guard first < body.count, last != nil || ends[1].isEmpty, first <= last ?? first else { return nil }
      return first..<(min(last ?? .max - 1, body.count - 1) + 1)
    }
    guard ends[0].isEmpty, let last, last > 0 else { return nil }
    return max(0, body.count - last)..<body.count
  }
}

extension StoredResponse {
  private struct Metadata: Codable {
    var url: String
    var status: Int
    var headers: [[String]]
    var selection: [String: String]
    var requested: CacheInstant
    var received: CacheInstant
  }

  func record(_ key: ResourceKey) -> CacheRecord? {
    // Kurs sends no cookies. A bank's cookie contains the user's network address, so cookies are never stored on disk.
    let kept = headers.without(["Set-Cookie", "Set-Cookie2"])
    let metadata = Metadata(
      url: url, status: status, headers: kept.map { [$0.name, $0.value] }, selection: selection,
      requested: requested, received: received)
    guard let data = try? JSONEncoder().encode(metadata) else { return nil }
    return CacheRecord(
      partition: key.partition, url: key.url, variant: variant, metadata: Array(data), body: body)
  }

  init?(_ record: CacheRecord) {
    guard let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(record.metadata)),
      metadata.headers.allSatisfy({ $0.count == 2 })
    else { return nil }
    self.init(
      url: metadata.url, status: metadata.status,
      headers: HTTPHeaders(metadata.headers.map { HTTPHeaders.Field(name: $0[0], value: $0[1]) }),
      body: record.body, selection: metadata.selection, requested: metadata.requested,
      received: metadata.received)
  }
}
