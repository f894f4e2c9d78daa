// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// A strong reference to a GObject; the pointer never leaves this module.
@MainActor
public class Object {
  let raw: UnsafeMutableRawPointer

  /// Takes a reference of its own to an object that somebody else holds ("transfer none"), or sinks a floating one.
  required init(_ raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
  }

  isolated deinit {
    g_object_unref(raw)
  }

  /// The GType that a pointer must have to be wrapped by this class.
  class var type: GType { g_object_get_type() }

  var opaque: OpaquePointer { OpaquePointer(raw) }

  func cast<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: T.self)
  }
}

/// Calls `body` while an object that others hold is freed.
@MainActor
func onFreed(_ object: UnsafeMutableRawPointer, _ body: @escaping PlainHandler) {
  g_object_weak_ref(
    object.assumingMemoryBound(to: GObject.self),
    { data, _ in
      guard let data else { return }
      let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeRetainedValue()
      MainActor.assumeIsolated { box.body() }
    }, Unmanaged.passRetained(Box(body)).toOpaque())
}
