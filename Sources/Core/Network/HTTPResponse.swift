// SPDX-License-Identifier: GPL-3.0-or-later

/// An answer as a plain value; any status is an answer, only its absence is an error.
public struct HTTPResponse: Hashable, Sendable {
  /// The three-digit status code.
  public var status: Int
  /// The headers of the final answer; they describe `body` as it is here, decompressed.
  public var headers: HTTPHeaders
  /// The body, decompressed.
  public var body: [UInt8]
  /// The address that answered; differs from the request's after redirects.
  public var url: String
  /// The resource's new address after a permanent redirect (301 or 308).
  public var movedPermanentlyTo: String?
  /// Whether a cache answered with something past its freshness.
  public var isStale: Bool

  /// Makes an answer.
  public init(
    status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String,
    movedPermanentlyTo: String? = nil, isStale: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.movedPermanentlyTo = movedPermanentlyTo
    self.isStale = isStale
  }
}
