// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@MainActor
public enum SessionBus {
  /// Arguments are in GVariant's text form. Returns false for no reply or an error.
  public static func ask(
    _ name: String, at path: String, _ interface: String, _ method: String, _ type: String = "()",
    _ arguments: String = "()"
  ) async -> Bool {
    guard let type = g_variant_type_new(type) else { return false }
    defer { g_variant_type_free(type) }
    guard let parsed = g_variant_parse(type, arguments, nil, nil, nil) else { return false }
    defer { g_variant_unref(parsed) }
    // Already connected: the program has its own name there.
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    return await withCheckedContinuation { continuation in
      g_dbus_connection_call(
        bus, name, path, interface, method, parsed, nil, G_DBUS_CALL_FLAGS_NONE, 10_000, nil,
        { bus, result, data in
          guard let data else { return }
          let answer = g_dbus_connection_call_finish(OpaquePointer(bus), result, nil)
          if let answer { g_variant_unref(answer) }
          g_object_unref(UnsafeMutableRawPointer(bus))
          Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue().continuation.resume(returning: answer != nil)
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
  }

  private final class Waiting: Sendable {
    let continuation: CheckedContinuation<Bool, Never>

    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }
  }
}
