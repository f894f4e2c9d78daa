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

// Each C signature of an event controller's signals has one trampoline, a C function that calls the Swift closure.

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

// Each C signature has one trampoline, a C function that calls the Swift closure in a `Box`. GTK may keep a handler
// longer than its wrapper, so only GLib's destroy-notify releases the box.

final class Box<Body>: Sendable where Body: Sendable {
  let body: Body
  init(_ body: Body) { self.body = body }
}

func releaseBox(_ data: UnsafeMutableRawPointer?) {
  if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

typealias PlainHandler = @MainActor @Sendable () -> Void
typealias AnswerHandler = @MainActor @Sendable () -> Bool
typealias ObjectHandler = @MainActor @Sendable (UnsafeMutableRawPointer?) -> Void

extension Object {
  @discardableResult
  func connect(_ signal: String, _ body: @escaping PlainHandler) -> gulong {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, data in
      let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body() }
    }
    return attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectAnswering(_ signal: String, _ body: @escaping AnswerHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> gboolean = {
      _, data in
      let box = Unmanaged<Box<AnswerHandler>>.fromOpaque(data).takeUnretainedValue()
      return MainActor.assumeIsolated { box.body() } ? 1 : 0
    }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  @discardableResult
  func connectArgument(_ signal: String, _ body: @escaping ObjectHandler) -> gulong {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void = {
        _, argument, data in
        let box = Unmanaged<Box<ObjectHandler>>.fromOpaque(data).takeUnretainedValue()
        // `nonisolated(unsafe)` is safe, because the pointer is used only during this call and on this thread.
        nonisolated(unsafe) let argument = argument
        MainActor.assumeIsolated { box.body(argument) }
      }
    return attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  @discardableResult
  func attach<Body>(
    _ signal: String, _ callback: @escaping GCallback, _ box: Box<Body>, isAfter: Bool = false
  ) -> gulong {
    let retained = Unmanaged.passRetained(box as AnyObject).toOpaque()
    let flags = GConnectFlags(rawValue: isAfter ? 1 : 0)
    let id = g_signal_connect_data(raw, signal, callback, retained, { data, _ in releaseBox(data) }, flags)
    // The object has no such signal. GLib logs a message but doesn't release the box, so this line does.
    if id == 0 { releaseBox(retained) }
    return id
  }
}

typealias PositionHandler = @MainActor @Sendable (Int) -> Void

extension Object {
  func connectPosition(_ signal: String, _ body: @escaping PositionHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, guint, UnsafeMutableRawPointer) -> Void = {
      _, position, data in
      let box = Unmanaged<Box<PositionHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body(Int(position)) }
    }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}

extension Object {
  /// Calls `body` with the cursor position, before or after text is inserted. `body` returns the new position.
  func connectInsertion(isAfter: Bool, _ body: @escaping @MainActor @Sendable (Int) -> Int) {
    let trampoline:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer
      ) -> Void = { _, _, _, position, data in
        let box = Unmanaged<Box<@MainActor @Sendable (Int) -> Int>>.fromOpaque(data).takeUnretainedValue()
        position.pointee = MainActor.assumeIsolated { Int32(box.body(Int(position.pointee))) }
      }
    attach("insert-text", unsafeBitCast(trampoline, to: GCallback.self), Box(body), isAfter: isAfter)
  }
}

/// The type `G_TYPE_STRING`, a C macro that Swift can't import.
var stringType: GType { g_type_from_name("gchararray") }

func isObject(_ object: UnsafeMutableRawPointer?, a type: GType) -> Bool {
  g_type_check_instance_is_a(object?.assumingMemoryBound(to: GTypeInstance.self), type) != 0
}

/// Whether the object's type has this name. Use it for a type without a public `get_type` function.
func isObject(_ object: UnsafeMutableRawPointer, named name: String) -> Bool {
  let type = g_type_name_from_instance(object.assumingMemoryBound(to: GTypeInstance.self))
  return type.map { String(cString: $0) == name } ?? false
}

func stringProperty(_ name: String, of object: UnsafeMutableRawPointer) -> String? {
  var value = GValue()
  g_value_init(&value, stringType)
  defer { g_value_unset(&value) }
  g_object_get_property(object.assumingMemoryBound(to: GObject.self), name, &value)
  return g_value_get_string(&value).map { String(cString: $0) }
}

/// Copies a list of C strings and frees the C list.
func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
  defer { g_strfreev(list) }
  var strings: [String] = []
  while let string = list?[strings.count] { strings.append(String(cString: string)) }
  return strings
}

func setStringProperty(_ name: String, of object: UnsafeMutableRawPointer, to text: String) {
  var value = GValue()
  g_value_init(&value, stringType)
  defer { g_value_unset(&value) }
  g_value_set_string(&value, text)
  g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &value)
}

/// Sets a widget's accessible role. GTK reads the role when the widget is first shown, so call this before.
func setRole(_ role: GtkAccessibleRole, of object: UnsafeMutableRawPointer) {
  var value = GValue()
  g_value_init(&value, gtk_accessible_role_get_type())
  defer { g_value_unset(&value) }
  g_value_set_enum(&value, gint(role.rawValue))
  g_object_set_property(object.assumingMemoryBound(to: GObject.self), "accessible-role", &value)
}

/// Returns text as content for a drag or the clipboard. The caller frees it.
func textContent(_ text: String) -> UnsafeMutablePointer<GdkContentProvider>? {
  var value = GValue()
  g_value_init(&value, stringType)
  defer { g_value_unset(&value) }
  g_value_set_string(&value, text)
  return gdk_content_provider_new_for_value(&value)
}

func text(_ key: String, of object: UnsafeMutableRawPointer) -> String? {
  g_object_get_data(object.assumingMemoryBound(to: GObject.self), key)
    .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
}

func setText(_ key: String, of object: UnsafeMutableRawPointer, to text: String) {
  g_object_set_data_full(object.assumingMemoryBound(to: GObject.self), key, g_strdup(text)) { g_free($0) }
}

func childWidgets(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
  var (children, next) = ([UnsafeMutablePointer<GtkWidget>](), gtk_widget_get_first_child(widget))
  while let child = next {
    children.append(child)
    next = gtk_widget_get_next_sibling(child)
  }
  return children
}

func giveUpFocus(of widget: UnsafeMutablePointer<GtkWidget>) {
  guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root),
    gtk_widget_is_ancestor(focused, widget) != 0
  else { return }
  gtk_root_set_focus(root, nil)
}
