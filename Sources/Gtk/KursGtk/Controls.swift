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
