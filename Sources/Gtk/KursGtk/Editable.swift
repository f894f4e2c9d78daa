// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A widget with text that a person edits: `GtkEntry`, `GtkSearchEntry`.
@MainActor
public final class Entry: Widget {
  override class var type: GType { gtk_editable_get_type() }

  /// The whole text.
  public var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set { gtk_editable_set_text(opaque, newValue) }
  }

  /// Where the cursor stands, in characters.
  public var position: Int {
    get { Int(gtk_editable_get_position(opaque)) }
    set { gtk_editable_set_position(opaque, Int32(newValue)) }
  }

  /// The characters selected, from and up to; nil when none are.
  public var selection: Range<Int>? {
    var from: Int32 = 0
    var to: Int32 = 0
    guard gtk_editable_get_selection_bounds(opaque, &from, &to) != 0 else { return nil }
    return Int(from)..<Int(to)
  }

  /// Selects all of the text.
  public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }

  /// Calls `body` after each change of the text, by whom ever.
  public func onChange(_ body: @escaping @MainActor @Sendable () -> Void) { connect("changed", body) }

  /// Calls `body` when Enter is pressed.
  public func onActivate(_ body: @escaping @MainActor @Sendable () -> Void) { connect("activate", body) }

  /// Calls `body` once typing in a search entry pauses.
  public func onSearch(_ body: @escaping @MainActor @Sendable () -> Void) { connect("search-changed", body) }

  /// Calls `body` when Escape is pressed in a search entry.
  public func onStopSearch(_ body: @escaping @MainActor @Sendable () -> Void) { connect("stop-search", body) }
}
