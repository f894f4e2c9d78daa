// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// An `AdwMessageDialog` that asks for one line of text.
@MainActor
public final class TextQuestion {
  private let dialog: Widget
  private let entry: Entry

  /// `entry`: what a screen reader calls the field; `text`: what stands in it at first, selected.
  public init(_ question: String, entry name: String, text: String) {
    let made = adw_message_dialog_new(nil, question, nil)!
    dialog = Widget(UnsafeMutableRawPointer(made))
    let field = gtk_entry_new()!
    entry = Entry(UnsafeMutableRawPointer(field))
    entry.text = text
    entry.setAccessibleLabel(name)
    gtk_entry_set_activates_default(dialog.entry(field), 1)
    adw_message_dialog_set_extra_child(dialog.cast(), field)
  }

  /// Shows it above a window; `body` is called with the text when it is accepted, by button or by Enter.
  public func ask(
    above parent: Window, cancel: String, accept: String, _ body: @escaping @MainActor @Sendable (String) -> Void
  ) {
    gtk_window_set_transient_for(dialog.cast(), parent.cast())
    gtk_window_set_modal(dialog.cast(), 1)
    adw_message_dialog_add_response(dialog.cast(), "cancel", cancel)
    adw_message_dialog_add_response(dialog.cast(), "accept", accept)
    adw_message_dialog_set_response_appearance(dialog.cast(), "accept", ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog.cast(), "accept")
    adw_message_dialog_set_close_response(dialog.cast(), "cancel")
    // The closure holds the field until GTK lets go of the dialog.
    dialog.connectArgument("response") { [entry] response in
      guard let response, String(cString: response.assumingMemoryBound(to: CChar.self)) == "accept" else { return }
      body(entry.text)
    }
    gtk_window_present(dialog.cast())
    entry.grabFocus()
    entry.selectAll()
  }
}

extension Widget {
  fileprivate func entry(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkEntry> {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkEntry.self)
  }
}
