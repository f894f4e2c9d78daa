// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// An `AdwToastOverlay`: short notices at the foot of a window.
@MainActor
public final class ToastOverlay: Widget {
  override class var type: GType { adw_toast_overlay_get_type() }

  private var last: Object?

  /// Shows one sentence and, if wished, one button that runs an action; it takes the place of the one before.
  public func show(_ sentence: String, button: (label: String, action: String)? = nil) {
    // A toast's title is Pango markup.
    let escaped = g_markup_escape_text(sentence, -1)!
    let toast = adw_toast_new(escaped)
    g_free(escaped)
    if let button {
      adw_toast_set_button_label(toast, button.label)
      // Whoever takes something back has to read, think and reach for it first.
      adw_toast_set_timeout(toast, 10)
      adw_toast_set_action_name(toast, button.action)
    }
    if let last { adw_toast_dismiss(last.opaque) }
    // Held here, for the overlay takes the reference that came with it.
    last = Object(UnsafeMutableRawPointer(toast!))
    adw_toast_overlay_add_toast(opaque, toast)
  }
}
