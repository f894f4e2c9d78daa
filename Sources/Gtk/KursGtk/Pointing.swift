// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

private func text(of key: UInt32) -> String? {
  guard let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key)), scalar.value >= 0x20, scalar.value != 0x7F else {
    return nil
  }
  return String(scalar)
}

public struct KeyPress: Hashable, Sendable {
  /// GDK's name of the key, such as `Left`, `Page_Up` or `plus`.
  public let name: String
  /// The typed character, which may be a space. Nil for a key that types nothing.
  public let text: String?
  public let hasControl: Bool
  public let hasShift: Bool
  public let hasAlt: Bool

  public var isTab: Bool { (name == "Tab" || name == "ISO_Left_Tab") && !hasControl && !hasAlt }

  var isModifier: Bool {
    ["Shift", "Control", "Alt", "Super", "Meta", "Hyper", "ISO_Level"].contains { name.hasPrefix($0) }
      || name.hasSuffix("_Lock")
  }
}

extension Widget {
  /// Calls `moved` with the mouse position in the widget, or nil when the mouse leaves. Ignores GTK's own events.
  public func onPointer(_ moved: @escaping @MainActor @Sendable (_ place: (x: Double, y: Double)?) -> Void) {
    let motion = controller(gtk_event_controller_motion_new())
    var last: (Double, Double)?
    motion.connectMotion { x, y, place in
      if let last, let place, last == place { return }
      last = place
      moved((x, y))
    }
    motion.connect("leave") { moved(nil) }
  }

  public func onScroll(_ turned: @escaping @MainActor @Sendable (_ x: Double, _ y: Double) -> Void) {
    let scroll = controller(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
    scroll.connectScroll { x, y, _ in turned(x, y) }
  }

  /// Reports a pinch: `scaled` receives the scale since its start, `moved` the x of the midpoint between the fingers.
  public func onPinch(
    began: @escaping @MainActor @Sendable () -> Void, scaled: @escaping @MainActor @Sendable (Double) -> Void,
    moved: @escaping @MainActor @Sendable (_ x: Double) -> Void
  ) {
    let made = gtk_gesture_zoom_new()!
    let pinch = controller(made)
    pinch.connectArgument("begin") { _ in began() }
    pinch.connectNumber("scale-changed") { scaled($0) }
    pinch.connectArgument("update") { [weak pinch] _ in
      var (x, y) = (0.0, 0.0)
      guard let pinch, gtk_gesture_get_bounding_box_center(pinch.opaque, &x, &y) != 0 else { return }
      moved(x)
    }
  }

  /// Calls `pressed` for each key. `pressed` returns whether it handled the key. `first`: whether this widget gets the
  /// key before its child widgets.
  public func onKey(first: Bool = false, _ pressed: @escaping @MainActor @Sendable (KeyPress) -> Bool) {
    let keys = controller(gtk_event_controller_key_new())
    if first { gtk_event_controller_set_propagation_phase(keys.opaque, GTK_PHASE_CAPTURE) }
    keys.connectKey { value, state in
      guard let name = gdk_keyval_name(value) else { return false }
      return pressed(
        KeyPress(
          name: String(cString: name), text: text(of: value), hasControl: state & GDK_CONTROL_MASK.rawValue != 0,
          hasShift: state & GDK_SHIFT_MASK.rawValue != 0, hasAlt: state & GDK_ALT_MASK.rawValue != 0))
    }
  }

  public func onFocusLeave(_ left: @escaping @MainActor @Sendable () -> Void) {
    controller(gtk_event_controller_focus_new()).connect("leave") { left() }
  }

  /// Calls `clicked` with the number of successive presses of the first button. Parent widgets don't receive them.
  public func onPress(_ clicked: @escaping @MainActor @Sendable (Int) -> Void) {
    controller(gtk_gesture_click_new()).connectClaimedPress { count, _, _ in clicked(count) }
  }

  /// Calls `clicked` when the first button is released where it was pressed. The widget can still be dragged.
  public func onRelease(_ clicked: @escaping @MainActor @Sendable () -> Void) {
    controller(gtk_gesture_click_new()).connectRelease(clicked)
  }

  /// Calls `pressed` at a press of the context-menu button on the widget. Parent widgets don't receive the press.
  public func onContextPress(_ pressed: @escaping @MainActor @Sendable () -> Void) {
    onContextPress(at: { _, _ in pressed() })
  }

  public func onContextPress(at pressed: @escaping @MainActor @Sendable (_ x: Double, _ y: Double) -> Void) {
    let press = gtk_gesture_click_new()
    gtk_gesture_single_set_button(press, UInt32(GDK_BUTTON_SECONDARY))
    controller(press).connectClaimedPress { _, x, y in pressed(x, y) }
  }

  /// Reports drags with the first or middle button: the start, whether Shift is held, the distance, and the end.
  public func onDrag(
    middle: Bool = false, began: @escaping @MainActor @Sendable (_ x: Double, _ hasShift: Bool) -> Void,
    moved: @escaping @MainActor @Sendable (_ offset: Double) -> Void,
    ended: @escaping @MainActor @Sendable (_ offset: Double) -> Void
  ) {
    let made = gtk_gesture_drag_new()
    gtk_gesture_single_set_button(made, UInt32(middle ? GDK_BUTTON_MIDDLE : GDK_BUTTON_PRIMARY))
    let drag = controller(made)
    drag.connectPlace("drag-begin") { x, _, hasShift in began(x, hasShift) }
    drag.connectPlace("drag-update") { x, _, _ in moved(x) }
    drag.connectPlace("drag-end") { x, _, _ in ended(x) }
  }

  func controller(_ made: OpaquePointer?) -> Object {
    // The wrapper has its own reference, because gtk_widget_add_controller takes ownership of the reference in `made`.
    let wrapper = Object(UnsafeMutableRawPointer(made!))
    gtk_widget_add_controller(widget, made)
    return wrapper
  }
}

/// Prevents GTK from cancelling clicks. After each layout, GTK creates a motion event with the buttons that are
/// pressed. If a button was just released, GTK ends the click before the release event arrives (gtkgesturesingle.c). So
/// each window drops this motion event until the release event arrives.
@MainActor
enum HeldClicks {
  /// Protects clicks in all windows. Must be called once, after GTK is initialised.
  static func start() {
    let windows = gtk_window_get_toplevels()!
    let opened:
      @convention(c) (OpaquePointer, guint, guint, guint, UnsafeMutableRawPointer?) -> Void = {
        windows, position, _, added, _ in
        HeldClicks.watch(position..<position + added, of: windows)
      }
    g_signal_connect_data(
      UnsafeMutableRawPointer(windows), "items-changed", unsafeBitCast(opened, to: GCallback.self), nil, nil,
      GConnectFlags(rawValue: 0))
    watch(0..<g_list_model_get_n_items(windows), of: windows)
  }

  private nonisolated static func watch(_ positions: Range<guint>, of windows: OpaquePointer) {
    for position in positions {
      guard let window = g_list_model_get_item(windows, position) else { continue }
      defer { g_object_unref(window) }
      let controller = gtk_event_controller_legacy_new()!
      gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
      let handler: @convention(c) (OpaquePointer?, OpaquePointer, UnsafeMutableRawPointer) -> gboolean = {
        _, event, buttons in
        Unmanaged<Buttons>.fromOpaque(buttons).takeUnretainedValue().hides(event) ? 1 : 0
      }
      g_signal_connect_data(
        UnsafeMutableRawPointer(controller), "event", unsafeBitCast(handler, to: GCallback.self),
        Unmanaged.passRetained(Buttons()).toOpaque(), { buttons, _ in releaseBox(buttons) }, GConnectFlags(rawValue: 0))
      gtk_widget_add_controller(window.assumingMemoryBound(to: GtkWidget.self), controller)
    }
  }

  private final class Buttons {
    private var held: UInt32 = 0

    func hides(_ event: OpaquePointer) -> Bool {
      let state = gdk_event_get_modifier_state(event).rawValue
      switch gdk_event_get_event_type(event) {
      case GDK_BUTTON_PRESS: held |= Self.mask(of: event)
      case GDK_BUTTON_RELEASE: held &= ~Self.mask(of: event)
      case GDK_MOTION_NOTIFY:
        // Drops only GTK's own events (time 0). In a real event, a missing button was released outside the window.
        if gdk_event_get_time(event) == 0 { return held & ~state != 0 }  // guards B01
        held &= state
      default: break
      }
      return false
    }

    private static func mask(of event: OpaquePointer) -> UInt32 {
      GDK_BUTTON1_MASK.rawValue << (gdk_button_event_get_button(event) - 1)
    }
  }
}
