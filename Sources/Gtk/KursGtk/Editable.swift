// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

@MainActor
public final class Entry: Widget {
  override class var type: GType { gtk_editable_get_type() }
  private var isReplaced = false
  /// The length of the direction mark at the start of each insertion. A second insertion may begin during the first.
  private var leads: [Int] = []
  private var keepsSelection = false
  private var trailing = ""
  /// The selection when the focus left, or the selection that Kurs made. Nil after the user's next action.
  private var left: (text: String, range: Range<Int32>)?

  var written: String { String(cString: gtk_editable_get_text(opaque)) }

  public var text: String {
    get { String(written.unicodeScalars.dropFirst(lead)) }
    set {
      left = nil
      gtk_editable_set_text(opaque, newValue)
    }
  }

  public var position: Int {
    get { Int(gtk_editable_get_position(opaque)) - lead }
    set {
      left = nil
      gtk_editable_set_position(opaque, newValue < 0 ? -1 : Int32(newValue + lead))
    }
  }

  public var selection: Range<Int>? {
    var from: Int32 = 0
    var to: Int32 = 0
    guard gtk_editable_get_selection_bounds(opaque, &from, &to) != 0 else { return nil }
    return Int(from) - lead..<Int(to) - lead
  }

  public func insert(_ text: String) {
    restoreSelection()
    gtk_editable_delete_selection(opaque)
    var position = gtk_editable_get_position(opaque)
    gtk_editable_insert_text(opaque, text, Int32(text.utf8.count), &position)
    gtk_editable_set_position(opaque, position)
  }

  public func deleteBackwards() {
    restoreSelection()
    if selection != nil { return gtk_editable_delete_selection(opaque) }
    let position = gtk_editable_get_position(opaque)
    if position > lead { gtk_editable_delete_text(opaque, position - 1, position) }
  }

  public var isReplacedByWriting: Bool {
    restoreSelection()
    return text.isEmpty || selection.map { $0.count >= text.unicodeScalars.count } ?? false
  }

  public func selectAll() {
    gtk_editable_select_region(opaque, 0, -1)
    noteSelection()
  }

  /// Keeps the selection until the user types, even without the focus. GTK would remove it when another program takes
  /// the PRIMARY selection, or when Wayland refuses PRIMARY before the first key press.
  public func keepSelection() {
    keepsSelection = true
    let focus = controller(gtk_event_controller_focus_new())
    focus.connect("leave") { [weak self] in self?.noteSelection() }
    focus.connect("enter") { [weak self] in self?.restoreSelection() }
    onKey(first: true) { [weak self] key in
      guard let self, !key.isModifier else { return false }
      restoreSelection()
      left = nil
      return false
    }
    let press = gtk_gesture_click_new()
    gtk_event_controller_set_propagation_phase(press, GTK_PHASE_CAPTURE)
    controller(press).connectPress { [weak self] in self?.left = nil }
  }

  private func noteSelection() {
    guard keepsSelection else { return }
    var (from, to): (Int32, Int32) = (0, 0)
    if gtk_editable_get_selection_bounds(opaque, &from, &to) == 0 {
      // The selection was lost before the focus left, but the text is the same. So the selection saved in `left` stays.
      if let left, left.text == written { return }
      from = gtk_editable_get_position(opaque)
      to = from
    }
    left = (written, from..<to)
  }

  func restoreSelection() {
    guard let left, left.text == written, selection == nil else { return }
    gtk_editable_select_region(opaque, left.range.lowerBound, left.range.upperBound)
  }

  public func show(selected text: String) {
    guard selection != nil, !text.isEmpty else {
      self.text = text
      return selectAll()
    }
    // The new text is inserted before the old text is deleted, so that the entry always has the PRIMARY selection. If
    // the entry loses PRIMARY and takes it again, GTK 4.8 removes the selection later (gtk_text_content_detach).
    let before = Int32(written.unicodeScalars.count)
    var end = before
    gtk_editable_insert_text(opaque, text, Int32(text.utf8.count), &end)
    gtk_editable_select_region(opaque, 0, -1)
    gtk_editable_delete_text(opaque, 0, before)
    noteSelection()
  }

  public func replace(with text: String) {
    self.text = text
    position = -1
    isReplaced = true
  }

  /// Replaces the text by a different text of the same length. The cursor stays at its position.
  public func rewrite(_ text: String) {
    let place = position
    self.text = text
    position = place
  }

  /// Keeps the cursor at the same character if `replace` or `ReadingOrder` changes the text while the user types.
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

  public func onChange(_ body: @escaping @MainActor @Sendable () -> Void) { connect("changed", body) }

  public func onActivate(_ body: @escaping @MainActor @Sendable () -> Void) { connect("activate", body) }

  public func onSearch(_ body: @escaping @MainActor @Sendable () -> Void) { connect("search-changed", body) }

  public func onStopSearch(_ body: @escaping @MainActor @Sendable () -> Void) { connect("stop-search", body) }
}

extension Entry {
  public func setTitle(_ title: String) { setStringProperty("title", of: raw, to: title) }
}

extension Entry {
  /// Aligns a number at the end of the entry, as in other rows, and keeps calculations left to right.
  public func keepNumberAtEnd() {
    keepReadingOrder()
    onChange { [weak self] in self?.alignToEnd() }
    guard let delegate = gtk_editable_get_delegate(opaque) else { return }
    // Sets only the inner text to left to right. The entry's margins still follow the direction of the window.
    Widget(UnsafeMutableRawPointer(delegate)).keepLeftToRight()
    Object(UnsafeMutableRawPointer(delegate)).connectArgument("notify::has-focus") { [weak self] _ in self?.alignToEnd() }
    alignToEnd()
  }

  /// Aligns the text to the entry's end. GTK reverses the value for right-to-left text, so the code reverses it first.
  private func alignToEnd() {
    gtk_editable_set_alignment(opaque, isFromRight == Appearance.isRightToLeft ? 1 : 0)
  }

  /// Whether the text runs right to left, by its first letter. Without a letter, the keyboard's direction decides.
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
  public func onEntryActivate(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("entry-activated", body)
  }

  /// Gives the button that shows the password an accessible name, because libadwaita doesn't.
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
      if isObject(child, a: gtk_button_get_type()) {
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
  /// Reserves the width of `missing`, the decimals that other rows have and this text lacks, so that the digits align.
  /// `usual`: the entry's text size as a percentage of the other rows' size.
  public func leaveSpace(like missing: String, usual: Int) {
    guard missing != trailing, let around = gtk_widget_get_parent(widget),
      let layout = gtk_widget_create_pango_layout(around, missing)
    else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    trailing = missing
    var width: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    width = width * Int32(usual) / 100
    // A margin of more than 60 pixels would widen the window, which is worse than a number that isn't aligned.
    gtk_widget_set_margin_end(widget, width > 60 ? 0 : width)
  }

  /// Shows the text in the largest size that fits. `usual`: the size without a class, as a percentage of the size of
  /// the text around the entry. The width is calculated, because GTK applies a class only before the next frame.
  public func fitText(_ fit: NumberFit, usual: Int) {
    let styles = ["long", "longer", "longest"]
    guard let inner = gtk_editable_get_delegate(opaque), let around = gtk_widget_get_parent(widget),
      let layout = gtk_widget_create_pango_layout(around, text)
    else { return }
    let room = gtk_widget_get_width(UnsafeMutableRawPointer(inner).assumingMemoryBound(to: GtkWidget.self))
    var width: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    g_object_unref(UnsafeMutableRawPointer(layout))
    guard room > 0 else { return }
    let now = styles.firstIndex { gtk_widget_has_css_class(widget, $0) != 0 }.map { $0 + 1 } ?? 0
    guard case .whole(let size) = fit.form(whole: Int(width) * usual / 100, brief: nil, room: Int(room)),
      let step = fit.sizes.firstIndex(of: size), step != now
    else { return }
    for (index, name) in styles.enumerated() { style(name, index + 1 == step) }
  }
}

extension Entry {
  /// Calls `pasted` with pasted content instead of inserting it. `htmlUpTo`: the maximum bytes of HTML to read.
  public func onPaste(
    htmlUpTo most: Int, _ pasted: @escaping @MainActor @Sendable (ClipboardContent) -> Void
  ) {
    guard let delegate = gtk_editable_get_delegate(opaque) else { return }
    Object(UnsafeMutableRawPointer(delegate)).connect("paste-clipboard") { [weak self] in
      guard let self, let delegate = gtk_editable_get_delegate(opaque) else { return }
      g_signal_stop_emission_by_name(UnsafeMutableRawPointer(delegate), "paste-clipboard")
      readClipboard(htmlUpTo: most, pasted)
    }
  }
}

extension Widget {
  /// Calls `body` with the clipboard's text once it has arrived. Doesn't call `body` if the clipboard has no text.
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
