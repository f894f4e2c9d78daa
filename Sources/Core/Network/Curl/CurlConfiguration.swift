// SPDX-License-Identifier: GPL-3.0-or-later

/// The options common to all transfers of a transport.
public struct CurlConfiguration: Sendable {
  /// How to reach the server.
  public enum Proxy: Sendable, Equatable {
    /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
    case environment
    /// Straight.
    case none
    /// Through that proxy, whatever the environment says.
    case address(String)
  }

  /// Sent unless a request has its own.
  public var userAgent: String
  /// Sent unless a request has its own.
  public var accept: String
  /// How to reach the server.
  public var proxy: Proxy
  /// Asked for each address before `proxy` counts: the desktop's own settings; nil where they name none.
  public var findProxy: (@Sendable (String) async -> String?)?
  /// A file of certificate authorities instead of the system's.
  public var authoritiesFile: String?
  /// Connections to one host at a time.
  public var connectionsPerHost: Int

  /// Sets what differs from a usual client.
  public init(
    userAgent: String, accept: String = "*/*", proxy: Proxy = .environment, authoritiesFile: String? = nil,
    connectionsPerHost: Int = 6
  ) {
    self.userAgent = userAgent
    self.accept = accept
    self.proxy = proxy
    self.authoritiesFile = authoritiesFile
    self.connectionsPerHost = connectionsPerHost
  }
}
