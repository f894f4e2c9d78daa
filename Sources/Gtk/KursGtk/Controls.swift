// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

@MainActor
public final class Label: Widget {
  override class var type: GType { gtk_label_get_type() }

  private var trailing = ""

  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { gtk_label_set_text(opaque, newValue) }
  }

  public convenience init(text: String) {
    self.init(UnsafeMutableRawPointer(gtk_label_new(text)!))
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
  }

  /// Whether the installed fonts can draw each character of the text.
  public var isDrawable: Bool {
    guard let layout = gtk_label_get_layout(opaque) else { return false }
    return pango_layout_get_unknown_glyphs_count(layout) == 0
  }

  /// Allows line breaks inside words, so that a long word doesn't widen the window.
  public func wrapAnywhere() { gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR) }

  /// Sets the preferred maximum length of a line, in average characters. Longer text wraps.
  public func preferLines(of characters: Int) { gtk_label_set_max_width_chars(opaque, gint(characters)) }

  public func alignEnd() { gtk_label_set_xalign(opaque, 1) }

  public func alignStart() { gtk_label_set_xalign(opaque, 0) }

  /// Empties the label, but reserves its height for a later text. GTK 4.18 under X11 closes a popover that grows.
  public func keepRoom(for text: String) {
    self.text = text
    var height: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
    gtk_widget_set_size_request(widget, -1, height)
    self.text = ""
  }
}

@MainActor
public final class Button: Widget {
  override class var type: GType { gtk_button_get_type() }

  /// The text, which is also the accessible name. Setting the same text again does nothing.
  public var label: String {
    get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    set { if newValue != label { gtk_button_set_label(cast(), newValue) } }
  }

  public func onClick(_ body: @escaping @MainActor @Sendable () -> Void) { connect("clicked", body) }

  public func run(_ action: some Action) { gtk_actionable_set_action_name(opaque, action.name) }

  public func setIcon(_ name: String) {
    let shown = gtk_button_get_icon_name(cast()).map { String(cString: $0) }
    if name != shown { gtk_button_set_icon_name(cast(), name) }
  }

  public convenience init(child: Widget) {
    self.init(UnsafeMutableRawPointer(gtk_button_new()!))
    gtk_button_set_child(cast(), child.widget)
  }

  public func keepFocusOnClick() { gtk_widget_set_focus_on_click(widget, 0) }

  public convenience init(label: String) {
    self.init(UnsafeMutableRawPointer(gtk_button_new_with_label(label)!))
  }
}

@MainActor
public final class ProgressBar: Widget {
  override class var type: GType { gtk_progress_bar_get_type() }

  /// The progress from 0 to 1000. GTK uses 0 to 1.
  public var permille: Int {
    get { Int((gtk_progress_bar_get_fraction(opaque) * 1000).rounded()) }
    set { if newValue != permille { gtk_progress_bar_set_fraction(opaque, Double(newValue) / 1000) } }
  }
}

@MainActor
public final class StatusPage: Widget {
  override class var type: GType { adw_status_page_get_type() }

  public func setDescription(_ text: String) { adw_status_page_set_description(opaque, text) }

  public func show(icon: String, _ title: String, _ sentence: String) {
    adw_status_page_set_icon_name(opaque, icon)
    adw_status_page_set_title(opaque, title)
    setDescription(sentence)
  }
}

@MainActor
public final class CheckButton: Widget {
  override class var type: GType { gtk_check_button_get_type() }

  public var isActive: Bool {
    get { gtk_check_button_get_active(cast()) != 0 }
    set { gtk_check_button_set_active(cast(), newValue ? 1 : 0) }
  }

  public var label: String {
    get { gtk_check_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    set { gtk_check_button_set_label(cast(), newValue) }
  }
}

@MainActor
public final class ToggleButton: Widget {
  override class var type: GType { gtk_toggle_button_get_type() }

  public var label: String {
    get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    set { if newValue != label { gtk_button_set_label(cast(), newValue) } }
  }

  public var isActive: Bool {
    get { gtk_toggle_button_get_active(cast()) != 0 }
    set { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) }
  }

  public func onToggle(_ body: @escaping @MainActor @Sendable () -> Void) { connect("toggled", body) }
}

@MainActor
public final class Stack: Widget {
  override class var type: GType { gtk_stack_get_type() }

  public var page: String {
    get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
    set { gtk_stack_set_visible_child_name(opaque, newValue) }
  }
}

extension Label {
  /// Reserves the width of `missing` after the text, so that the decimal separators of a column align.
  public func setTrailingSpace(like missing: String) {
    guard missing != trailing else { return }
    trailing = missing
    guard !missing.isEmpty else { return gtk_widget_set_margin_end(widget, 0) }
    guard let layout = gtk_widget_create_pango_layout(widget, missing) else { return }
    var width: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    g_object_unref(UnsafeMutableRawPointer(layout))
    gtk_widget_set_margin_end(widget, width)
  }
}

@MainActor
public final class Switch: Widget {
  override class var type: GType { gtk_switch_get_type() }

  public var isActive: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    set { if newValue != isActive { gtk_switch_set_active(opaque, newValue ? 1 : 0) } }
  }

  public func onToggle(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("notify::active") { _ in body() }
  }
}

@MainActor
public final class SpinButton: Widget {
  override class var type: GType { gtk_spin_button_get_type() }

  public var value: Int {
    get { Int(gtk_spin_button_get_value_as_int(opaque)) }
    set { if newValue != value { gtk_spin_button_set_value(opaque, Double(newValue)) } }
  }

  public func onChange(_ body: @escaping @MainActor @Sendable () -> Void) { connect("value-changed", body) }

  /// Makes the field show numbers as `written` returns them, as in Arabic digits. The user can also type Latin digits.
  public func write(_ written: @escaping @MainActor @Sendable (String) -> String) {
    // A numeric spin button would accept only Latin digits.
    gtk_spin_button_set_numeric(opaque, 0)
    let output: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> gboolean = { button, data in
      nonisolated(unsafe) let button = OpaquePointer(button)
      let box = Unmanaged<Box<@MainActor @Sendable (String) -> String>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated {
        let text = box.body(String(gtk_spin_button_get_value_as_int(button)))
        if text != String(cString: gtk_editable_get_text(button)) { gtk_editable_set_text(button, text) }
      }
      return 1
    }
    let input: @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutableRawPointer) -> gint = {
      button, value, _ in
      let digits = String(cString: gtk_editable_get_text(button)).map(\.wholeNumberValue)
      guard !digits.isEmpty, digits.count < 10, !digits.contains(nil) else { return GTK_INPUT_ERROR }
      value.pointee = Double(digits.reduce(0) { $0 * 10 + ($1 ?? 0) })
      return 1
    }
    attach("output", unsafeBitCast(output, to: GCallback.self), Box(written))
    attach("input", unsafeBitCast(input, to: GCallback.self), Box(written))
    gtk_spin_button_update(opaque)
  }
}

@MainActor
public final class Spinner: Widget {
  override class var type: GType { gtk_spinner_get_type() }

  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(opaque) != 0 }
    set {
      gtk_spinner_set_spinning(opaque, newValue ? 1 : 0)
      isVisible = newValue
    }
  }
}

@MainActor
public final class Image: Widget {
  override class var type: GType { gtk_image_get_type() }

  public func setIcon(_ name: String) {
    let shown = gtk_image_get_icon_name(opaque).map { String(cString: $0) }
    if name != shown { gtk_image_set_from_icon_name(opaque, name) }
  }
}

@MainActor
public final class WindowTitle: Widget {
  override class var type: GType { adw_window_title_get_type() }

  public func set(_ title: String, subtitle: String) {
    adw_window_title_set_title(opaque, title)
    adw_window_title_set_subtitle(opaque, subtitle)
  }
}

@MainActor
public final class Avatar: Widget {
  override class var type: GType { adw_avatar_get_type() }

  public var text: String {
    get { adw_avatar_get_text(opaque).map { String(cString: $0) } ?? "" }
    set { adw_avatar_set_text(opaque, newValue) }
  }

  public func setIcon(_ name: String) {
    adw_avatar_set_show_initials(opaque, 0)
    adw_avatar_set_icon_name(opaque, name)
  }

  public func show(_ picture: Texture?) { adw_avatar_set_custom_image(opaque, picture?.opaque) }

  public var hasPicture: Bool { adw_avatar_get_custom_image(opaque) != nil }

  /// The width and height in logical pixels.
  public var size: Int { Int(adw_avatar_get_size(opaque)) }
}

extension Widget {
  /// The number of device pixels per logical pixel.
  public var scale: Int { Int(gtk_widget_get_scale_factor(widget)) }

  public var width: Int { Int(gtk_widget_get_width(widget)) }

  public func requestHeight(_ height: Int) { gtk_widget_set_size_request(widget, -1, Int32(height)) }

  public var height: Int { Int(gtk_widget_get_height(widget)) }

  public var naturalHeight: Int {
    var height: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
    return Int(height)
  }
}

@MainActor
public final class Texture: Object {
  override class var type: GType { gdk_texture_get_type() }

  /// Creates a texture from rows of red, green, blue and alpha bytes. Nil if their number doesn't match the size.
  public static func pixels(_ pixels: [UInt8], width: Int, height: Int) -> Texture? {
    guard width > 0, height > 0, width <= 4096, height <= 4096, pixels.count == width * height * 4,
      let bytes = g_bytes_new(pixels, gsize(pixels.count))
    else { return nil }
    defer { g_bytes_unref(bytes) }
    let made = gdk_memory_texture_new(Int32(width), Int32(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))!
    defer { g_object_unref(UnsafeMutableRawPointer(made)) }
    return Texture(UnsafeMutableRawPointer(made))
  }

  public var width: Int { Int(gdk_texture_get_width(opaque)) }
  public var height: Int { Int(gdk_texture_get_height(opaque)) }
}
