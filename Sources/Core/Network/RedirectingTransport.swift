// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Follows redirects of GET and HEAD. Kurs doesn't use libcurl for this, as libcurl would send keys to other origins.
public struct RedirectingTransport: Transport {
  private let inner: any Transport

  public init(_ inner: any Transport) {
    self.inner = inner
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var request = request
    var trail = RedirectTrail()
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

struct RedirectTrail: Sendable {
  enum Action: Equatable {
    case finish(movedPermanentlyTo: String?)
    case follow(HTTPRequest)
    case fail(NetworkError)
  }

  /// The most redirects. No provider needs more than five.
  private static let limit = 5

  private var hops = 0
  private var isPermanentSoFar = true
  private var permanentURL: String?

  mutating func received(_ response: HTTPResponse, for request: HTTPRequest) -> Action {
    guard request.method == .get || request.method == .head,  // guards Q20: request.method == .get || request.method == .head => true
      [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"]
    else { return .finish(movedPermanentlyTo: permanentURL) }
    guard hops < Self.limit else { return .fail(.tooManyRedirects) }  // guards X04
    hops += 1
    guard let url = Origin.resolve(location, against: request.url), let target = Origin(of: url),
      let source = Origin(of: request.url), !(source.scheme == "https" && target.scheme == "http")  // guards X03: !(source.scheme == "https" && target.scheme == "http") => true
    else { return .fail(.refusedRedirect) }
    guard source == target || !request.staysAtHost else { return .fail(.refusedRedirect) }  // guards S24
    guard source == target || !request.isKeyRepeated(in: url) else { return .fail(.redirectRepeatsKey) }  // guards X03
    notePermanence(response.status, url)
    return .follow(request.redirected(to: url, keepsHeaders: source == target))  // guards X03: source == target => true
  }

  // Stores `url` as the permanent new URL, but only if this redirect and all earlier redirects are permanent.
  private mutating func notePermanence(_ status: Int, _ url: String) {
    isPermanentSoFar = isPermanentSoFar && (status == 301 || status == 308)
    if isPermanentSoFar { permanentURL = url }
  }
}

extension HTTPRequest {
  /// Whether the URL contains the key in plain form, or percent-encoded once or twice.
  fileprivate func isKeyRepeated(in url: String) -> Bool {
    guard let secret, !secret.isEmpty else { return false }
    let decoded = url.removingPercentEncoding ?? url
    return [url, decoded, decoded.removingPercentEncoding ?? decoded].contains { $0.contains(secret) }
  }

  /// Returns the redirected request. For another origin, it keeps only Accept, Accept-Encoding and User-Agent.
  fileprivate func redirected(to url: String, keepsHeaders: Bool) -> HTTPRequest {
    var next = self
    next.url = url
    guard !keepsHeaders else { return next }
    let harmless = ["Accept", "Accept-Encoding", "User-Agent"]
    next.headers = HTTPHeaders(
      headers.filter { field in harmless.contains { field.name.isSameFieldName(as: $0) } })
    return next
  }
}
