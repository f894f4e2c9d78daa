// SPDX-License-Identifier: GPL-3.0-or-later

/// Carries a request to a server and its answer back; caches, redirects and coalescing wrap one another.
public protocol Transport: Sendable {
  /// Sends once. Cancelling the task ends the transfer and throws `cancelled`.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}
