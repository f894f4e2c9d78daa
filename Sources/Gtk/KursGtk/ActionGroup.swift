// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A `GSimpleActionGroup`: actions of a window that is no application window, or of a part of one.
@MainActor
public final class ActionGroup: Object, ActionScope {
  /// A group without actions so far.
  public convenience init() {
    let made = g_simple_action_group_new()!
    self.init(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
  }
}

extension Widget {
  /// Lets menus and buttons within this widget call the actions of a group by `scope`.
  public func insert(_ group: ActionGroup, scope: String) {
    gtk_widget_insert_action_group(widget, scope, group.opaque)
  }
}
