// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

extension Desktop {
  /// The desktop as GIO sees it; changes arrive while a GLib main loop runs.
  public static let gio = Desktop(
    networkAvailable: { networkStream() }, connection: { Connection.stream() },
    proxy: { await Proxies.first(for: $0) })
}

private func networkStream() -> AsyncStream<Bool> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let monitor = g_network_monitor_get_default()
    continuation.yield(g_network_monitor_get_network_available(monitor) != 0)
    let box = Unmanaged.passRetained(Subscriber(continuation)).toOpaque()
    let changed: @convention(c) (OpaquePointer, gboolean, UnsafeMutableRawPointer) -> Void = { _, isAvailable, data in
      Unmanaged<Subscriber>.fromOpaque(data).takeUnretainedValue().continuation.yield(isAvailable != 0)
    }
    let handler = g_signal_connect_data(
      UnsafeMutableRawPointer(monitor), "network-changed", unsafeBitCast(changed, to: GCallback.self), box,
      { data, _ in
        guard let data else { return }
        Unmanaged<Subscriber>.fromOpaque(data).release()
      }, GConnectFlags(rawValue: 0))
    continuation.onTermination = { _ in
      g_signal_handler_disconnect(UnsafeMutableRawPointer(g_network_monitor_get_default()), handler)
    }
  }
}

private final class Subscriber: Sendable {
  let continuation: AsyncStream<Bool>.Continuation
  init(_ continuation: AsyncStream<Bool>.Continuation) { self.continuation = continuation }
}
