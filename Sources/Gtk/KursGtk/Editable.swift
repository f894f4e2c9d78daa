// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

/// A widget with text that a person edits: `GtkEntry`, `GtkSearchEntry`.
@MainActor
public final class Entry: Widget {
  override class var type: GType { gtk_editable_get_type() }
  private var isReplaced = false
  /// Of each text that is being written, what stood before all of it.
  private var leads: [Int] = []

  var written: String { String(cString: gtk_editable_get_text(opaque)) }

  /// The whole text.
  public var text: String {
    get { String(written.unicodeScalars.dropFirst(lead)) }
    set { gtk_editable_set_text(opaque, newValue) }
  }

  /// The cursor's position in characters.
  public var position: Int {
    get { Int(gtk_editable_get_position(opaque)) - lead }
    set { gtk_editable_set_position(opaque, newValue < 0 ? -1 : Int32(newValue + lead)) }
  }

  /// The characters selected, from and up to; nil when none are.
  public var selection: Range<Int>? {
    var from: Int32 = 0
    var to: Int32 = 0
    guard gtk_editable_get_selection_bounds(opaque, &from, &to) != 0 else { return nil }
    return Int(from) - lead..<Int(to) - lead
  }

  /// Writes at the cursor, over the selection if there is one.
  public func insert(_ text: String) {
    gtk_editable_delete_selection(opaque)
    var position = gtk_editable_get_position(opaque)
    gtk_editable_insert_text(opaque, text, Int32(text.utf8.count), &position)
    gtk_editable_set_position(opaque, position)
  }

  /// Deletes the selection, or the character before the cursor.
  public func deleteBackwards() {
    if selection != nil { return gtk_editable_delete_selection(opaque) }
    let position = gtk_editable_get_position(opaque)
    if position > lead { gtk_editable_delete_text(opaque, position - 1, position) }
  }

  /// Whether no text would stay if something were written at the cursor.
  public var isReplacedByWriting: Bool {
    text.isEmpty || selection.map { $0.count >= text.unicodeScalars.count } ?? false
  }

  /// Selects all of the text.
  public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }

  /// Shows another text, all of it selected.
  public func show(selected text: String) {
    guard selection != nil, !text.isEmpty else {
      self.text = text
      return selectAll()
    }
    // Something stays selected all the while: an entry that gives up X's PRIMARY selection and takes it again in
    // the same moment is told later that it lost it, and drops what is selected (GTK 4.8, gtk_text_content_detach).
    let before = Int32(written.unicodeScalars.count)
    var end = before
    gtk_editable_insert_text(opaque, text, Int32(text.utf8.count), &end)
    gtk_editable_select_region(opaque, 0, -1)
    gtk_editable_delete_text(opaque, 0, before)
  }

  /// Shows another text with the cursor behind it.
  public func replace(with text: String) {
    self.text = text
    position = -1
    isReplaced = true
  }

  /// Writes as many characters in place of its own; the cursor stays where it is.
  public func rewrite(_ text: String) {
    let place = position
    self.text = text
    position = place
  }

  /// Lets `replace` and the mark of `ReadingOrder` answer what is being written: GTK sets the cursor behind that once it
  /// has told of the change.
  public func keepCursorBehindReplacement() {
    guard let delegate = gtk_editable_get_delegate(opaque).map({ Object(UnsafeMutableRawPointer($0)) }) else { return }
    delegate.connectInsertion(isAfter: false) { [weak self] place in
      guard let self else { return place }
      isReplaced = false
      leads.append(lead)
      return place
    }
    delegate.connectInsertion(isAfter: true) { [weak self] place in
      guard let self, let before = leads.popLast() else { return place }
      return isReplaced ? written.unicodeScalars.count : place + lead - before
    }
  }

  /// Calls `body` after each change of the text, by the person or by the program.
  public func onChange(_ body: @escaping @MainActor @Sendable () -> Void) { connect("changed", body) }

  /// Calls `body` when Enter is pressed.
  public func onActivate(_ body: @escaping @MainActor @Sendable () -> Void) { connect("activate", body) }

  /// Calls `body` once typing in a search entry pauses.
  public func onSearch(_ body: @escaping @MainActor @Sendable () -> Void) { connect("search-changed", body) }

  /// Calls `body` when Escape is pressed in a search entry.
  public func onStopSearch(_ body: @escaping @MainActor @Sendable () -> Void) { connect("stop-search", body) }
}

extension Entry {
  /// The title of an entry that is a row of a boxed list.
  public func setTitle(_ title: String) { kurs_set_string_property(raw, "title", title) }
}

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

extension Entry {
  /// Calls `body` when Enter is pressed in an `AdwEntryRow`.
  public func onEntryActivate(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("entry-activated", body)
  }

  /// The name that a screen reader speaks for the button that shows a password, which libadwaita leaves without one.
  public func setRevealLabel(_ label: String) {
    guard let button = Self.descendant(of: widget, where: { button in
      gtk_button_get_icon_name(button).map { String(cString: $0).hasPrefix("view-") } ?? false
    }) else { return }
    Widget(UnsafeMutableRawPointer(button)).setAccessibleLabel(label)
  }

  private static func descendant(
    of widget: UnsafeMutablePointer<GtkWidget>, where isWanted: (UnsafeMutablePointer<GtkButton>) -> Bool
  ) -> UnsafeMutablePointer<GtkButton>? {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if kurs_is_a(child, gtk_button_get_type()) != 0 {
        let button = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkButton.self)
        if isWanted(button) { return button }
      }
      if let found = descendant(of: child, where: isWanted) { return found }
      next = gtk_widget_get_next_sibling(child)
    }
    return nil
  }
}

extension Entry {
  /// Writes its text in the largest size in which all of it is seen, or in the smallest; `styles` are the classes for
  /// the sizes below the usual one.
  public func fitText(_ fit: NumberFit = .large, styles: [String] = ["long", "longer", "longest"]) {
    guard let inner = gtk_editable_get_delegate(opaque), let layout = gtk_widget_create_pango_layout(widget, text)
    else { return }
    let room = gtk_widget_get_width(UnsafeMutableRawPointer(inner).assumingMemoryBound(to: GtkWidget.self))
    var width: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    g_object_unref(UnsafeMutableRawPointer(layout))
    guard room > 0 else { return }
    let now = styles.firstIndex { gtk_widget_has_css_class(widget, $0) != 0 }.map { $0 + 1 } ?? 0
    guard case .whole(let size) = fit.form(whole: Int(width) * 100 / fit.sizes[now], brief: nil, room: Int(room)),
      let step = fit.sizes.firstIndex(of: size), step != now
    else { return }
    for (index, name) in styles.enumerated() { style(name, index + 1 == step) }
  }
}

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
