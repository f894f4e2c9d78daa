// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

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
  /// Asked for each address before `proxy` counts: the desktop's own settings, to be tried in turn, with an empty text
  /// for the straight way; none where they name none.
  public var findProxies: (@Sendable (String) async -> [String])?
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

extension CurlConfiguration {
  /// The host and port of the proxy for an address, to be named where it fails; nil for the straight way.
  ///
  /// `named`: the desktop's; empty for the straight way.
  func proxyName(for url: String, named: String?) -> String? {
    let chosen: String? =
      switch proxy {
      case _ where named != nil: named
      case .none: nil
      case .address(let address): address
      case .environment: Self.environmentProxy(for: url)
      }
    guard let name = chosen, !name.isEmpty else { return nil }
    let authority = name.firstRange(of: "://").map { name[$0.upperBound...] } ?? name[...]
    return String(authority.prefix { $0 != "/" }.split(separator: "@").last ?? "")
  }

  /// As libcurl reads the environment: https://curl.se/libcurl/c/libcurl-env.html
  private static func environmentProxy(for url: String) -> String? {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
    }
    guard let end = url.firstRange(of: "://") else { return nil }
    let host = url[end.upperBound...].prefix { !"/:?#".contains($0) }.lowercased()
    let exceptions = (value("no_proxy", "NO_PROXY") ?? "").lowercased().split { ", ".contains($0) }
    let isExcepted = exceptions.contains { name in
      let name = name.drop { $0 == "." }
      return name == "*" || host == name || host.hasSuffix("." + name)
    }
    if isExcepted { return nil }
    // Never the upper-case name for http: a CGI program has a visitor's header there.
    return url.hasPrefix("https:")
      ? value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY") : value("http_proxy", "all_proxy", "ALL_PROXY")
  }
}
