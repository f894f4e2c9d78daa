// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// The common part of all widgets.
@MainActor
public class Widget: Object {
  override class var type: GType { gtk_widget_get_type() }

  var widget: UnsafeMutablePointer<GtkWidget> { cast() }

  /// Whether it is shown.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether it can be used.
  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// Whether it holds the keyboard focus.
  public var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

  /// Adds or removes a style class.
  public func style(_ name: String, _ on: Bool) {
    if on { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
  }

  /// The name that a screen reader speaks.
  public func setAccessibleLabel(_ label: String) { kurs_accessible_set_label(opaque, label) }

  /// Leaves its labels to the row's own name, so that each is heard once.
  public func speakForLabels() { kurs_accessible_speak_for_labels(widget) }

  /// A further sentence that a screen reader speaks after the name.
  public func setAccessibleDescription(_ text: String) { kurs_accessible_set_description(opaque, text) }

  /// Has a screen reader speak a sentence, wherever the keyboard focus is in its window.
  public func announce(_ sentence: String) { kurs_accessible_announce(widget, sentence) }

  /// The least width it is given.
  public func requestWidth(_ width: Int) { gtk_widget_set_size_request(widget, gint(width), -1) }

  /// The text shown when the pointer rests on it.
  public func setTooltip(_ text: String) { gtk_widget_set_tooltip_text(widget, text) }

  /// Keeps its children in this order in right-to-left languages too, where keypads are not mirrored.
  public func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }

  /// Takes its share of what room is left across.
  public func expandAcross() { gtk_widget_set_hexpand(widget, 1) }

  /// Moves the keyboard focus here.
  public func grabFocus() { gtk_widget_grab_focus(widget) }

  /// Activates it as if by keyboard.
  public func activate() { gtk_widget_activate(widget) }

  /// Runs an action, such as `win.copy`, of the window it stands in.
  public func activateAction(_ name: String) { gtk_widget_activate_action_variant(widget, name, nil) }
}
