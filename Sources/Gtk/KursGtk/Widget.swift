// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

@MainActor
public class Widget: Object {
  override class var type: GType { gtk_widget_get_type() }

  var widget: UnsafeMutablePointer<GtkWidget> { cast() }

  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  public var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

  public func style(_ name: String, _ on: Bool) {
    guard on != (gtk_widget_has_css_class(widget, name) != 0) else { return }
    if on { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
  }

  public func setAccessibleLabel(_ label: String) { Accessibility.setLabel(label, of: opaque) }

  /// Hides the labels in this row from screen readers, because the row's name contains them.
  public func speakForLabels() { kurs_accessible_speak_for_labels(widget) }

  public func setAccessibleDescription(_ text: String) { Accessibility.setDescription(text, of: opaque) }

  public func announce(_ sentence: String) { Accessibility.announce(sentence, from: widget) }

  public func requestWidth(_ width: Int) { gtk_widget_set_size_request(widget, gint(width), -1) }

  /// Sets the tooltip, which is also the accessible description. Setting the same tooltip again does nothing.
  public func setTooltip(_ text: String) {
    let shown = gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } ?? ""
    if text != shown { gtk_widget_set_tooltip_text(widget, text) }
  }

  /// Keeps the order of the children in right-to-left languages, because keypads aren't mirrored there.
  public func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }

  public func expandAcross() { gtk_widget_set_hexpand(widget, 1) }

  public func grabFocus() { gtk_widget_grab_focus(widget) }

  public func activate() { gtk_widget_activate(widget) }

  public func rewriteLabels(_ rewritten: (String) -> String) {
    if isObject(raw, a: gtk_label_get_type()) {
      let text = String(cString: gtk_label_get_text(opaque))
      let new = rewritten(text)
      if new != text { gtk_label_set_text(opaque, new) }
    }
    for child in childWidgets(of: widget) { Widget(UnsafeMutableRawPointer(child)).rewriteLabels(rewritten) }
  }

  public func activateAction(_ name: String) { gtk_widget_activate_action_variant(widget, name, nil) }
}

extension Widget {
  /// Copies text to the clipboard without direction marks, which other programs don't need.
  public func copyToClipboard(_ text: String) {
    let plain = text.replacing("\u{200F}\u{2068}", with: "").filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), plain)
  }
}

extension Widget {
  public var isClipboardOwn: Bool { gdk_clipboard_is_local(gtk_widget_get_clipboard(widget)) != 0 }

  /// Copies a picture to the clipboard. Returns false if the bytes aren't a PNG.
  public func copyToClipboard(png: [UInt8]) -> Bool {
    let bytes = g_bytes_new(png, gsize(png.count))
    defer { g_bytes_unref(bytes) }
    guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return false }
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget), texture)
    g_object_unref(UnsafeMutableRawPointer(texture))
    return true
  }
}

extension Widget {
  /// Lets the user drag this widget to a drop target of the same `kind`. The target receives `name`, other programs
  /// receive `text`. `whole`: the widget that is dragged, if this widget is only a handle.
  public func beDragged(
    kind: String, whole: Widget? = nil, text: (@MainActor @Sendable () -> String)? = nil,
    name: @escaping @MainActor @Sendable () -> String
  ) {
    let dragged = whole ?? self
    let made = gtk_drag_source_new()!
    gtk_drag_source_set_actions(
      made, text == nil ? GDK_ACTION_MOVE : GdkDragAction(GDK_ACTION_MOVE.rawValue | GDK_ACTION_COPY.rawValue))
    let source = controller(made)
    source.connectPrepare { DraggedItem.content(kind: kind, name: name(), text: text?() ?? "") }
    source.connectArgument("drag-begin") { [weak dragged] drag in
      dragged?.style("dragged", true)
      guard let dragged, let drag, let picture = gtk_widget_paintable_new(dragged.widget) else { return }
      gtk_drag_icon_set_from_paintable(OpaquePointer(drag), picture, 0, 0)
      // The style class adds a background. Without a compositor, the transparent row would be black.
      let icon = gtk_drag_icon_get_for_drag(OpaquePointer(drag))
      gtk_drag_icon_get_child(OpaquePointer(icon)).map { gtk_widget_add_css_class($0, "drag-picture") }
      g_object_unref(UnsafeMutableRawPointer(picture))
    }
    source.connectDragEnd { [weak dragged] in dragged?.style("dragged", false) }
  }

  /// Calls `dropped` with the name of an item of this `kind` that the user drops on the widget or on a field in it.
  public func onDrop(kind: String, _ dropped: @escaping @MainActor @Sendable (String) -> Void) {
    let made = gtk_drop_target_new(stringType, GDK_ACTION_MOVE)!
    DraggedItem.accept(kind, at: made)
    gtk_event_controller_set_propagation_phase(made, GTK_PHASE_CAPTURE)
    controller(made).connectDrop { target, _ in
      guard let name = DraggedItem.name(at: target) else { return false }
      dropped(name)
      return true
    }
  }

  public func onTextDrop(_ dropped: @escaping @MainActor @Sendable (String) -> Void) {
    let made = gtk_drop_target_new(stringType, GDK_ACTION_COPY)
    controller(made).connectDrop { target, value in
      guard let text = g_value_get_string(value) else { return false }
      // The user dropped an item of Kurs, but missed the target that accepts it. So this drop is refused.
      if DraggedItem.name(at: target) != nil { return false }
      dropped(String(cString: text))
      return true
    }
  }

  public func onFileDrop(_ dropped: @escaping @MainActor @Sendable ([String]) -> Void) {
    let made = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)
    gtk_event_controller_set_propagation_phase(made, GTK_PHASE_CAPTURE)
    controller(made).connectDrop { _, value in
      let paths = DraggedItem.files(in: value)
      if !paths.isEmpty { dropped(paths) }
      return !paths.isEmpty
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
      // `nonisolated(unsafe)` is safe, because the content is created and returned within one call on one thread.
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
        // `nonisolated(unsafe)` is safe, because the pointers are used only during this call and on this thread.
        nonisolated(unsafe) let (target, value) = (OpaquePointer(target), value)
        let box = Unmanaged<Box<DropHandler>>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { box.body(target, value) } ? 1 : 0
      }
    attach("drop", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}

extension Widget {
  public func afterFirstFrame(_ body: @escaping @MainActor @Sendable () -> Void) {
    let box = Unmanaged.passRetained(FrameCount(body) as AnyObject).toOpaque()
    // Waits for the second tick: the first tick comes before the first frame is painted, the second after it.
    _ = gtk_widget_add_tick_callback(
      widget,
      { _, _, data in
        guard let data else { return 0 }
        let count = Unmanaged<FrameCount>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { count.tick() } ? 1 : 0
      }, box, releaseBox)
  }
}

@MainActor
private final class FrameCount {
  private var frames = 0
  private let body: @MainActor @Sendable () -> Void

  init(_ body: @escaping @MainActor @Sendable () -> Void) {
    self.body = body
  }

  func tick() -> Bool {
    frames += 1
    guard frames > 1 else { return true }
    body()
    return false
  }
}

extension Widget {
  /// Makes all buttons of a grid one Tab stop. The arrow keys move between the buttons.
  public func roveFocus() {
    var child = gtk_widget_get_first_child(widget)
    var isFirst = true
    while let button = child {
      gtk_widget_set_focusable(button, isFirst ? 1 : 0)
      isFirst = false
      child = gtk_widget_get_next_sibling(button)
    }
    onKey(first: true) { [weak self] key in self?.rove(key) ?? false }
  }

  private func rove(_ key: KeyPress) -> Bool {
    guard !key.hasControl, !key.hasAlt, let from = gtk_widget_get_focus_child(widget) else { return false }
    let grid = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkGrid.self)
    var (column, row, width, height) = (Int32(), Int32(), Int32(), Int32())
    gtk_grid_query_child(grid, from, &column, &row, &width, &height)
    switch key.name {
    case "Left", "KP_Left": column -= 1
    case "Right", "KP_Right": column += width
    case "Up", "KP_Up": row -= 1
    case "Down", "KP_Down": row += height
    default: return false
    }
    guard let target = gtk_grid_get_child_at(grid, column, row), target != from else { return true }
    gtk_widget_set_focusable(target, 1)
    gtk_widget_grab_focus(target)
    gtk_widget_set_focusable(from, 0)
    return true
  }
}
