// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

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
