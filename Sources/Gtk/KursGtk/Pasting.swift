// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Entry {
  /// Hands pasted text to `pasted` before the entry takes it; true when that used it.
  public func onPaste(_ pasted: @escaping @MainActor @Sendable (String) -> Bool) {
    guard let delegate = gtk_editable_get_delegate(opaque) else { return }
    Object(UnsafeMutableRawPointer(delegate)).connect("paste-clipboard") { [weak self] in
      guard let self, let delegate = gtk_editable_get_delegate(opaque) else { return }
      g_signal_stop_emission_by_name(UnsafeMutableRawPointer(delegate), "paste-clipboard")
      readClipboard { [weak self] string in
        guard let self, !pasted(string) else { return }
        insert(string)
      }
    }
  }
}

extension Widget {
  /// Calls `body` with the text on the clipboard, once it has come; not at all when there is none.
  public func readClipboard(_ body: @escaping @MainActor @Sendable (String) -> Void) {
    gdk_clipboard_read_text_async(
      gtk_widget_get_clipboard(widget), nil,
      { clipboard, result, data in
        guard let data else { return }
        let box = Unmanaged<Box<TextHandler>>.fromOpaque(data).takeRetainedValue()
        guard let text = gdk_clipboard_read_text_finish(OpaquePointer(clipboard), result, nil) else { return }
        let string = String(cString: text)
        g_free(text)
        MainActor.assumeIsolated { box.body(string) }
      }, Unmanaged.passRetained(Box(body)).toOpaque())
  }
}

typealias TextHandler = @MainActor @Sendable (String) -> Void
