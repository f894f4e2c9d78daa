// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

/// A strong reference to a GObject. Other modules can't get the pointer.
@MainActor
public class Object {
  let raw: UnsafeMutableRawPointer

  /// Adds a reference to a borrowed object ("transfer none"), or becomes the owner of a floating reference.
  required init(_ raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
  }

  isolated deinit {
    g_object_unref(raw)
  }

  /// The GType that an object must have before this class can wrap it.
  class var type: GType { g_object_get_type() }

  var opaque: OpaquePointer { OpaquePointer(raw) }

  func cast<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: T.self)
  }
}

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

// Event controllers pass numbers. Each C signature has one trampoline, a C function that calls the Swift closure.

/// A handler that receives x, y, and whether Shift is held.
typealias PlaceHandler = @MainActor @Sendable (Double, Double, Bool) -> Void
typealias MotionHandler = @MainActor @Sendable (Double, Double, (Double, Double)?) -> Void
typealias PressHandler = @MainActor @Sendable (_ count: Int, Double, Double) -> Void
typealias NumberHandler = @MainActor @Sendable (Double) -> Void
typealias KeyHandler = @MainActor @Sendable (UInt32, UInt32) -> Bool

extension Object {
  func connectPlace(_ signal: String, _ body: @escaping PlaceHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, Double, Double, UnsafeMutableRawPointer) -> Void = {
        controller, x, y, data in
        let box = Unmanaged<Box<PlaceHandler>>.fromOpaque(data).takeUnretainedValue()
        // Reads the state from the C controller, because the controller's Swift wrapper may already be freed.
        let state = gtk_event_controller_get_current_event_state(OpaquePointer(controller))
        MainActor.assumeIsolated { box.body(x, y, state.rawValue & GDK_SHIFT_MASK.rawValue != 0) }
      }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  /// Calls `body` with the mouse position in widget and window. Ignores events that GTK creates (timestamp 0).
  func connectMotion(_ body: @escaping MotionHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, Double, Double, UnsafeMutableRawPointer) -> Void = {
        controller, x, y, data in
        let (opaque, box) = (OpaquePointer(controller), Unmanaged<Box<MotionHandler>>.fromOpaque(data))
        guard gtk_event_controller_get_current_event_time(opaque) != 0 else { return }
        var (left, top) = (0.0, 0.0)
        let event = gtk_event_controller_get_current_event(opaque)
        let place = event.flatMap { gdk_event_get_position($0, &left, &top) != 0 ? (left, top) : nil }
        let handler = box.takeUnretainedValue()
        MainActor.assumeIsolated { handler.body(x, y, place) }
      }
    attach("motion", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectScroll(_ body: @escaping PlaceHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, Double, Double, UnsafeMutableRawPointer) -> gboolean = {
        _, x, y, data in
        let box = Unmanaged<Box<PlaceHandler>>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { box.body(x, y, false) }
        return 1
      }
    attach("scroll", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  /// Calls `body` when the user scrolls. The event still scrolls the widget.
  func connectUserScroll(_ body: @escaping PlainHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, Double, Double, UnsafeMutableRawPointer) -> gboolean = { _, _, _, data in
        let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { box.body() }
        return 0
      }
    attach("scroll", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectSize(_ signal: String, _ body: @escaping PlainHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, gint, gint, UnsafeMutableRawPointer) -> Void = {
      _, _, _, data in
      let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body() }
    }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectNumber(_ signal: String, _ body: @escaping NumberHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, Double, UnsafeMutableRawPointer) -> Void = {
      _, number, data in
      let box = Unmanaged<Box<NumberHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body(number) }
    }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectKey(_ body: @escaping KeyHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, UInt32, UnsafeMutableRawPointer) -> gboolean =
        {
          _, value, _, state, data in
          let box = Unmanaged<Box<KeyHandler>>.fromOpaque(data).takeUnretainedValue()
          return MainActor.assumeIsolated { box.body(value, state) } ? 1 : 0
        }
    attach("key-pressed", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}

extension Object {
  /// Calls `body` with the number of successive presses and the position. Parent widgets don't receive these presses.
  func connectClaimedPress(_ body: @escaping PressHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, Int32, Double, Double, UnsafeMutableRawPointer) -> Void = {
        gesture, count, x, y, data in
        gtk_gesture_set_state(OpaquePointer(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
        let box = Unmanaged<Box<PressHandler>>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { box.body(Int(count), x, y) }
      }
    attach("pressed", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  /// Calls `body` at a press. Parent widgets receive the press too.
  func connectPress(_ body: @escaping PlainHandler) { connectClick("pressed", body) }

  /// Calls `body` at the end of a click, unless another gesture, such as a drag, has claimed the click.
  func connectRelease(_ body: @escaping PlainHandler) { connectClick("released", body) }

  private func connectClick(_ signal: String, _ body: @escaping PlainHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, Int32, Double, Double, UnsafeMutableRawPointer) -> Void = {
        _, _, _, _, data in
        let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { box.body() }
      }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}
