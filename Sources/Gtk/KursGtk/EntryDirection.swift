// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Entry {
  /// Keeps a number at the end of the entry, as in the rows around it, and a sum of numbers in the order it is typed in.
  public func keepNumberAtEnd() {
    keepLeftToRight()
    keepReadingOrder()
    onChange { [weak self] in self?.alignToEnd() }
    guard let delegate = gtk_editable_get_delegate(opaque) else { return }
    Object(UnsafeMutableRawPointer(delegate)).connectArgument("notify::has-focus") { [weak self] _ in self?.alignToEnd() }
    alignToEnd()
  }

  /// GTK turns the alignment round where the text runs from the right.
  private func alignToEnd() {
    gtk_editable_set_alignment(opaque, isFromRight == Appearance.isRightToLeft ? 1 : 0)
  }

  /// By its first letter; digits alone run as the keyboard writes.
  private var isFromRight: Bool {
    let text = text
    if lead > 0 { return false }
    guard let letter = text.firstIndex(where: \.isLetter) else { return hasInputFocus && isKeyboardFromRight }
    guard let layout = gtk_widget_create_pango_layout(widget, text) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    return pango_layout_get_direction(layout, Int32(text[..<letter].utf8.count)) == PANGO_DIRECTION_RTL
  }

  private var hasInputFocus: Bool {
    gtk_editable_get_delegate(opaque).map { Widget(UnsafeMutableRawPointer($0)).hasFocus } ?? false
  }

  private var isKeyboardFromRight: Bool {
    guard let seat = gdk_display_get_default_seat(gtk_widget_get_display(widget)),
      let keyboard = gdk_seat_get_keyboard(seat)
    else { return false }
    return gdk_device_get_direction(keyboard) == PANGO_DIRECTION_RTL
  }
}
