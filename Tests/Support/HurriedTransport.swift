// SPDX-License-Identifier: GPL-3.0-or-later
public import KursNetwork

/// The real network, but a stalled transfer is cancelled after a short time instead of fifteen seconds.
public struct HurriedTransport: Transport {
  private let inner: any Transport
  private let stall: Duration

  public init(_ inner: any Transport, stall: Duration) {
    self.inner = inner
    self.stall = stall
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var request = request
    request.timeouts = TransferTimeouts(stall: stall, minimumBytesPerSecond: 64)
    return try await inner.send(request)
  }
}
