// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@MainActor
public final class ToastOverlay: Widget {
  override class var type: GType { adw_toast_overlay_get_type() }

  private static let patience = Duration.seconds(1)

  private var queue = ToastQueue()
  /// The shown toast. Only the overlay holds it, so it is gone once freed.
  private var current: OpaquePointer?
  /// Whether the content below shrinks for the notice instead of being covered.
  public var makesRoom = false

  public func show(_ sentence: String, button: (label: String, action: String)? = nil) {
    carryOut(queue.asked(.init(sentence: sentence, button: button?.label, action: button?.action)))
  }

  var sentence: String? { current.map { String(cString: adw_toast_get_title($0)) } }

  private func carryOut(_ action: ToastQueue.Action?) {
    switch action {
    case .show(let notice, let number): show(notice, number)
    case .dismiss: if let current { adw_toast_dismiss(current) }
    case nil: break
    }
  }

  private func show(_ notice: ToastQueue.Notice, _ number: Int) {
    guard gtk_widget_get_root(widget) != nil, let toast = Self.toast(notice) else { return }
    current = toast
    onFreed(UnsafeMutableRawPointer(toast)) { [weak self] in
      self?.current = nil
      self?.giveRoom(0)
      // The overlay is still busy with the previous toast.
      Task { self?.carryOut(self?.queue.gone(number)) }
    }
    adw_toast_overlay_add_toast(opaque, toast)
    if let shown = gtk_widget_get_last_child(widget) {
      Accessibility.nameButtons(in: shown)
      if makesRoom {
        var height: Int32 = 0
        gtk_widget_measure(shown, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        giveRoom(height)
      }
    }
    Task { [weak self] in
      try? await Task.sleep(for: Self.patience)
      self?.carryOut(self?.queue.stood(number))
    }
  }

  private func giveRoom(_ height: Int32) {
    guard makesRoom, let child = adw_toast_overlay_get_child(opaque) else { return }
    gtk_widget_set_margin_bottom(child, height)
  }

  private static func toast(_ notice: ToastQueue.Notice) -> OpaquePointer? {
    // A toast's title is Pango markup.
    let escaped = g_markup_escape_text(notice.sentence, -1)!
    defer { g_free(escaped) }
    let toast = adw_toast_new(escaped)
    if let button = notice.button, let action = notice.action {
      adw_toast_set_button_label(toast, button)
      // An undo button needs more time, because the user has to read and reach for it first.
      adw_toast_set_timeout(toast, 10)
      adw_toast_set_detailed_action_name(toast, action)
    }
    return toast
  }
}
