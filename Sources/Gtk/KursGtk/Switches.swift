// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

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
