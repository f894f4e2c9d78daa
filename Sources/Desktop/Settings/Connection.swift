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
