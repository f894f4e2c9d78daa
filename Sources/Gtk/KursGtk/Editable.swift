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
  private var keepsSelection = false
  /// What was selected when the focus left it, or by the program; nil once the user does something in it.
  private var left: (text: String, range: Range<Int32>)?

  var written: String { String(cString: gtk_editable_get_text(opaque)) }

  /// The whole text.
  public var text: String {
    get { String(written.unicodeScalars.dropFirst(lead)) }
    set {
      left = nil
      gtk_editable_set_text(opaque, newValue)
    }
  }

  /// The cursor's position in characters.
  public var position: Int {
    get { Int(gtk_editable_get_position(opaque)) - lead }
    set {
      left = nil
      gtk_editable_set_position(opaque, newValue < 0 ? -1 : Int32(newValue + lead))
    }
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
    restoreSelection()
    gtk_editable_delete_selection(opaque)
    var position = gtk_editable_get_position(opaque)
    gtk_editable_insert_text(opaque, text, Int32(text.utf8.count), &position)
    gtk_editable_set_position(opaque, position)
  }

  /// Deletes the selection, or the character before the cursor.
  public func deleteBackwards() {
    restoreSelection()
    if selection != nil { return gtk_editable_delete_selection(opaque) }
    let position = gtk_editable_get_position(opaque)
    if position > lead { gtk_editable_delete_text(opaque, position - 1, position) }
  }

  /// Whether no text would stay if something were written at the cursor.
  public var isReplacedByWriting: Bool {
    restoreSelection()
    return text.isEmpty || selection.map { $0.count >= text.unicodeScalars.count } ?? false
  }

  /// Selects all of the text.
  public func selectAll() {
    gtk_editable_select_region(opaque, 0, -1)
    noteSelection()
  }

  /// Has it keep what is selected while the focus is elsewhere and until something is typed.
  ///
  /// Whatever else selects text takes PRIMARY, and GTK then drops the selection here. A Wayland compositor refuses
  /// PRIMARY to a window that no key was pressed in yet.
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
      // Lost before the focus left: what was noted then still stands.
      if let left, left.text == written { return }
      from = gtk_editable_get_position(opaque)
      to = from
    }
    left = (written, from..<to)
  }

  /// Selects again what was selected, unless the user did something in it since.
  func restoreSelection() {
    guard let left, left.text == written, selection == nil else { return }
    gtk_editable_select_region(opaque, left.range.lowerBound, left.range.upperBound)
  }

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
    noteSelection()
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
