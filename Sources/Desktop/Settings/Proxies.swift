// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

enum Proxies {
  /// Returns the proxies in libcurl's form. Empty if a direct connection comes first or GIO fails.
  @MainActor static func all(for address: String) async -> [String] {
    guard let resolver = g_proxy_resolver_get_default() else { return [] }
    let proxies = await withCheckedContinuation { continuation in
      g_proxy_resolver_lookup_async(
        resolver, address, nil,
        { source, result, data in
          guard let data else { return }
          let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
          waiting.continuation.resume(returning: Proxies.names(source, result))
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
    let all = proxies.map(curlName)
    return all.first?.isEmpty == false ? all : []
  }

  /// Returns a proxy in libcurl's form. Uses `socks5h` or `socks4a`, so the proxy, not libcurl, looks up host names.
  static func curlName(of proxy: String) -> String {
    if proxy.hasPrefix("direct:") { return "" }
    for (scheme, name) in [("socks:", "socks5h:"), ("socks5:", "socks5h:"), ("socks4:", "socks4a:")]
    where proxy.hasPrefix(scheme) { return name + proxy.dropFirst(scheme.count) }
    return proxy
  }

  private static func names(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) -> [String] {
    guard let source, let list = g_proxy_resolver_lookup_finish(OpaquePointer(source), result, nil) else { return [] }
    defer { g_strfreev(list) }
    var (names, next) = ([String](), list)
    while let name = next.pointee {
      names.append(String(cString: name))
      next = next.advanced(by: 1)
    }
    return names
  }

  private final class Waiting: Sendable {
    let continuation: CheckedContinuation<[String], Never>
    init(_ continuation: CheckedContinuation<[String], Never>) { self.continuation = continuation }
  }
}
