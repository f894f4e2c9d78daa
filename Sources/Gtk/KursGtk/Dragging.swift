// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

extension Widget {
  /// Lets it be dragged to a place of the same `kind`; what is dropped there is told by `name`. It drags `whole`, where
  /// it is the handle of something larger. Another program gets `text`, where there is one.
  public func beDragged(
    kind: String, whole: Widget? = nil, text: (@MainActor @Sendable () -> String)? = nil,
    name: @escaping @MainActor @Sendable () -> String
  ) {
    let dragged = whole ?? self
    let made = gtk_drag_source_new()!
    gtk_drag_source_set_actions(
      made, text == nil ? GDK_ACTION_MOVE : GdkDragAction(GDK_ACTION_MOVE.rawValue | GDK_ACTION_COPY.rawValue))
    let source = controller(made)
    source.connectPrepare { kurs_dragged_content(kind, name(), text?() ?? "") }
    source.connectArgument("drag-begin") { [weak dragged] drag in
      dragged?.style("dragged", true)
      guard let dragged, let drag, let picture = gtk_widget_paintable_new(dragged.widget) else { return }
      gtk_drag_icon_set_from_paintable(OpaquePointer(drag), picture, 0, 0)
      // Rows have no ground of their own, and a screen without a compositor shows what is transparent as black.
      let icon = gtk_drag_icon_get_for_drag(OpaquePointer(drag))
      gtk_drag_icon_get_child(OpaquePointer(icon)).map { gtk_widget_add_css_class($0, "drag-picture") }
      g_object_unref(UnsafeMutableRawPointer(picture))
    }
    source.connectDragEnd { [weak dragged] in dragged?.style("dragged", false) }
  }

  /// Calls `dropped` with the name of a thing of this `kind` that is dropped on it, or on a field within it.
  public func onDrop(kind: String, _ dropped: @escaping @MainActor @Sendable (String) -> Void) {
    let made = gtk_drop_target_new(kurs_type_string(), GDK_ACTION_MOVE)
    kurs_drop_target_take(made, kind)
    gtk_event_controller_set_propagation_phase(made, GTK_PHASE_CAPTURE)
    controller(made).connectDrop { target, _ in
      guard let name = kurs_dropped_name(target) else { return false }
      dropped(String(cString: name))
      g_free(name)
      return true
    }
  }

  /// Calls `dropped` with text from elsewhere that is dropped on it, where nothing within it takes that.
  public func onTextDrop(_ dropped: @escaping @MainActor @Sendable (String) -> Void) {
    let made = gtk_drop_target_new(kurs_type_string(), GDK_ACTION_COPY)
    controller(made).connectDrop { target, value in
      guard let text = g_value_get_string(value) else { return false }
      // A thing of the program's own that missed its place.
      if let name = kurs_dropped_name(target) {
        g_free(name)
        return false
      }
      dropped(String(cString: text))
      return true
    }
  }

  /// Calls `dropped` with the path of a file that is dropped on it or on a field within it.
  public func onFileDrop(_ dropped: @escaping @MainActor @Sendable (String) -> Void) {
    let made = gtk_drop_target_new(kurs_type_file_list(), GDK_ACTION_COPY)
    gtk_event_controller_set_propagation_phase(made, GTK_PHASE_CAPTURE)
    controller(made).connectDrop { _, value in
      guard let path = kurs_dropped_file(value) else { return false }
      dropped(String(cString: path))
      g_free(path)
      return true
    }
  }
}

typealias Content = UnsafeMutablePointer<GdkContentProvider>
typealias PrepareHandler = @MainActor @Sendable () -> Content?
typealias DropHandler = @MainActor @Sendable (_ target: OpaquePointer, UnsafePointer<GValue>) -> Bool

extension Object {
  func connectPrepare(_ body: @escaping PrepareHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, Double, Double, UnsafeMutableRawPointer) -> Content? = {
      _, _, _, data in
      let box = Unmanaged<Box<PrepareHandler>>.fromOpaque(data).takeUnretainedValue()
      // Made and handed over in one call, on the thread that asks for it.
      nonisolated(unsafe) var content: Content?
      MainActor.assumeIsolated { content = box.body() }
      return content
    }
    attach("prepare", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectDragEnd(_ body: @escaping PlainHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer) -> Void = {
        _, _, _, data in
        let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { box.body() }
      }
    attach("drag-end", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectDrop(_ body: @escaping DropHandler) {
    let trampoline:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<GValue>, Double, Double, UnsafeMutableRawPointer
      ) -> gboolean = { target, value, _, _, data in
        // The pointers go no further than this call, on the thread that made it.
        nonisolated(unsafe) let (target, value) = (OpaquePointer(target), value)
        let box = Unmanaged<Box<DropHandler>>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { box.body(target, value) } ? 1 : 0
      }
    attach("drop", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}
