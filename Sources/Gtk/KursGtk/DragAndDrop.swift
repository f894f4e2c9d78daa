// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

extension Widget {
  /// Can be dragged away by the pointer, as a picture of itself that carries a text.
  public func onDragOut(_ text: @escaping @MainActor @Sendable () -> String) {
    // gtk_widget_add_controller takes the reference that came with it.
    let made = gtk_drag_source_new()!
    let source = Object(UnsafeMutableRawPointer(made))
    gtk_drag_source_set_actions(made, GDK_ACTION_MOVE)
    source.connectPrepare { [weak self] source, x, y in
      guard let self else { return nil }
      let picture = gtk_widget_paintable_new(widget)!
      gtk_drag_source_set_icon(source, picture, Int32(x), Int32(y))
      g_object_unref(UnsafeMutableRawPointer(picture))
      var value = GValue()
      g_value_init(&value, kurs_type_string())
      g_value_set_string(&value, text())
      defer { g_value_unset(&value) }
      return gdk_content_provider_new_for_value(&value).map { UnsafeMutableRawPointer($0) }
    }
    gtk_widget_add_controller(widget, made)
  }

  /// Takes what `onDragOut` of another widget carries; `dropped` answers whether it could use it.
  public func onDrop(_ dropped: @escaping @MainActor @Sendable (String) -> Bool) {
    let made = gtk_drop_target_new(kurs_type_string(), GDK_ACTION_MOVE)!
    let target = Object(UnsafeMutableRawPointer(made))
    target.connectDrop(dropped)
    gtk_widget_add_controller(widget, made)
  }
}

typealias PrepareHandler = @MainActor @Sendable (OpaquePointer, Double, Double) -> UnsafeMutableRawPointer?
typealias DropHandler = @MainActor @Sendable (String) -> Bool

extension Object {
  func connectPrepare(_ body: @escaping PrepareHandler) {
    let trampoline:
      @convention(c) (OpaquePointer, Double, Double, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
        source, x, y, data in
        let box = Unmanaged<Box<PrepareHandler>>.fromOpaque(data).takeUnretainedValue()
        // The pointers go no further than this call, on the thread that made them.
        nonisolated(unsafe) let source = source
        nonisolated(unsafe) var content: UnsafeMutableRawPointer?
        MainActor.assumeIsolated { content = box.body(source, x, y) }
        return content
      }
    attach("prepare", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectDrop(_ body: @escaping DropHandler) {
    let trampoline:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<GValue>, Double, Double, UnsafeMutableRawPointer
      ) -> gboolean = { _, value, _, _, data in
        let box = Unmanaged<Box<DropHandler>>.fromOpaque(data).takeUnretainedValue()
        guard let text = g_value_get_string(value).map({ String(cString: $0) }) else { return 0 }
        return MainActor.assumeIsolated { box.body(text) } ? 1 : 0
      }
    attach("drop", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}
