// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// An answer as a cache keeps it: what came, when, and for which request headers it was chosen.
struct StoredResponse: Equatable, Sendable {
  /// The address that answered.
  var url: String
  var status: Int
  /// Its headers, without those of the connection.
  var headers: HTTPHeaders
  var body: [UInt8]
  /// The request headers that Vary names, in their normal form.
  var selection: [String: String]
  /// When the request that had this answer, or last validated it, was sent.
  var requested: CacheInstant
  /// When its answer came.
  var received: CacheInstant

  var control: CacheControl { CacheControl(headers) }

  /// Tells this variant from others of the same address.
  var variant: String {
    selection.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  /// Its size as the memory limit counts it.
  var size: Int {
    headers.reduce(body.count + url.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  /// Whether the server can be asked if it still holds.
  var hasValidator: Bool {
    headers["ETag"] != nil || headers["Last-Modified"] != nil
  }
}

extension StoredResponse {
  /// Header fields that belong to one connection and are never stored (RFC 9111 section 3.1).
  static func storable(_ headers: HTTPHeaders) -> HTTPHeaders {
    let connection = [
      "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authentication-Info",
      "Proxy-Authorization", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    ]
    let listed = (headers.combined("Connection") ?? "").listMembers()
    return HTTPHeaders(
      headers.filter { field in !(connection + listed).contains { field.name.isSameFieldName(as: $0) } })
  }

  /// Takes a 304's fields over, but not those that describe the body kept here (RFC 9111 section 3.2).
  func updated(by fresh: HTTPHeaders, requested: CacheInstant, received: CacheInstant) -> StoredResponse {
    let bound = ["Content-Length", "Content-Encoding", "Content-Range"]  // guards C09: ["Content-Length", "Content-Encoding", "Content-Range"] => []
    var updated = self
    let fields = Self.storable(fresh).filter { field in
      !bound.contains { field.name.isSameFieldName(as: $0) }
    }
    for field in fields { updated.headers.remove(field.name) }
    for field in fields { updated.headers.add(field.name, field.value) }
    // Age and Date were the old answer's.
    if fresh["Age"] == nil { updated.headers.remove("Age") }
    if fresh["Date"] == nil { updated.headers["Date"] = HTTPDate.text(received.wall / 1000) }
    updated.requested = requested
    updated.received = received  // guards C09
    return updated
  }
}
