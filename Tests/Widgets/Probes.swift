// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@testable import KursApp
@testable import KursGtk

// Functions that only tests need to query widgets.

/// Tells whether a GObject is still alive. It doesn't keep the object alive.
@MainActor
final class WeakSlot {
  private let slot: UnsafeMutablePointer<GWeakRef>

  init(_ object: UnsafeMutableRawPointer) {
    slot = .allocate(capacity: 1)
    g_weak_ref_init(slot, object)
  }

  isolated deinit {
    g_weak_ref_clear(slot)
    slot.deallocate()
  }

  var isAlive: Bool {
    guard let object = g_weak_ref_get(slot) else { return false }
    g_object_unref(object)
    return true
  }
}

extension Object {
  /// Returns a weak reference to the object.
  func weakSlot() -> WeakSlot { WeakSlot(raw) }
}

extension Window {
  /// Closes the menu or popover that has the keyboard focus, like the Escape key.
  func closePopover() {
    guard hasFocusInPopover, let focused = gtk_window_get_focus(cast()),
      let popover = gtk_widget_get_ancestor(focused, gtk_popover_get_type())
    else { return }
    gtk_popover_popdown(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self))
  }
}

extension Appearance {
  /// Turns animations on or off, whatever the desktop's setting is.
  static func slide(_ isWanted: Bool) {
    // GLib's fundamental types are numbered, and 5 is `gboolean`.
    set("gtk-enable-animations", of: 5 << 2) { g_value_set_boolean($0, isWanted ? 1 : 0) }
  }

  /// Sets the size of all text in per cent of the usual size, whatever the desktop's setting is.
  static func writeText(atHundredths size: Int32) {
    // In GLib's numbering of types, 6 is `gint`. The usual size is 96 dots per inch, in units of 1/1024.
    set("gtk-xft-dpi", of: 6 << 2) { g_value_set_int($0, 96 * 1024 * size / 100) }
  }

  private static func set(_ name: String, of type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void) {
    guard let settings = gtk_settings_get_default() else { return }
    withValues(1) { value in
      g_value_init(value, type)
      fill(value)
      g_object_set_property(UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), name, value)
    }
  }
}

/// Calls `body` with an array of `count` empty values, which are freed afterwards.
private func withValues<Answer>(_ count: Int, _ body: (UnsafeMutablePointer<GValue>) -> Answer) -> Answer {
  let values = UnsafeMutablePointer<GValue>.allocate(capacity: count)
  let size = count * MemoryLayout<GValue>.stride
  UnsafeMutableRawPointer(values).initializeMemory(as: UInt8.self, repeating: 0, count: size)
  defer {
    for place in 0..<count { g_value_unset(values + place) }
    values.deallocate()
  }
  return body(values)
}

extension Scroller {
  /// Emits the signal that GTK emits when a finger moves beyond an edge.
  func overshoot(_ edge: GtkPositionType) {
    withValues(2) { values in
      g_value_init(values, gtk_scrolled_window_get_type())
      g_value_set_object(values, raw)
      g_value_init(values + 1, gtk_position_type_get_type())
      g_value_set_enum(values + 1, gint(edge.rawValue))
      g_signal_emitv(values, g_signal_lookup("edge-overshot", gtk_scrolled_window_get_type()), 0, nil)
    }
  }

  /// Calls the widget's own handlers of the mouse wheel, which run before GTK's. Nothing is scrolled.
  func turnWheel(_ notches: Double) {
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    let all = (0..<g_list_model_get_n_items(controllers)).map { g_list_model_get_object(controllers, $0)! }
    defer { all.forEach { g_object_unref(UnsafeMutableRawPointer($0)) } }
    let wheel = gtk_event_controller_scroll_get_type()
    let wheels = all.map { UnsafeMutableRawPointer($0) }.filter {
      g_type_check_instance_is_a($0.assumingMemoryBound(to: GTypeInstance.self), wheel) != 0
        && gtk_event_controller_get_propagation_phase(OpaquePointer($0)) == GTK_PHASE_CAPTURE
    }
    for wheel in wheels { Self.scroll(wheel, by: notches) }
  }

  private static func scroll(_ controller: UnsafeMutableRawPointer, by notches: Double) {
    withValues(4) { values in
      g_value_init(values, gtk_event_controller_scroll_get_type())
      g_value_set_object(values, controller)
      // In GLib's numbering of types, 15 is `gdouble` and 5 is `gboolean`.
      for place in 1...2 { g_value_init(values + place, 15 << 2) }
      g_value_set_double(values + 2, notches)
      g_value_init(values + 3, 5 << 2)
      g_signal_emitv(values, g_signal_lookup("scroll", gtk_event_controller_scroll_get_type()), 0, values + 3)
    }
  }
}

extension NumberLabel {
  /// Whether the number is inside the window and none of its digits is cut off.
  var isWhollyShown: Bool {
    let shown = brief.map { gtk_widget_get_child_visible($0.widget) != 0 && $0.isVisible } == true ? brief : whole
    guard let shown, let layout = gtk_label_get_layout(shown.opaque) else { return false }
    var bounds = graphene_rect_t()
    guard pango_layout_is_ellipsized(layout) == 0, gtk_widget_compute_bounds(shown.widget, widget, &bounds) != 0 else {
      return false
    }
    return Self.holds(widget, bounds) && isInWindow(shown)
  }

  private func isInWindow(_ label: Label) -> Bool {
    guard let root = gtk_widget_get_root(widget) else { return true }
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
    var bounds = graphene_rect_t()
    return gtk_widget_compute_bounds(label.widget, window, &bounds) != 0 && Self.holds(window, bounds)
  }

  private static func holds(_ place: UnsafeMutablePointer<GtkWidget>, _ bounds: graphene_rect_t) -> Bool {
    bounds.origin.x >= 0 && bounds.origin.x + bounds.size.width <= Float(gtk_widget_get_width(place)) + 1
  }
}

extension LineList {
  /// The numbers of all rows and of the edited line.
  var numbersOnScreen: [NumberLabel] { rows.map(\.value) + (rows.isEmpty ? [] : [edited.value]) }
}

extension ProviderList {
  var rowsOnScreen: (used: [ActionRow], unused: [ActionRow]) {
    (rows(in: used), ProviderSection.allCases.compactMap { unused[$0] }.flatMap { rows(in: $0) })
  }

  private func rows(in group: PreferencesGroup) -> [ActionRow] {
    rows.filter { places[$0.key] === group }.map(\.value.row).sorted { $0.place < $1.place }
  }
}

extension WidgetTestCase {
  /// Runs `body` with the program's own style sheet, which tests don't load by default.
  @MainActor static func styled(_ body: () throws -> Void) rethrows {
    let style = gtk_css_provider_new()
    gtk_css_provider_load_from_resource(style, "/org/kursapp/Kurs/style.css")
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), OpaquePointer(style), 600)
    defer { gtk_style_context_remove_provider_for_display(gdk_display_get_default(), OpaquePointer(style)) }
    try body()
  }

  /// Returns the outermost widgets below `widget` that have this name in style sheets.
  @MainActor static func parts(
    below widget: UnsafeMutablePointer<GtkWidget>, named name: String
  ) -> [UnsafeMutablePointer<GtkWidget>] {
    var found: [UnsafeMutablePointer<GtkWidget>] = []
    var child = gtk_widget_get_first_child(widget)
    while let each = child {
      let isOne = String(cString: gtk_widget_get_css_name(each)) == name
      found += isOne ? [each] : parts(below: each, named: name)
      child = gtk_widget_get_next_sibling(each)
    }
    return found
  }
}
