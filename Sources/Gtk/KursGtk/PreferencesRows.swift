// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// An `AdwActionRow`, or a row made of one such as `AdwComboRow`.
@MainActor
public class ActionRow: Widget {
  override class var type: GType { adw_action_row_get_type() }

  /// The row's title, which a search looks at.
  public var title: String {
    get { plain(adw_preferences_row_get_title(cast())) }
    set { adw_preferences_row_set_title(cast(), marked(newValue)) }
  }

  /// The smaller text under the title.
  public var subtitle: String {
    get { plain(adw_action_row_get_subtitle(cast())) }
    set { adw_action_row_set_subtitle(cast(), marked(newValue)) }
  }

  /// The search of the settings shows titles as markup, so rows in it are of markup as well.
  private func marked(_ text: String) -> String {
    guard adw_preferences_row_get_use_markup(cast()) != 0 else { return text }
    let escaped = g_markup_escape_text(text, -1)!
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  private func plain(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    var found: UnsafeMutablePointer<CChar>?
    guard adw_preferences_row_get_use_markup(cast()) != 0,
      pango_parse_markup(text, -1, 0, nil, &found, nil, nil) != 0, let found
    else { return String(cString: text) }
    defer { g_free(found) }
    return String(cString: found)
  }

  /// Calls `body` when it is clicked or activated by keyboard.
  public func onActivate(_ body: @escaping @MainActor @Sendable () -> Void) { connect("activated", body) }

  /// A row whose texts are shown as they are.
  public convenience init(plain title: String) {
    self.init(UnsafeMutableRawPointer(adw_action_row_new()!))
    adw_preferences_row_set_use_markup(cast(), 0)
    self.title = title
  }

  /// Its place in the list it stands in, from 0.
  public var place: Int { Int(gtk_list_box_row_get_index(cast())) }

  /// Puts a widget behind the title.
  public func addSuffix(_ widget: Widget) { adw_action_row_add_suffix(cast(), widget.widget) }
}

extension Entry {
  /// Calls `body` when the text of an `AdwEntryRow` was confirmed, by its button or by Enter.
  public func onApply(_ body: @escaping @MainActor @Sendable () -> Void) { connect("apply", body) }
}
