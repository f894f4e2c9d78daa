// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

public struct Connection: Hashable, Sendable {
  public var isAvailable: Bool
  public var isMetered: Bool
  public var isSavingPower: Bool
}

extension Connection {
  /// Yields a part of the state, now and at each change, while a GLib main loop runs. Call this on that loop's thread.
  /// `power`: a reference to the power monitor, which the end of the stream releases. `part`: the part to yield.
  static func stream<Part: Sendable>(
    power: OpaquePointer?, _ part: @escaping @Sendable (Connection) -> Part
  ) -> AsyncStream<Part> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // The watch lives as long as the stream, because the power monitor must stay referenced.
      let watch = ConnectionWatch(power: power) { continuation.yield(part($0)) }
      watch.begin()
      continuation.onTermination = { _ in watch.end() }
    }
  }
}

// Can be used on any thread. Its pointers are set once, before the stream is returned, and the GObject functions that
// use them are thread-safe.
private final class ConnectionWatch: @unchecked Sendable {
  private let notify: @Sendable (Connection) -> Void
  private let network: OpaquePointer?
  private let power: OpaquePointer?
  private var handlers: [(UnsafeMutableRawPointer, gulong)] = []

  init(power: OpaquePointer?, _ notify: @escaping @Sendable (Connection) -> Void) {
    self.notify = notify
    self.power = power
    network = g_network_monitor_get_default()
  }

  deinit {
    if let power { g_object_unref(UnsafeMutableRawPointer(power)) }
  }

  func begin() {
    if let network {
      // The signal also arrives when only a route changes, so the receiver compares the values.
      connect(UnsafeMutableRawPointer(network), "notify::network-available")
      connect(UnsafeMutableRawPointer(network), "notify::network-metered")
    }
    if let power { connect(UnsafeMutableRawPointer(power), "notify::power-saver-enabled") }
    tell()
  }

  func end() {
    for (object, handler) in handlers { g_signal_handler_disconnect(object, handler) }
    handlers = []
  }

  private func tell() {
    notify(
      Connection(
        isAvailable: g_network_monitor_get_network_available(network) != 0,
        isMetered: g_network_monitor_get_network_metered(network) != 0,
        isSavingPower: power.map { g_power_profile_monitor_get_power_saver_enabled($0) != 0 } ?? false))
  }

  private func connect(_ object: UnsafeMutableRawPointer, _ signal: String) {
    let changed: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer) -> Void = {
      _, _, data in Unmanaged<ConnectionWatch>.fromOpaque(data).takeUnretainedValue().tell()
    }
    let handler = g_signal_connect_data(
      object, signal, unsafeBitCast(changed, to: GCallback.self), Unmanaged.passRetained(self).toOpaque(),
      { data, _ in
        guard let data else { return }
        Unmanaged<ConnectionWatch>.fromOpaque(data).release()
      }, GConnectFlags(rawValue: 0))
    handlers.append((object, handler))
  }
}

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
