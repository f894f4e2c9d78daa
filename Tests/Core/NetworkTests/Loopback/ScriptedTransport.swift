// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Synchronization

/// A transport that responds from a closure and records the requests.
final class ScriptedTransport: Transport {
  private let answer: @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse
  private let seen = Mutex<[HTTPRequest]>([])

  init(_ answer: @escaping @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse) {
    self.answer = answer
  }

  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    seen.withLock { $0.append(request) }
    return try await answer(request)
  }
}
