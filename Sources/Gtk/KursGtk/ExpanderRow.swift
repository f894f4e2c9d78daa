// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// An `AdwExpanderRow`: shows more when it is opened.
@MainActor
public final class ExpanderRow: Widget {
  override class var type: GType { adw_expander_row_get_type() }

  public var title: String {
    get { String(cString: adw_preferences_row_get_title(cast())) }
    set { adw_preferences_row_set_title(cast(), newValue) }
  }

  public var subtitle: String {
    get { adw_expander_row_get_subtitle(cast()).map { String(cString: $0) } ?? "" }
    set { adw_expander_row_set_subtitle(cast(), newValue) }
  }
}
