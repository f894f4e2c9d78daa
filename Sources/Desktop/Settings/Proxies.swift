// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

/// The proxies of the desktop's settings, including automatic configuration.
enum Proxies {
  /// The desktop's first proxy for an address; nil for a direct connection, or if unknown.
  @MainActor static func first(for address: String) async -> String? {
    guard let resolver = g_proxy_resolver_get_default() else { return nil }
    let proxies = await withCheckedContinuation { continuation in
      g_proxy_resolver_lookup_async(
        resolver, address, nil,
        { source, result, data in
          guard let data else { return }
          let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
          waiting.continuation.resume(returning: Proxies.names(source, result))
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
    return proxies.first.flatMap { $0.hasPrefix("direct:") ? nil : $0 }
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
