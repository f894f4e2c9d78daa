// SPDX-License-Identifier: GPL-3.0-or-later

/// Follows redirects of GET and HEAD itself, because libcurl would forward keys to another origin.
public struct RedirectingTransport: Transport {
  private let inner: any Transport
  private let limit: Int

  /// Wraps a transport; five hops are more than any provider needs.
  public init(_ inner: any Transport, limit: Int = 5) {
    self.inner = inner
    self.limit = limit
  }

  /// Sends, and sends on as long as the trail allows.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var request = request
    var trail = RedirectTrail(limit: limit)
    while true {
      var response = try await inner.send(request)
      switch trail.received(response, for: request) {
      case .finish(let movedPermanentlyTo):
        response.movedPermanentlyTo = movedPermanentlyTo
        return response
      case .follow(let next):
        request = next
      case .fail(let error):
        throw error
      }
    }
  }
}
