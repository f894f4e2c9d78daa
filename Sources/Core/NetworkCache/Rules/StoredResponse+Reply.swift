// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

extension StoredResponse {
  /// The stored answer to a GET or HEAD; nil if the requested range cannot be cut from it.
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

  // RFC 9110 section 14.1.2: `bytes=a-b`, `bytes=a-` or `bytes=-n`; several parts are left to the server.
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
