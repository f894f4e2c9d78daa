// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The person's own switch for the network: off, nothing goes out, whoever asks.
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

/// Lets requests through while the switch is on.
public struct SwitchedTransport: Transport {
  private let inner: any Transport
  private let networkSwitch: NetworkSwitch

  public init(_ inner: any Transport, by networkSwitch: NetworkSwitch) {
    self.inner = inner
    self.networkSwitch = networkSwitch
  }

  /// Throws `.switchedOff` without having sent anything while the switch is off.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    guard networkSwitch.isOn else { throw .switchedOff }
    return try await inner.send(request)
  }
}
