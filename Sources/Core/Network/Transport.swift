// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

public protocol Transport: Sendable {
  /// Sends a request. Cancelling the task ends the transfer and throws `cancelled`.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}

/// A response with any status. The transport throws an error if no response arrives.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// The headers of the final response. They describe the decompressed `body`.
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The final URL after all redirects.
  public var url: String
  /// The new URL after a permanent redirect (301 or 308).
  public var movedPermanentlyTo: String?
  public var isStale: Bool

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

/// The size limits of a response after decompression. A response that exceeds a limit ends the transfer.
public struct TransferLimits: Hashable, Sendable {
  public var headerBytes: Int = 65_536  // guards C18, X21: 65_536 => 65_536_000
  public var bodyBytes: Int

  public static let document = TransferLimits(bodyBytes: 2_000_000)  // guards J09: 2_000_000 => 200_000_000
  public static let history = TransferLimits(bodyBytes: 32_000_000)
  public static let image = TransferLimits(bodyBytes: 5_000_000)
}

public struct TransferTimeouts: Hashable, Sendable {
  /// The longest time until the connection is established, including TLS.
  public var connect: Duration
  /// The longest time from the call to the last byte.
  public var total: Duration
  /// The longest time with fewer bytes per second than `minimumBytesPerSecond`.
  public var stall: Duration
  public var minimumBytesPerSecond: Int

  /// Creates the limits. The defaults suit a few kilobytes over a slow connection.
  public init(
    connect: Duration = .seconds(10), total: Duration = .seconds(60), stall: Duration = .seconds(15),
    minimumBytesPerSecond: Int = 64
  ) {
    self.connect = connect
    self.total = total
    self.stall = stall
    self.minimumBytesPerSecond = minimumBytesPerSecond
  }
}

/// The user's network switch. While it is off, Kurs sends nothing.
public final class NetworkSwitch: Sendable {
  private let state: Mutex<Bool>

  public init(isOn: Bool = true) {
    state = Mutex(isOn)
  }

  public var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

public struct SwitchedTransport: Transport {
  private let inner: any Transport
  private let networkSwitch: NetworkSwitch

  public init(_ inner: any Transport, by networkSwitch: NetworkSwitch) {
    self.inner = inner
    self.networkSwitch = networkSwitch
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    guard networkSwitch.isOn else { throw .switchedOff }
    return try await inner.send(request)
  }
}
