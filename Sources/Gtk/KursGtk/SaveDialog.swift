// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Window {
  // GtkFileChooserNative is deprecated from GTK 4.10 on, where GtkFileDialog takes its place; this is its only use.
  /// Asks where to save a file; `chosen` is told the path unless the person thinks better of it.
  public func chooseFile(
    title: String, name: String, accept: String, _ chosen: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let dialog = fileDialog(title, GTK_FILE_CHOOSER_ACTION_SAVE, accept)
    gtk_file_chooser_set_current_name(dialog.opaque, name)
    show(dialog, chosen)
  }

  /// Asks which file to open, of these media types; `chosen` is told the path unless the person thinks better of it.
  public func chooseFile(
    title: String, types: [String], named filter: String, accept: String,
    _ chosen: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let dialog = fileDialog(title, GTK_FILE_CHOOSER_ACTION_OPEN, accept)
    let kinds = gtk_file_filter_new()!
    gtk_file_filter_set_name(kinds, filter)
    for type in types { gtk_file_filter_add_mime_type(kinds, type) }
    gtk_file_chooser_add_filter(dialog.opaque, kinds)
    g_object_unref(UnsafeMutableRawPointer(kinds))
    show(dialog, chosen)
  }

  private func fileDialog(_ title: String, _ action: GtkFileChooserAction, _ accept: String) -> Object {
    let made = gtk_file_chooser_native_new(title, cast(), action, accept, nil)!
    let dialog = Object(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
    gtk_native_dialog_set_modal(dialog.cast(), 1)
    return dialog
  }

  private func show(_ dialog: Object, _ chosen: @escaping @MainActor @Sendable (String) -> Void) {
    // Held by its own handler until it is answered: GTK keeps no reference to a native dialog.
    let held = Held(dialog)
    dialog.connectResponse { response in
      guard let dialog = held.object else { return }
      held.object = nil
      if response == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(dialog.opaque) {
        if let path = g_file_get_path(file) {
          chosen(String(cString: path))
          g_free(path)
        }
        g_object_unref(UnsafeMutableRawPointer(file))
      }
      gtk_native_dialog_destroy(dialog.cast())
    }
    gtk_native_dialog_show(dialog.cast())
  }
}

/// Keeps an object until it is told not to.
@MainActor
private final class Held {
  var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}

typealias ResponseHandler = @MainActor @Sendable (Int32) -> Void

extension Object {
  func connectResponse(_ body: @escaping ResponseHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Void = {
      _, response, data in
      let box = Unmanaged<Box<ResponseHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body(response) }
    }
    attach("response", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}
